//! One search for all start sets of a coalition and its goal, by the algorithm that was asked for.

use super::arena::{Arena, Uniformity};
use super::enumeration::Enumeration;
use super::goal::{Bounds, Goal};
use super::sat::{Found, SatSearch};
use super::sets::{SetAnswer, SetGame, SetStrategy};
use super::strategy::UniformChoice;
use super::{Aim, UniformAlgorithm, UniformRecord, UniformSearch, UniformStrategy, UniformTuning};
use crate::{Checker, Stop, System};
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

/// The algorithm at work.
enum Way<'a, S: System> {
    Sat(Box<SatSearch<'a, S>>),
    Enumeration(Box<Enumeration<'a, S>>),
    Backward,
    Variables,
}

/// A search that goes on from start set to start set.
pub(super) struct Search<'a, 'm, S: System> {
    checker: &'a Checker<'m, S>,
    aim: Aim<'a>,
    region: S::Set,
    way: Way<'a, S>,
    /// Whether another way may be taken if this one does not lead far enough.
    is_free: bool,
    record: UniformRecord,
}

impl<'a, 'm, S: System> Search<'a, 'm, S> {
    /// A search inside the region of perfect information.
    pub(super) fn new(checker: &'a Checker<'m, S>, aim: Aim<'a>, region: S::Set) -> Result<Search<'a, 'm, S>, Stop> {
        let Some(UniformSearch { steps, algorithm }) = checker.uniform else {
            unreachable!("a reading with uniform strategies is chosen together with a way to look for them")
        };
        let tuning = UniformTuning::default();
        let arena = |bounds: Bounds<'_, S::Set>| -> Result<Arena<'a, S>, Stop> {
            let goal = Goal::new(checker, aim.coalition, aim.temporal, bounds)?;
            let parts = (checker.model, checker.system);
            Ok(Arena::new(parts, steps, goal, aim.coalition, Uniformity::Everywhere, tuning.listed_states))
        };
        let way = match algorithm {
            UniformAlgorithm::Auto | UniformAlgorithm::Sat => {
                Way::Sat(Box::new(SatSearch::new(arena(Bounds::Region(&region))?, checker, aim.coalition, tuning)))
            }
            UniformAlgorithm::Backward => Way::Backward,
            UniformAlgorithm::Variables => Way::Variables,
            UniformAlgorithm::Enumeration => Way::Enumeration(Box::new(Enumeration::new(arena(Bounds::None)?))),
        };
        let record = UniformRecord::nothing_yet(aim.coalition, aim.temporal);
        Ok(Search { checker, aim, region, way, is_free: algorithm == UniformAlgorithm::Auto, record })
    }

    /// Whether a strategy wins from all states of a set.
    pub(super) fn solve(&mut self, start: &S::Set) -> Result<Answer<S::Set>, Stop> {
        let answer = match self.try_way(start) {
            // There are more states than can be listed.
            Err(Stop::TooLarge) if self.is_free && matches!(self.way, Way::Sat(_)) => {
                self.way = Way::Backward;
                self.try_way(start)?
            }
            other => other?,
        };
        self.record.start_sets += 1;
        self.record.won += u64::from(matches!(answer, Answer::Won(_)));
        Ok(answer)
    }

    fn try_way(&mut self, start: &S::Set) -> Result<Answer<S::Set>, Stop> {
        let checker = self.checker;
        let game = SetGame { coalition: self.aim.coalition, temporal: self.aim.temporal, region: &self.region };
        match &mut self.way {
            Way::Sat(search) => {
                let start = listed(checker, start)?;
                let found = search.solve(&start)?;
                Ok(answer(found, search.arena(), start))
            }
            Way::Enumeration(search) => {
                let start = listed(checker, start)?;
                let found = search.solve(&start)?;
                Ok(answer(found, &search.arena, start))
            }
            Way::Backward => Ok(set_answer(checker.backward(&game, start)?)),
            Way::Variables => match checker.variables(&game, start)? {
                Some(found) => Ok(set_answer(found)),
                // The engine has no unknowns, or it would take too many.
                None => {
                    self.way = Way::Backward;
                    self.try_way(start)
                }
            },
        }
    }

    /// What it was like.
    pub(super) fn record(&self, is_unfinished: bool) -> UniformRecord {
        let known = self.record.clone();
        let found = match &self.way {
            Way::Sat(search) => UniformRecord {
                algorithm: Some(UniformAlgorithm::Sat),
                states: search.arena().state_count(),
                rounds: search.rounds,
                conflicts: search.conflicts(),
                ..known
            },
            Way::Enumeration(search) => UniformRecord {
                algorithm: Some(UniformAlgorithm::Enumeration),
                states: search.arena.state_count(),
                rounds: search.tried,
                ..known
            },
            Way::Backward => UniformRecord { algorithm: Some(UniformAlgorithm::Backward), ..known },
            Way::Variables => UniformRecord { algorithm: Some(UniformAlgorithm::Variables), ..known },
        };
        UniformRecord { is_unfinished, ..found }
    }
}

impl<Set: Clone + PartialEq> Winning<Set> {
    /// The states that are known to be won, if they are worth looking at.
    pub(super) fn wins<S: System<Set = Set>>(&self, system: &S, most: usize) -> Result<Option<Set>, Stop> {
        match self {
            Winning::Sets(strategy) => Ok(Some(strategy.wins.clone())),
            Winning::Listed(_, states) if states.len() <= most => {
                let mut set = system.empty();
                for state in states {
                    set = system.union(&set, &system.singleton(state)?)?;
                }
                Ok(Some(set))
            }
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
        let listed = checker.listed(aim.coalition, &strategy, UniformTuning::default().listed_states)?;
        Ok(listed.map(|listed| {
            let choices = listed.into_iter();
            let mut choices: UniformStrategy =
                choices.map(|(agent, observation, action)| UniformChoice { agent, observation, action }).collect();
            choices.sort_unstable();
            choices
        }))
    }
}

/// The states of a start set, if there are not too many.
fn listed<S: System>(checker: &Checker<'_, S>, start: &S::Set) -> Result<Vec<Vec<u64>>, Stop> {
    if checker.system.count(start)? > BigUint::from(UniformTuning::default().listed_states) {
        return Err(Stop::TooLarge);
    }
    checker.system.list(start)
}

fn answer<S: System>(found: Found, arena: &Arena<'_, S>, start: Vec<Vec<u64>>) -> Answer<S::Set> {
    match found {
        Found::Lost => Answer::Lost,
        Found::Won(strategy, states) => {
            let states = states.into_iter().map(|state| arena.codes(state).to_vec()).chain(start).collect();
            Answer::Won(Winning::Listed(strategy, states))
        }
    }
}

fn set_answer<Set>(found: SetAnswer<Set>) -> Answer<Set> {
    match found {
        SetAnswer::Won(strategy) => Answer::Won(Winning::Sets(strategy)),
        SetAnswer::Lost => Answer::Lost,
    }
}
