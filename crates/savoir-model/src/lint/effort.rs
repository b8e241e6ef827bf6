//! How much the lints of a model may try out.

use std::cell::Cell;

/// Steps that all lints of a model may take: values tried out, parts of conditions evaluated. Models that people write need
/// far fewer; in others some lints stay undecided, and what is undecided is no finding.
pub(super) const MAX_STEPS: u64 = 100_000_000;

/// Somebody is asked whether to go on whenever so many steps were taken.
const STEPS_BETWEEN_POLLS: u64 = 1 << 16;

/// The steps taken so far.
pub(super) struct Effort<'s> {
    steps: Cell<u64>,
    next_poll: Cell<u64>,
    stop: &'s dyn Fn() -> bool,
    stopped: Cell<bool>,
}

impl<'s> Effort<'s> {
    /// Nothing was done yet; `stop` says whether to stop before everything is.
    pub(super) fn new(stop: &'s dyn Fn() -> bool) -> Effort<'s> {
        Effort { steps: Cell::new(0), next_poll: Cell::new(0), stop, stopped: Cell::new(false) }
    }

    /// Takes steps.
    pub(super) fn spend(&self, steps: usize) {
        self.steps.set(self.steps.get().saturating_add(steps as u64));
        if self.steps.get() >= self.next_poll.get() && !self.stopped.get() {
            self.next_poll.set(self.steps.get() + STEPS_BETWEEN_POLLS);
            self.stopped.set((self.stop)());
        }
    }

    /// Whether nothing more may be tried out.
    pub(super) fn is_used_up(&self) -> bool {
        self.steps.get() >= MAX_STEPS || self.stopped.get()
    }

    /// Whether somebody said to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.get()
    }

    /// The steps taken so far.
    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }
}
