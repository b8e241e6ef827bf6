//! Formulas that are true or false in every model, by their form.

use super::trial::Trial;
use crate::{Accessibility, Connective, FormulaId, Modality, Model, Quantifier, Shape, Temporal};
use rustc_hash::FxHashMap;
use savoir_syntax::{Code, Diagnostic};

/// Combinations of more different parts than this are not tried out.
const MAX_PARTS: usize = 8;

/// Larger combinations are not tried out either.
const MAX_SIZE: usize = 64;

/// What is known about parts of formulas without regard to a model; nothing, mostly.
type Known = FxHashMap<FormulaId, bool>;

/// Reports the formulas of the model that no model could give another verdict on.
pub(super) fn formulas(trial: &Trial<'_>, found: &mut Vec<Diagnostic>) {
    let model = trial.model;
    let mut known = Known::default();
    for property in &model.properties {
        let parts = model.formulas.closure(property.formula);
        trial.effort.spend(parts.len());
        if trial.effort.is_stopped() {
            return;
        }
        // Parts come before wholes.
        for part in parts {
            if let Some(truth) = truth(model, &known, part) {
                known.insert(part, truth);
            }
        }
        let Some(truth) = known.get(&property.formula) else { continue };
        let (label, help) = match truth {
            true => {
                ("holds in every state of every model", "it says nothing; perhaps a part is missing or stands twice")
            }
            false => (
                "holds in no state of any model",
                "nothing can make it true; perhaps a part is missing or stands twice",
            ),
        };
        let message = format!("this formula is {truth}, whatever the model");
        found.push(Diagnostic::new(Code::ConstantFormula, property.span, message).label(label).help(help));
    }
}

/// The truth of a formula in every state that has a path, or on every infinite path, if it is the same in every model.
fn truth(model: &Model, known: &Known, formula: FormulaId) -> Option<bool> {
    let get = |part: FormulaId| known.get(&part).copied();
    match model.formulas.get(formula).shape() {
        Shape::Constant(value) => Some(value),
        Shape::Atom(_) => None,
        Shape::Connective(_) => combination(model, known, formula),
        // Knowledge is true of the state itself; what is required of correct agents may be required of none.
        Shape::Modality(Modality { accessible, correct, operand }) => match get(operand)? {
            true => Some(true),
            false if correct.is_some() || accessible == Accessibility::Anywhere => None,
            false => Some(false),
        },
        // There may be no successor and no infinite path.
        Shape::Ctl(Quantifier::All, Temporal::Globally(f)) | Shape::Ctl(Quantifier::Exists, Temporal::Finally(f)) => {
            get(f)
        }
        Shape::Ctl(Quantifier::All, Temporal::Next(f) | Temporal::Finally(f)) => get(f).filter(|truth| *truth),
        Shape::Ctl(Quantifier::Exists, Temporal::Next(f) | Temporal::Globally(f)) => get(f).filter(|truth| !truth),
        Shape::Ctl(Quantifier::All, Temporal::Until(_, g)) => get(g).filter(|truth| *truth),
        Shape::Ctl(Quantifier::Exists, Temporal::Until(_, g)) => get(g),
        Shape::Strategic(_, Temporal::Finally(f) | Temporal::Until(_, f)) => get(f),
        Shape::Strategic(_, Temporal::Next(f) | Temporal::Globally(f)) => get(f).filter(|truth| !truth),
        Shape::Quantified(Quantifier::All, f) => get(f).filter(|truth| *truth),
        Shape::Quantified(Quantifier::Exists, f) => get(f).filter(|truth| !truth),
        Shape::Path(Temporal::Next(f) | Temporal::Finally(f) | Temporal::Globally(f) | Temporal::Until(_, f)) => get(f),
    }
}

/// The truth of a Boolean combination, if it is the same for all truth values of what it combines.
fn combination(model: &Model, known: &Known, formula: FormulaId) -> Option<bool> {
    let pool = &model.formulas;
    let mut parts: Vec<FormulaId> = Vec::new();
    let mut seen = 0;
    let mut open = vec![formula];
    while let Some(part) = open.pop() {
        seen += 1;
        let joins = pool.get(part).connective().is_some() && !known.contains_key(&part);
        match joins {
            true => open.extend(pool.operands(part)),
            false if known.contains_key(&part) || parts.contains(&part) => {}
            false => parts.push(part),
        }
        if parts.len() > MAX_PARTS || seen > MAX_SIZE {
            return None;
        }
    }
    let mut found = None;
    for row in 0..1u32 << parts.len() {
        let chosen = |part: FormulaId| {
            let place = parts.iter().position(|known| *known == part)?;
            Some(row >> place & 1 == 1)
        };
        let value = evaluate(model, formula, &|part| known.get(&part).copied().or_else(|| chosen(part)));
        if found.is_some_and(|found| found != value) {
            return None;
        }
        found = Some(value);
    }
    found
}

/// The depth is bounded by the size of what is tried out.
fn evaluate(model: &Model, formula: FormulaId, given: &dyn Fn(FormulaId) -> Option<bool>) -> bool {
    if let Some(value) = given(formula) {
        return value;
    }
    let value = |part: &FormulaId| evaluate(model, *part, given);
    match model.formulas.get(formula).connective() {
        Some(Connective::Not(f)) => !value(&f),
        Some(Connective::And(parts)) => parts.iter().all(value),
        Some(Connective::Or(parts)) => parts.iter().any(value),
        Some(Connective::Implies(f, g)) => !value(&f) || value(&g),
        Some(Connective::Iff(f, g)) => value(&f) == value(&g),
        None => false,
    }
}
