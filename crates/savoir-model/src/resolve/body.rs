//! What refers to declarations: red states, protocols, evolutions, propositions, initial states, groups.

use super::declare::{repeated, twice};
use super::operands::Scope;
use super::{Resolver, fixes, statements};
use crate::source_map::Symbol;
use crate::{
    ActionId, AgentId, AssignmentSemantics, EvolutionLine, ExprId, Group, GroupId, PropId, Proposition, ProtocolLine,
    VarId,
};
use rustc_hash::FxHashMap;
use savoir_syntax::{Code, Diagnostic, Node, Span, SyntaxKind as K};

impl Resolver<'_> {
    pub(super) fn bodies(&mut self, file: Node<'_>) {
        for node in file.children_of(K::Agent) {
            let Some(id) = node.name().and_then(|(name, _)| self.names.agent(name)) else { continue };
            self.agent_body(id, node);
        }
        self.propositions(file);
        for condition in statements(file, K::InitStatesSection, K::InitCondition) {
            self.model.init = self.init_condition(condition);
            self.model.init_span = Resolver::expression_of(condition).map_or(condition.span(), Node::span);
        }
    }

    pub(super) fn init_condition(&mut self, node: Node<'_>) -> ExprId {
        self.condition(Resolver::expression_of(node), Scope::Global)
    }

    fn agent_body(&mut self, id: AgentId, node: Node<'_>) {
        for condition in statements(node, K::RedStatesSection, K::RedCondition) {
            let red = self.condition(Resolver::expression_of(condition), Scope::Local(id));
            self.model.agents[id.index()].red = Some(red);
        }
        for line in statements(node, K::ProtocolSection, K::ProtocolLine) {
            let line = self.protocol_line(id, line);
            self.model.agents[id.index()].protocol.push(line);
        }
        self.check_not_empty(id, node);
        for line in statements(node, K::EvolutionSection, K::EvolutionLine) {
            if let Some(line) = self.evolution_line(id, line) {
                self.model.agents[id.index()].evolution.push(line);
            }
        }
    }

    /// Only the environment may do without actions, or leave its protocol open.
    fn check_not_empty(&mut self, id: AgentId, node: Node<'_>) {
        if id == AgentId::ENVIRONMENT {
            return;
        }
        let agent = self.model.agent(id);
        let parts = [
            (K::ActionsSection, agent.actions.is_empty(), "no actions"),
            (K::ProtocolSection, agent.protocol.is_empty(), "an empty protocol"),
        ];
        for (kind, empty, what) in parts {
            if let Some(section) = node.child(kind).filter(|_| empty) {
                let message = format!("agent `{}` has {what}", self.model.agent(id).name);
                self.report(
                    Diagnostic::new(Code::MissingSection, section.span(), message)
                        .label("only the environment may have this")
                        .help("an idle agent has one action, such as `none`, and the protocol line `Other : {none};`"),
                );
            }
        }
    }

    fn protocol_line(&mut self, id: AgentId, node: Node<'_>) -> ProtocolLine {
        let other = node.token(K::OtherKw).is_some();
        let guard = (!other).then(|| self.condition(Resolver::expression_of(node), Scope::Local(id)));
        let mut actions: Vec<ActionId> = Vec::new();
        let mut seen: FxHashMap<&str, Span> = FxHashMap::default();
        for list in node.children_of(K::NameList) {
            for (name, span) in list.names() {
                if let Some(first) = seen.insert(name, span) {
                    self.report(repeated("action", name, list, span, first));
                    self.refers_again(span, self.names.action(id, name).map(|action| Symbol::Action(id, action)));
                } else {
                    actions.extend(self.action_named(id, name, span));
                }
            }
        }
        ProtocolLine { guard, actions, span: node.span() }
    }

    fn evolution_line(&mut self, id: AgentId, node: Node<'_>) -> Option<EvolutionLine> {
        let mut nodes = Vec::new();
        let mut open: Vec<Node<'_>> = node.children().collect();
        open.reverse();
        while let Some(next) = open.pop() {
            match next.kind() {
                K::Assignment => nodes.push(next),
                K::AssignmentGroup => {
                    let mut inner: Vec<Node<'_>> = next.children().collect();
                    inner.reverse();
                    open.extend(inner);
                }
                _ => {}
            }
        }
        let mut assignments = Vec::new();
        let mut seen: FxHashMap<VarId, Span> = FxHashMap::default();
        for assignment in &nodes {
            let Some((variable, span)) = self.assigned_variable(id, *assignment) else { continue };
            if let Some(first) = seen.insert(variable, span) {
                let text = self.model.variable_text(variable);
                self.report(
                    Diagnostic::new(Code::AssignedTwice, span, format!("`{text}` is assigned twice in this line"))
                        .label("again here")
                        .also(first, "first assigned here")
                        .help("use two lines if one of the two values is to be chosen"),
                );
                continue;
            }
            let value = Resolver::expression_of(*assignment)
                .and_then(|value| self.assigned_value(variable, value, Scope::Local(id)));
            assignments.extend(value.map(|value| (variable, value)));
        }
        if self.model.semantics == AssignmentSemantics::Single && nodes.len() > 1 {
            self.report(
                Diagnostic::new(
                    Code::TwoAssignments,
                    nodes[1].span(),
                    "SingleAssignment allows one assignment in a line",
                )
                .label("second assignment")
                .also(nodes[0].span(), "first assignment")
                .help("write one line for each variable, with the same condition")
                .fix(fixes::one_line_each(node, &nodes)),
            );
        }
        let guard = self.condition(Resolver::expression_of(node), Scope::Guard(id));
        Some(EvolutionLine { assignments, guard, span: node.span() })
    }

    /// The variable an assignment sets; it must be the agent's own.
    fn assigned_variable(&mut self, id: AgentId, node: Node<'_>) -> Option<(VarId, Span)> {
        let names: Vec<(&str, Span)> = node.names().collect();
        let (owner, (name, span)) = match names[..] {
            [(agent, agent_span), name] => (self.agent_named(agent, agent_span)?, name),
            [name] => (id, name),
            _ => return None,
        };
        if owner == id
            && let Some(variable) = self.names.variable(id, name)
        {
            self.refers(span, Symbol::Variable(variable));
            return Some((variable, span));
        }
        let foreign = if owner == id { AgentId::ENVIRONMENT } else { owner };
        match self.names.variable(foreign, name) {
            Some(variable) => {
                self.refers(span, Symbol::Variable(variable));
                let text = self.model.variable_text(variable);
                let agent = &self.model.agent(id).name;
                let what = if self.is_shared(variable) { "observable by all, but" } else { "not its own:" };
                let owner = &self.model.agent(foreign).name;
                let found =
                    Diagnostic::new(Code::ForeignAssignment, span, format!("agent `{agent}` cannot assign `{text}`"))
                        .label(format!("{what} only {owner} assigns it"))
                        .also(self.model.variable(variable).span, "declared here")
                        .help(format!("let {owner} react to an action of `{agent}` in its own evolution"));
                self.report(found);
            }
            None => self.unknown_variable(name, span, Scope::Local(id)),
        }
        None
    }

    fn propositions(&mut self, file: Node<'_>) {
        let mut seen: FxHashMap<String, Span> = FxHashMap::default();
        for node in statements(file, K::EvaluationSection, K::PropositionDef) {
            let Some((name, span)) = node.name() else { continue };
            if let Some(first) = seen.insert(name.to_owned(), span) {
                self.report(twice("proposition", name, span, first));
            }
            let condition = self.condition(Resolver::expression_of(node), Scope::Global);
            self.declares(span, Symbol::Proposition(PropId::from(self.model.propositions.len())), node);
            self.model.propositions.push(Proposition { name: name.to_owned(), condition, span });
        }
    }

    pub(super) fn groups(&mut self, file: Node<'_>) {
        let mut seen: FxHashMap<String, Span> = FxHashMap::default();
        for node in statements(file, K::GroupsSection, K::GroupDef) {
            let Some((name, span)) = node.name() else { continue };
            if let Some(first) = seen.insert(name.to_owned(), span) {
                self.report(twice("group", name, span, first));
            }
            let members = node.child(K::NameList).map_or(Vec::new(), |list| self.members(list));
            self.declares(span, Symbol::Group(GroupId::from(self.model.groups.len())), node);
            self.model.groups.push(Group { name: name.to_owned(), members, span });
        }
    }

    /// Records what a name refers to that is listed a second time.
    fn refers_again(&mut self, span: Span, symbol: Option<Symbol>) {
        if let Some(symbol) = symbol {
            self.refers(span, symbol);
        }
    }

    /// The agents of a list, sorted.
    pub(super) fn members(&mut self, list: Node<'_>) -> Vec<AgentId> {
        let mut members = Vec::new();
        let mut seen: FxHashMap<&str, Span> = FxHashMap::default();
        for (name, span) in list.names() {
            if let Some(first) = seen.insert(name, span) {
                self.report(repeated("agent", name, list, span, first));
                self.refers_again(span, self.names.agent(name).map(Symbol::Agent));
            } else {
                members.extend(self.agent_named(name, span));
            }
        }
        members.sort_unstable();
        members
    }
}
