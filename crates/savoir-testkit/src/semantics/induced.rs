//! Induced models: what agents bring about by following uniform protocols that leave no choice.
//!
//! Let `A` be the restricted agents: all of them, the environment included, or the members of a group. For a uniform
//! strategy σ of `A` as in [`super::uniform`], the *induced model* `M_σ` is the model where each agent of `A` may perform
//! only the action that σ gives it at its observation; where its protocol allows nothing, it still may do nothing. So
//! the transitions of `M_σ` are those that agree with σ. Its initial states are those of the model, and its reachable
//! states are what these lead to.
//!
//! > f is true iff f is true of `M_σ` for some σ,
//!
//! where everything is taken in `M_σ`: fairness constraints, `D`, what agents consider possible, and strategies, with
//! perfect information. So a formula has a verdict, but no set of states where it holds; and where the constraints
//! exclude all paths of some `M_σ`, every formula is true.

use super::graph::{Graph, Transition};
use super::uniform::UniformStrategies;
use super::{Reference, Refusal};
use savoir_model::{AgentId, FormulaId, Restricted};

impl Reference<'_> {
    pub(super) fn verdict_on_induced_models(
        &self,
        restricted: Restricted,
        formula: FormulaId,
    ) -> Result<bool, Refusal> {
        let agents: Vec<AgentId> = match restricted {
            Restricted::Everybody => self.model.agent_ids().collect(),
            Restricted::Group(group) => self.model.group(group).members.clone(),
        };
        for agreeing in UniformStrategies::new(self.model, &self.graph, &agents)?.all() {
            // It is read with perfect information.
            let induced = Reference::of_graph(self.model, self.graph.restricted_to(&agreeing))?;
            if induced.verdict(formula)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Graph {
    /// The part that some of the transitions lead to from the initial states.
    fn restricted_to(&self, transitions: &[&Transition]) -> Graph {
        let mut reached = vec![false; self.states.len()];
        let mut open = self.initial.clone();
        while let Some(state) = open.pop() {
            if !reached[state] {
                reached[state] = true;
                open.extend(transitions.iter().filter(|step| step.from == state).map(|step| step.to));
            }
        }
        let state = |index: usize| self.states[index].clone();
        let states = (0..self.states.len()).filter(|&index| reached[index]).map(state).collect();
        let initial: Vec<_> = self.initial.iter().map(|&index| state(index)).collect();
        let steps = transitions.iter().filter(|step| reached[step.from]);
        let steps = steps.map(|step| (state(step.from), step.action.clone(), state(step.to))).collect();
        Graph::numbered(states, &initial, steps)
    }
}
