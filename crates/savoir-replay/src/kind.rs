//! What kind of evidence a formula can have.

use savoir_model::{Connective, FormulaId, FormulaPool, Model, Quantifier, Shape};

/// How well a truth value can be shown; better ones come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EvidenceKind {
    /// The values of the variables say it.
    Fact,
    /// Paths, strategies and possible states show it.
    Shown,
    /// Nothing finite shows it.
    Claim,
}

/// Which formulas say something about the values of variables only.
#[derive(Clone, Debug)]
pub struct EvidenceKinds<'p> {
    pool: &'p FormulaPool,
    is_fact: Vec<bool>,
    /// Where only fair paths count, a strategy may win without showing it.
    shows_strategies: bool,
}

impl<'p> EvidenceKinds<'p> {
    /// Looks at a formula, and at everything that was in the pool before it.
    #[must_use]
    pub fn new(model: &'p Model, last: FormulaId) -> EvidenceKinds<'p> {
        let pool = &model.formulas;
        let mut is_fact = Vec::with_capacity(last.index() + 1);
        // Parts come before wholes.
        for id in (0..=last.index()).map(FormulaId::from) {
            is_fact.push(match pool.get(id).shape() {
                Shape::Constant(_) | Shape::Atom(_) => true,
                Shape::Connective(_) => pool.operands(id).iter().all(|part| is_fact[part.index()]),
                Shape::Modality(_) | Shape::Ctl(..) | Shape::Strategic(..) | Shape::Quantified(..) | Shape::Path(_) => {
                    false
                }
            });
        }
        EvidenceKinds { pool, is_fact, shows_strategies: model.fairness.is_empty() }
    }

    /// Whether the formula is about the values of variables only. Not known of later formulas, so false.
    #[must_use]
    pub fn is_fact(&self, formula: FormulaId) -> bool {
        self.is_fact.get(formula.index()).copied().unwrap_or(false)
    }

    /// How well it can be shown that a state formula has a truth value.
    #[must_use]
    pub fn of(&self, formula: FormulaId, holds: bool) -> EvidenceKind {
        if self.is_fact(formula) {
            return EvidenceKind::Fact;
        }
        let shown = |can_be: bool| if can_be { EvidenceKind::Shown } else { EvidenceKind::Claim };
        match self.pool.get(formula).shape() {
            Shape::Constant(_) | Shape::Atom(_) | Shape::Path(_) => EvidenceKind::Fact,
            Shape::Connective(connective) => self.of_connective(connective, holds),
            Shape::Ctl(quantifier, _) | Shape::Quantified(quantifier, _) => {
                shown((quantifier == Quantifier::Exists) == holds)
            }
            Shape::Modality(_) => shown(!holds),
            Shape::Strategic(..) => shown(self.shows_strategies),
        }
    }

    /// Where all parts matter, the one that is hardest to show decides; where one is enough, the easiest.
    fn of_connective(&self, connective: Connective<'_>, holds: bool) -> EvidenceKind {
        let best = |parts: &[(FormulaId, bool)]| parts.iter().map(|(part, holds)| self.of(*part, *holds)).min();
        let worst = |parts: &[(FormulaId, bool)]| parts.iter().map(|(part, holds)| self.of(*part, *holds)).max();
        let each = |parts: &[FormulaId]| parts.iter().map(|part| (*part, holds)).collect::<Vec<_>>();
        let kind = match connective {
            Connective::Not(f) => return self.of(f, !holds),
            Connective::And(parts) if holds => worst(&each(parts)),
            Connective::And(parts) => best(&each(parts)),
            Connective::Or(parts) if holds => best(&each(parts)),
            Connective::Or(parts) => worst(&each(parts)),
            Connective::Implies(f, g) if holds => best(&[(f, false), (g, true)]),
            Connective::Implies(f, g) => worst(&[(f, true), (g, false)]),
            // Whether both sides hold or neither does depends on the state.
            Connective::Iff(f, g) => {
                let ways = [(true, holds), (false, !holds)];
                ways.iter().filter_map(|(left, right)| worst(&[(f, *left), (g, *right)])).min()
            }
        };
        kind.unwrap_or(EvidenceKind::Fact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_model::resolve_formula;
    use savoir_testkit::fixtures::load;

    const MODEL: &str = "Agent Ann\n Vars:\n x : boolean;\n end Vars\n Actions = {a};\n Protocol:\n Other : {a};\n end \
                         Protocol\n Evolution:\n x = true if Action = a;\n end Evolution\nend Agent\nEvaluation\n p if \
                         Ann.x = true;\nend Evaluation\nInitStates\n Ann.x = false;\nend InitStates\nGroups\n g = {Ann};\n\
                         end Groups\nFormulae\n p;\nend Formulae\n";

    #[test]
    fn what_can_be_shown_depends_on_the_truth_value() {
        use EvidenceKind::{Claim, Fact, Shown};
        let mut model = load(MODEL);
        // If it holds, and if it fails.
        for (text, holds, fails) in [
            ("p and !p", Fact, Fact),
            ("EF p", Shown, Claim),
            ("AG p", Claim, Shown),
            ("K(Ann, p)", Claim, Shown),
            ("O(Ann, p)", Claim, Shown),
            ("<g>F p", Shown, Shown),
            ("CTL* E (G F p)", Shown, Claim),
            ("!AG p", Shown, Claim),
            ("AG p and p", Claim, Fact),
            ("AG p or EF p", Shown, Claim),
            ("EF p -> AG p", Claim, Shown),
            ("p <-> AG p", Shown, Shown),
        ] {
            let formula = resolve_formula(&mut model, text).unwrap().formula;
            let kinds = EvidenceKinds::new(&model, formula);
            assert_eq!((kinds.of(formula, true), kinds.of(formula, false)), (holds, fails), "{text}");
            assert_eq!(kinds.is_fact(formula), holds == Fact && fails == Fact, "{text}");
        }
        let strategic = resolve_formula(&mut model, "<g>F p").unwrap().formula;
        model.fairness = vec![resolve_formula(&mut model, "p").unwrap().formula];
        assert_eq!(EvidenceKinds::new(&model, strategic).of(strategic, true), Claim);
    }
}
