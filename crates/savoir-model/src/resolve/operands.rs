//! Variables, actions and literals as operands of conditions, with messages for those that are not to be had.

use super::declare::variable_names;
use super::{Resolver, fixes};
use crate::source_map::Symbol;
use crate::{ActionId, AgentId, Domain, EnumTypeId, Expr, ExprId, Model, VarId, Visibility};
use savoir_syntax::{Code, Diagnostic, Node, Span, SyntaxKind as K};

/// More names than this are not listed in a message.
const MAX_LISTED: usize = 50;

/// Where an expression stands, which decides what it may mention.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// A protocol, `RedStates` or the right-hand side of an assignment: the agent's local state.
    Local(AgentId),
    /// The guard of an evolution line: local state and joint action.
    Guard(AgentId),
    /// `Evaluation` and `InitStates`: every variable, with its agent's name.
    Global,
    /// A condition in a formula: the same, but bare names are propositions there.
    Formula,
}

/// The type of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Type {
    Bool,
    Number,
    Enum(EnumTypeId),
}

/// A resolved operand.
pub(super) enum Operand<'t> {
    /// An expression of a known type.
    Typed(ExprId, Type),
    /// A name that is no variable here: an enumeration value or an action, depending on the other side.
    Name(&'t str, Span),
    /// The action of an agent.
    Action(AgentId),
    /// Something that was reported already.
    Broken,
}

