//! ATL with uniform strategies: what a coalition can enforce when each member sees only its own local state.
//!
//! A formula is decided start set by start set ([`start_sets`]): one strategy has to win from all states of it. What a
//! coalition cannot enforce with perfect information it cannot enforce here, so states outside of that region are lost.
//! Inside it there are several complete algorithms, see [`UniformAlgorithm`].

mod arena;
mod clauses;
mod core;
mod deciding;
mod enumeration;
mod goal;
mod guide;
mod levels;
mod lookup;
mod options;
mod ranks;
mod record;
mod sat;
mod search;
mod sets;
mod single_steps;
mod solver;
mod start_sets;
mod strategy;
mod traps;
mod tuning;
mod walk;
mod workers;

pub use self::core::{ConfusedState, Confusion, Observation, UniformRefutation};
pub use options::UniformAlgorithm;
pub use record::UniformRecord;
pub use sets::{ObservedChoice, SetAnswer, SetGame, SetStrategy};
pub use single_steps::SingleSteps;
pub use strategy::{UniformChoice, UniformStrategy};
pub use tuning::UniformTuning;

use crate::{Checker, Stop, System};
use deciding::{Deciding, Thoroughness};
use savoir_model::{AgentId, StartSet, Temporal};
use search::{Answer, Search};
use start_sets::StartSets;

/// How uniform strategies are looked for.
#[derive(Clone, Copy)]
pub struct UniformSearch<'m> {
    /// Steps from single states.
    pub steps: &'m dyn SingleSteps,
    /// Which algorithm.
    pub algorithm: UniformAlgorithm,
    /// How far it goes.
    pub tuning: UniformTuning,
    /// Threads that may decide start sets beside each other.
    pub threads: usize,
}

impl<'m> UniformSearch<'m> {
    /// The usual search by an algorithm, with one thread.
    #[must_use]
    pub fn new(steps: &'m dyn SingleSteps, algorithm: UniformAlgorithm) -> UniformSearch<'m> {
        UniformSearch { steps, algorithm, tuning: UniformTuning::default(), threads: 1 }
    }
}

/// What a coalition wants, in a reading.
#[derive(Clone, Copy)]
pub(crate) struct Aim<'g> {
    pub(crate) coalition: &'g [AgentId],
    pub(crate) temporal: Temporal,
    pub(crate) start: StartSet,
}

impl<S: System> Checker<'_, S> {
    /// Where a coalition has a uniform strategy that wins from all states of the start set.
    pub(crate) fn enforce_uniformly(&self, aim: Aim<'_>) -> Result<S::Set, Stop> {
        self.uniformly_won(aim, self.domain(), Thoroughness::AllStates)
    }

    /// Whether a coalition has such strategies in all of some states.
    pub(crate) fn is_enforced_uniformly(&self, aim: Aim<'_>, states: &S::Set) -> Result<bool, Stop> {
        let won = self.uniformly_won(aim, states, Thoroughness::UntilOneIsLost)?;
        self.system.is_subset(states, &won)
    }

    /// The states that a uniform strategy has to win from, if it is to win in a state.
    pub fn start_set(&self, coalition: &[AgentId], start: StartSet, state: &[u64]) -> Result<S::Set, Stop> {
        StartSets { checker: self, coalition, start }.of(state)
    }

    /// A uniform strategy that wins from all states of the start set of a state, if there is one.
    pub fn uniform_strategy(
        &self,
        coalition: &[AgentId],
        temporal: Temporal,
        start: StartSet,
        state: &[u64],
    ) -> Result<Option<UniformStrategy>, Stop> {
        let aim = Aim { coalition, temporal, start };
        let region = self.enforce_with_perfect_information(coalition, temporal)?;
        let start = self.start_set(coalition, start, state)?;
        if !self.system.is_subset(&start, &region)? {
            return Ok(None);
        }
        match Search::new(self, aim, region)?.solve(&start)? {
            Answer::Won(winning) => winning.strategy(self, aim),
            Answer::Lost => Ok(None),
        }
    }

    /// Those of some states where the coalition has a strategy; if asked for, only until it has none in one of them.
    fn uniformly_won(&self, aim: Aim<'_>, states: &S::Set, thoroughness: Thoroughness) -> Result<S::Set, Stop> {
        let system = self.system;
        let starts = StartSets { checker: self, coalition: aim.coalition, start: aim.start };
        let region = self.enforce_with_perfect_information(aim.coalition, aim.temporal)?;
        let open = system.intersection(states, &starts.known_in(&region)?)?;
        if thoroughness == Thoroughness::UntilOneIsLost && !system.is_subset(states, &open)? {
            self.record(UniformRecord::nothing_yet(aim.coalition, aim.temporal));
            return Ok(system.empty());
        }
        if system.is_empty(&open) {
            return Ok(open);
        }
        let mut search = Search::new(self, aim, region)?;
        let mut deciding = Deciding::new(starts, thoroughness, open);
        let found = deciding.run(&mut search);
        self.record(search.record(found.is_err()));
        found.map(|()| deciding.won)
    }

    /// How uniform strategies are looked for.
    fn uniform_search(&self) -> UniformSearch<'_> {
        let Some(search) = self.uniform else {
            unreachable!("a reading with uniform strategies is chosen together with a way to look for them")
        };
        search
    }

    fn record(&self, record: UniformRecord) {
        self.memory.uniform.borrow_mut().push(record);
    }

    /// What the searches for uniform strategies since the last time were like.
    pub fn take_uniform_records(&self) -> Vec<UniformRecord> {
        self.memory.uniform.take()
    }
}
