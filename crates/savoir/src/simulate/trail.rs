//! The path walked so far, with a place on it: going back keeps what lies ahead until another step is taken.

use super::reply::Here;
use crate::session::Step;
use savoir_reference::State;

/// A path from an initial state.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    /// The number of the initial state, from 1; `None` for one that was found by a condition beyond the listed ones.
    pub(crate) number: Option<usize>,
    first: State,
    steps: Vec<Step>,
    /// How many steps were taken to come here.
    at: usize,
}

impl Trail {
    pub(crate) fn new(number: Option<usize>, first: State) -> Trail {
        Trail { number, first, steps: Vec::new(), at: 0 }
    }

    /// The state after so many steps.
    pub(crate) fn state(&self, at: usize) -> &State {
        at.checked_sub(1).map_or(&self.first, |index| &self.steps[index].state)
    }

    /// The state here.
    pub(crate) fn current(&self) -> &State {
        self.state(self.at)
    }

    /// How many steps were taken to come here.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// How many steps there are, those ahead included.
    pub(crate) fn len(&self) -> usize {
        self.steps.len()
    }

    /// All steps, those ahead included.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Takes a step. What lay ahead is forgotten, unless it begins with the same step.
    pub(crate) fn push(&mut self, step: Step) {
        if self.steps.get(self.at) != Some(&step) {
            self.steps.truncate(self.at);
            self.steps.push(step);
        }
        self.at += 1;
    }

    /// Goes to a place on the path, which is there.
    pub(crate) fn go(&mut self, at: usize) {
        debug_assert!(at <= self.steps.len());
        self.at = at;
    }

    /// What there is to say about a place on the path.
    pub(crate) fn moment(&self, at: usize) -> Here {
        let before = at.checked_sub(1);
        Here {
            step: at,
            length: self.steps.len(),
            state: self.state(at).clone(),
            action: before.map(|index| self.steps[index].action.clone()),
            before: before.map(|index| self.state(index).clone()),
        }
    }
}
