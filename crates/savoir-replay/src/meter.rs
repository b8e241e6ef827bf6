//! How much a replay may do: evidence comes from anybody, and must not keep us busy for ever.

use crate::initial::initial_states;
use savoir_model::Model;
use savoir_reference::State;
use std::cell::{Cell, OnceCell};
use std::fmt;

/// Steps, moves and truth values that are looked at for one formula unless somebody says otherwise.
const MOST_WORK: u64 = 20_000_000;
/// So many expressions of a model make a step of it cost one more.
const EXPRESSIONS_PER_LOOK: u64 = 64;

/// What a replay may take.
#[derive(Clone, Copy)]
pub struct Limits<'l> {
    /// Steps, moves and truth values that are looked at, at most.
    pub work: u64,
    /// Whether to stop now, asked again and again.
    pub stop: Option<&'l dyn Fn() -> bool>,
    /// The initial states, if they are kept from one formula to the next.
    pub initial: Option<&'l KnownInitialStates>,
}

/// The initial states of a model once they were looked for; `None` if there are too many.
pub type KnownInitialStates = OnceCell<Option<Vec<State>>>;

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { work: MOST_WORK, stop: None, initial: None }
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits").field("work", &self.work).finish_non_exhaustive()
    }
}

/// What is left of the limits.
pub(crate) struct Meter<'l> {
    left: Cell<u64>,
    is_over: Cell<bool>,
    stop: Option<&'l dyn Fn() -> bool>,
    initial: Option<&'l KnownInitialStates>,
    /// What a step of the model costs: every agent has to be looked at, and conditions may be long.
    step: u64,
}

impl<'l> Meter<'l> {
    pub(crate) fn new(model: &Model, limits: Limits<'l>) -> Meter<'l> {
        let lines = model.agents.iter().map(|agent| 1 + agent.protocol.len() + agent.evolution.len());
        let step = 8 + lines.sum::<usize>() as u64 + model.exprs.len() as u64 / EXPRESSIONS_PER_LOOK;
        let Limits { work, stop, initial } = limits;
        Meter { left: Cell::new(work), is_over: Cell::new(false), stop, initial, step }
    }

    /// The initial states; `None` if there are too many, or there may be no more work.
    pub(crate) fn initial_states(&self, model: &Model) -> Option<Vec<State>> {
        if !self.go_on() {
            return None;
        }
        match self.initial {
            Some(known) => known.get_or_init(|| initial_states(model)).clone(),
            None => initial_states(model),
        }
    }

    /// Counts work; false if there may be no more.
    pub(crate) fn spend(&self, work: u64) -> bool {
        match self.left.get().checked_sub(work) {
            Some(left) if !self.is_over.get() => self.left.set(left),
            _ => self.is_over.set(true),
        }
        !self.is_over.get()
    }

    /// Counts a step of the model; false if there may be no more.
    pub(crate) fn step(&self) -> bool {
        self.go_on() && self.spend(self.step)
    }

    /// Asks whether to stop; false if there may be no more work. For places between pieces of work that take a while.
    pub(crate) fn go_on(&self) -> bool {
        if self.stop.is_some_and(|stop| stop()) {
            self.is_over.set(true);
        }
        self.spend(1)
    }

    /// Whether the limits were met.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.get()
    }

    /// Does work that counts down the steps that are left.
    pub(crate) fn counted<T>(&self, work: impl FnOnce(&mut u64) -> T) -> T {
        let allowed = if self.is_over.get() { 0 } else { self.left.get() / self.step };
        let mut left = allowed;
        let found = work(&mut left);
        self.spend_steps(allowed - left);
        found
    }

    /// Counts steps that were made already.
    pub(crate) fn spend_steps(&self, steps: u64) {
        self.spend(steps.saturating_mul(self.step));
    }

    /// Nothing more is looked at.
    pub(crate) fn end(&self) {
        self.is_over.set(true);
    }
}
