//! All that a game that is listed state by state asks of an engine: whether single states are in sets.

use crate::{Budget, SharedSet, Stop, System};
use std::marker::PhantomData;

/// Answers whether states are in sets.
pub(super) trait Lookup {
    /// The sets.
    type Set: Clone;

    /// Whether the state is in the set.
    fn is_in(&self, set: &Self::Set, state: &[u64]) -> Result<bool, Stop>;

    /// The limits of whoever asks.
    fn budget(&self) -> &Budget;
}

impl<S: System> Lookup for S {
    type Set = S::Set;

    fn is_in(&self, set: &S::Set, state: &[u64]) -> Result<bool, Stop> {
        self.contains(set, state)
    }

    fn budget(&self) -> &Budget {
        self.budget()
    }
}

/// Sets that an engine shares with other threads, for one of these with limits of its own.
pub(super) struct SharedLookup<'s> {
    budget: Budget,
    sets: PhantomData<SharedSet<'s>>,
}

impl SharedLookup<'_> {
    pub(super) fn new(budget: Budget) -> Self {
        SharedLookup { budget, sets: PhantomData }
    }
}

impl<'s> Lookup for SharedLookup<'s> {
    type Set = SharedSet<'s>;

    fn is_in(&self, set: &SharedSet<'s>, state: &[u64]) -> Result<bool, Stop> {
        Ok(set.contains(state))
    }

    fn budget(&self) -> &Budget {
        &self.budget
    }
}
