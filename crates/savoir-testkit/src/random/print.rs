//! From structure to text. Whatever is composed is put in parentheses: precedence is the business of other tests.

use super::spec::{
    AgentSpec, Arithmetic, Cond, Connective, Form, GroupRef, Language, RandomModel, Rhs, Semantics, Term, TypeSpec,
    VarRef, VarSpec,
};
use std::fmt::Display;

impl RandomModel {
    /// The text of the model.
    #[must_use]
    pub fn to_ispl(&self) -> String {
        let mut page = Page::default();
        match self.semantics {
            Semantics::Default => {}
            Semantics::Multi => page.line("Semantics = MultiAssignment;"),
            Semantics::Single => page.line("Semantics = SingleAssignment;"),
        }
        for agent in &self.agents {
            page.agent(agent);
        }
        let propositions = self.propositions.iter();
        page.section("Evaluation", propositions.map(|p| format!("{} if {}", p.name, top(&p.condition, None))));
        page.section("InitStates", [top(&self.initial, None)]);
        if !self.groups.is_empty() {
            let group = |name: &str, members: &[String]| format!("{name} = {}", braces(members));
            page.section("Groups", self.groups.iter().map(|it| group(&it.name, &it.members)));
        }
        if !self.fairness.is_empty() {
            page.section("Fairness", self.fairness.iter().map(formula));
        }
        let language = |language: Language| match language {
            Language::Plain => "",
            Language::Ltl => "LTL ",
            Language::CtlStar => "CTL* ",
        };
        let properties = self.properties.iter();
        page.section("Formulae", properties.map(|p| format!("{}{}", language(p.language), formula(&p.formula))));
        page.text
    }
}

#[derive(Default)]
struct Page {
    text: String,
    indent: usize,
}

impl Page {
    fn line(&mut self, line: impl Display) {
        self.text.push_str(&format!("{:indent$}{line}\n", "", indent = 2 * self.indent));
    }

    /// A section with its statements, each on a line.
    fn section(&mut self, keyword: &str, statements: impl IntoIterator<Item = String>) {
        self.line(keyword);
        self.indent += 1;
        for statement in statements {
            self.line(statement + ";");
        }
        self.indent -= 1;
        self.line(format!("end {}", keyword.trim_end_matches(':')));
    }

    fn agent(&mut self, agent: &AgentSpec) {
        let scope = Some(agent.name.as_str());
        self.line(format!("Agent {}", agent.name));
        self.indent += 1;
        if !agent.observable.is_empty() {
            self.section("Obsvars:", agent.observable.iter().map(declaration));
        }
        if !agent.lobsvars.is_empty() {
            self.line(format!("Lobsvars = {};", braces(&agent.lobsvars)));
        }
        if !agent.variables.is_empty() || !agent.is_environment() {
            self.section("Vars:", agent.variables.iter().map(declaration));
        }
        if let Some(red) = &agent.red {
            self.section("RedStates:", [top(red, scope)]);
        }
        self.line(format!("Actions = {};", braces(&agent.actions)));
        let guard = |guard: &Option<Cond>| guard.as_ref().map_or("Other".to_owned(), |guard| top(guard, scope));
        let lines = agent.protocol.iter();
        self.section("Protocol:", lines.map(|line| format!("{} : {}", guard(&line.guard), braces(&line.actions))));
        self.section(
            "Evolution:",
            agent.evolution.iter().map(|line| {
                let assignments = line.assignments.iter();
                let assignments: Vec<String> =
                    assignments.map(|it| format!("{} = {}", it.target, value(&it.value, scope))).collect();
                format!("{} if {}", assignments.join(" and "), top(&line.guard, scope))
            }),
        );
        self.indent -= 1;
        self.line("end Agent");
    }
}

fn declaration(variable: &VarSpec) -> String {
    let kind = match &variable.kind {
        TypeSpec::Bool => "boolean".to_owned(),
        TypeSpec::Int(low, high) => format!("{low}..{high}"),
        TypeSpec::Enum(values) => braces(values),
    };
    format!("{} : {kind}", variable.name)
}

fn braces(names: &[String]) -> String {
    format!("{{{}}}", names.join(", "))
}

/// A condition that stands alone needs no parentheses.
fn top(cond: &Cond, scope: Option<&str>) -> String {
    let text = condition(cond, scope);
    // Composed conditions are printed with one pair of parentheses around all of them.
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    inner.map_or_else(|| text.clone(), str::to_owned)
}

