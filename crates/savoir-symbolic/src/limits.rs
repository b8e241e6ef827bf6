//! The budget as the diagrams see it.

use savoir_check::{Budget, Stop};
use savoir_dd::{Halt, Poll};
use std::cell::Cell;
use std::rc::Rc;

/// Polls a budget, and remembers why it said no.
pub(crate) struct BudgetPoll {
    budget: Budget,
    reason: Rc<Cell<Stop>>,
}

impl BudgetPoll {
    /// A poll, and where it leaves its reason.
    pub(crate) fn new(budget: Budget) -> (BudgetPoll, Rc<Cell<Stop>>) {
        let reason = Rc::new(Cell::new(Stop::Memory));
        (BudgetPoll { budget, reason: reason.clone() }, reason)
    }
}

impl Poll for BudgetPoll {
    fn poll(&self, bytes: u64) -> Result<(), Halt> {
        self.budget.check_memory(bytes).map_err(|stop| {
            self.reason.set(stop);
            Halt::Interrupted
        })
    }
}
