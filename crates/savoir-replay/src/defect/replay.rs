//! Checking defects against the definitions, without trust in whoever found it.

use super::{Defect, DefectCause, Overflow, first_misfit};
use crate::problem::{DefectProblem, PathProblem, Problem};
use crate::replay::steps::{allowed, initial, possible};
use savoir_model::Model;
use savoir_reference::{Moment, State, joint_actions, may_perform, successors};

/// More joint actions than this are not tried one by one.
const MOST_JOINT_ACTIONS: usize = 10_000;

/// Checks that a path is one from an initial state, and that the last state has the defect.
///
/// # Errors
/// The first thing that is not as it was said to be.
pub fn replay_defect(model: &Model, defect: &Defect) -> Result<(), Problem> {
    possible(model, &defect.path)?;
    let (Some(first), Some(last)) = (defect.path.start(), defect.path.end()) else {
        return Err(PathProblem::MissingActions.into());
    };
    initial(model, first)?;
    match &defect.cause {
        DefectCause::NoAction(agents) => {
            let stuck = !agents.is_empty() && agents.iter().all(|&agent| may_perform(model, agent, last).is_empty());
            if stuck { Ok(()) } else { Err(DefectProblem::ActionPossible.into()) }
        }
        DefectCause::Overflow(overflow) => overflows(model, last, overflow),
        DefectCause::NoSuccessor(overflow) => {
            overflows(model, last, overflow)?;
            let choices = model.agent_ids().map(|agent| may_perform(model, agent, last).len());
            let number = choices.fold(1usize, usize::saturating_mul);
            let leads_somewhere = number <= MOST_JOINT_ACTIONS
                && joint_actions(model, last).iter().any(|joint| !successors(model, last, joint).is_empty());
            if leads_somewhere { Err(DefectProblem::SuccessorPossible.into()) } else { Ok(()) }
        }
    }
}

fn overflows(model: &Model, state: &State, overflow: &Overflow) -> Result<(), Problem> {
    allowed(model, state, &overflow.joint)?;
    let Some(line) = model.agent(overflow.agent).evolution.get(overflow.line) else {
        return Err(DefectProblem::LineNotEnabled.into());
    };
    let moment = Moment { model, state, joint: &overflow.joint };
    if !moment.holds(line.guard) {
        return Err(DefectProblem::LineNotEnabled.into());
    }
    if first_misfit(moment, line, &[overflow.variable]) != Some((overflow.variable, overflow.value)) {
        return Err(DefectProblem::OtherAssignment.into());
    }
    Ok(())
}
