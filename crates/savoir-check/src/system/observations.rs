//! What agents can tell apart.

use super::Sets;
use crate::Stop;
use savoir_model::AgentId;

/// What agents can tell apart by what they observe.
pub trait Observations: Sets {
    /// States that some state of `set` is indistinguishable from for all `observers` together: equal in everything that
    /// at least one of them observes.
    fn indistinguishable(&self, observers: &[AgentId], set: &Self::Set) -> Result<Self::Set, Stop>;
}
