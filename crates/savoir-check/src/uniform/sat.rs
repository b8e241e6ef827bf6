//! Uniform strategies by SAT, with the places that plays come to inside the formula.
//!
//! There is one variable for each slot and action, and one for each place that says that plays come to it. If plays come to
//! a place and the members choose a move there, they come to every place that it may lead to; a move that is lost is not
//! chosen there ([`super::clauses`]). The solver proposes a strategy; its plays are followed, and what was not known of the
//! places that they come to is added. Plays that go round for ever where they must not are ruled out by clauses for each
//! such round: somewhere on it the members must choose a move that leaves it.
//!
//! Where a goal has to be reached there may be very many rounds. So the same solver is also asked for a strategy that gets
//! there within a number of steps ([`super::levels`]), in turns, with more conflicts allowed each time. Start sets are
//! assumptions, so that everything learned is used for all of them.

use super::arena::{Arena, Costs, Place, StateNumber};
use super::clauses::Clauses;
use super::goal::Label;
use super::guide::Guide;
use super::lookup::Lookup;
use super::solver::Solved;
use super::strategy::{UniformChoice, UniformStrategy};
use super::traps::Traps;
use super::tuning::UniformTuning;
use super::walk::Walk;
use crate::{Phase, Progress, SearchProgress, Stop};
use batsat::Lit;

/// What the search says about a start set.
pub(super) enum Found {
    /// This strategy wins, and plays come to these states while they are not decided.
    Won(UniformStrategy, Vec<StateNumber>),
    /// No strategy wins.
    Lost,
    /// It takes more conflicts than allowed.
    GivenUp,
}

/// A search that goes on from start set to start set.
pub(super) struct SatSearch<'a, L: Lookup> {
    clauses: Clauses<'a, L>,
    /// Made when it is needed.
    traps: Option<Traps>,
    /// What it assumes for the present start set.
    traps_assumed: Option<Lit>,
    tuning: UniformTuning,
    /// Conflicts that a start set may take.
    most_conflicts: u64,
    /// Strategies that were proposed.
    pub(super) rounds: u64,
    /// What is known about start sets.
    pub(super) progress: SearchProgress,
    /// The plays of the strategy that won last.
    winning: Option<Walk>,
}

