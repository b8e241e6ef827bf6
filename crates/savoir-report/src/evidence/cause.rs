//! Who decides how a play goes on: agents that can do something else, or the model, where it leaves a choice open.

use savoir::{AgentId, JointAction, Model, Node, State, Strategy, VarId, alternatives, may_perform};
use std::collections::BTreeMap;

/// So many states of a strategy are looked at.
const MOST_ROWS: usize = 2_000;
/// More values that the model chooses are not listed.
const MOST_VALUES: usize = 4;

/// By agent: whether it can do something else in a state.
pub(crate) fn choosers(model: &Model, state: &State) -> Vec<bool> {
    model.agent_ids().map(|agent| may_perform(model, agent, state).len() > 1).collect()
}

/// The variables that may become one thing or another when a joint action is performed in a state.
pub(crate) fn open_variables(model: &Model, state: &State, joint: &JointAction) -> Vec<VarId> {
    let mut open = Vec::new();
    for changes in alternatives(model, state, joint).iter().filter(|changes| changes.len() > 1) {
        let mut touched: Vec<VarId> = changes.iter().flatten().map(|(id, _)| *id).collect();
        touched.sort_unstable();
        touched.dedup();
        let becomes = |id: VarId, change: &[(VarId, u64)]| {
            change.iter().find(|(target, _)| *target == id).map_or(state[id.index()], |(_, code)| *code)
        };
        let differs = |id: &VarId| changes.iter().any(|change| becomes(*id, change) != becomes(*id, &changes[0]));
        open.extend(touched.into_iter().filter(differs));
    }
    open
}

/// Who, beside the coalition, decides how the plays of a strategy go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Deciders {
    /// Whether some other agent can do something else in a state that plays come to.
    pub(super) others: bool,
    /// Where plays go if the model leaves it open; `None` if it leaves nothing open.
    pub(super) model: Option<OpenChoices>,
    /// Whether not all states were looked at.
    pub(super) is_cut: bool,
}

/// Where plays go if the model leaves it open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OpenChoices {
    /// Always to these values.
    Values(Vec<String>),
    /// Here to one value and there to another, or to too many of them.
    Various,
}

/// Who decides how the plays of a strategy go on.
pub(super) fn deciders(model: &Model, node: &Node, strategy: &Strategy) -> Deciders {
    let Some((coalition, _)) = model.formulas.get(node.formula).strategic() else { return Deciders::default() };
    let members = model.formulas.members(coalition);
    let mut found = Deciders { is_cut: strategy.rows.len() > MOST_ROWS, ..Deciders::default() };
    // By variable: the values that the model chooses.
    let mut chosen: BTreeMap<VarId, Vec<u64>> = BTreeMap::new();
    for row in strategy.rows.iter().take(MOST_ROWS) {
        let can_choose = choosers(model, &row.state);
        let is_other = |agent: usize| !members.contains(&AgentId::from(agent));
        found.others |= can_choose.iter().enumerate().any(|(agent, can)| *can && is_other(agent));
        for answer in row.choices.iter().flat_map(|choice| &choice.answers) {
            for id in open_variables(model, &row.state, &answer.action) {
                let values = chosen.entry(id).or_default();
                if !values.contains(&answer.state[id.index()]) {
                    values.push(answer.state[id.index()]);
                }
            }
        }
    }
    if !chosen.is_empty() {
        let always = chosen.values().all(|values| values.len() == 1) && chosen.len() <= MOST_VALUES;
        let value = |(id, values): (&VarId, &Vec<u64>)| {
            let text = model.value_text(model.variable(*id).domain, values[0]);
            format!("{}\u{a0}=\u{a0}{text}", model.variable_text(*id))
        };
        found.model = Some(match always {
            true => OpenChoices::Values(chosen.iter().map(value).collect()),
            false => OpenChoices::Various,
        });
    }
    found
}
