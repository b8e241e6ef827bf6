//! Whom a formula is about: single agents and coalitions.

use super::Resolver;
use super::operands::unknown;
use crate::source_map::Symbol;
use crate::{AgentId, Coalition, CoalitionId, GroupId};
use savoir_syntax::{Code, Diagnostic, Node, SyntaxKind as K, format};

/// Whether a group is to be found: `?Y`.
pub(super) fn is_variable(group: Node<'_>) -> bool {
    group.token(K::Question).is_some()
}

impl Resolver<'_> {
    /// The one agent that `K`, `O` and `KH` are about.
    pub(super) fn single_agent(&mut self, node: Node<'_>, operator: K) -> Option<AgentId> {
        let plain = node.child(K::NameList).is_none() && !is_variable(node);
        let Some((name, span)) = node.name().filter(|_| plain) else {
            let help = match operator {
                K::KKw => "group knowledge is written `GK`, `GCK` or `DK`",
                _ if is_variable(node) => "a variable may stand in `K`, `GK`, `GCK`, `DK` and `<…>`",
                _ => "name one agent",
            };
            let found = Diagnostic::new(Code::UnknownAgent, node.span(), "expected the name of an agent");
            self.report(found.label("not an agent").help(help));
            return None;
        };
        if let (None, Some(group)) = (self.names.agent(name), self.names.group(name)) {
            self.refers(span, Symbol::Group(group));
            let found = Diagnostic::new(Code::UnknownAgent, span, format!("`{name}` is a group, not an agent"));
            let help = match operator {
                K::KKw => "use `GK`, `GCK` or `DK` for the knowledge of a group",
                _ => "name one agent",
            };
            self.report(found.label("group").help(help));
            return None;
        }
        self.agent_named(name, span)
    }

    /// A group by name, an agent as a group of one, agents in braces, or a variable.
    pub(super) fn coalition(&mut self, node: Node<'_>) -> Option<CoalitionId> {
        if is_variable(node) {
            let (name, _) = node.name()?;
            return Some(self.model.formulas.add_coalition(Coalition::Variable(name.to_owned())));
        }
        let (members, label) = match node.child(K::NameList) {
            Some(list) => (self.members(list), format::inline(list)),
            None => {
                let (name, span) = node.name()?;
                let members = match (self.names.group(name), self.names.agent(name)) {
                    (Some(group), _) => {
                        self.refers(span, Symbol::Group(group));
                        return Some(self.named_group(group));
                    }
                    (None, Some(agent)) => {
                        self.refers(span, Symbol::Agent(agent));
                        vec![agent]
                    }
                    (None, None) => {
                        let groups = self.model.groups.iter().map(|group| group.name.as_str());
                        let agents = self.model.agents.iter().map(|agent| agent.name.as_str());
                        let guess = self.guesses.closest(name, groups.chain(agents)).map(str::to_owned);
                        let message = format!("there is no group or agent `{name}`");
                        self.report(unknown(Code::UnknownGroup, span, message, guess.as_deref()));
                        return None;
                    }
                };
                (members, name.to_owned())
            }
        };
        Some(self.model.formulas.add_coalition(Coalition::Agents { members, label }))
    }

    /// The members of a group, which are listed once for all formulas.
    fn named_group(&mut self, id: GroupId) -> CoalitionId {
        if let Some(known) = self.coalitions.get(&id) {
            return *known;
        }
        let group = self.model.group(id);
        let coalition = Coalition::Agents { members: group.members.clone(), label: group.name.clone() };
        let coalition = self.model.formulas.add_coalition(coalition);
        self.coalitions.insert(id, coalition);
        coalition
    }
}
