//! Which operands of a formula matter, by definition: each is replaced by the constants that speak most against the verdict,
//! and the formula is decided again. See [`savoir_model::OperandPlace`].

use crate::evidence::{EvidenceOutcome, FormulaEvidence};
use crate::session::Questions;
use savoir_check::{Checker, Stop, System, Verdict};
use savoir_model::{FormulaId, FormulaPool, OperandPlace};

/// Operands beyond this are not looked at.
const MOST_OPERANDS: usize = 400;

/// A formula with constants in the place of an operand.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    place: OperandPlace,
    /// With `false`, and with `true`.
    with: [FormulaId; 2],
    /// Whether a witness is worth its room.
    is_central: bool,
}

/// The formulas with constants in the place of each operand.
pub(crate) fn variants(pool: &mut FormulaPool, formula: FormulaId) -> Vec<Variant> {
    let places = pool.operand_places(formula, MOST_OPERANDS);
    let central = central(pool, formula);
    let mut found = Vec::with_capacity(places.len());
    for place in places {
        let with = [false, true].map(|constant| pool.with_constant(formula, &place.path, constant));
        let is_central = place.path.split_last().is_some_and(|(_, above)| above == central);
        found.push(Variant { place, with, is_central });
    }
    found
}

/// The path to the outermost formula with several operands, or to the innermost one with an operand.
fn central(pool: &FormulaPool, formula: FormulaId) -> Vec<usize> {
    let (mut path, mut part) = (Vec::new(), formula);
    while let [only] = pool.operands(part)[..] {
        if pool.operands(only).is_empty() {
            break;
        }
        path.push(0);
        part = only;
    }
    path
}

/// Which operands of a formula matter.
#[derive(Clone, Debug)]
pub struct OperandReport {
    /// The verdict that they may matter for.
    pub verdict: bool,
    /// By operand, wholes before parts. Parts of one that does not matter are left out: they do not matter either.
    pub operands: Vec<(String, OperandAnswer)>,
    /// Whether there are more, which were not looked at.
    pub has_more: bool,
}

/// Whether an operand matters.
#[derive(Clone, Debug)]
pub enum OperandAnswer {
    /// The verdict is the same with any of these constants in its place.
    DoesNotMatter {
        /// The constants that speak most against the verdict.
        constants: &'static [bool],
    },
    /// The verdict is another one with this constant in its place.
    Matters {
        /// The constant.
        constant: bool,
        /// Why: the evidence for the other verdict, for some of the operands.
        witness: Option<Box<FormulaEvidence>>,
    },
    /// It was not looked at.
    NotLookedAt(Stop),
}

/// Decides a formula.
type Decide<'a, S> = dyn FnMut(&mut Checker<'_, S>, FormulaId) -> Verdict + 'a;

/// Makes evidence for a verdict on a formula.
type Explain<'a, S> = dyn Fn(&mut Checker<'_, S>, FormulaId, Verdict) -> Option<EvidenceOutcome> + 'a;

impl Questions {
    /// Finds out which operands of a formula matter for its verdict.
    pub(crate) fn operands<S: System>(
        &self,
        checker: &mut Checker<'_, S>,
        variants: &[Variant],
        holds: bool,
        decide: &mut Decide<'_, S>,
        explain: &Explain<'_, S>,
    ) -> OperandReport {
        let mut operands = Vec::new();
        let mut idle: Vec<&OperandPlace> = Vec::new();
        for variant in variants {
            if idle.iter().any(|place| variant.place.is_within(place)) {
                continue;
            }
            let mut answer = try_constants(checker, variant, holds, decide);
            if let OperandAnswer::DoesNotMatter { .. } = answer {
                idle.push(&variant.place);
            }
            if let (OperandAnswer::Matters { constant, witness }, true) = (&mut answer, variant.is_central) {
                let other = Verdict::from(Ok(!holds));
                let outcome = explain(checker, variant.with[usize::from(*constant)], other);
                let with_model = |outcome| Box::new(FormulaEvidence { model: self.model.clone(), outcome });
                *witness = outcome.map(with_model);
            }
            operands.push((self.model.formula_short(variant.place.operand), answer));
        }
        OperandReport { verdict: holds, operands, has_more: variants.len() >= MOST_OPERANDS }
    }
}

/// Whether the verdict stays with each constant that speaks against it.
fn try_constants<S: System>(
    checker: &mut Checker<'_, S>,
    variant: &Variant,
    holds: bool,
    decide: &mut Decide<'_, S>,
) -> OperandAnswer {
    let constants = variant.place.polarity.against(holds);
    for &constant in constants {
        match decide(checker, variant.with[usize::from(constant)]) {
            Verdict::Unknown(stop) => return OperandAnswer::NotLookedAt(stop),
            Verdict::True if holds => {}
            Verdict::False if !holds => {}
            Verdict::True | Verdict::False => return OperandAnswer::Matters { constant, witness: None },
        }
    }
    OperandAnswer::DoesNotMatter { constants }
}
