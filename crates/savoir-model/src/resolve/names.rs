//! Looking names up.

use crate::{ActionId, AgentId, EnumTypeId, EnumValueId, GroupId, Model, PropId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Every name of a model.
#[derive(Default)]
pub(super) struct Names {
    agents: FxHashMap<String, AgentId>,
    variables: FxHashMap<(AgentId, String), VarId>,
    /// The first variable of each name, whosever it is.
    first_variables: FxHashMap<String, VarId>,
    actions: FxHashMap<(AgentId, String), ActionId>,
    propositions: FxHashMap<String, PropId>,
    groups: FxHashMap<String, GroupId>,
    /// Which values enumerations have.
    values: FxHashMap<String, EnumValueId>,
    listed: FxHashSet<(EnumTypeId, EnumValueId)>,
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
            names.first_variables.entry(variable.name.clone()).or_insert(id);
        }
        for (index, proposition) in model.propositions.iter().enumerate() {
            names.propositions.entry(proposition.name.clone()).or_insert(PropId::from(index));
        }
        for (index, group) in model.groups.iter().enumerate() {
            names.groups.entry(group.name.clone()).or_insert(GroupId::from(index));
        }
        for (index, value) in model.enum_values.iter().enumerate() {
            names.values.entry(value.clone()).or_insert(EnumValueId::from(index));
        }
        for (index, kind) in model.enum_types.iter().enumerate() {
            names.listed.extend(kind.values.iter().map(|value| (EnumTypeId::from(index), *value)));
        }
        names
    }

    pub(super) fn agent(&self, name: &str) -> Option<AgentId> {
        self.agents.get(name).copied()
    }

    pub(super) fn variable(&self, agent: AgentId, name: &str) -> Option<VarId> {
        self.variables.get(&(agent, name.to_owned())).copied()
    }

    /// The first variable of that name, whosever it is.
    pub(super) fn first_variable(&self, name: &str) -> Option<VarId> {
        self.first_variables.get(name).copied()
    }

    /// The value of that name, if the enumeration has it.
    pub(super) fn value(&self, kind: EnumTypeId, name: &str) -> Option<EnumValueId> {
        self.values.get(name).copied().filter(|value| self.has_value(kind, *value))
    }

    /// Whether an enumeration has a value.
    pub(super) fn has_value(&self, kind: EnumTypeId, value: EnumValueId) -> bool {
        self.listed.contains(&(kind, value))
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
