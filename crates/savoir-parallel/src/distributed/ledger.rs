//! What a rank holds in memory, and the limits of the user.

use savoir_check::{Budget, Stop};
use savoir_explicit::PackedUsage;
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

/// What memory is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holding {
    /// States, and the table to find them.
    States,
    /// Batches that wait, and states that were sent lately.
    Mail,
    /// Transitions backwards.
    Transitions,
    /// Classes of states that look the same.
    Classes,
}

/// Memory of one rank. Ranks that are threads of one process share what the process may use.
pub(super) struct Ledger<'b> {
    pub(super) budget: &'b Budget,
    pub(super) usage: &'b PackedUsage<'b>,
    process: &'b AtomicU64,
    held: [Cell<u64>; 4],
    most: Cell<u64>,
}

impl<'b> Ledger<'b> {
    pub(super) fn new(budget: &'b Budget, usage: &'b PackedUsage<'b>, process: &'b AtomicU64) -> Ledger<'b> {
        Ledger { budget, usage, process, held: Default::default(), most: Cell::new(0) }
    }

    /// Says how much something takes now, and polls the budget.
    pub(super) fn hold(&self, what: Holding, bytes: u64) -> Result<(), Stop> {
        let before = self.held[what as usize].replace(bytes);
        // Both happen; in between the sum may be too large for a moment, but never below what the others hold.
        self.process.fetch_add(bytes, Ordering::Relaxed);
        self.process.fetch_sub(before, Ordering::Relaxed);
        self.most.set(self.most.get().max(self.now()));
        self.check()
    }

    /// Says that something takes so much more.
    pub(super) fn hold_more(&self, what: Holding, bytes: u64) -> Result<(), Stop> {
        self.hold(what, self.held[what as usize].get() + bytes)
    }

    /// Polls the budget.
    pub(super) fn check(&self) -> Result<(), Stop> {
        self.usage.set(self.process.load(Ordering::Relaxed))
    }

    fn now(&self) -> u64 {
        self.held.iter().map(Cell::get).sum()
    }

    /// The most that this rank held at once.
    pub(super) fn most(&self) -> u64 {
        self.most.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_one_process_share_its_limit() {
        let budget = Budget::unlimited().with_memory(100);
        let (usage, process) = (PackedUsage::new(&budget), AtomicU64::new(0));
        let (first, second) = (Ledger::new(&budget, &usage, &process), Ledger::new(&budget, &usage, &process));
        assert_eq!(first.hold(Holding::States, 60), Ok(()));
        assert_eq!(second.hold(Holding::States, 30), Ok(()));
        assert_eq!(second.hold_more(Holding::States, 30), Err(Stop::Memory));
        assert_eq!(second.hold(Holding::States, 40), Ok(()));
        assert_eq!(first.hold(Holding::Mail, 1), Err(Stop::Memory));
        assert_eq!((first.most(), second.most()), (61, 60));
    }
}
