//! ATL with uniform strategies: what a coalition can enforce when each member sees only its own local state.

mod options;
mod sets;
mod single_steps;

pub use options::UniformAlgorithm;
pub use sets::{ObservedChoice, SetAnswer, SetGame, SetStrategy};
pub use single_steps::SingleSteps;

use crate::{Checker, Stop, System};
use savoir_model::{AgentId, StartSet, Temporal};

/// How uniform strategies are looked for.
#[derive(Clone, Copy)]
pub struct UniformSearch<'m> {
    /// Steps from single states.
    pub steps: &'m dyn SingleSteps,
    /// Which algorithm.
    pub algorithm: UniformAlgorithm,
}

impl<S: System> Checker<'_, S> {
    /// Where a coalition has a uniform strategy that wins from all states of the start set.
    pub(crate) fn enforce_uniformly(
        &self,
        _coalition: &[AgentId],
        _temporal: Temporal,
        _start: StartSet,
    ) -> Result<S::Set, Stop> {
        Err(Stop::TooLarge)
    }
}
