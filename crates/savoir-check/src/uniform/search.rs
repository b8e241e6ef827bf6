//! One search for all start sets of a coalition and its goal, by the algorithm that was asked for.

use super::arena::{Arena, Uniformity};
use super::enumeration::Enumeration;
use super::goal::Goal;
use super::guide::Guide;
use super::sat::{Found, SatSearch};
use super::sets::{Position, SetAnswer, SetGame, SetStrategy};
use super::strategy::UniformChoice;
use super::workers::{SharedGame, Workers};
use super::{Aim, UniformAlgorithm, UniformRecord, UniformSearch, UniformStrategy};
use crate::{Checker, SearchProgress, Stop, System};
use num_bigint::BigUint;

/// What is said about a start set.
pub(super) enum Answer<Set> {
    /// A strategy wins.
    Won(Winning<Set>),
    /// No strategy wins.
    Lost,
}

/// A strategy that wins, and from where else it does.
pub(super) enum Winning<Set> {
    /// Listed, with states that it wins from.
    Listed(UniformStrategy, Vec<Vec<u64>>),
    /// As sets.
    Sets(SetStrategy<Set>),
}

/// An algorithm, as far as it may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// With so much work.
    Sat(u64),
    Enumeration,
    /// With so much work.
    Backward(u64),
    Variables,
}

impl Way {
    fn algorithm(self) -> UniformAlgorithm {
        match self {
            Way::Sat(..) => UniformAlgorithm::Sat,
            Way::Enumeration => UniformAlgorithm::Enumeration,
            Way::Backward(_) => UniformAlgorithm::Backward,
            Way::Variables => UniformAlgorithm::Variables,
        }
    }
}

/// A search over sets that may have been interrupted.
struct Underway<Set> {
    start: Set,
    position: Option<Position<Set>>,
}

/// What the algorithms know.
struct Knowledge<'a, S: System> {
    sat: Option<SatSearch<'a, S>>,
    sets: Option<Underway<S::Set>>,
    enumeration: Option<Enumeration<'a, S>>,
}

/// Sets of a game, kept while threads look into them.
pub(super) struct SetsToShare<Set> {
    goal: Goal<Set>,
    layers: Option<Vec<Set>>,
}

/// A search that goes on from start set to start set.
pub(super) struct Search<'a, 'm, S: System> {
    checker: &'a Checker<'m, S>,
    aim: Aim<'a>,
    region: S::Set,
    /// The ways to try, one after the other, the present one last.
    ways: Vec<Way>,
    known: Knowledge<'a, S>,
    record: UniformRecord,
}

