//! Bounds for path quantifiers, `A ψ` and `E ψ`.
//!
//! Let the constraints be conditions. The fair paths of an induced model are fair paths of the partial model; and those
//! paths of the partial model that only leave states where all choices are made are paths of every induced model that
//! reaches their first state. So with `ψ⁻` and `ψ⁺`, where each operand of `ψ` is replaced by a set that implies it or is
//! implied by it, as its polarity demands,
//!
//! > `A ψ⁻` of the partial model implies `A ψ`, which implies `A ψ⁺` on its certain part;
//! > `E ψ⁻` on its certain part implies `E ψ`, which implies `E ψ⁺` of the partial model.
//!
//! An operand that occurs with both polarities has to have the same bounds from both sides, or nothing is known.

use super::bounds::{Bounds, Estimate};
use super::certain::Side;
use super::system::{Marks, PartialSystem, combined};
use rustc_hash::FxHashMap;
use savoir_check::{Checker, Stop};
use savoir_model::{Connective, FormulaId, FormulaPool, Quantifier, Semantics, Shape};

/// How a formula occurs in another: the bounds that may stand for it from one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Polarity {
    Positive,
    Negative,
    Both,
}

impl Estimate<'_, '_, '_> {
    pub(super) fn quantified(
        &self,
        quantifier: Quantifier,
        formula: FormulaId,
        operand: FormulaId,
    ) -> Result<Bounds, Stop> {
        let model = self.system.model();
        let operands = polarities(&model.formulas, operand);
        if !model.fairness.iter().all(|constraint| model.formulas.is_condition(*constraint)) {
            return Ok(self.trivial());
        }
        let (mut bounds, certain) = (self.trivial(), self.system.certain());
        match quantifier {
            Quantifier::All => {
                if let Some((set, _)) = self.sure(self.system, formula, &operands, Side::Lower)? {
                    bounds.lower = set;
                }
                if let Some((set, domain)) = self.sure(&certain, formula, &operands, Side::Upper)? {
                    bounds.upper = combined(&set, &domain, |holds, counts| holds || !counts);
                }
            }
            Quantifier::Exists => {
                if let Some((set, _)) = self.sure(&certain, formula, &operands, Side::Lower)? {
                    bounds.lower = set;
                }
                if let Some((set, _)) = self.sure(self.system, formula, &operands, Side::Upper)? {
                    bounds.upper = set;
                }
            }
        }
        Ok(bounds)
    }

    /// Where a formula holds on a system if bounds stand for its operands, and the domain there.
    fn sure(
        &self,
        system: &PartialSystem<'_, '_>,
        formula: FormulaId,
        operands: &FxHashMap<FormulaId, Polarity>,
        side: Side,
    ) -> Result<Option<(Marks, Marks)>, Stop> {
        let mut checker = Checker::new(system.model(), system, Semantics::default())?;
        for (operand, polarity) in operands {
            let bounds = &self.known[operand];
            let set = match polarity {
                Polarity::Positive => bounds.of(side),
                Polarity::Negative => bounds.of(side.other()),
                Polarity::Both if bounds.lower == bounds.upper => &bounds.lower,
                Polarity::Both => return Ok(None),
            };
            checker.assume(*operand, set.clone())?;
        }
        Ok(Some((checker.satisfying(formula)?, checker.domain().clone())))
    }
}

/// The largest state formulas in a formula, with how they occur.
fn polarities(formulas: &FormulaPool, formula: FormulaId) -> FxHashMap<FormulaId, Polarity> {
    let mut found: FxHashMap<FormulaId, Polarity> = FxHashMap::default();
    let mut open = vec![(formula, Polarity::Positive)];
    let mut seen = Vec::new();
    while let Some((part, polarity)) = open.pop() {
        if seen.contains(&(part, polarity)) {
            continue;
        }
        seen.push((part, polarity));
        let opposite = match polarity {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
            Polarity::Both => Polarity::Both,
        };
        if !formulas.is_path(part) {
            let known = found.entry(part).or_insert(polarity);
            if *known != polarity {
                *known = Polarity::Both;
            }
            continue;
        }
        match formulas.get(part).shape() {
            Shape::Connective(Connective::Not(f)) => open.push((f, opposite)),
            Shape::Connective(Connective::Implies(f, g)) => open.extend([(f, opposite), (g, polarity)]),
            Shape::Connective(Connective::Iff(f, g)) => open.extend([(f, Polarity::Both), (g, Polarity::Both)]),
            Shape::Connective(Connective::And(_) | Connective::Or(_))
            | Shape::Path(_)
            | Shape::Constant(_)
            | Shape::Atom(_)
            | Shape::Modality(_)
            | Shape::Ctl(..)
            | Shape::Strategic(..)
            | Shape::Quantified(..) => open.extend(formulas.operands(part).into_iter().map(|f| (f, polarity))),
        }
    }
    found
}