impl<'a, L: Lookup> SatSearch<'a, L> {
    pub(super) fn new(arena: Arena<'a, L>, guide: Guide<'a, L>, tuning: UniformTuning) -> SatSearch<'a, L> {
        SatSearch {
            clauses: Clauses::new(arena, guide, tuning),
            traps: None,
            traps_assumed: None,
            tuning,
            most_conflicts: u64::MAX,
            rounds: 0,
            progress: SearchProgress::default(),
            winning: None,
        }
    }

    /// From now on so much work may be done to find moves, and as much for the conflicts of each turn of a start set.
    pub(super) fn allow(&mut self, work: u64) {
        let UniformTuning { steps_per_move, steps_per_outcome, steps_per_conflict, .. } = self.tuning;
        let costs = Costs { of_move: steps_per_move, of_outcome: steps_per_outcome };
        self.clauses.arena.allow_spending(work, costs);
        self.most_conflicts = if work == u64::MAX { work } else { work.div_ceil(steps_per_conflict) };
    }

    /// What finding moves, conflicts and proposals have taken so far.
    pub(super) fn work(&self) -> u64 {
        let solver = self.conflicts().saturating_add(self.rounds).saturating_mul(self.tuning.steps_per_conflict);
        self.clauses.arena.spent().saturating_add(solver)
    }

    /// The layers of perfect information, if they were needed.
    pub(super) fn layers(&self) -> Option<&[L::Set]> {
        self.clauses.guide.layers()
    }

    pub(super) fn arena(&self) -> &Arena<'a, L> {
        &self.clauses.arena
    }

    /// How often the solver had to revise what it assumed.
    pub(super) fn conflicts(&self) -> u64 {
        self.clauses.solver.conflicts() + self.traps.as_ref().map_or(0, Traps::conflicts)
    }

    /// Whether a strategy wins from all of these states.
    pub(super) fn solve(&mut self, start: &[Vec<u64>]) -> Result<Found, Stop> {
        let arena = &mut self.clauses.arena;
        let mut first = Vec::new();
        for codes in start {
            let state = arena.number(codes)?;
            match arena.first_label(state)? {
                Label::Won => {}
                Label::Lost => return Ok(Found::Lost),
                Label::Open(mode) => first.push(Place { state, mode }),
            }
        }
        self.clauses.rank(&first)?;
        let assumed = self.clauses.assumption();
        for &place in &first {
            let reached = self.clauses.reached(place);
            self.clauses.solver.add(&[!assumed, reached]);
        }
        let found = self.in_turns(&first, assumed);
        // The next start set has assumptions of its own.
        self.clauses.solver.add(&[!assumed]);
        if let (Some(traps), Some(assumed)) = (&mut self.traps, self.traps_assumed.take()) {
            traps.forget(assumed);
        }
        found
    }

    /// Looks for any strategy and for one that gets to its goal soon, in turns.
    fn in_turns(&mut self, first: &[Place], assumed: Lit) -> Result<Found, Stop> {
        if !self.clauses.arena.goal.is_reached_by_all_plays() {
            let refined = self.refine(first, &[assumed], self.most_conflicts, u64::MAX)?;
            return Ok(refined.decided().unwrap_or(Found::GivenUp));
        }
        let mut conflicts = self.tuning.first_conflicts;
        // Fewer steps are not enough.
        let mut least = self.clauses.least_steps(first);
        loop {
            let proposals = conflicts / self.tuning.conflicts_per_proposal;
            if let Some(found) = self.refine(first, &[assumed], conflicts, proposals)?.decided() {
                return Ok(found);
            }
            let looks = conflicts.saturating_mul(self.tuning.looks_per_conflict);
            if let Some(found) = self.out_of_traps(first, looks)?.decided() {
                return Ok(found);
            }
            let mut steps = least;
            for _ in 0..self.tuning.levels_per_turn {
                // A play that does not go round comes to each state once at most.
                if steps > self.clauses.arena.state_count() + 1 {
                    break;
                }
                let within = self.clauses.within(first, assumed, steps)?;
                let more = steps + (steps / 2).max(2);
                match self.refine(first, &[assumed, within], conflicts, u64::MAX)? {
                    Refined::Won(found) => return Ok(found),
                    Refined::Lost if steps > self.clauses.most_steps() => return Ok(Found::Lost),
                    Refined::Lost => least = more,
                    Refined::GivenUp => {}
                }
                steps = more;
            }
            if conflicts >= self.most_conflicts {
                return Ok(Found::GivenUp);
            }
            conflicts = conflicts.saturating_mul(2);
        }
    }

    /// Looks for a strategy with the whole game at hand, where it is small enough for that.
    fn out_of_traps(&mut self, first: &[Place], looks: u64) -> Result<Refined, Stop> {
        if self.clauses.preferences.is_over() {
            return Ok(Refined::GivenUp);
        }
        let progress = self.progress();
        let Clauses { arena, preferences, .. } = &mut self.clauses;
        let traps =
            self.traps.get_or_insert_with(|| Traps::new(arena.lookup.budget().clone(), self.tuning.looks_for_a_clause));
        let assumed = *self.traps_assumed.get_or_insert_with(|| traps.assumption());
        match traps.solve(arena, preferences, (first, assumed), looks, progress)? {
            Solved::Impossible => Ok(Refined::Lost),
            Solved::GivenUp => Ok(Refined::GivenUp),
            Solved::Possible => {
                self.rounds += 1;
                let choose = |arena: &mut Arena<'a, L>, place: Place| {
                    let slots = arena.slots_of(place.state)?;
                    Ok(slots.iter().map(|slot| traps.chosen(*slot)).collect::<Option<_>>())
                };
                let walk = Walk::follow(arena, |arena| arena, first, choose)?;
                Ok(Refined::Won(self.won(walk)?))
            }
        }
    }

    fn progress(&self) -> Progress {
        let progress = Progress::at(Phase::Strategies, self.rounds, self.clauses.arena.state_count());
        Progress { search: Some(self.progress), ..progress }
    }

    /// Proposes strategies and rules out what is wrong with them, until one wins or there are no more.
    fn refine(&mut self, first: &[Place], assumed: &[Lit], conflicts: u64, proposals: u64) -> Result<Refined, Stop> {
        let end = self.clauses.solver.conflicts().saturating_add(conflicts);
        for _ in 0..proposals {
            let progress = self.progress();
            self.clauses.solver.report(progress);
            match self.clauses.solver.solve(assumed, end.saturating_sub(self.clauses.solver.conflicts()))? {
                Solved::Impossible => return Ok(Refined::Lost),
                Solved::GivenUp => return Ok(Refined::GivenUp),
                Solved::Possible => {}
            }
            self.rounds += 1;
            let known = self.clauses.slot_count();
            let walk = Walk::follow(
                &mut self.clauses,
                |clauses| &mut clauses.arena,
                first,
                |clauses, place| {
                    let chosen = clauses.proposed(place, known)?;
                    clauses.learn(place, chosen.as_ref())?;
                    Ok(chosen)
                },
            )?;
            if !walk.is_lost {
                let rounds = walk.doomed_rounds(&self.clauses.arena)?;
                if rounds.is_empty() {
                    return Ok(Refined::Won(self.won(walk)?));
                }
                for round in rounds {
                    self.clauses.rule_out(&walk, &round)?;
                }
            }
            self.clauses.arena.revisit(walk.places.len())?;
        }
        Ok(Refined::GivenUp)
    }

    /// What is done in each state that plays of the strategy that won last come to.
    pub(super) fn choices_by_state(&mut self) -> Result<Vec<(StateNumber, UniformChoice)>, Stop> {
        let Some(walk) = &self.winning else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for (place, choice) in walk.places.iter().zip(&walk.moves) {
            let slots = self.clauses.arena.slots_of(place.state)?;
            let slots = slots.iter().map(|slot| &self.clauses.arena.slots()[*slot as usize]);
            found.extend(slots.zip(choice).map(|(slot, action)| (place.state, slot.choice(*action))));
        }
        Ok(found)
    }

    fn won(&mut self, walk: Walk) -> Result<Found, Stop> {
        let arena = &mut self.clauses.arena;
        let mut strategy = UniformStrategy::new();
        let mut states = Vec::new();
        for (place, choice) in walk.places.iter().zip(&walk.moves) {
            let slots = arena.slots_of(place.state)?;
            for (slot, action) in slots.iter().zip(choice) {
                strategy.push(arena.slots()[*slot as usize].choice(*action));
            }
            if place.mode == arena.goal.start() {
                states.push(place.state);
            }
        }
        strategy.sort_unstable();
        strategy.dedup();
        self.winning = Some(walk);
        Ok(Found::Won(strategy, states))
    }
}

/// What came of a turn.
enum Refined {
    Won(Found),
    /// No strategy wins under the assumptions.
    Lost,
    /// It took more conflicts than it may.
    GivenUp,
}

impl Refined {
    /// What is known for certain, if nothing but the start set was assumed.
    fn decided(self) -> Option<Found> {
        match self {
            Refined::Won(found) => Some(found),
            Refined::Lost => Some(Found::Lost),
            Refined::GivenUp => None,
        }
    }
}
