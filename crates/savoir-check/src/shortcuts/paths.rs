//! What comes on every path, or on some path: found forwards.

use super::{Answer, Question};
use crate::ltl::{Automaton, PathFormulas};
use crate::{Checker, Form, GivenUp, Stop, System, sparingly};
use num_bigint::BigUint;
use savoir_model::FormulaId;

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

/// One part in so many of all work so far is given to the definition first.
const DEFINITION_SHARE: u64 = 8;

/// And at least so many steps: what is over by then need not be looked at in another way.
const DEFINITION_STEPS: u64 = 1 << 16;

/// If neither comes to an end, it then has so many times all work so far ...
const DEFINITION_FACTOR: u64 = 2;

/// ... and paths forwards one part in so many of it.
const FORWARDS_SHARE: u64 = 2;

/// Only where the engine takes steps forwards with less work.
pub(super) fn is_about_all_paths<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<bool, Stop> {
    let Form::AllPaths(path) = question.form else { return Ok(false) };
    Ok(checker.formulas.is_path(path) && checker.system.searches_forwards())
}

/// The definition goes backwards from all states, which may be far less work or far more. So it is tried for a moment; then paths
/// are looked for forwards, as long as that takes no more than everything before. After that they take turns with more and more
/// work, of which the definition may do most. Which of them was first depends on what was done before, so it is not told.
pub(super) fn in_both_directions<S: System>(
    checker: &mut Checker<'_, S>,
    question: &Question<'_, S::Set>,
) -> Result<Answer, Stop> {
    let Form::AllPaths(path) = question.form else { return Ok(None) };
    let system = checker.system;
    let mut backwards = DEFINITION_STEPS.max(system.work() / DEFINITION_SHARE);
    let mut forwards_share = 1;
    loop {
        let before = system.work();
        let set = sparingly(system, backwards, || Ok(checker.satisfying(question.formula)?));
        if let Some(set) = within_turn(system, set)? {
            return Ok(Some((system.is_subset(question.states, &set)?, Vec::new())));
        }
        // If it ended for another reason than its turn, more turns would not help.
        let is_turn_used = system.work() - before >= backwards;
        let forwards = system.work() / forwards_share;
        let is_violated = sparingly(system, forwards, || violates(checker, path, question.states));
        if let Some(is_violated) = within_turn(system, is_violated)? {
            return Ok(Some((!is_violated, Vec::new())));
        }
        if !is_turn_used {
            let set = checker.satisfying(question.formula)?;
            return Ok(Some((system.is_subset(question.states, &set)?, Vec::new())));
        }
        backwards = system.work().saturating_mul(DEFINITION_FACTOR);
        forwards_share = FORWARDS_SHARE;
    }
}

/// What was found in a turn; nothing if it was over before.
fn within_turn<S: System, T>(system: &S, found: Result<T, GivenUp>) -> Result<Option<T>, Stop> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(GivenUp::Stopped(stop)) => Err(stop),
        Err(_) if system.may_go_on() => Ok(None),
        // Somebody else allows no more of both.
        Err(_) => Err(Stop::Memory),
    }
}

/// Whether a path from one of some states violates a path formula, found forwards.
fn violates<S: System>(checker: &mut Checker<'_, S>, path: FormulaId, states: &S::Set) -> Result<bool, GivenUp> {
    checker.evaluate_parts(path)?;
    let mut paths = PathFormulas::default();
    let root = paths.translate(checker.formulas, path, false);
    let automaton = Automaton::build(&paths, root, checker.system.budget())?;
    checker.has_accepted_path(&automaton, states)
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
