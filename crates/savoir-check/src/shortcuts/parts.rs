//! Conjunctions and implications: their parts are decided on the same states, or on some of them.

use super::{Answer, Question};
use crate::{Checker, Form, Stop, System};

pub(super) fn is_conjunction<S: System>(_: &mut Checker<'_, S>, question: &Question<'_, S::Set>) -> Result<bool, Stop> {
    Ok(matches!(question.form, Form::Conjunction(_)))
}

pub(super) fn each_part<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<Answer, Stop> {
    let Form::Conjunction(parts) = &question.form else { return Ok(None) };
    let mut decided = Vec::with_capacity(parts.len());
    for &part in parts {
        decided.push(checker.decide_on(question.states, part)?);
        if decided.last().is_some_and(|last| !last.holds) {
            return Ok(Some((false, decided)));
        }
    }
    Ok(Some((true, decided)))
}

pub(super) fn is_implication<S: System>(_: &mut Checker<'_, S>, question: &Question<'_, S::Set>) -> Result<bool, Stop> {
    Ok(matches!(question.form, Form::Under { .. }))
}

pub(super) fn under_condition<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<Answer, Stop> {
    let Form::Under { condition, then } = question.form else { return Ok(None) };
    let condition = checker.satisfying(condition)?;
    let states = checker.system.intersection(question.states, &condition)?;
    let decided = checker.decide_on(&states, then)?;
    Ok(Some((decided.holds, vec![decided])))
}
