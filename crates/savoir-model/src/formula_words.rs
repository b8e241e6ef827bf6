//! A formula in words, as an outline: each operator says what it asks, its operands stand below it.

use crate::{Formula, FormulaId, Introduced, Model, Words};

/// Deeper levels are not indented any further.
const DEEPEST: usize = 30;

impl Model {
    /// The formula in words for people: a line for each operator that needs one, with so many spaces before the first, and
    /// its operands below it.
    #[must_use]
    pub fn formula_words(&self, formula: FormulaId, indent: usize) -> String {
        let mut outline = Outline { model: self, out: String::new() };
        outline.formula(formula, indent);
        outline.out
    }
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
        let formula = model.formulas.get(id);
        let parts = formula.operands();
        match formula.operator().words() {
            Words::Fact { .. } => {}
            Words::Opposite(words) => match parts.first().and_then(|part| self.fact(*part, false)) {
                Some(fact) => self.line(indent, &fact),
                None => self.with(indent, words, &parts),
            },
            Words::Introduce(lines) => {
                for (words, introduced) in lines {
                    let below = match introduced {
                        Introduced::Each => &parts[..],
                        Introduced::First => &parts[..1],
                        Introduced::Second => &parts[1..2],
                    };
                    self.with(indent, &self.named(words, formula), below);
                }
            }
        }
    }

    /// What needs no line of its own.
    fn fact(&self, id: FormulaId, wanted: bool) -> Option<String> {
        let formula = self.model.formulas.get(id);
        match formula.operator().words() {
            Words::Fact { holds, fails } => Some(self.named(if wanted { holds } else { fails }, formula)),
            Words::Opposite(_) | Words::Introduce(_) => None,
        }
    }

    /// Words of an operator, with the names of what it is applied to.
    fn named(&self, words: &str, formula: &Formula) -> String {
        let names = formula.arguments().into_iter().filter_map(|argument| self.model.argument_name(argument));
        names.fold(words.to_owned(), |words, name| words.replacen("{}", &name, 1))
    }

    /// Words with formulas below them.
    fn with(&mut self, indent: usize, words: &str, parts: &[FormulaId]) {
        self.line(indent, &format!("{words}:"));
        for part in parts {
            self.formula(*part, (indent + 2).min(DEEPEST));
        }
    }

    fn line(&mut self, indent: usize, text: &str) {
        self.out += &format!("{}{text}\n", " ".repeat(indent));
    }
}
