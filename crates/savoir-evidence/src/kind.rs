//! What kind of evidence a formula can have.

use savoir_model::{Formula, FormulaId, FormulaPool, Model, Quantifier};

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
            is_fact.push(match pool.get(id) {
                Formula::True | Formula::False | Formula::Prop(_) | Formula::Red(_) | Formula::Green(_) => true,
                Formula::Not(_) | Formula::And(_) | Formula::Or(_) | Formula::Implies(..) | Formula::Iff(..) => {
                    pool.operands(id).iter().all(|part| is_fact[part.index()])
                }
                _ => false,
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
        let best = |parts: &[(FormulaId, bool)]| parts.iter().map(|(part, holds)| self.of(*part, *holds)).min();
        let worst = |parts: &[(FormulaId, bool)]| parts.iter().map(|(part, holds)| self.of(*part, *holds)).max();
        let each = |parts: &[FormulaId]| parts.iter().map(|part| (*part, holds)).collect::<Vec<_>>();
        let shown = |can_be: bool| if can_be { EvidenceKind::Shown } else { EvidenceKind::Claim };
        match self.pool.get(formula) {
            Formula::Not(f) => self.of(*f, !holds),
            Formula::And(parts) => {
                if holds { worst(&each(parts)) } else { best(&each(parts)) }.unwrap_or(EvidenceKind::Fact)
            }
            Formula::Or(parts) => {
                if holds { best(&each(parts)) } else { worst(&each(parts)) }.unwrap_or(EvidenceKind::Fact)
            }
            Formula::Implies(f, g) => {
                let parts = [(*f, !holds), (*g, holds)];
                if holds { best(&parts) } else { worst(&parts) }.unwrap_or(EvidenceKind::Fact)
            }
            // Whether both sides hold or neither does depends on the state.
            Formula::Iff(f, g) => {
                let ways = [(true, holds), (false, !holds)];
                ways.iter()
                    .filter_map(|(left, right)| worst(&[(*f, *left), (*g, *right)]))
                    .min()
                    .unwrap_or(EvidenceKind::Fact)
            }
            Formula::Ctl(quantifier, _) | Formula::Quantified(quantifier, _) => {
                shown((*quantifier == Quantifier::Exists) == holds)
            }
            Formula::Knows(..)
            | Formula::KnowsAssuming(..)
            | Formula::Everyone(..)
            | Formula::Distributed(..)
            | Formula::Common(..)
            | Formula::Obliged(..) => shown(!holds),
            Formula::Enforce(..) => shown(self.shows_strategies),
            _ => EvidenceKind::Fact,
        }
    }
}
