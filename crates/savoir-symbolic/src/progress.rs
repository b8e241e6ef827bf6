//! Saying how far a run is.

use crate::system::SymbolicSystem;
use num_bigint::BigUint;
use savoir_check::{Phase, Progress};
use savoir_dd::Bdd;
use std::cell::{Cell, RefCell};
use std::time::Instant;

/// States of large sets are counted so seldom that it takes no more than one part in so many of the time.
const SHARE: u32 = 20;

/// What was said so far.
#[derive(Default)]
pub(crate) struct Told {
    /// How many states there were when they were last counted.
    states: RefCell<BigUint>,
    /// When they may be counted again.
    count_at: Cell<Option<Instant>>,
    /// Steps of the evaluation.
    steps: Cell<u64>,
}

impl SymbolicSystem<'_> {
    /// After a step of the search for reachable states.
    pub(crate) fn tell_found(&self, iteration: usize, reached: &Bdd) {
        if self.budget.wants_progress() {
            self.count_sometimes(reached);
            self.budget.report(&Progress {
                iteration: iteration as u64,
                states: self.told.states.borrow().clone(),
                nodes: Some(self.diagrams.nodes()),
                ..Progress::new(Phase::Explore)
            });
        }
    }

    /// After a step of the evaluation of a formula.
    pub(crate) fn tell_evaluated(&self) {
        if self.budget.wants_progress() {
            self.told.steps.set(self.told.steps.get() + 1);
            self.budget.report(&Progress {
                iteration: self.told.steps.get(),
                nodes: Some(self.diagrams.nodes()),
                ..Progress::new(Phase::Evaluate)
            });
        }
    }

    fn count_sometimes(&self, reached: &Bdd) {
        let start = Instant::now();
        if self.told.count_at.get().is_some_and(|at| start < at) {
            return;
        }
        // If the budget is used up, the next operation will say so.
        if let Ok(count) = self.count_of(reached) {
            self.told.states.replace(count);
        }
        self.told.count_at.set(Instant::now().checked_add(SHARE * start.elapsed()));
    }
}
