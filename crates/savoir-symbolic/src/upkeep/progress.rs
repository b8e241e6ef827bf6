//! Saying how far a run is.

use crate::encode::EncodedModel;
use num_bigint::BigUint;
use savoir_check::{Phase, Progress};
use savoir_dd::Bdd;
use std::cell::{Cell, RefCell};
use std::time::Instant;

/// What the progress line says.
#[derive(Default)]
pub(crate) struct ProgressLine {
    /// How many states there were when they were last counted.
    states: RefCell<BigUint>,
    /// When they may be counted again.
    count_at: Cell<Option<Instant>>,
    /// Steps of the evaluation.
    steps: Cell<u64>,
    /// From which poll on whoever compares this search with another one is told again how many states there are.
    tell_at: Cell<u64>,
}

impl EncodedModel<'_> {
    /// After a step of the search for reachable states.
    pub(crate) fn report_found(&self, iteration: usize, reached: &Bdd, state_bits: u32) {
        self.tell_states(reached, state_bits);
        if self.budget.wants_progress() {
            self.count_sometimes(reached, state_bits);
            self.budget.report(&Progress {
                iteration: iteration as u64,
                states: self.progress.states.borrow().clone(),
                nodes: Some(self.diagrams.nodes()),
                ..Progress::new(Phase::Explore)
            });
        }
    }

    /// After a step of the evaluation of a formula.
    pub(crate) fn report_evaluated(&self) {
        if self.budget.wants_progress() {
            self.progress.steps.set(self.progress.steps.get() + 1);
            self.budget.report(&Progress {
                iteration: self.progress.steps.get(),
                nodes: Some(self.diagrams.nodes()),
                ..Progress::new(Phase::Evaluate)
            });
        }
    }

    /// Counts the states for whoever compares this search with another one, so seldom that it is a small part of the work. When
    /// that is depends on the polls alone.
    fn tell_states(&self, reached: &Bdd, state_bits: u32) {
        let polls = self.meter.polls();
        if self.budget.is_watched() && polls >= self.progress.tell_at.get() {
            // If the budget is used up, the next operation will say so.
            if let Ok(count) = self.diagrams.count(reached, state_bits) {
                self.budget.found(u64::try_from(&count).unwrap_or(u64::MAX));
            }
            let pause = (polls / self.tuning.tell_share).max(self.diagrams.nodes() as u64 / self.tuning.tell_nodes);
            self.progress.tell_at.set(polls + 1 + pause);
        }
    }

    fn count_sometimes(&self, reached: &Bdd, state_bits: u32) {
        let start = Instant::now();
        if self.progress.count_at.get().is_some_and(|at| start < at) {
            return;
        }
        // If the budget is used up, the next operation will say so.
        if let Ok(count) = self.diagrams.count(reached, state_bits) {
            self.progress.states.replace(count);
        }
        self.progress.count_at.set(Instant::now().checked_add(self.tuning.count_share * start.elapsed()));
    }
}
