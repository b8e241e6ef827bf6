//! Checking defects against the definitions, without trust in whoever found it.

use super::{Defect, DefectCause, DefectReplay, Overflow, first_misfit};
use crate::problem::{DefectProblem, PathProblem, Problem};
use crate::replay::steps::{allowed, initial, possible};
use savoir_model::{AgentId, Model};
use savoir_reference::{Moment, State, alternatives, choices, may_perform};

/// More joint actions than this are not tried one by one.
const MOST_JOINT_ACTIONS: usize = 100_000;

/// Checks that a path is one from an initial state, and that the last state has the defect; says if that was too much to
/// look at.
///
/// # Errors
/// The first thing that is not as it was said to be.
pub fn replay_defect(model: &Model, defect: &Defect) -> Result<DefectReplay, Problem> {
    possible(model, &defect.path)?;
    let (Some(first), Some(last)) = (defect.path.start(), defect.path.end()) else {
        return Err(PathProblem::MissingActions.into());
    };
    initial(model, first)?;
    match &defect.cause {
        DefectCause::NoAction(agents) => {
            let stuck = !agents.is_empty() && agents.iter().all(|&agent| may_perform(model, agent, last).is_empty());
            if stuck { Ok(DefectReplay::Confirmed) } else { Err(DefectProblem::ActionPossible.into()) }
        }
        DefectCause::Overflow(overflow) => overflows(model, last, overflow).map(|()| DefectReplay::Confirmed),
        DefectCause::NoSuccessor(overflow) => {
            overflows(model, last, overflow)?;
            let everybody: Vec<AgentId> = model.agent_ids().collect();
            let mut joint_actions = choices(model, &everybody, last);
            for joint in joint_actions.by_ref().take(MOST_JOINT_ACTIONS) {
                // There is a successor if everybody has something to choose.
                if !alternatives(model, last, &joint).iter().any(Vec::is_empty) {
                    return Err(DefectProblem::SuccessorPossible.into());
                }
            }
            Ok(if joint_actions.next().is_none() { DefectReplay::Confirmed } else { DefectReplay::TooManyJointActions })
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
