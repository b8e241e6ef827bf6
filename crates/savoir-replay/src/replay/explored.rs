//! All reachable states of a small model, by the definitions of the language alone.

use super::Replay;
use crate::meter::Meter;
use savoir_model::Model;
use savoir_reference::{State, may_perform, outcomes};
use std::collections::{BTreeMap, VecDeque};

/// Larger models are not explored.
#[derive(Clone, Copy)]
pub(crate) struct Most {
    pub(crate) states: usize,
    pub(crate) steps: u64,
}

/// What is found out anew in every case.
const SMALL: Most = Most { states: 20_000, steps: 500_000 };
/// Values in all states together, at most.
const MOST_VALUES: usize = 20_000_000;

/// The reachable states.
pub(crate) struct Explored {
    /// In the order in which they were found.
    pub(crate) states: Vec<State>,
    /// Their numbers.
    pub(crate) numbers: BTreeMap<State, usize>,
}

impl Replay<'_> {
    /// All reachable states, unless there are too many.
    pub(super) fn explored(&self) -> Option<&Explored> {
        self.explored.get_or_init(|| Explored::all(self.model, SMALL, &self.meter)).as_ref()
    }
}

impl Explored {
    pub(crate) fn all(model: &Model, most: Most, meter: &Meter<'_>) -> Option<Explored> {
        let mut found = Explored { states: Vec::new(), numbers: BTreeMap::new() };
        let mut open: VecDeque<State> = VecDeque::new();
        // Steps that all states found so far have at least, so that what is too much is known early.
        let mut steps = 0;
        for state in meter.initial_states(model)? {
            found.add(model, &mut open, &mut steps, state, most)?;
        }
        let mut left = most.steps;
        while let Some(state) = open.pop_front() {
            if !meter.go_on() {
                return None;
            }
            // Nobody is in the coalition, so these are all successors.
            let next = outcomes(model, &[], &state, &Vec::new(), &mut left).ok()?;
            for state in next.into_keys() {
                found.add(model, &mut open, &mut steps, state, most)?;
            }
        }
        Some(found)
    }

    /// Adds a state unless it is known; `None` if there is too much to look at.
    fn add(
        &mut self,
        model: &Model,
        open: &mut VecDeque<State>,
        steps: &mut u64,
        state: State,
        most: Most,
    ) -> Option<()> {
        if self.numbers.contains_key(&state) {
            return Some(());
        }
        let joint_actions = (model.agent_ids().map(|agent| may_perform(model, agent, &state).len() as u64))
            .try_fold(1_u64, u64::checked_mul)?;
        *steps = steps.checked_add(joint_actions)?;
        let room = most.states.min(MOST_VALUES / model.variables.len().max(1));
        if self.states.len() >= room || *steps > most.steps {
            return None;
        }
        self.numbers.insert(state.clone(), self.states.len());
        self.states.push(state.clone());
        open.push_back(state);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meter::Limits;
    use savoir_testkit::Reference;
    use savoir_testkit::fixtures::load;

    /// A counter for each of these sizes; the first starts at 0, the others at 0 or 1.
    fn counters(sizes: &[u64]) -> String {
        let agent = |(number, size): (usize, &u64)| {
            format!(
                "Agent A{number} Vars: n : 0..{}; on : boolean; end Vars Actions = {{go, stay}};
                 Protocol: Other : {{go, stay}}; end Protocol
                 Evolution: n = n + 1 if Action = go; end Evolution end Agent\n",
                size - 1
            )
        };
        let start = |(number, _): (usize, &u64)| {
            let value = if number == 0 { "= 0" } else { "<= 1" };
            format!("A{number}.n {value} and !(A{number}.on = true)")
        };
        let agents: String = sizes.iter().enumerate().map(agent).collect();
        let starts: Vec<String> = sizes.iter().enumerate().map(start).collect();
        format!(
            "{agents}Evaluation p if A0.n = 1; end Evaluation InitStates {}; end InitStates Groups g = {{A0}}; end Groups
             Formulae p; end Formulae",
            starts.join(" and ")
        )
    }

    fn explore(model: &Model) -> Option<Explored> {
        Explored::all(model, SMALL, &Meter::new(model, Limits::default()))
    }

    #[test]
    fn all_states_are_found_unless_there_are_too_many() {
        for sizes in [&[3][..], &[3, 4], &[4, 3, 5]] {
            let model = load(&counters(sizes));
            let mut found = explore(&model).unwrap().states;
            found.sort();
            assert_eq!(found, Reference::build(&model, 1_000).unwrap().graph().states);
        }
        assert!(explore(&load(&counters(&[150, 150]))).is_none());
        assert!(explore(&load(&counters(&[2; 30]))).is_none());
    }
}
