//! A formula in words, as an outline: each operator says what it asks, its operands stand below it.

use savoir::{CoalitionId, Formula, FormulaId, Model, Quantifier, Temporal};

/// Deeper levels are not indented any further.
const DEEPEST: usize = 30;

/// The outline of a formula.
pub(super) fn outline(model: &Model, formula: FormulaId, indent: usize) -> String {
    let mut outline = Outline { model, out: String::new() };
    outline.formula(formula, indent);
    outline.out
}

struct Outline<'a> {
    model: &'a Model,
    out: String,
}

impl Outline<'_> {
    /// The depth of formulas is bounded by the front end, and so is this recursion.
    fn formula(&mut self, id: FormulaId, indent: usize) {
        let model = self.model;
        if let Some(fact) = self.fact(id, true) {
            self.line(indent, &fact);
            return;
        }
        let agent = |id| &model.agent(id).name;
        let text = |words: &str| format!("{words}:");
        match model.formulas.get(id) {
            Formula::Not(f) => match self.fact(*f, false) {
                Some(fact) => self.line(indent, &fact),
                None => self.with(indent, "it is not so that:", &[*f]),
            },
            Formula::And(parts) => self.with(indent, "all of these:", parts),
            Formula::Or(parts) => self.with(indent, "at least one of these:", parts),
            Formula::Implies(f, g) => {
                self.with(indent, "if:", &[*f]);
                self.with(indent, "then:", &[*g]);
            }
            Formula::Iff(f, g) => self.with(indent, "both of these or neither:", &[*f, *g]),
            Formula::Ctl(quantifier, temporal) => {
                let paths = match (quantifier, temporal) {
                    (Quantifier::All, Temporal::Next(f)) => return self.with(indent, "in every next state:", &[*f]),
                    (Quantifier::Exists, Temporal::Next(f)) => return self.with(indent, "in some next state:", &[*f]),
                    (Quantifier::All, _) => "on every path",
                    (Quantifier::Exists, _) => "on some path",
                };
                self.temporal(indent, &format!("{paths}, "), *temporal);
            }
            Formula::Enforce(group, temporal) => {
                let who = self.group(*group);
                self.temporal(indent, &format!("{who} can see to it, whatever the others do, that "), *temporal);
            }
            Formula::Knows(id, f) => self.with(indent, &text(&format!("{} knows", agent(*id))), &[*f]),
            Formula::KnowsAssuming(id, other, f) => {
                let words = format!("{} knows, supposing that {} behaves correctly", agent(*id), agent(*other));
                self.with(indent, &text(&words), &[*f]);
            }
            Formula::Everyone(id, f) => {
                let words = format!("everybody in {} knows", self.group(*id));
                self.with(indent, &text(&words), &[*f]);
            }
            Formula::Distributed(id, f) => {
                let words = format!("{}, putting together what its members observe, knows", self.group(*id));
                self.with(indent, &text(&words), &[*f]);
            }
            Formula::Common(id, f) => {
                let words = format!("it is common knowledge in {}", self.group(*id));
                self.with(indent, &text(&words), &[*f]);
            }
            Formula::Obliged(id, f) => {
                let words = format!("in every reachable state where {} behaves correctly", agent(*id));
                self.with(indent, &text(&words), &[*f]);
            }
            Formula::Quantified(Quantifier::All, f) => self.with(indent, "on every path:", &[*f]),
            Formula::Quantified(Quantifier::Exists, f) => self.with(indent, "on some path:", &[*f]),
            Formula::Path(temporal) => self.temporal(indent, "", *temporal),
            Formula::True | Formula::False | Formula::Prop(_) | Formula::Red(_) | Formula::Green(_) => {}
        }
    }

    /// What needs no line of its own.
    fn fact(&self, id: FormulaId, holds: bool) -> Option<String> {
        let name = |id| &self.model.agent(id).name;
        let behaves = |id, correctly: bool| {
            format!("{} behaves {}", name(id), if correctly == holds { "correctly" } else { "incorrectly" })
        };
        match self.model.formulas.get(id) {
            Formula::True => Some(if holds { "nothing is asked: true" } else { "never: false" }.to_owned()),
            Formula::False => Some(if holds { "never: false" } else { "nothing is asked: true" }.to_owned()),
            Formula::Prop(id) => {
                let verb = if holds { "holds" } else { "does not hold" };
                Some(format!("`{}` {verb}", self.model.proposition(*id).name))
            }
            Formula::Red(id) => Some(behaves(*id, false)),
            Formula::Green(id) => Some(behaves(*id, true)),
            _ => None,
        }
    }

    fn temporal(&mut self, indent: usize, before: &str, temporal: Temporal) {
        match temporal {
            Temporal::Next(f) => self.with(indent, &format!("{before}at the next moment:"), &[f]),
            Temporal::Finally(f) => self.with(indent, &format!("{before}now or at some later moment:"), &[f]),
            Temporal::Globally(f) => self.with(indent, &format!("{before}now and at every later moment:"), &[f]),
            Temporal::Until(f, g) => {
                self.with(indent, &format!("{before}now or at some later moment:"), &[g]);
                self.with(indent, "and at every moment before that:", &[f]);
            }
        }
    }

    fn with(&mut self, indent: usize, words: &str, parts: &[FormulaId]) {
        self.line(indent, words);
        for part in parts {
            self.formula(*part, (indent + 2).min(DEEPEST));
        }
    }

    /// A group by its name; the members follow with what they observe.
    fn group(&self, id: CoalitionId) -> String {
        self.model.coalition_text(id)
    }

    fn line(&mut self, indent: usize, text: &str) {
        self.out += &format!("{}{text}\n", " ".repeat(indent));
    }
}
