//! Formulas as text: with every parenthesis written, to show how a formula is read, or with few of them.

use crate::{AgentId, Coalition, CoalitionId, Formula, FormulaId, Model, Quantifier, Temporal};

/// Longer formulas are not written out in sentences.
const LONG: usize = 160;

/// Which parentheses are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parentheses {
    /// Around everything that has operands.
    All,
    /// Around connectives inside other operators only.
    Few,
}

impl Model {
    /// The formula, fully parenthesised.
    #[must_use]
    pub fn formula_text(&self, id: FormulaId) -> String {
        self.written(id, Parentheses::All)
    }

    /// The formula with parentheses only around connectives inside other operators. Different formulas have different
    /// texts.
    #[must_use]
    pub fn formula_brief(&self, id: FormulaId) -> String {
        self.written(id, Parentheses::Few)
    }

    /// The same, with the middle left out of long formulas: for sentences.
    #[must_use]
    pub fn formula_short(&self, id: FormulaId) -> String {
        let text = self.formula_brief(id);
        let letters: Vec<char> = text.chars().collect();
        if letters.len() <= LONG {
            return text;
        }
        let (start, end) = (&letters[..LONG - 40], &letters[letters.len() - 30..]);
        format!("{} … {}", start.iter().collect::<String>(), end.iter().collect::<String>())
    }

    /// What a formula calls a set of agents.
    #[must_use]
    pub fn coalition_text(&self, id: CoalitionId) -> String {
        match self.formulas.coalition(id) {
            Coalition::Agents { label, .. } => label.clone(),
            Coalition::Variable(name) => format!("?{name}"),
        }
    }

    fn written(&self, id: FormulaId, parentheses: Parentheses) -> String {
        // As an argument between commas or parentheses.
        let text = |id: FormulaId| self.written(id, parentheses);
        let whole = |text: String| if parentheses == Parentheses::All { format!("({text})") } else { text };
        let operand = |id: FormulaId| self.operand(id, parentheses);
        let joined = |parts: &[FormulaId], word: &str| {
            let parts: Vec<String> = parts.iter().map(|part| operand(*part)).collect();
            whole(parts.join(word))
        };
        match self.formulas.get(id) {
            Formula::True => "true".to_owned(),
            Formula::False => "false".to_owned(),
            Formula::Prop(id) => self.proposition(*id).name.clone(),
            Formula::Red(agent) => format!("{}.RedStates", self.agent_name(*agent)),
            Formula::Green(agent) => format!("{}.GreenStates", self.agent_name(*agent)),
            Formula::Not(f) => {
                let space = if parentheses == Parentheses::All { " " } else { "" };
                whole(format!("!{space}{}", operand(*f)))
            }
            Formula::And(parts) => joined(parts, " and "),
            Formula::Or(parts) => joined(parts, " or "),
            Formula::Implies(f, g) => joined(&[*f, *g], " -> "),
            Formula::Iff(f, g) => joined(&[*f, *g], " <-> "),
            Formula::Ctl(quantifier, Temporal::Until(f, g)) => {
                format!("{}({} U {})", letter(*quantifier), operand(*f), operand(*g))
            }
            Formula::Ctl(quantifier, temporal) => {
                let (operator, f) = operator(*temporal);
                whole(format!("{}{operator} {}", letter(*quantifier), operand(f)))
            }
            Formula::Enforce(group, Temporal::Until(f, g)) => {
                format!("<{}>({} U {})", self.coalition_text(*group), operand(*f), operand(*g))
            }
            Formula::Enforce(group, temporal) => {
                let (operator, f) = operator(*temporal);
                whole(format!("<{}>{operator} {}", self.coalition_text(*group), operand(f)))
            }
            Formula::Knows(agent, f) => format!("K({}, {})", self.agent_name(*agent), text(*f)),
            Formula::KnowsAssuming(agent, correct, f) => {
                format!("KH({}, {}, {})", self.agent_name(*agent), self.agent_name(*correct), text(*f))
            }
            Formula::Everyone(group, f) => format!("GK({}, {})", self.coalition_text(*group), text(*f)),
            Formula::Distributed(group, f) => format!("DK({}, {})", self.coalition_text(*group), text(*f)),
            Formula::Common(group, f) => format!("GCK({}, {})", self.coalition_text(*group), text(*f)),
            Formula::Obliged(agent, f) => format!("O({}, {})", self.agent_name(*agent), text(*f)),
            Formula::Quantified(quantifier, f) => whole(format!("{} {}", letter(*quantifier), operand(*f))),
            Formula::Path(Temporal::Until(f, g)) => joined(&[*f, *g], " U "),
            Formula::Path(temporal) => {
                let (operator, f) = operator(*temporal);
                whole(format!("{operator} {}", operand(f)))
            }
        }
    }

    /// The formula as an operand of something that is no list of arguments.
    fn operand(&self, id: FormulaId, parentheses: Parentheses) -> String {
        let text = self.written(id, parentheses);
        let connects = matches!(
            self.formulas.get(id),
            Formula::And(_)
                | Formula::Or(_)
                | Formula::Implies(..)
                | Formula::Iff(..)
                | Formula::Path(Temporal::Until(..))
        );
        if connects && parentheses == Parentheses::Few { format!("({text})") } else { text }
    }

    fn agent_name(&self, id: AgentId) -> &str {
        &self.agent(id).name
    }
}

fn operator(temporal: Temporal) -> (&'static str, FormulaId) {
    match temporal {
        Temporal::Next(f) => ("X", f),
        Temporal::Finally(f) => ("F", f),
        Temporal::Globally(f) | Temporal::Until(f, _) => ("G", f),
    }
}

fn letter(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::All => "A",
        Quantifier::Exists => "E",
    }
}
