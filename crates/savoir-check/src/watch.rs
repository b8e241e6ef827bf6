//! Looking at a computation from another thread, or from another one that works in between its steps.

use crate::Stop;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// How a thread sees what another one does.
#[derive(Debug, Default)]
pub struct Watch {
    checks: AtomicU64,
    is_muted: AtomicBool,
    /// Numbers of states that were known to be reachable, each with the polls before.
    found: Mutex<Vec<(u64, u64)>>,
}

impl Watch {
    /// One more poll.
    pub(crate) fn count(&self) {
        self.checks.fetch_add(1, Ordering::Release);
    }

    pub(crate) fn is_muted(&self) -> bool {
        self.is_muted.load(Ordering::Relaxed)
    }

    /// At least so many states are reachable.
    pub(crate) fn found(&self, states: u64) {
        // A panic elsewhere leaves the list as it was.
        self.found.lock().unwrap_or_else(PoisonError::into_inner).push((self.checks(), states));
    }

    /// How often the other one has polled its budget: a measure of its work.
    #[must_use]
    pub fn checks(&self) -> u64 {
        self.checks.load(Ordering::Acquire)
    }

    /// How many states it knew to be reachable before this poll, at least, and how often it had said so.
    #[must_use]
    pub fn states_before(&self, poll: u64) -> (u64, usize) {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let times = found.partition_point(|(checks, _)| *checks < poll);
        (times.checked_sub(1).map_or(0, |last| found[last].1), times)
    }

    /// Whether progress of the other one is of no interest now.
    pub fn mute(&self, is_muted: bool) {
        self.is_muted.store(is_muted, Ordering::Relaxed);
    }
}

/// Somebody who works in between the steps of a computation, on its thread.
pub trait Companion: Send + Sync {
    /// The computation polls its budget, and has been counted.
    ///
    /// # Errors
    /// When the computation is not needed any more, or for a limit of the user.
    fn polled(&self) -> Result<(), Stop>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_before_a_poll_does_not_depend_on_when_one_looks() {
        let watch = Watch::default();
        watch.count();
        watch.found(10);
        watch.count();
        watch.count();
        watch.found(30);
        assert_eq!([1, 2, 3, 4].map(|poll| watch.states_before(poll)), [(0, 0), (10, 1), (10, 1), (30, 2)]);
    }
}
