//! Steps of the system, forwards and backwards.

use super::Sets;
use crate::Stop;

/// Steps from all states of a set at once.
pub trait Steps: Sets {
    /// States with a predecessor in `set`.
    fn image(&self, set: &Self::Set) -> Result<Self::Set, Stop>;

    /// States with a successor in `set`.
    fn preimage(&self, set: &Self::Set) -> Result<Self::Set, Stop>;
}
