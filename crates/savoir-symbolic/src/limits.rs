//! The budget as the diagrams see it.

use savoir_check::{Budget, Stop};
use savoir_dd::{Halt, Poll};
use std::cell::Cell;
use std::cmp::Reverse;
use std::rc::Rc;

/// What a poll shares with whoever made it.
#[derive(Debug)]
pub(crate) struct Limits {
    /// Why the poll said no, when it did because of the budget.
    pub(crate) reason: Cell<Option<Stop>>,
    /// Memory beyond which an attempt is given up, though the budget would allow more.
    pub(crate) ceiling: Cell<u64>,
    /// Memory that is used elsewhere at the same time.
    pub(crate) elsewhere: Cell<u64>,
    /// How often the poll was asked: a measure of work that is the same on every machine.
    pub(crate) polls: Cell<u64>,
    /// How often it may be asked before what is being tried is given up, though the budget would allow more.
    pub(crate) most_polls: Cell<u64>,
    /// How far an attempt came.
    pub(crate) attained: Cell<Attained>,
    /// How far it was when it had used this much memory.
    pub(crate) mark: Cell<u64>,
    pub(crate) attained_at_mark: Cell<Option<Attained>>,
}

/// Steps of a search, and nodes after the last one (fewer are better).
pub(crate) type Attained = (usize, Reverse<usize>);

/// Polls a budget.
pub(crate) struct BudgetPoll {
    budget: Budget,
    limits: Rc<Limits>,
}

impl BudgetPoll {
    /// A poll that also stops beyond `ceiling` bytes, and what it shares.
    pub(crate) fn new(budget: Budget, ceiling: u64) -> (BudgetPoll, Rc<Limits>) {
        let limits = Rc::new(Limits {
            reason: Cell::new(None),
            ceiling: Cell::new(ceiling),
            elsewhere: Cell::new(0),
            polls: Cell::default(),
            most_polls: Cell::new(u64::MAX),
            attained: Cell::default(),
            mark: Cell::new(u64::MAX),
            attained_at_mark: Cell::default(),
        });
        (BudgetPoll { budget, limits: limits.clone() }, limits)
    }
}

impl Poll for BudgetPoll {
    fn poll(&self, bytes: u64) -> Result<(), Halt> {
        self.limits.polls.set(self.limits.polls.get() + 1);
        // An earlier no may have been survived, as one to a better order of variables is.
        self.limits.reason.set(None);
        self.budget.check_memory(bytes + self.limits.elsewhere.get()).map_err(|stop| {
            self.limits.reason.set(Some(stop));
            Halt::Interrupted
        })?;
        let limits = &self.limits;
        if bytes > limits.mark.get() && limits.attained_at_mark.get().is_none() {
            limits.attained_at_mark.set(Some(limits.attained.get()));
        }
        let too_much = bytes > limits.ceiling.get() || limits.polls.get() > limits.most_polls.get();
        if too_much { Err(Halt::Interrupted) } else { Ok(()) }
    }

    fn must_end(&self) -> bool {
        self.budget.check().is_err()
    }

    /// The ceiling does not matter: an attempt that needs more is better given up than starved.
    fn has_room(&self, bytes: u64, more: u64) -> bool {
        self.budget.has_room(bytes + self.limits.elsewhere.get(), more)
    }
}