impl<'a, 'm, S: System> Search<'a, 'm, S> {
    /// A search inside the region of perfect information.
    pub(super) fn new(checker: &'a Checker<'m, S>, aim: Aim<'a>, region: S::Set) -> Result<Search<'a, 'm, S>, Stop> {
        let UniformSearch { steps, algorithm, tuning, .. } = checker.uniform_search();
        let arena = |bound: Option<&S::Set>| -> Result<Arena<'a, S>, Stop> {
            let goal = Goal::new(checker, aim.coalition, aim.temporal, bound)?;
            let parts = (checker.model, checker.system);
            Ok(Arena::new(parts, steps, goal, aim.coalition, Uniformity::Everywhere, tuning.listed_states))
        };
        let all = u64::MAX;
        let mut ways = match algorithm {
            UniformAlgorithm::Auto => in_turns(tuning.first_work),
            UniformAlgorithm::Sat => vec![Way::Sat(all)],
            UniformAlgorithm::Backward => vec![Way::Backward(all)],
            // Where the engine has no unknowns, or it would take too many.
            UniformAlgorithm::Variables => vec![Way::Variables, Way::Backward(all)],
            UniformAlgorithm::Enumeration => vec![Way::Enumeration],
        };
        ways.reverse();
        let mut known = Knowledge { sat: None, sets: None, enumeration: None };
        if ways.iter().any(|way| matches!(way, Way::Sat(..))) {
            let guide = Guide::new(move |goal: &Goal<S::Set>| goal.layers(checker, aim.coalition));
            known.sat = Some(SatSearch::new(arena(Some(&region))?, guide, tuning));
        }
        if algorithm == UniformAlgorithm::Enumeration {
            known.enumeration = Some(Enumeration::new(arena(None)?));
        }
        let record = UniformRecord::nothing_yet(aim.coalition, aim.temporal);
        Ok(Search { checker, aim, region, ways, known, record })
    }

    /// Some states from which one strategy wins, if looking for them is part of what was asked for.
    pub(super) fn won_without_search(&self) -> Result<Option<S::Set>, Stop> {
        if self.checker.uniform_search().algorithm != UniformAlgorithm::Auto {
            return Ok(None);
        }
        let game = SetGame { coalition: self.aim.coalition, temporal: self.aim.temporal, region: &self.region };
        self.checker.won_without_search(&game, self.checker.uniform_search().tuning.bound_work)
    }

    /// So many of the states that were asked about are won by the strategy of a bound.
    pub(super) fn note_won_at_once(&mut self, states: BigUint) {
        self.record.won_at_once = Some(states);
    }

    /// A start set is decided.
    pub(super) fn note_decided(&mut self, answer: &Answer<S::Set>) {
        self.record.start_sets += 1;
        self.record.won += u64::from(matches!(answer, Answer::Won(_)));
    }

    /// Threads had their part in it.
    pub(super) fn note_workers(&mut self, workers: &Workers) {
        self.record.threads = self.record.threads.max(workers.count());
        for effort in workers.efforts() {
            self.record.states = self.record.states.max(effort.states);
            self.record.rounds += effort.rounds;
            self.record.conflicts += effort.conflicts;
        }
    }

    /// How much work a start set may take, if the present way is SAT.
    pub(super) fn sat_work(&self) -> Option<u64> {
        match self.ways.last() {
            Some(Way::Sat(work)) => Some(*work),
            Some(Way::Enumeration | Way::Backward(_) | Way::Variables) | None => None,
        }
    }

    /// Whether start sets took long enough so far that several threads should decide the others: each of them finds out
    /// again what is known here.
    pub(super) fn is_worth_sharing(&self) -> bool {
        let UniformSearch { threads, tuning, .. } = self.checker.uniform_search();
        let work = self.known.sat.as_ref().map_or(0, SatSearch::work);
        threads > 1 && self.sat_work().is_some() && self.record.start_sets > 0 && work >= tuning.shared_work
    }

    /// How many threads there may be.
    pub(super) fn threads(&self) -> usize {
        self.checker.uniform_search().threads
    }

    /// The sets that threads ask about: the goal, and the layers of perfect information if they were needed.
    pub(super) fn sets_to_share(&self) -> Result<SetsToShare<S::Set>, Stop> {
        let goal = Goal::new(self.checker, self.aim.coalition, self.aim.temporal, Some(&self.region))?;
        let layers = self.known.sat.as_ref().and_then(|search| search.layers().map(<[_]>::to_vec));
        Ok(SetsToShare { goal, layers })
    }

    /// The game as threads may see it, if the engine can share its sets with them.
    pub(super) fn shared_game<'s>(&self, sets: &'s SetsToShare<S::Set>) -> Result<Option<SharedGame<'s>>, Stop>
    where
        'a: 's,
    {
        let UniformSearch { steps, tuning, .. } = self.checker.uniform_search();
        let system = self.checker.system;
        let share = |set: &'s S::Set| system.shared(set);
        let layers = match &sets.layers {
            Some(layers) => layers.iter().map(share).collect::<Result<Option<Vec<_>>, Stop>>()?,
            None => None,
        };
        let game = |goal| SharedGame {
            model: self.checker.model,
            steps,
            goal,
            layers,
            coalition: self.aim.coalition,
            tuning,
            budget: system.budget().clone(),
        };
        Ok(sets.goal.with_sets(&share)?.map(game))
    }

    /// The states of a start set, if there are not too many.
    pub(super) fn listed(&self, start: &S::Set) -> Result<Vec<Vec<u64>>, Stop> {
        listed(self.checker, start, self.checker.uniform_search().tuning.listed_states)
    }

    /// Whether a strategy wins from all states of a set.
    pub(super) fn solve(&mut self, start: &S::Set) -> Result<Answer<S::Set>, Stop> {
        loop {
            let found = self.try_way(start);
            if self.ways.len() > 1 && matches!(found, Ok(None) | Err(Stop::TooLarge)) {
                // It does not lead far enough. Nor will it from the next start set.
                self.ways.pop();
                continue;
            }
            let Some(answer) = found? else { return Err(Stop::TooLarge) };
            self.note_decided(&answer);
            return Ok(answer);
        }
    }

    /// The answer, unless it takes more than the present way allows.
    fn try_way(&mut self, start: &S::Set) -> Result<Option<Answer<S::Set>>, Stop> {
        let checker = self.checker;
        let UniformRecord { start_sets: decided, won, .. } = self.record;
        let tuning = checker.uniform_search().tuning;
        let is_one_of_many = self.ways.len() > 1;
        if let Some(way) = self.ways.last() {
            self.record.try_algorithm(way.algorithm());
        }
        let game = SetGame { coalition: self.aim.coalition, temporal: self.aim.temporal, region: &self.region };
        match (self.ways.last().copied(), &mut self.known) {
            (Some(Way::Sat(_)), Knowledge { sat: Some(search), .. }) if is_one_of_many && search.arena().is_full() => {
                Err(Stop::TooLarge)
            }
            (Some(Way::Sat(work)), Knowledge { sat: Some(search), .. }) => {
                // To list a large start set is work as well.
                let most = usize::try_from(work / tuning.steps_per_move).unwrap_or(usize::MAX);
                let start = listed(checker, start, tuning.listed_states.min(most))?;
                search.allow(work);
                search.progress = SearchProgress { decided, won, ..search.progress };
                let found = search.solve(&start)?;
                Ok(answer(found, search.arena(), start))
            }
            (Some(Way::Enumeration), Knowledge { enumeration: Some(search), .. }) => {
                let start = listed(checker, start, tuning.listed_states)?;
                let found = search.solve(&start)?;
                Ok(answer(found, &search.arena, start))
            }
            (Some(Way::Backward(work)), Knowledge { sets, .. }) => {
                // It goes on from where it was interrupted.
                let underway = match sets {
                    Some(underway) if underway.start == *start => underway,
                    _ => sets.insert(Underway { start: start.clone(), position: None }),
                };
                checker.backward_within(&game, start, &mut underway.position, work).map(|found| Some(set_answer(found)))
            }
            (Some(Way::Variables), _) => Ok(checker.variables(&game, start)?.map(set_answer)),
            (None | Some(Way::Sat(..) | Way::Enumeration), _) => Ok(None),
        }
    }

    /// What it was like.
    pub(super) fn record(&self, is_unfinished: bool) -> UniformRecord {
        let mut record = UniformRecord { is_unfinished, ..self.record.clone() };
        if let Some(search) = &self.known.sat {
            record.states = record.states.max(search.arena().state_count());
            record.rounds += search.rounds;
            record.conflicts += search.conflicts();
        }
        if let Some(search) = &self.known.enumeration {
            (record.states, record.rounds) = (search.arena.state_count(), search.tried);
        }
        record
    }
}

