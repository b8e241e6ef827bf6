//! Looking names up.

use crate::{ActionId, AgentId, GroupId, Model, PropId, VarId};
use rustc_hash::FxHashMap;

/// Every name of a model.
#[derive(Default)]
pub(super) struct Names {
    agents: FxHashMap<String, AgentId>,
    variables: FxHashMap<(AgentId, String), VarId>,
    actions: FxHashMap<(AgentId, String), ActionId>,
    propositions: FxHashMap<String, PropId>,
    groups: FxHashMap<String, GroupId>,
}

impl Names {
    pub(super) fn of(model: &Model) -> Names {
        let mut names = Names::default();
        for id in model.agent_ids() {
            let agent = model.agent(id);
            names.agents.entry(agent.name.clone()).or_insert(id);
            for (index, action) in agent.actions.iter().enumerate() {
                names.actions.entry((id, action.name.clone())).or_insert(ActionId::from(index));
            }
        }
        for id in model.variable_ids() {
            let variable = model.variable(id);
            names.variables.entry((variable.owner, variable.name.clone())).or_insert(id);
        }
        for (index, proposition) in model.propositions.iter().enumerate() {
            names.propositions.entry(proposition.name.clone()).or_insert(PropId::from(index));
        }
        for (index, group) in model.groups.iter().enumerate() {
            names.groups.entry(group.name.clone()).or_insert(GroupId::from(index));
        }
        names
    }

    pub(super) fn agent(&self, name: &str) -> Option<AgentId> {
        self.agents.get(name).copied()
    }

    pub(super) fn variable(&self, agent: AgentId, name: &str) -> Option<VarId> {
        self.variables.get(&(agent, name.to_owned())).copied()
    }

    pub(super) fn action(&self, agent: AgentId, name: &str) -> Option<ActionId> {
        self.actions.get(&(agent, name.to_owned())).copied()
    }

    pub(super) fn proposition(&self, name: &str) -> Option<PropId> {
        self.propositions.get(name).copied()
    }

    pub(super) fn group(&self, name: &str) -> Option<GroupId> {
        self.groups.get(name).copied()
    }
}
