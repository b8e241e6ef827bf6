//! The budget as the diagrams see it, and what an attempt may use of it.
//!
//! Diagrams ask a [`Poll`] whether to go on. The answer depends on the user's [`Budget`], which ends the run, and on an
//! [allowance](Meter::allow), which only ends what is being tried. The two are told apart by [`Meter::ended_by`].

use savoir_check::{Budget, Stop};
use savoir_dd::{Halt, Poll};
use std::sync::{Arc, Mutex, PoisonError};

/// What may be used before something is given up, though the budget would allow more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ceiling {
    pub(crate) bytes: u64,
    /// The number of the last poll.
    pub(crate) polls: u64,
}

impl Ceiling {
    pub(crate) const NONE: Ceiling = Ceiling { bytes: u64::MAX, polls: u64::MAX };
}

/// A value that is exchanged as a whole. Diagrams may move to another thread with everything that belongs to them, so what they
/// share with whoever made them is behind a lock; it is asked for once in many steps.
#[derive(Debug, Default)]
struct Slot<T>(Mutex<T>);

impl<T: Copy> Slot<T> {
    fn new(value: T) -> Slot<T> {
        Slot(Mutex::new(value))
    }

    fn get(&self) -> T {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, value: T) {
        self.replace(value);
    }

    fn replace(&self, value: T) -> T {
        std::mem::replace(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), value)
    }
}

/// What a poll shares with whoever made it.
#[derive(Debug)]
pub(crate) struct Meter {
    ceiling: Slot<Ceiling>,
    /// Why the poll said no, when it did because of the budget.
    stop: Slot<Option<Stop>>,
    /// Who ended the last operation that was ended early.
    last_end: Slot<Option<Ended>>,
    /// Whether the bytes that are allowed were not enough the last time.
    lacks_room: Slot<bool>,
    /// How often the poll was asked: a measure of work that is the same on every machine.
    polls: Slot<u64>,
}

/// Why an operation on diagrams ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// By a limit of the user.
    ByUser(Stop),
    /// By an allowance.
    ByAllowance,
}

impl Meter {
    /// How often the poll was asked so far.
    pub(crate) fn polls(&self) -> u64 {
        self.polls.get()
    }

    /// What may be used now.
    pub(crate) fn ceiling(&self) -> Ceiling {
        self.ceiling.get()
    }

    /// Until the guard is dropped, what is tried may use so much and no more.
    #[must_use]
    pub(crate) fn allow(&self, ceiling: Ceiling) -> Allowed<'_> {
        Allowed { meter: self, before: self.ceiling.replace(ceiling) }
    }

    /// From now on so many polls at most, beside what is allowed now.
    #[must_use]
    pub(crate) fn allow_polls(&self, more: u64) -> Allowed<'_> {
        let now = self.ceiling();
        self.allow(Ceiling { polls: self.polls().saturating_add(more).min(now.polls), ..now })
    }

    /// Whether what was given up may be tried with more polls.
    pub(crate) fn may_go_on(&self) -> bool {
        self.polls() <= self.ceiling().polls && !self.lacks_room.get()
    }

    /// Who ended an operation.
    pub(crate) fn ended_by(&self, halt: Halt) -> Ended {
        let ended = match (halt, self.stop.get()) {
            (Halt::Memory, _) => Ended::ByUser(Stop::Memory),
            (Halt::Interrupted, Some(stop)) => Ended::ByUser(stop),
            (Halt::Interrupted, None) => Ended::ByAllowance,
        };
        self.last_end.set(Some(ended));
        ended
    }

    /// What stopped an operation. Without another reason it was the allowance for brief work, which is one of memory.
    pub(crate) fn stop_of(&self, halt: Halt) -> Stop {
        match self.ended_by(halt) {
            Ended::ByUser(stop) => stop,
            Ended::ByAllowance => Stop::Memory,
        }
    }

    /// Who ended the last operation that was ended early.
    pub(crate) fn last_end(&self) -> Option<Ended> {
        self.last_end.get()
    }
}

/// While it lives, an allowance is in force.
pub(crate) struct Allowed<'a> {
    meter: &'a Meter,
    before: Ceiling,
}

