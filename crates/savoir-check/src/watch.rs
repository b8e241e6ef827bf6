//! Looking at a computation from another thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How a thread sees what another one does.
#[derive(Debug, Default)]
pub struct Watch {
    checks: AtomicU64,
    is_muted: AtomicBool,
}

impl Watch {
    /// One more poll.
    pub(crate) fn count(&self) {
        self.checks.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn is_muted(&self) -> bool {
        self.is_muted.load(Ordering::Relaxed)
    }

    /// How often the other one has polled its budget: a measure of its work.
    #[must_use]
    pub fn checks(&self) -> u64 {
        self.checks.load(Ordering::Relaxed)
    }

    /// Whether progress of the other one is of no interest now.
    pub fn mute(&self, is_muted: bool) {
        self.is_muted.store(is_muted, Ordering::Relaxed);
    }
}
