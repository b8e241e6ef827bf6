//! Checking defects against the definitions, without trust in whoever found it.

use super::find::misfit;
use super::{Defect, DefectCause, Overflow};
use crate::replay::Problem;
use crate::replay::steps::{allowed, initial, possible};
use savoir_model::Model;
use savoir_reference::{Moment, State, joint_actions, may_perform, successors};

/// More joint actions than this are not tried one by one.
const MOST_JOINT_ACTIONS: usize = 10_000;

/// Checks that a path is one from an initial state, and that the last state has the defect.
///
/// # Errors
/// The first thing that is not as it was said to be.
pub fn replay_defect(model: &Model, defect: &Defect) -> Result<(), String> {
    possible(model, &defect.path)?;
    let (Some(first), Some(last)) = (defect.path.start(), defect.path.end()) else {
        return Err("there is no state".to_owned());
    };
    initial(model, first)?;
    match &defect.cause {
        DefectCause::NoAction(agents) => {
            let stuck = !agents.is_empty() && agents.iter().all(|&agent| may_perform(model, agent, last).is_empty());
            if stuck { Ok(()) } else { Err("an agent may perform an action in the last state".to_owned()) }
        }
        DefectCause::Overflow(overflow) => overflows(model, last, overflow),
        DefectCause::NoSuccessor(overflow) => {
            overflows(model, last, overflow)?;
            let choices = model.agent_ids().map(|agent| may_perform(model, agent, last).len());
            let number = choices.fold(1usize, usize::saturating_mul);
            let leads_somewhere = number <= MOST_JOINT_ACTIONS
                && joint_actions(model, last).iter().any(|joint| !successors(model, last, joint).is_empty());
            if leads_somewhere { Err("the last state has a successor".to_owned()) } else { Ok(()) }
        }
    }
}

fn overflows(model: &Model, state: &State, overflow: &Overflow) -> Result<(), Problem> {
    allowed(model, state, &overflow.joint)?;
    let line = &model.agent(overflow.agent).evolution[overflow.line];
    let moment = Moment { model, state, joint: &overflow.joint };
    if !moment.holds(line.guard) {
        return Err("the evolution line is not enabled".to_owned());
    }
    if misfit(moment, line, &[overflow.variable]) != Some((overflow.variable, overflow.value)) {
        return Err("the evolution line assigns something else".to_owned());
    }
    Ok(())
}
