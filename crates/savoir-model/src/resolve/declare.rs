//! Declarations: agents with their variables and actions.

use super::{Resolver, fixes, statements};
use crate::source_map::Symbol;
use crate::{
    Action, ActionId, Agent, AgentId, AssignmentSemantics, Domain, EnumType, EnumTypeId, EnumValueId, Model, VarId,
    Variable, Visibility,
};
use rustc_hash::FxHashMap;
use savoir_syntax::{Code, Diagnostic, Fix, Node, Span, SyntaxKind as K};

/// The values and types of enumerations, by what they are made of.
#[derive(Default)]
pub(super) struct Enumerations {
    values: FxHashMap<String, EnumValueId>,
    types: FxHashMap<Vec<EnumValueId>, EnumTypeId>,
}

impl Resolver<'_> {
    /// Fills the tables of agents, variables and actions.
    pub(super) fn declare(&mut self, file: Node<'_>) {
        if let Some(semantics) = file.child(K::SemanticsDecl) {
            let single = semantics.token(K::SingleAssignmentKw).or(semantics.token(K::SaKw)).is_some();
            self.model.semantics = if single { AssignmentSemantics::Single } else { AssignmentSemantics::Multi };
        }
        let mut agents: Vec<Node<'_>> = file.children_of(K::Agent).collect();
        let declared = |node: &Node<'_>| node.token(K::EnvironmentKw).is_some();
        for late in agents.iter().skip(1).filter(|node| declared(node)).filter_map(|node| node.name()) {
            self.report(
                Diagnostic::new(Code::SectionOrder, late.1, "the environment must be the first agent")
                    .label("too late here")
                    .help("move `Agent Environment` before the other agents"),
            );
        }
        // An environment out of place was reported; for the rest of the file it stands where it belongs.
        agents.sort_by_key(|node| !declared(node));
        if !agents.iter().any(declared) {
            self.model.agents.push(new_agent("Environment", false, Span::default()));
        }
        let mut seen: FxHashMap<&str, Span> = FxHashMap::default();
        for node in &agents {
            let Some((name, span)) = node.name() else { continue };
            if let Some(first) = seen.insert(name, span) {
                self.report(twice("agent", name, span, first));
            }
            self.model.agents.push(new_agent(name, true, span));
        }
        if agents.iter().filter(|node| !declared(node)).count() == 0 && !agents.is_empty() {
            let span = agents[0].span();
            self.report(
                Diagnostic::new(Code::MissingSection, Span::new(span.end, span.end), "the file has no ordinary agent")
                    .label("add an agent here"),
            );
        }
        let offset = self.model.agents.len() - agents.iter().filter(|node| node.name().is_some()).count();
        for (index, (node, name)) in agents.iter().filter_map(|node| Some((node, node.name()?.1))).enumerate() {
            let id = AgentId::from(index + offset);
            self.declares(name, Symbol::Agent(id), *node);
            self.declare_agent(id, *node);
        }
        self.observations(&agents, offset);
    }

    fn declare_agent(&mut self, id: AgentId, node: Node<'_>) {
        let mut seen: FxHashMap<&str, Span> = FxHashMap::default();
        let mut own: FxHashMap<&str, VarId> = FxHashMap::default();
        let mut values: FxHashMap<&str, Span> = FxHashMap::default();
        for (section, visibility) in [(K::ObsvarsSection, Visibility::Everyone), (K::VarsSection, Visibility::Listed)] {
            for declaration in statements(node, section, K::VarDecl) {
                if self.must_stop() {
                    return;
                }
                let Some((name, span)) = declaration.name() else { continue };
                if let Some(first) = seen.insert(name, span) {
                    self.report(twice("variable", name, span, first));
                    if let Some(&known) = own.get(name) {
                        self.declares_item(span, Symbol::Variable(known));
                    }
                    continue;
                }
                let domain = self.domain(declaration, &mut values);
                // In an editor a variable is there before its type is.
                let Some(domain) = domain.or(self.record.is_some().then_some(Domain::Bool)) else { continue };
                let variable = VarId::from(self.model.variables.len());
                own.insert(name, variable);
                self.declares(span, Symbol::Variable(variable), declaration);
                self.model.variables.push(Variable { name: name.to_owned(), owner: id, domain, visibility, span });
                self.model.agents[id.index()].variables.push(variable);
            }
        }
        for (name, span) in &seen {
            if let Some(value) = values.get(name) {
                self.report(
                    Diagnostic::new(Code::DuplicateName, *span, format!("`{name}` is a variable and a value"))
                        .label("variable")
                        .also(*value, "enumeration value")
                        .help("rename one of them: a condition could mean either"),
                );
            }
        }
        self.declare_actions(id, node);
    }

    fn declare_actions(&mut self, id: AgentId, node: Node<'_>) {
        let mut seen: FxHashMap<&str, (ActionId, Span)> = FxHashMap::default();
        for list in statements(node, K::ActionsSection, K::NameList) {
            for (name, span) in list.names() {
                if self.must_stop() {
                    return;
                }
                if let Some(&(action, first)) = seen.get(name) {
                    let fix = Fix::maybe_wrong("remove it").remove_from_list(list, span);
                    self.report(twice("action", name, span, first).fix(fix));
                    self.declares_item(span, Symbol::Action(id, action));
                    continue;
                }
                let actions = &mut self.model.agents[id.index()].actions;
                let action = ActionId::from(actions.len());
                actions.push(Action { name: name.to_owned(), span });
                seen.insert(name, (action, span));
                self.declares_item(span, Symbol::Action(id, action));
            }
        }
    }

    fn domain<'t>(&mut self, declaration: Node<'t>, values: &mut FxHashMap<&'t str, Span>) -> Option<Domain> {
        if declaration.child(K::BooleanType).is_some() {
            return Some(Domain::Bool);
        }
        if let Some(range) = declaration.child(K::RangeType) {
            let mut bounds = Vec::new();
            for bound in range.children_of(K::SignedInt) {
                bounds.push(self.signed_int(bound)?);
            }
            let [low, high] = bounds[..] else { return None };
            if low > high {
                self.report(
                    Diagnostic::new(Code::EmptyRange, range.span(), format!("the range {low}..{high} is empty"))
                        .label("no values")
                        .help(format!("write {high}..{low}: the lower bound comes first"))
                        .fix(fixes::write(range.span(), &format!("{high}..{low}"))),
                );
            }
            // What was meant serves for the rest of the file.
            return Some(Domain::Int { low: low.min(high), high: low.max(high) });
        }
        let list = declaration.child(K::EnumType)?.child(K::NameList)?;
        let mut names: FxHashMap<&str, Span> = FxHashMap::default();
        for (name, span) in list.names() {
            if self.must_stop() {
                return None;
            }
            values.entry(name).or_insert(span);
            if let Some(first) = names.insert(name, span) {
                self.report(repeated("value", name, list, span, first));
            }
        }
        if names.is_empty() {
            self.report(
                Diagnostic::new(Code::EmptyRange, list.span(), "an enumeration needs at least one value")
                    .label("no values"),
            );
            return None;
        }
        let mut names: Vec<&str> = names.into_keys().collect();
        names.sort_unstable();
        let kind = self.enum_type(&names);
        if self.record.is_some() {
            for (name, span) in list.names() {
                let value = self.enum_value(name);
                self.declares_item(span, Symbol::EnumValue(value));
            }
        }
        Some(Domain::Enum(kind))
    }

    fn signed_int(&mut self, node: Node<'_>) -> Option<i64> {
        let digits = node.tree().token_text(node.token(K::Int)?);
        let sign = if node.token(K::Minus).is_some() { "-" } else { "" };
        self.integer(&format!("{sign}{digits}"), node.span())
    }

    /// A literal as a 64-bit number.
    pub(super) fn integer(&mut self, text: &str, span: Span) -> Option<i64> {
        let value = text.parse().ok();
        if value.is_none() {
            self.report(
                Diagnostic::new(Code::NumberTooLarge, span, "number does not fit into 64 bits")
                    .label("too large")
                    .help(format!("numbers range from {} to {}", i64::MIN, i64::MAX)),
            );
        }
        value
    }

    /// The type with these values, sorted by name.
    fn enum_type(&mut self, names: &[&str]) -> EnumTypeId {
        let values: Vec<EnumValueId> = names.iter().map(|name| self.enum_value(name)).collect();
        let types = &mut self.model.enum_types;
        *self.enumerations.types.entry(values.clone()).or_insert_with(|| {
            types.push(EnumType { values });
            EnumTypeId::from(types.len() - 1)
        })
    }

    fn enum_value(&mut self, name: &str) -> EnumValueId {
        if let Some(known) = self.enumerations.values.get(name) {
            return *known;
        }
        let value = EnumValueId::from(self.model.enum_values.len());
        self.model.enum_values.push(name.to_owned());
        self.enumerations.values.insert(name.to_owned(), value);
        value
    }

    /// What each agent sees: its own variables, all `Obsvars`, and its `Lobsvars`.
    fn observations(&mut self, agents: &[Node<'_>], offset: usize) {
        let environment = AgentId::ENVIRONMENT;
        let mut listed: FxHashMap<String, VarId> = FxHashMap::default();
        for &variable in &self.model.agent(environment).variables {
            listed.entry(self.model.variable(variable).name.clone()).or_insert(variable);
        }
        for id in self.model.agent_ids() {
            if self.must_stop() {
                return;
            }
            let mut observes = self.model.agent(id).variables.clone();
            observes.extend(
                self.model
                    .agent(environment)
                    .variables
                    .iter()
                    .copied()
                    .filter(|&variable| self.model.variable(variable).visibility == Visibility::Everyone),
            );
            if let Some(node) = id.index().checked_sub(offset).and_then(|index| agents.get(index)) {
                for (name, span) in statements(*node, K::LobsvarsSection, K::NameList).flat_map(Node::names) {
                    match listed.get(name) {
                        Some(&variable) => {
                            observes.push(variable);
                            self.refers(span, Symbol::Variable(variable));
                        }
                        None => {
                            let names = variable_names(&self.model, environment);
                            let guess = self.guesses.closest(name, names).map(str::to_owned);
                            self.report(super::operands::unknown(
                                Code::UnknownVariable,
                                span,
                                format!("the environment has no variable `{name}`"),
                                guess.as_deref(),
                            ));
                        }
                    }
                }
            }
            observes.sort_unstable();
            observes.dedup();
            self.model.agents[id.index()].observes = observes;
        }
    }
}

/// The names of an agent's variables.
pub(super) fn variable_names(model: &Model, agent: AgentId) -> impl Iterator<Item = &str> {
    model.agent(agent).variables.iter().map(|&variable| model.variable(variable).name.as_str())
}

fn new_agent(name: &str, declared: bool, span: Span) -> Agent {
    Agent {
        name: name.to_owned(),
        declared,
        variables: Vec::new(),
        observes: Vec::new(),
        red: None,
        actions: Vec::new(),
        protocol: Vec::new(),
        evolution: Vec::new(),
        span,
    }
}

/// A name that is defined a second time.
pub(super) fn twice(what: &str, name: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("{what} `{name}` is defined twice"))
        .label("again here")
        .also(first, "first defined here")
        .help("rename or remove one of them")
}

/// An item that is listed a second time, which changes nothing.
pub(super) fn repeated(what: &str, name: &str, list: Node<'_>, span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::RepeatedItem, span, format!("{what} `{name}` is listed twice"))
        .label("again here")
        .also(first, "first listed here")
        .fix(Fix::safe(format!("remove the second `{name}`")).remove_from_list(list, span))
}
