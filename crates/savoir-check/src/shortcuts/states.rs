//! What holds in other states: those that nobody can tell from these, or all that can be reached.

use super::{Answer, Question};
use crate::{Checker, Form, Stop, System};

pub(super) fn is_knowledge<S: System>(_: &mut Checker<'_, S>, question: &Question<'_, S::Set>) -> Result<bool, Stop> {
    Ok(matches!(question.form, Form::Known { .. }))
}

pub(super) fn in_indistinguishable_states<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<Answer, Stop> {
    let Form::Known { observers, operand } = &question.form else { return Ok(None) };
    let mut decided = Vec::with_capacity(observers.len());
    for observers in observers {
        let states = checker.system.indistinguishable(observers, question.states)?;
        let states = checker.system.intersection(&states, checker.domain())?;
        decided.push(checker.decide_on(&states, *operand)?);
        if decided.last().is_some_and(|last| !last.holds) {
            return Ok(Some((false, decided)));
        }
    }
    Ok(Some((true, decided)))
}

/// Every state of the domain is reachable from an initial state of the domain.
pub(super) fn is_always_from_all_initial<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<bool, Stop> {
    Ok(matches!(question.form, Form::Always(_)) && checker.system.is_subset(&checker.initial()?, question.states)?)
}

pub(super) fn in_reachable_states<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<Answer, Stop> {
    let Form::Always(f) = question.form else { return Ok(None) };
    let domain = checker.domain().clone();
    let decided = checker.decide_on(&domain, f)?;
    Ok(Some((decided.holds, vec![decided])))
}
