//! What a formula looks at by itself, apart from its parts.

use super::{Argument, Role};
use crate::{AgentId, Coalition, FormulaId, Model, PropId};

/// Something that the truth of a formula depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Where the proposition holds.
    Proposition(PropId),
    /// Where the agent behaves correctly.
    Colour(AgentId),
    /// Where the agent behaves correctly, as a duty of its.
    Duty(AgentId),
    /// What the agent knows: which states it can tell apart.
    Knowledge(AgentId),
    /// What the agent can do about things, as a member of a coalition.
    Strategy(AgentId),
}

impl Model {
    /// What a formula looks at by itself; its parts look at more. A group that is to be found may have any agent as a
    /// member.
    #[must_use]
    pub fn looks(&self, formula: FormulaId) -> Vec<Look> {
        let mut found = Vec::new();
        for (role, argument) in self.formulas.get(formula).arguments_by_role() {
            match argument {
                Argument::Proposition(id) => found.push(Look::Proposition(id)),
                Argument::Agent(agent) => found.extend(look(role, agent)),
                Argument::Group(group) => match self.formulas.coalition(group) {
                    Coalition::Agents { members, .. } => found.extend(members.iter().filter_map(|it| look(role, *it))),
                    Coalition::Variable(_) => found.extend(self.agent_ids().filter_map(|it| look(role, it))),
                },
                Argument::Formula(_) => {}
            }
        }
        found
    }
}

/// What matters about an agent in this role.
fn look(role: Role, agent: AgentId) -> Option<Look> {
    match role {
        Role::Judged => Some(Look::Colour(agent)),
        Role::Obliged => Some(Look::Duty(agent)),
        Role::Knower | Role::Knowers => Some(Look::Knowledge(agent)),
        Role::Coalition => Some(Look::Strategy(agent)),
        Role::Proposition | Role::StateFormula | Role::PathFormula | Role::AnyFormula => None,
    }
}