impl Resolver<'_> {
    pub(super) fn type_of(&self, variable: VarId) -> Type {
        match self.model.variable(variable).domain {
            Domain::Bool => Type::Bool,
            Domain::Int { .. } => Type::Number,
            Domain::Enum(id) => Type::Enum(id),
        }
    }

    pub(super) fn type_text(&self, kind: Type) -> String {
        match kind {
            Type::Bool => "a truth value".to_owned(),
            Type::Number => "a number".to_owned(),
            Type::Enum(id) => format!("one of {{{}}}", some(self.value_names(id), ", ")),
        }
    }

    fn value_names(&self, id: EnumTypeId) -> impl Iterator<Item = &str> {
        value_names(&self.model, id)
    }

    fn variable_operand<'t>(&mut self, variable: VarId) -> Operand<'t> {
        let kind = self.type_of(variable);
        Operand::Typed(self.expr(Expr::Var(variable)), kind)
    }

    /// A bare name.
    pub(super) fn name_operand<'t>(&mut self, node: Node<'t>, scope: Scope) -> Operand<'t> {
        let Some((name, span)) = node.name() else { return Operand::Broken };
        let own = match scope {
            Scope::Local(agent) | Scope::Guard(agent) => self.names.variable(agent, name),
            Scope::Global | Scope::Formula => None,
        };
        match own {
            Some(variable) => {
                self.refers(span, Symbol::Variable(variable));
                self.variable_operand(variable)
            }
            None => Operand::Name(name, span),
        }
    }

    /// `Agent.variable`.
    pub(super) fn qualified_operand<'t>(&mut self, node: Node<'t>, scope: Scope) -> Operand<'t> {
        let mut names = node.names();
        let Some((agent_name, agent_span)) = names.next() else { return Operand::Broken };
        let Some(agent) = self.agent_named(agent_name, agent_span) else { return Operand::Broken };
        let Some((name, span)) = names.next() else { return Operand::Broken };
        let Some(variable) = self.names.variable(agent, name) else {
            let names = variable_names(&self.model, agent).chain(words_like_variables(scope).iter().copied());
            let guess = self.guesses.closest(name, names);
            let guess = guess.map(|guess| format!("{agent_name}.{guess}"));
            let message = format!("agent `{agent_name}` has no variable `{name}`");
            self.report(unknown_in(Code::UnknownVariable, span, node.span(), message, guess.as_deref()));
            return Operand::Broken;
        };
        self.refers(span, Symbol::Variable(variable));
        match scope {
            Scope::Local(reader) | Scope::Guard(reader) if !self.model.agent(reader).sees(variable) => {
                self.report(self.not_observable(reader, variable, node));
                Operand::Broken
            }
            _ => self.variable_operand(variable),
        }
    }

    fn not_observable(&self, reader: AgentId, variable: VarId, node: Node<'_>) -> Diagnostic {
        let (model, text) = (&self.model, self.model.variable_text(variable));
        let (owner, name) = (model.variable(variable).owner, &model.variable(variable).name);
        let who = model.agents.iter().filter(|agent| agent.sees(variable)).map(|agent| agent.name.as_str());
        if reader == AgentId::ENVIRONMENT {
            let message = format!("the environment sees only its own variables, not `{text}`");
            let owner = &model.agent(owner).name;
            return Diagnostic::new(Code::NotObservable, node.span(), message)
                .label(format!("a variable of `{owner}`"))
                .also(model.variable(variable).span, "declared here")
                .help(format!(
                    "in its evolution it can test what `{owner}` does, `{owner}.Action = …`, and keep track of that in a \
                     variable of its own"
                ));
        }
        let reader = &model.agent(reader).name;
        let found =
            Diagnostic::new(Code::NotObservable, node.span(), format!("agent `{reader}` cannot observe `{text}`"))
                .label("not part of its local state")
                .also(model.variable(variable).span, format!("only {} can observe it", some(who, " and ")));
        if owner == AgentId::ENVIRONMENT {
            let help = format!("add `{name}` to the `Lobsvars` of `{reader}`, or declare it in `Obsvars`");
            let found = found.help(help);
            // Looking for the agent is not worth it for findings that nobody will read.
            match !self.findings.is_full() {
                true => fixes::observe(node.tree(), reader, name).into_iter().fold(found, Diagnostic::fix),
                false => found,
            }
        } else {
            found.help(format!(
                "agents see only their own variables and the environment's: let the environment or an action tell \
                 `{reader}`"
            ))
        }
    }

    /// `Action` or `Agent.Action`.
    pub(super) fn action_operand<'t>(&mut self, node: Node<'t>, scope: Scope) -> Operand<'t> {
        let Scope::Guard(agent) = scope else {
            self.report(
                Diagnostic::new(Code::NoActionsHere, node.span(), "actions cannot be tested here")
                    .label("no action is being performed in a state")
                    .help("only the condition after `if` of an evolution line can test actions"),
            );
            return Operand::Broken;
        };
        match node.name() {
            None => Operand::Action(agent),
            Some((name, span)) => self.agent_named(name, span).map_or(Operand::Broken, Operand::Action),
        }
    }

    /// The agent's action of that name.
    pub(super) fn action_named(&mut self, agent: AgentId, name: &str, span: Span) -> Option<ActionId> {
        let found = self.names.action(agent, name);
        if let Some(action) = found {
            self.refers(span, Symbol::Action(agent, action));
        } else {
            let owner = &self.model.agent(agent).name;
            let actions = self.model.agent(agent).actions.iter().map(|action| action.name.as_str());
            let guess = self.guesses.closest(name, actions).map(str::to_owned);
            let message = format!("agent `{owner}` has no action `{name}`");
            let names = self.model.agent(agent).actions.iter().map(|action| action.name.as_str());
            let help = match some(names, ", ") {
                none if none.is_empty() => format!("agent `{owner}` has no actions at all"),
                names => format!("its actions are {names}"),
            };
            self.report(unknown(Code::UnknownAction, span, message, guess.as_deref()).help(help));
        }
        found
    }

    /// The agent of that name.
    pub(super) fn agent_named(&mut self, name: &str, span: Span) -> Option<AgentId> {
        let found = self.names.agent(name);
        if let Some(agent) = found {
            self.refers(span, Symbol::Agent(agent));
        } else {
            let agents = self.model.agents.iter().map(|agent| agent.name.as_str());
            let guess = self.guesses.closest(name, agents).map(str::to_owned);
            let message = format!("there is no agent `{name}`");
            self.report(unknown(Code::UnknownAgent, span, message, guess.as_deref()));
        }
        found
    }

    /// A literal.
    pub(super) fn literal_operand<'t>(&mut self, node: Node<'t>, negative: bool) -> Operand<'t> {
        if let Some(id) = node.token(K::Int) {
            let sign = if negative { "-" } else { "" };
            let text = format!("{sign}{}", node.tree().token_text(id));
            return match self.integer(&text, node.span()) {
                Some(value) => Operand::Typed(self.expr(Expr::Number(value)), Type::Number),
                None => Operand::Broken,
            };
        }
        let value = node.token(K::TrueKw).is_some();
        Operand::Typed(self.expr(Expr::Bool(value)), Type::Bool)
    }

    /// A bare name where only a variable makes sense.
    pub(super) fn unknown_variable(&mut self, name: &str, span: Span, scope: Scope) {
        let known = self.names.first_variable(name);
        let word = meant_word(name, scope);
        let found = match scope {
            Scope::Local(agent) | Scope::Guard(agent) => {
                let message = format!("agent `{}` has no variable `{name}`", self.model.agent(agent).name);
                match known {
                    Some(other) if self.model.agent(agent).sees(other) => {
                        unknown(Code::UnknownVariable, span, message, Some(&self.model.variable_text(other)))
                    }
                    Some(other) => {
                        let message = format!("{message}; `{}` is another's", self.model.variable_text(other));
                        unknown(Code::UnknownVariable, span, message, None)
                    }
                    None => {
                        let words = words_like_variables(scope).iter().copied();
                        let names = variable_names(&self.model, agent).chain(words);
                        let guess = word.or_else(|| self.guesses.closest(name, names));
                        unknown(Code::UnknownVariable, span, message, guess)
                    }
                }
            }
            Scope::Formula if self.names.proposition(name).is_some() => {
                let message = format!("`{name}` is a proposition, not a variable");
                Diagnostic::new(Code::UnknownVariable, span, message)
                    .label("true or false, and no value to compare")
                    .help(format!("write `{name}` or `!{name}` alone; two formulas are compared with `<->`"))
            }
            Scope::Global | Scope::Formula if word.is_some() => {
                unknown(Code::UnknownVariable, span, format!("there is no variable `{name}`"), word)
            }
            Scope::Global | Scope::Formula => {
                let message = match known {
                    None => format!("there is no variable `{name}`"),
                    Some(_) => format!("`{name}` does not say whose variable it is"),
                };
                let guess = known.map(|variable| self.model.variable_text(variable));
                unknown(Code::UnknownVariable, span, message, guess.as_deref())
                    .help("here a variable is written with its agent: `Agent.variable`")
            }
        };
        self.report(found);
    }

    /// Whether a variable may be seen by everyone.
    pub(super) fn is_shared(&self, variable: VarId) -> bool {
        self.model.variable(variable).visibility == Visibility::Everyone
    }
}

