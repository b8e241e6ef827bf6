//! In how many initial states a formula fails.

use super::{FormulaNote, NotesWish};
use num_bigint::BigUint;
use savoir_check::{Checker, Form, Stop, System};
use savoir_model::{AtlSemantics, FormulaId, Model, Shape};

/// In how many of several initial states a formula fails.
pub(super) fn failing<S: System>(
    model: &Model,
    checker: &mut Checker<'_, S>,
    formula: FormulaId,
    wish: NotesWish,
) -> Result<Option<FormulaNote>, Stop> {
    let initial = checker.initial()?;
    let all = checker.system().count(&initial)?;
    if all <= BigUint::from(1u32) || !has_set(model, checker, formula) {
        return Ok(None);
    }
    let failing = failing_among(model, checker, &initial, formula)?;
    let failing = checker.system().count(&failing)?;
    // That it fails everywhere is what one expects.
    let is_news = wish == NotesWish::All || failing < all;
    Ok(is_news.then_some(FormulaNote::InitialStates { failing, all }))
}

/// Whether all states where the formula holds can be found: with uniform strategies that is far more than a verdict.
fn has_set<S: System>(model: &Model, checker: &Checker<'_, S>, formula: FormulaId) -> bool {
    let is_strategic = |part: &FormulaId| matches!(model.formulas.get(*part).shape(), Shape::Strategic(..));
    checker.semantics().atl == AtlSemantics::PerfectInformation
        || checker.known_set(formula).is_some()
        || !model.formulas.closure(formula).iter().any(is_strategic)
}

/// The states of a set where a formula fails.
fn failing_among<S: System>(
    model: &Model,
    checker: &mut Checker<'_, S>,
    states: &S::Set,
    formula: FormulaId,
) -> Result<S::Set, Stop> {
    let system = checker.system();
    match Form::of(&model.formulas, formula) {
        Form::Conjunction(parts) => {
            let mut found = system.empty();
            for part in parts {
                found = system.union(&found, &failing_among(model, checker, states, part)?)?;
            }
            Ok(found)
        }
        Form::Under { condition, then } => {
            let condition = checker.satisfying(condition)?;
            failing_among(model, checker, &system.intersection(states, &condition)?, then)
        }
        Form::Known { .. }
        | Form::Always(_)
        | Form::Inevitable(_)
        | Form::Possible(_)
        | Form::Enforceable { .. }
        | Form::AllPaths(_)
        | Form::Other => system.difference(states, &checker.satisfying(formula)?),
    }
}
