//! Sets that other threads may look into.

use std::sync::Arc;

/// Tells whether the state with these codes is in a set.
type Contains<'s> = dyn Fn(&[u64]) -> bool + Send + Sync + 's;

/// A set of states that can be asked from any thread whether it has a state.
#[derive(Clone)]
pub struct SharedSet<'s>(Arc<Contains<'s>>);

impl<'s> SharedSet<'s> {
    /// The set of the states for which this says so.
    pub fn new(contains: impl Fn(&[u64]) -> bool + Send + Sync + 's) -> SharedSet<'s> {
        SharedSet(Arc::new(contains))
    }

    /// Whether a state is in it, given by the codes of its variables.
    #[must_use]
    pub fn contains(&self, state: &[u64]) -> bool {
        (self.0)(state)
    }
}
