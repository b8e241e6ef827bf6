//! Path formulas whose operators can be looked at one after the other.
//!
//! Where every path goes on, `A G f` says that `A f` holds in every state of every path, and `A (f and g)` that both `A f`
//! and `A g` do; likewise for `X`, for `E F` and `E (f or g)`, and for state formulas in place of one part. So `A G (p -> F
//! q)` is decided like `AG (p -> AF q)`. Other path formulas have no certificates.

use super::labelling::{Certified, Truths, Undecided, and, or};
use super::{LabelSource, Labelled};
use savoir_model::{Connective, FormulaId, Quantifier, Shape, Temporal};

impl<L: LabelSource> Certified<'_, L> {
    /// Where all paths satisfy a formula, or some path does.
    pub(super) fn quantified(&mut self, quantifier: Quantifier, formula: FormulaId) -> Result<Truths, Undecided> {
        if !self.meter.go_on() || !self.meter.spend(self.domain.len() as u64) {
            return Err(Undecided::TooMuchWork);
        }
        let formulas = &self.space.model.formulas;
        if !formulas.is_path(formula) {
            return Ok(self.of(formula));
        }
        match formulas.get(formula).shape() {
            Shape::Path(temporal) => {
                if !self.distributes(quantifier, temporal) {
                    return Err(Undecided::Operator(formula));
                }
                let operands = temporal.operands().into_iter().map(|part| self.quantified(quantifier, part));
                let operands = operands.collect::<Result<Vec<_>, _>>()?;
                self.paths(Labelled::path(quantifier, formula), quantifier, temporal, operands)
            }
            Shape::Connective(connective) => self.connective_of_paths(quantifier, formula, connective),
            Shape::Constant(_)
            | Shape::Atom(_)
            | Shape::Modality(_)
            | Shape::Ctl(..)
            | Shape::Strategic(..)
            | Shape::Quantified(..) => Ok(self.of(formula)),
        }
    }

    /// Whether the quantifier may be put before the operands of a temporal operator.
    fn distributes(&self, quantifier: Quantifier, temporal: Temporal) -> bool {
        let is_path = |part: FormulaId| self.space.model.formulas.is_path(part);
        match (temporal, quantifier) {
            (Temporal::Next(_), _)
            | (Temporal::Globally(_), Quantifier::All)
            | (Temporal::Finally(_), Quantifier::Exists) => true,
            (Temporal::Globally(f) | Temporal::Finally(f), _) => !is_path(f),
            (Temporal::Until(f, _), Quantifier::Exists) => !is_path(f),
            (Temporal::Until(f, g), Quantifier::All) => !is_path(f) && !is_path(g),
        }
    }

    fn connective_of_paths(
        &mut self,
        quantifier: Quantifier,
        formula: FormulaId,
        connective: Connective<'_>,
    ) -> Result<Truths, Undecided> {
        let formulas = &self.space.model.formulas;
        // Whether all parts have to hold, and which parts hold or fail.
        let (all, parts): (bool, Vec<(FormulaId, bool)>) = match connective {
            Connective::Not(f) => (true, vec![(f, false)]),
            Connective::And(parts) => (true, parts.iter().map(|part| (*part, true)).collect()),
            Connective::Or(parts) => (false, parts.iter().map(|part| (*part, true)).collect()),
            Connective::Implies(f, g) => (false, vec![(f, false), (g, true)]),
            Connective::Iff(..) => return Err(Undecided::Operator(formula)),
        };
        let about_paths = parts.iter().filter(|(part, _)| formulas.is_path(*part)).count();
        if about_paths > 1 && all != (quantifier == Quantifier::All) {
            return Err(Undecided::Operator(formula));
        }
        let dual = match quantifier {
            Quantifier::All => Quantifier::Exists,
            Quantifier::Exists => Quantifier::All,
        };
        let mut found = if all { self.domain.clone() } else { vec![false; self.domain.len()] };
        for (part, holds) in parts {
            let truths = if holds {
                self.quantified(quantifier, part)?
            } else {
                let other = self.quantified(dual, part)?;
                self.complement(&other)
            };
            found = if all { and(&found, &truths) } else { or(&found, &truths) };
        }
        Ok(found)
    }
}
