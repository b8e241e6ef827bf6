//! Formulas as text with every parenthesis written, to show how a formula is read.

use crate::{AgentId, Coalition, CoalitionId, Formula, FormulaId, Model, Quantifier, Temporal};

impl Model {
    /// The formula, fully parenthesised.
    #[must_use]
    pub fn formula_text(&self, id: FormulaId) -> String {
        let text = |id: FormulaId| self.formula_text(id);
        let joined = |parts: &[FormulaId], word: &str| {
            let parts: Vec<String> = parts.iter().map(|part| text(*part)).collect();
            format!("({})", parts.join(word))
        };
        match self.formulas.get(id) {
            Formula::True => "true".to_owned(),
            Formula::False => "false".to_owned(),
            Formula::Prop(id) => self.proposition(*id).name.clone(),
            Formula::Red(agent) => format!("{}.RedStates", self.agent_name(*agent)),
            Formula::Green(agent) => format!("{}.GreenStates", self.agent_name(*agent)),
            Formula::Not(f) => format!("(! {})", text(*f)),
            Formula::And(parts) => joined(parts, " and "),
            Formula::Or(parts) => joined(parts, " or "),
            Formula::Implies(f, g) => joined(&[*f, *g], " -> "),
            Formula::Iff(f, g) => joined(&[*f, *g], " <-> "),
            Formula::Ctl(quantifier, Temporal::Until(f, g)) => {
                format!("{}({} U {})", letter(*quantifier), text(*f), text(*g))
            }
            Formula::Ctl(quantifier, temporal) => {
                let (operator, f) = self.operator(*temporal);
                format!("({}{operator} {f})", letter(*quantifier))
            }
            Formula::Enforce(group, Temporal::Until(f, g)) => {
                format!("<{}>({} U {})", self.coalition_text(*group), text(*f), text(*g))
            }
            Formula::Enforce(group, temporal) => {
                let (operator, f) = self.operator(*temporal);
                format!("(<{}>{operator} {f})", self.coalition_text(*group))
            }
            Formula::Knows(agent, f) => format!("K({}, {})", self.agent_name(*agent), text(*f)),
            Formula::KnowsAssuming(agent, correct, f) => {
                format!("KH({}, {}, {})", self.agent_name(*agent), self.agent_name(*correct), text(*f))
            }
            Formula::Everyone(group, f) => format!("GK({}, {})", self.coalition_text(*group), text(*f)),
            Formula::Distributed(group, f) => format!("DK({}, {})", self.coalition_text(*group), text(*f)),
            Formula::Common(group, f) => format!("GCK({}, {})", self.coalition_text(*group), text(*f)),
            Formula::Obliged(agent, f) => format!("O({}, {})", self.agent_name(*agent), text(*f)),
            Formula::Quantified(quantifier, f) => format!("({} {})", letter(*quantifier), text(*f)),
            Formula::Path(Temporal::Until(f, g)) => joined(&[*f, *g], " U "),
            Formula::Path(temporal) => {
                let (operator, f) = self.operator(*temporal);
                format!("({operator} {f})")
            }
        }
    }

    fn operator(&self, temporal: Temporal) -> (&'static str, String) {
        match temporal {
            Temporal::Next(f) => ("X", self.formula_text(f)),
            Temporal::Finally(f) => ("F", self.formula_text(f)),
            Temporal::Globally(f) | Temporal::Until(f, _) => ("G", self.formula_text(f)),
        }
    }

    fn agent_name(&self, id: AgentId) -> &str {
        &self.agent(id).name
    }

    fn coalition_text(&self, id: CoalitionId) -> String {
        match self.formulas.coalition(id) {
            Coalition::Agents { label, .. } => label.clone(),
            Coalition::Variable(name) => format!("?{name}"),
        }
    }
}

fn letter(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::All => "A",
        Quantifier::Exists => "E",
    }
}
