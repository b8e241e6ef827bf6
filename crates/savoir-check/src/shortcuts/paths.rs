//! What comes on every path, or on some path: found forwards.

use super::{Answer, Question};
use crate::{Checker, Form, Stop, System};
use num_bigint::BigUint;

/// Only without fairness every infinite path counts.
pub(super) fn is_inevitable_on_all_paths<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<bool, Stop> {
    Ok(matches!(question.form, Form::Inevitable(_)) && checker.fair().is_empty())
}

pub(super) fn no_infinite_path<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<Answer, Stop> {
    let Form::Inevitable(goal) = question.form else { return Ok(None) };
    let goal = checker.satisfying(goal)?;
    Ok(Some((is_inevitable(checker, question.states, &goal)?, Vec::new())))
}

/// Whether every path that counts, from `start`, comes to a state of `goal`; without fairness.
pub(super) fn is_inevitable<S: System>(checker: &Checker<'_, S>, start: &S::Set, goal: &S::Set) -> Result<bool, Stop> {
    let start = checker.system.difference(start, goal)?;
    let within = checker.complement(goal)?;
    Ok(!checker.system.has_infinite_path(&start, &within)? && !checker.has_ended_path(&start, &within)?)
}

pub(super) fn is_possible_from_only_initial<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<bool, Stop> {
    Ok(matches!(question.form, Form::Possible(_)) && is_only_initial(checker, question.states)?)
}

/// Whether some states are the only initial state of the domain: then it can reach every state of the domain.
pub(super) fn is_only_initial<S: System>(checker: &Checker<'_, S>, states: &S::Set) -> Result<bool, Stop> {
    let initial = checker.initial()?;
    Ok(*states == initial && checker.system.count(&initial)? == BigUint::from(1u32))
}

pub(super) fn some_state_with_goal<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<Answer, Stop> {
    let Form::Possible(goal) = question.form else { return Ok(None) };
    let goal = checker.satisfying(goal)?;
    Ok(Some((!checker.system.is_empty(&goal), Vec::new())))
}
