//! Sets that depend on more than the state.

use super::Sets;
use crate::Stop;

/// Boolean unknowns beside the variables of the model. With them a set is one of states together with values of the
/// unknowns, and one that does not mention an unknown has its states with both values. Operations on sets, steps, observations
/// and choices are about each combination of values by itself; single states cannot be taken out of such sets, nor
/// counted.
///
/// An engine that has no unknowns need not do anything.
pub trait Unknowns: Sets {
    /// So many unknowns: for each, the reachable states with those values where it is true. `None` if the engine has none.
    /// The same ones are given again to whoever asks next.
    fn unknowns(&self, _count: usize) -> Result<Option<Vec<Self::Set>>, Stop> {
        Ok(None)
    }

    /// All reachable states with those values of the unknowns that some state of the set has.
    fn for_any_state(&self, set: &Self::Set) -> Result<Self::Set, Stop> {
        Ok(if self.is_empty(set) { set.clone() } else { self.reachable() })
    }

    /// The states that are in the set with some values of the unknowns.
    fn for_any_unknowns(&self, set: &Self::Set) -> Result<Self::Set, Stop> {
        Ok(set.clone())
    }
}