impl<Set: Clone + PartialEq> Winning<Set> {
    /// The states that are known to be won, if they are worth looking at.
    pub(super) fn wins<S: System<Set = Set>>(&self, system: &S, most: usize) -> Result<Option<Set>, Stop> {
        match self {
            Winning::Sets(strategy) => Ok(Some(strategy.wins.clone())),
            Winning::Listed(_, states) if states.len() <= most => system.set_of(states).map(Some),
            Winning::Listed(..) => Ok(None),
        }
    }

    /// The strategy, observation by observation; `None` if there are too many.
    pub(super) fn strategy<S: System<Set = Set>>(
        self,
        checker: &Checker<'_, S>,
        aim: Aim<'_>,
    ) -> Result<Option<UniformStrategy>, Stop> {
        let strategy = match self {
            Winning::Listed(strategy, _) => return Ok(Some(strategy)),
            Winning::Sets(strategy) => strategy,
        };
        let listed = checker.listed(aim.coalition, &strategy, checker.uniform_search().tuning.listed_states)?;
        Ok(listed.map(|listed| {
            let choices = listed.into_iter();
            let mut choices: UniformStrategy =
                choices.map(|(agent, observation, action)| UniformChoice { agent, observation, action }).collect();
            choices.sort_unstable();
            choices
        }))
    }
}

/// SAT and sets by turns, each with twice the work of the one before, until there is no limit.
fn in_turns(first_work: u64) -> Vec<Way> {
    let works = std::iter::successors(Some(first_work.max(1)), |work| work.checked_mul(2));
    works.chain([u64::MAX]).flat_map(|work| [Way::Sat(work), Way::Backward(work)]).collect()
}

/// The states of a start set, if there are not too many.
fn listed<S: System>(checker: &Checker<'_, S>, start: &S::Set, most: usize) -> Result<Vec<Vec<u64>>, Stop> {
    if checker.system.count(start)? > BigUint::from(most) {
        return Err(Stop::TooLarge);
    }
    checker.system.list(start)
}

fn answer<S: System>(found: Found, arena: &Arena<'_, S>, start: Vec<Vec<u64>>) -> Option<Answer<S::Set>> {
    match found {
        Found::GivenUp => None,
        Found::Lost => Some(Answer::Lost),
        Found::Won(strategy, states) => {
            let states = states.into_iter().map(|state| arena.codes(state).to_vec()).chain(start).collect();
            Some(Answer::Won(Winning::Listed(strategy, states)))
        }
    }
}

fn set_answer<Set>(found: SetAnswer<Set>) -> Answer<Set> {
    match found {
        SetAnswer::Won(strategy) => Answer::Won(Winning::Sets(strategy)),
        SetAnswer::Lost => Answer::Lost,
    }
}
