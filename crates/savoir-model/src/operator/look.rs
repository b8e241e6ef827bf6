//! What a formula looks at by itself, apart from its parts.

use super::{Argument, Role};
use crate::{AgentId, Coalition, CoalitionId, ExprId, FormulaId, Model, PropId};
use rustc_hash::FxHashSet;

/// Something that the truth of a formula depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Look {
    /// Where the proposition holds.
    Proposition(PropId),
    /// Where the condition on variables holds.
    Condition(ExprId),
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
    /// What some formulas and their parts look at, each once.
    #[must_use]
    pub fn looks_of_all(&self, roots: impl IntoIterator<Item = FormulaId>) -> Vec<Look> {
        let mut seen: FxHashSet<FormulaId> = FxHashSet::default();
        let mut groups: FxHashSet<(Role, CoalitionId)> = FxHashSet::default();
        let mut found = Vec::new();
        let mut open: Vec<FormulaId> = roots.into_iter().collect();
        while let Some(formula) = open.pop() {
            if !seen.insert(formula) {
                continue;
            }
            open.extend(self.formulas.operands(formula));
            for (role, argument) in self.formulas.get(formula).arguments_by_role() {
                match argument {
                    Argument::Group(group) if !groups.insert((role, group)) => {}
                    argument => self.look_at(role, argument, &mut found),
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// What a formula looks at by itself; its parts look at more. A group that is to be found may have any agent as a
    /// member.
    #[must_use]
    pub fn looks(&self, formula: FormulaId) -> Vec<Look> {
        let mut found = Vec::new();
        for (role, argument) in self.formulas.get(formula).arguments_by_role() {
            self.look_at(role, argument, &mut found);
        }
        found
    }

    fn look_at(&self, role: Role, argument: Argument, found: &mut Vec<Look>) {
        match argument {
            Argument::Proposition(id) => found.push(Look::Proposition(id)),
            Argument::Condition(id) => found.push(Look::Condition(id)),
            Argument::Agent(agent) => found.extend(look(role, agent)),
            Argument::Group(group) => match self.formulas.coalition(group) {
                Coalition::Agents { members, .. } => found.extend(members.iter().filter_map(|it| look(role, *it))),
                Coalition::Variable(_) => found.extend(self.agent_ids().filter_map(|it| look(role, it))),
            },
            Argument::Formula(_) => {}
        }
    }
}

/// What matters about an agent in this role.
fn look(role: Role, agent: AgentId) -> Option<Look> {
    match role {
        Role::Judged => Some(Look::Colour(agent)),
        Role::Obliged => Some(Look::Duty(agent)),
        Role::Knower | Role::Knowers => Some(Look::Knowledge(agent)),
        Role::Coalition => Some(Look::Strategy(agent)),
        Role::Proposition | Role::Condition | Role::StateFormula | Role::PathFormula | Role::AnyFormula => None,
    }
}