impl Allowed<'_> {
    /// Another number of polls for the rest.
    pub(crate) fn set_polls(&self, polls: u64) {
        self.meter.ceiling.set(Ceiling { polls, ..self.meter.ceiling() });
    }
}

impl Drop for Allowed<'_> {
    fn drop(&mut self) {
        self.meter.ceiling.set(self.before);
    }
}

/// Polls a budget.
pub(crate) struct BudgetPoll {
    budget: Budget,
    meter: Arc<Meter>,
}

impl BudgetPoll {
    /// A poll, and what it shares.
    pub(crate) fn new(budget: Budget, bytes: u64) -> (BudgetPoll, Arc<Meter>) {
        let meter = Arc::new(Meter {
            ceiling: Slot::new(Ceiling { bytes, ..Ceiling::NONE }),
            stop: Slot::new(None),
            last_end: Slot::new(None),
            lacks_room: Slot::default(),
            polls: Slot::default(),
        });
        (BudgetPoll { budget, meter: meter.clone() }, meter)
    }
}

impl Poll for BudgetPoll {
    fn poll(&self, bytes: u64) -> Result<(), Halt> {
        let meter = &self.meter;
        meter.polls.set(meter.polls.get() + 1);
        // An earlier no may have been survived, as one to a better order of variables is.
        meter.stop.set(None);
        self.budget.check_memory(bytes).map_err(|stop| {
            meter.stop.set(Some(stop));
            Halt::Interrupted
        })?;
        let Ceiling { bytes: most_bytes, polls: most_polls } = meter.ceiling.get();
        meter.lacks_room.set(bytes > most_bytes);
        if bytes > most_bytes || meter.polls.get() > most_polls { Err(Halt::Interrupted) } else { Ok(()) }
    }

    fn must_end(&self) -> bool {
        self.budget.check().is_err()
    }

    /// The allowance does not matter: an attempt that needs more is better given up than starved.
    fn has_room(&self, bytes: u64, more: u64) -> bool {
        self.budget.has_room(bytes, more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    #[test]
    fn an_allowance_ends_with_its_guard() {
        let (poll, meter) = BudgetPoll::new(Budget::unlimited(), 100);
        assert_eq!(poll.poll(100), Ok(()));
        {
            let _small = meter.allow(Ceiling { bytes: 10, ..Ceiling::NONE });
            assert_eq!(poll.poll(11), Err(Halt::Interrupted));
            assert!(!meter.may_go_on());
            assert_eq!(meter.ended_by(Halt::Interrupted), Ended::ByAllowance);
        }
        assert_eq!(poll.poll(11), Ok(()));
        let polls = meter.allow_polls(1);
        assert_eq!(poll.poll(0), Ok(()));
        assert_eq!(poll.poll(0), Err(Halt::Interrupted));
        assert!(!meter.may_go_on());
        {
            // Inside of it there is no more.
            let _more = meter.allow_polls(5);
            assert_eq!(poll.poll(0), Err(Halt::Interrupted));
        }
        drop(polls);
        assert!(meter.may_go_on());
        assert_eq!(poll.poll(0), Ok(()));
    }

    #[test]
    fn a_limit_of_the_user_is_told_from_an_allowance() {
        let (poll, meter) = BudgetPoll::new(Budget::unlimited().with_time(Duration::ZERO), 100);
        assert_eq!(poll.poll(200), Err(Halt::Interrupted));
        assert_eq!(meter.ended_by(Halt::Interrupted), Ended::ByUser(Stop::Time));
        let elsewhere = Arc::new(AtomicU64::new(40));
        let scarce = Budget::unlimited().with_memory(50).sharing(elsewhere.clone());
        let (poll, meter) = BudgetPoll::new(scarce, 100);
        assert_eq!(poll.poll(20), Err(Halt::Interrupted));
        assert_eq!(meter.ended_by(Halt::Interrupted), Ended::ByUser(Stop::Memory));
        elsewhere.store(0, Ordering::Relaxed);
        assert_eq!(poll.poll(20), Ok(()));
    }
}
