//! The graph of a model.
//!
//! * States: all combinations of values of the variables.
//! * Initial states `I`: those that satisfy the `InitStates` condition. A variable it does not restrict is free.
//! * Transitions `s –a→ t`: `a` is a joint action of `s` and `t` one of its successors (see [`savoir_reference::step`]).
//! * Reachable states: the least set that contains `I` and is closed under transitions. Everything below is about
//!   reachable states only.

use super::Refusal;
use savoir_model::Model;
use savoir_reference::{JointAction, Moment, State, joint_actions, successors};
use std::collections::BTreeSet;

/// More combinations of values than this are not searched for initial states.
const MAX_COMBINATIONS: u128 = 1 << 24;

/// A transition, by the indices of its states.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transition {
    /// Where it starts.
    pub from: usize,
    /// What the agents do.
    pub action: JointAction,
    /// Where it ends.
    pub to: usize,
}

/// The reachable part of a model.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The reachable states in lexicographic order of their codes; a state is named by its index here.
    pub states: Vec<State>,
    /// The initial states, in order.
    pub initial: Vec<usize>,
    /// The transitions, sorted, each once.
    pub transitions: Vec<Transition>,
    /// For each state the states it has a transition to, sorted, each once.
    pub successors: Vec<Vec<usize>>,
}

impl Graph {
    /// Explores a model.
    ///
    /// # Errors
    /// If there are more than `limit` reachable states, or too many combinations of values to look for initial ones.
    pub fn explore(model: &Model, limit: usize) -> Result<Graph, Refusal> {
        let initial = initial_states(model)?;
        let mut reached: BTreeSet<State> = initial.iter().cloned().collect();
        let mut steps: Vec<(State, JointAction, State)> = Vec::new();
        let mut open = initial.clone();
        while let Some(state) = open.pop() {
            if reached.len() > limit {
                return Err(Refusal::TooManyStates);
            }
            for action in joint_actions(model, &state) {
                for next in successors(model, &state, &action) {
                    if reached.insert(next.clone()) {
                        open.push(next.clone());
                    }
                    steps.push((state.clone(), action.clone(), next));
                }
            }
        }
        Ok(Graph::numbered(reached.into_iter().collect(), &initial, steps))
    }

    /// The same graph with a step from each state without successor to itself, in which none of so many agents does
    /// anything.
    #[must_use]
    pub fn prolonged(mut self, agents: usize) -> Graph {
        for state in (0..self.states.len()).filter(|&state| self.successors[state].is_empty()) {
            self.transitions.push(Transition { from: state, action: vec![None; agents], to: state });
        }
        self.transitions.sort();
        for (state, successors) in self.successors.iter_mut().enumerate().filter(|(_, list)| list.is_empty()) {
            successors.push(state);
        }
        self
    }

    /// Names states by their places in the sorted list `states`.
    pub(super) fn numbered(states: Vec<State>, initial: &[State], steps: Vec<(State, JointAction, State)>) -> Graph {
        let number = |state: &State| states.binary_search(state).expect("every state of a step was reached");
        let mut transitions: Vec<Transition> = steps
            .into_iter()
            .map(|(from, action, to)| Transition { from: number(&from), action, to: number(&to) })
            .collect();
        transitions.sort();
        transitions.dedup();
        let mut successors = vec![BTreeSet::new(); states.len()];
        for step in &transitions {
            successors[step.from].insert(step.to);
        }
        let initial = initial.iter().map(number).collect();
        let successors = successors.into_iter().map(|set| set.into_iter().collect()).collect();
        Graph { states, initial, transitions, successors }
    }
}

/// All combinations of values that satisfy the condition on initial states, sorted.
fn initial_states(model: &Model) -> Result<Vec<State>, Refusal> {
    let sizes: Vec<u128> = model.variables.iter().map(|variable| model.domain_size(variable.domain)).collect();
    let combinations = sizes.iter().try_fold(1_u128, |total, size| total.checked_mul(*size));
    if combinations.is_none_or(|count| count > MAX_COMBINATIONS) {
        return Err(Refusal::TooManyCombinations);
    }
    let mut found = Vec::new();
    let mut state: State = vec![0; sizes.len()];
    loop {
        if (Moment { model, state: &state, joint: &[] }).holds(model.init) {
            found.push(state.clone());
        }
        // Count on: the last digit that can grow grows, and those after it start again.
        let Some(place) = (0..sizes.len()).rfind(|&place| u128::from(state[place]) + 1 < sizes[place]) else {
            return Ok(found);
        };
        state[place] += 1;
        state[place + 1..].fill(0);
    }
}