/// A condition as an operand, in the scope of an agent or of none.
fn condition(cond: &Cond, scope: Option<&str>) -> String {
    match cond {
        Cond::Constant(truth) => truth.to_string(),
        Cond::Flag(var) => variable(var, scope),
        Cond::Compare(op, a, b) => format!("({} {op} {})", term_alone(a, scope), term_alone(b, scope)),
        Cond::IsValue(op, var, value) => format!("({} {op} {value})", variable(var, scope)),
        Cond::SameValue(op, a, b) => format!("({} {op} {})", variable(a, scope), variable(b, scope)),
        Cond::SameTruth(op, a, b) => format!("({} {op} {})", condition(a, scope), condition(b, scope)),
        Cond::Action(test) => {
            let whose = test.agent.as_ref().map_or(String::new(), |agent| format!("{agent}."));
            format!("({whose}Action {} {})", test.operator, test.action)
        }
        Cond::Not(op, a) => format!("({op}{})", condition(a, scope)),
        Cond::Chain(connective, parts) => {
            let parts: Vec<String> = parts.iter().map(|part| condition(part, scope)).collect();
            format!("({})", parts.join(connective.text()))
        }
    }
}

impl Connective {
    fn text(self) -> &'static str {
        match self {
            Connective::And => " and ",
            Connective::Or => " or ",
            Connective::Implies => " -> ",
            Connective::Iff => " <-> ",
            Connective::BitAnd => " & ",
            Connective::BitOr => " | ",
            Connective::BitXor => " ^ ",
        }
    }
}

/// Own variables are written without their agent.
fn variable(var: &VarRef, scope: Option<&str>) -> String {
    if scope == Some(&var.agent) { var.name.clone() } else { format!("{}.{}", var.agent, var.name) }
}

fn value(value: &Rhs, scope: Option<&str>) -> String {
    match value {
        Rhs::Truth(cond) => condition(cond, scope),
        Rhs::Number(number) => term_alone(number, scope),
        Rhs::Value(name) => name.clone(),
        Rhs::Copy(var) => variable(var, scope),
    }
}

/// A number that is a whole side of a comparison or assignment.
fn term_alone(number: &Term, scope: Option<&str>) -> String {
    match number {
        Term::Literal(value) => value.to_string(),
        _ => term(number, scope),
    }
}

/// A number as an operand. Negative literals get parentheses, because `--` starts a comment.
fn term(number: &Term, scope: Option<&str>) -> String {
    match number {
        Term::Literal(value) if *value < 0 => format!("({value})"),
        Term::Literal(value) => value.to_string(),
        Term::Var(var) => variable(var, scope),
        Term::Minus(a) => format!("(-{})", term(a, scope)),
        Term::Binary(op, a, b) => {
            let op = match op {
                Arithmetic::Add => '+',
                Arithmetic::Subtract => '-',
                Arithmetic::Multiply => '*',
                Arithmetic::Divide => '/',
            };
            format!("({} {op} {})", term(a, scope), term(b, scope))
        }
    }
}

/// A formula as an operand: whatever is not a prefix operator or in parentheses already gets a pair of them.
fn formula(form: &Form) -> String {
    match form {
        Form::Constant(truth) => truth.to_string(),
        Form::Prop(name) => name.clone(),
        Form::Condition(cond) => condition(cond, None),
        Form::Colour(agent, colour) => format!("{agent}.{colour}"),
        Form::Not(f) => format!("(!{})", formula(f)),
        Form::Chain(connective, parts) => {
            let parts: Vec<String> = parts.iter().map(formula).collect();
            format!("({})", parts.join(connective.text()))
        }
        Form::Prefix(op, f) => format!("{op} {}", formula(f)),
        Form::Until(quantifier, f, g) => format!("{}({} U {})", quantifier.unwrap_or(""), formula(f), formula(g)),
        Form::Enforce(group, op, f) => format!("<{}>{op} {}", coalition(group), formula(f)),
        Form::EnforceUntil(group, f, g) => format!("<{}>({} U {})", coalition(group), formula(f), formula(g)),
        Form::Agent(op, agents, f) => format!("{op}({}, {})", agents.join(", "), formula(f)),
        Form::Group(op, group, f) => format!("{op}({}, {})", coalition(group), formula(f)),
    }
}

fn coalition(group: &GroupRef) -> String {
    match group {
        GroupRef::Named(name) => name.clone(),
        GroupRef::Listed(members) => braces(members),
    }
}
