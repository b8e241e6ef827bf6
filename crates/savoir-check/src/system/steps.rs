//! Steps of the system, forwards and backwards.

use super::Sets;
use crate::Stop;
use num_bigint::BigUint;

/// Steps from all states of a set at once.
pub trait Steps: Sets {
    /// States with a predecessor in `set`.
    fn image(&self, set: &Self::Set) -> Result<Self::Set, Stop>;

    /// States with a successor in `set`.
    fn preimage(&self, set: &Self::Set) -> Result<Self::Set, Stop>;

    /// The reachable states without successor: deadlocks.
    fn without_successor(&self) -> Result<Self::Set, Stop> {
        let reachable = self.reachable();
        self.difference(&reachable, &self.preimage(&reachable)?)
    }

    /// How many reachable states have no successor.
    fn count_without_successor(&self) -> Result<BigUint, Stop> {
        self.count(&self.without_successor()?)
    }
}
