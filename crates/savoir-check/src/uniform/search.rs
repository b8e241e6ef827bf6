//! One search for all start sets of a coalition and its goal, by the algorithm that was asked for.

use super::arena::{Arena, StateNumber, Uniformity};
use super::enumeration::Enumeration;
use super::goal::{Bounds, Goal};
use super::sat::{Found, SatSearch};
use super::{Aim, UniformAlgorithm, UniformRecord, UniformSearch, UniformStrategy, UniformTuning};
use crate::{Checker, Stop, System};
use num_bigint::BigUint;

/// What is said about a start set.
pub(super) enum Answer {
    /// This strategy wins, also from these states.
    Won { strategy: UniformStrategy, states: Vec<Vec<u64>> },
    /// No strategy wins.
    Lost,
}

/// The algorithm at work.
enum Way<'a, S: System> {
    Sat(Box<SatSearch<'a, S>>),
    Enumeration(Box<Enumeration<'a, S>>),
}

/// A search that goes on from start set to start set.
pub(super) struct Search<'a, 'm, S: System> {
    checker: &'a Checker<'m, S>,
    aim: Aim<'a>,
    way: Way<'a, S>,
    algorithm: UniformAlgorithm,
    start_sets: u64,
    won: u64,
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
            UniformAlgorithm::Auto
            | UniformAlgorithm::Sat
            | UniformAlgorithm::Backward
            | UniformAlgorithm::Variables => {
                Way::Sat(Box::new(SatSearch::new(arena(Bounds::Region(&region))?, tuning)))
            }
            UniformAlgorithm::Enumeration => Way::Enumeration(Box::new(Enumeration::new(arena(Bounds::None)?))),
        };
        let algorithm = match way {
            Way::Sat(_) => UniformAlgorithm::Sat,
            Way::Enumeration(_) => UniformAlgorithm::Enumeration,
        };
        Ok(Search { checker, aim, way, algorithm, start_sets: 0, won: 0 })
    }

    /// Whether a strategy wins from all states of a set.
    pub(super) fn solve(&mut self, start: &S::Set) -> Result<Answer, Stop> {
        let system = self.checker.system;
        if system.count(start)? > BigUint::from(UniformTuning::default().listed_states) {
            return Err(Stop::TooLarge);
        }
        let listed = system.list(start)?;
        let found = match &mut self.way {
            Way::Sat(search) => search.solve(&listed)?,
            Way::Enumeration(search) => search.solve(&listed)?,
        };
        self.start_sets += 1;
        Ok(match found {
            Found::Lost => Answer::Lost,
            Found::Won(strategy, states) => {
                self.won += 1;
                let arena = self.arena();
                let mut states: Vec<Vec<u64>> =
                    states.into_iter().map(|state: StateNumber| arena.codes(state).to_vec()).collect();
                states.extend(listed);
                Answer::Won { strategy, states }
            }
        })
    }

    fn arena(&self) -> &Arena<'a, S> {
        match &self.way {
            Way::Sat(search) => search.arena(),
            Way::Enumeration(search) => &search.arena,
        }
    }

    /// What it was like.
    pub(super) fn record(&self, is_unfinished: bool) -> UniformRecord {
        let (rounds, conflicts) = match &self.way {
            Way::Sat(search) => (search.rounds, search.conflicts()),
            Way::Enumeration(search) => (search.tried, 0),
        };
        UniformRecord {
            coalition: self.aim.coalition.to_vec(),
            temporal: self.aim.temporal,
            algorithm: Some(self.algorithm),
            start_sets: self.start_sets,
            won: self.won,
            states: self.arena().state_count(),
            rounds,
            conflicts,
            is_unfinished,
        }
    }
}
