//! Formulas as MCMAS repeats them beside their verdicts.

use savoir::{Formula, FormulaId, Model, Quantifier, Temporal};
use std::fmt::Write;

/// The formula with every parenthesis and with `&&`, `||` and `!`. What MCMAS does not have is written as in a model.
#[must_use]
pub fn echo(model: &Model, formula: FormulaId) -> String {
    let mut out = String::new();
    Echo { model, out: &mut out }.formula(formula);
    out
}

struct Echo<'a> {
    model: &'a Model,
    out: &'a mut String,
}

impl Echo<'_> {
    /// The depth of formulas is bounded by the front end, and so is this recursion.
    fn formula(&mut self, id: FormulaId) {
        let model = self.model;
        let agent = |id| &model.agent(id).name;
        let group = |id| model.coalition_text(id);
        match model.formulas.get(id) {
            Formula::True => self.out.push_str("true"),
            Formula::False => self.out.push_str("false"),
            Formula::Prop(id) => self.out.push_str(&model.proposition(*id).name),
            Formula::Red(id) => self.write(&format!("{}.RedStates", agent(*id))),
            Formula::Green(id) => self.write(&format!("{}.GreenStates", agent(*id))),
            Formula::Not(f) => self.prefix("! ", *f),
            Formula::And(parts) => self.chain(parts, "&&"),
            Formula::Or(parts) => self.chain(parts, "||"),
            Formula::Implies(f, g) => self.infix("(", *f, "->", *g),
            Formula::Iff(f, g) => self.infix("(", *f, "<->", *g),
            Formula::Ctl(quantifier, Temporal::Until(f, g)) => {
                self.infix(&format!("{}(", letter(*quantifier)), *f, "U", *g);
            }
            Formula::Ctl(quantifier, temporal) => self.temporal(letter(*quantifier), *temporal),
            Formula::Enforce(id, Temporal::Until(f, g)) => self.infix(&format!("<{}>(", group(*id)), *f, "U", *g),
            Formula::Enforce(id, temporal) => self.temporal(&format!("<{}>", group(*id)), *temporal),
            Formula::Knows(id, f) => self.modality("K", agent(*id), *f),
            Formula::KnowsAssuming(id, other, f) => {
                self.modality("KH", &format!("{}, {}", agent(*id), agent(*other)), *f);
            }
            Formula::Everyone(id, f) => self.modality("GK", &group(*id), *f),
            Formula::Distributed(id, f) => self.modality("DK", &group(*id), *f),
            Formula::Common(id, f) => self.modality("GCK", &group(*id), *f),
            Formula::Obliged(id, f) => self.modality("O", agent(*id), *f),
            Formula::Quantified(quantifier, f) => self.prefix(&format!("{} ", letter(*quantifier)), *f),
            Formula::Path(Temporal::Until(f, g)) => self.infix("(", *f, "U", *g),
            Formula::Path(temporal) => self.temporal("", *temporal),
        }
    }

    fn write(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// `(! f)`
    fn prefix(&mut self, operator: &str, f: FormulaId) {
        let _ = write!(self.out, "({operator}");
        self.formula(f);
        self.out.push(')');
    }

    /// `(AG f)`
    fn temporal(&mut self, before: &str, temporal: Temporal) {
        match temporal {
            Temporal::Next(f) => self.prefix(&format!("{before}X "), f),
            Temporal::Finally(f) => self.prefix(&format!("{before}F "), f),
            Temporal::Globally(f) => self.prefix(&format!("{before}G "), f),
            Temporal::Until(f, g) => self.infix(&format!("{before}("), f, "U", g),
        }
    }

    /// `(f -> g)`
    fn infix(&mut self, open: &str, f: FormulaId, operator: &str, g: FormulaId) {
        self.write(open);
        self.formula(f);
        let _ = write!(self.out, " {operator} ");
        self.formula(g);
        self.out.push(')');
    }

    /// `((f && g) && h)`: chains associate to the left.
    fn chain(&mut self, parts: &[FormulaId], operator: &str) {
        self.out.extend(std::iter::repeat_n('(', parts.len() - 1));
        self.formula(parts[0]);
        for part in &parts[1..] {
            let _ = write!(self.out, " {operator} ");
            self.formula(*part);
            self.out.push(')');
        }
    }

    /// `K(a, f)`
    fn modality(&mut self, operator: &str, who: &str, f: FormulaId) {
        let _ = write!(self.out, "{operator}({who}, ");
        self.formula(f);
        self.out.push(')');
    }
}

fn letter(quantifier: Quantifier) -> &'static str {
    match quantifier {
        Quantifier::All => "A",
        Quantifier::Exists => "E",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir::{Loaded, resolve_formula};

    #[test]
    fn formulas_are_repeated_as_mcmas_does() {
        let mut model = Loaded::from_text("m", savoir::examples_for_docs::TOGGLE).model.unwrap();
        for (written, repeated) in [
            ("light", "light"),
            ("light and light or !light", "((light && light) || (! light))"),
            ("light and light and light", "((light && light) && light)"),
            ("light -> light -> light", "(light -> (light -> light))"),
            ("AG EF light", "(AG (EF light))"),
            ("A(light U !light)", "A(light U (! light))"),
            ("K(Switch, EX light)", "K(Switch, (EX light))"),
            ("O(Switch, Switch.GreenStates)", "O(Switch, Switch.GreenStates)"),
            ("<{Switch}>F light", "(<{Switch}>F light)"),
            ("<{Switch}>(light U light)", "<{Switch}>(light U light)"),
            ("LTL G light U light", "(A ((G light) U light))"),
            ("LTL K(Switch, F light)", "(A K(Switch, (A (F light))))"),
            ("CTL* E (X light)", "(E (X light))"),
        ] {
            let property = resolve_formula(&mut model, written).unwrap();
            assert_eq!(echo(&model, property.formula), repeated);
        }
    }
}