/// The names of the values of an enumeration.
pub(super) fn value_names(model: &Model, id: EnumTypeId) -> impl Iterator<Item = &str> {
    model.enum_types[id.index()].values.iter().map(|value| model.enum_values[value.index()].as_str())
}

/// Names in a message, as many as somebody reads.
fn some<'a>(names: impl Iterator<Item = &'a str>, between: &str) -> String {
    let mut names = names.peekable();
    let mut shown: Vec<&str> = names.by_ref().take(MAX_LISTED).collect();
    shown.extend(names.peek().map(|_| "…"));
    shown.join(between)
}

/// A truth value in other letters.
pub(super) fn truth_value(name: &str) -> Option<&'static str> {
    ["true", "false"].into_iter().find(|value| value.eq_ignore_ascii_case(name))
}

/// The word that was meant by a name that only looks like a variable.
fn meant_word(name: &str, scope: Scope) -> Option<&'static str> {
    let other = ["other", "otherwise"].iter().any(|word| word.eq_ignore_ascii_case(name));
    truth_value(name).or((other && matches!(scope, Scope::Local(_))).then_some("Other"))
}

/// Words of the language that stand where variables do.
fn words_like_variables(scope: Scope) -> &'static [&'static str] {
    match scope {
        Scope::Guard(_) => &["Action"],
        Scope::Formula => &["RedStates", "GreenStates"],
        Scope::Local(_) | Scope::Global => &[],
    }
}

/// An unknown name, with a guess at what was meant.
pub(super) fn unknown(code: Code, span: Span, message: String, guess: Option<&str>) -> Diagnostic {
    unknown_in(code, span, span, message, guess)
}

/// An unknown name, with a guess at what was meant by the whole that it is a part of.
fn unknown_in(code: Code, span: Span, whole: Span, message: String, guess: Option<&str>) -> Diagnostic {
    let found = Diagnostic::new(code, span, message).label("unknown");
    match guess {
        Some(guess) => found.help(format!("did you mean `{guess}`?")).fix(fixes::write(whole, guess)),
        None => found,
    }
}
