//! Values of states, agent by agent.

use super::Values;
use crate::evidence::View;
use savoir::{Model, Moment, State, VarId};

/// The agents that a view shows, by number.
pub(crate) fn wanted_agents(model: &Model, view: &View) -> Vec<usize> {
    let wanted = |name: &String| view.agents.is_empty() || view.agents.contains(name);
    let shown = model.agents.iter().enumerate().filter(|(_, agent)| agent.declared && wanted(&agent.name));
    shown.map(|(index, _)| index).collect()
}

/// All values of some agents in a state.
pub(crate) fn all_values(model: &Model, agents: &[usize], state: &State) -> Vec<Values> {
    select(model, agents, state, |_| true)
}

/// The values of some agents that a state does not share with another one.
pub(crate) fn differing_values(model: &Model, agents: &[usize], state: &State, other: &State) -> Vec<Values> {
    select(model, agents, state, |id| state[id.index()] != other[id.index()])
}

/// The numbers of the propositions that hold in a state.
pub(crate) fn holding(model: &Model, state: &State) -> Vec<usize> {
    let moment = Moment { model, state, joint: &[] };
    let all = model.propositions.iter().enumerate();
    all.filter(|(_, proposition)| moment.holds(proposition.condition)).map(|(number, _)| number).collect()
}

/// A value as text.
pub(crate) fn value_text(model: &Model, id: VarId, state: &State) -> String {
    model.value_text(model.variable(id).domain, state[id.index()])
}

fn select(model: &Model, agents: &[usize], state: &State, keep: impl Fn(VarId) -> bool) -> Vec<Values> {
    let mut found = Vec::new();
    for &agent in agents {
        let variables = model.agents[agent].variables.iter().filter(|id| keep(**id));
        let values: Vec<(String, String)> =
            variables.map(|id| (model.variable(*id).name.clone(), value_text(model, *id, state))).collect();
        if !values.is_empty() {
            found.push(Values { agent, values });
        }
    }
    found
}
