//! Looking at a computation from another thread, or from another one that works in between its steps.

use crate::Stop;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Bytes are clearly more if they have grown by one part in so many.
const CLEARLY_MORE: u64 = 32;

/// How a thread sees what another one does.
#[derive(Debug, Default)]
pub struct Watch {
    checks: AtomicU64,
    is_muted: AtomicBool,
    /// Numbers of states that were known to be reachable, each with the polls before.
    found: Mutex<Vec<(u64, u64)>>,
    /// The bytes it used when it polled last.
    bytes: AtomicU64,
    /// The most bytes it had used, each time that they were clearly more, with the polls before.
    most_bytes: Mutex<Vec<(u64, u64)>>,
    /// The stages that it has completed.
    passed: Mutex<Vec<Stage>>,
    /// Into how many slices it has divided the transitions, with the polls before.
    sliced: Mutex<Option<(u64, usize)>>,
}

/// A stage of a computation that was completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// How often the computation had polled its budget before.
    pub checks: u64,
    /// Nodes of decision diagrams after it.
    pub nodes: usize,
}

impl Watch {
    /// One more poll.
    pub(crate) fn count(&self) {
        self.checks.fetch_add(1, Ordering::Release);
    }

    pub(crate) fn is_muted(&self) -> bool {
        self.is_muted.load(Ordering::Relaxed)
    }

    /// So many bytes are in use.
    pub(crate) fn uses(&self, bytes: u64) {
        self.bytes.store(bytes, Ordering::Relaxed);
        let mut most = self.most_bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let last = most.last().map_or(0, |(_, bytes)| *bytes);
        if bytes > last + last / CLEARLY_MORE {
            most.push((self.checks(), bytes));
        }
    }

    /// Another stage is completed.
    pub(crate) fn passed(&self, nodes: usize) {
        let stage = Stage { checks: self.checks(), nodes };
        // A panic elsewhere leaves the list as it was.
        self.passed.lock().unwrap_or_else(PoisonError::into_inner).push(stage);
    }

    /// The transitions are divided into so many slices.
    pub(crate) fn sliced(&self, slices: usize) {
        *self.sliced.lock().unwrap_or_else(PoisonError::into_inner) = Some((self.checks(), slices));
    }

    /// Into how many slices the transitions are divided, and how often the computation had polled before it said so.
    #[must_use]
    pub fn slices(&self) -> Option<(u64, usize)> {
        *self.sliced.lock().unwrap_or_else(PoisonError::into_inner)
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

    /// The bytes it used when it polled last.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The most bytes it had used up to this poll, or slightly less.
    #[must_use]
    pub fn most_bytes_at(&self, poll: u64) -> u64 {
        let most = self.most_bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let times = most.partition_point(|(checks, _)| *checks < poll);
        times.checked_sub(1).map_or(0, |last| most[last].1)
    }

    /// The stages that were completed after the first `known` ones.
    #[must_use]
    pub fn stages_from(&self, known: usize) -> Vec<Stage> {
        let passed = self.passed.lock().unwrap_or_else(PoisonError::into_inner);
        passed.get(known..).map_or_else(Vec::new, <[Stage]>::to_vec)
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

    #[test]
    fn bytes_are_remembered_where_they_have_grown() {
        let watch = Watch::default();
        for bytes in [3_200, 3_300, 3_301, 100, 6_400] {
            watch.uses(bytes);
            watch.count();
        }
        assert_eq!([0, 1, 2, 3, 4, 5].map(|poll| watch.most_bytes_at(poll)), [0, 3_200, 3_200, 3_301, 3_301, 6_400]);
        assert_eq!(watch.bytes(), 6_400);
    }

    #[test]
    fn stages_are_told_with_the_polls_before_them() {
        let watch = Watch::default();
        watch.passed(7);
        watch.count();
        watch.count();
        watch.passed(9);
        let stages = [Stage { checks: 0, nodes: 7 }, Stage { checks: 2, nodes: 9 }];
        assert_eq!(watch.stages_from(0), stages);
        assert_eq!(watch.stages_from(1), stages[1..]);
        assert_eq!(watch.stages_from(3), []);
    }
}
