//! Coalitions that choose everything or nothing: what they enforce is a matter of paths. Uniform strategies: the start
//! sets of some states are less than those of all.

use super::paths::{is_inevitable, is_only_initial};
use super::{Answer, Question};
use crate::uniform::Aim;
use crate::{Checker, Form, Power, Stop, System};
use savoir_model::{AtlSemantics, CoalitionId, FormulaId, StartSet, Temporal};

pub(super) fn chooses_everything<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<bool, Stop> {
    let has_power = goal(question).is_some() && power(checker, question) == Some(Power::Everything);
    Ok(has_power && is_only_initial(checker, question.states)?)
}

pub(super) fn some_state_with_goal<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<Answer, Stop> {
    let Some(goal) = goal(question) else { return Ok(None) };
    let goal = checker.satisfying(goal)?;
    Ok(Some((!checker.system.is_empty(&goal), Vec::new())))
}

/// A path that ends before the goal is no way to it, so there must be none.
pub(super) fn chooses_nothing<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<bool, Stop> {
    let Some(goal) = goal(question) else { return Ok(false) };
    if power(checker, question) != Some(Power::Nothing) {
        return Ok(false);
    }
    let goal = checker.satisfying(goal)?;
    let stuck = checker.system.difference(checker.stuck()?, &goal)?;
    Ok(checker.system.is_empty(&stuck))
}

pub(super) fn no_infinite_path<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<Answer, Stop> {
    let Some(goal) = goal(question) else { return Ok(None) };
    let goal = checker.satisfying(goal)?;
    Ok(Some((is_inevitable(checker, question.states, &goal)?, Vec::new())))
}

/// Whether strategies are uniform.
pub(super) fn is_uniform<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<bool, Stop> {
    Ok(aim(checker, question).is_some())
}

pub(super) fn from_their_start_sets<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<Answer, Stop> {
    let Some((coalition, temporal, start)) = aim(checker, question) else { return Ok(None) };
    for operand in temporal.operands() {
        checker.satisfying(operand)?;
    }
    let aim = Aim { coalition: checker.formulas.members(coalition), temporal, start };
    Ok(Some((checker.is_enforced_uniformly(aim, question.states)?, Vec::new())))
}

fn aim<S: System>(
    checker: &Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Option<(CoalitionId, Temporal, StartSet)> {
    let Form::Enforceable { coalition, temporal } = question.form else { return None };
    match checker.semantics().atl {
        AtlSemantics::Uniform(start) => Some((coalition, temporal, start)),
        AtlSemantics::PerfectInformation | AtlSemantics::UniformModel(_) => None,
    }
}

/// What comes, if a coalition forces that it comes.
fn goal<Set>(question: &Question<'_, Set>) -> Option<FormulaId> {
    let Form::Enforceable { temporal: Temporal::Finally(goal), .. } = question.form else { return None };
    Some(goal)
}

/// What the choices of the coalition amount to, where there is one and every path counts.
fn power<S: System>(checker: &Checker<'_, S>, question: &Question<'_, S::Set>) -> Option<Power> {
    match question.form {
        Form::Enforceable { coalition, .. } if checker.fair().is_empty() => match checker.semantics().atl {
            AtlSemantics::PerfectInformation | AtlSemantics::UniformModel(_) => {
                Some(checker.system.power(checker.formulas.members(coalition)))
            }
            AtlSemantics::Uniform(_) => None,
        },
        Form::Enforceable { .. }
        | Form::Conjunction(_)
        | Form::Under { .. }
        | Form::Known { .. }
        | Form::Always(_)
        | Form::Inevitable(_)
        | Form::Possible(_)
        | Form::AllPaths(_)
        | Form::Other => None,
    }
}
