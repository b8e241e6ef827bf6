//! States and steps.

use super::Replay;
use crate::claim::Claim;
use crate::facts::satisfies;
use crate::meter::{Limits, Meter};
use crate::problem::{FairnessProblem, PathProblem, Problem, ProblemPlace, StepProblem};
use crate::tree::Path;
use savoir_model::Model;
use savoir_reference::{JointAction, leads_to, may_perform};

impl Replay<'_> {
    /// Every variable has one of its values.
    pub(super) fn legal(&self, state: &[u64]) -> Result<(), Problem> {
        legal(self.model, state)
    }

    pub(super) fn initial(&self, state: &[u64]) -> Result<(), Problem> {
        initial(self.model, state)
    }

    /// All states are legal, all steps are possible, and the numbers fit.
    pub(super) fn path(&mut self, path: &Path) -> Result<(), Problem> {
        self.done.steps += possible_within(self.model, path, &self.meter)?;
        Ok(())
    }

    pub(super) fn step(&self, from: &[u64], joint: &JointAction, to: &[u64]) -> Result<(), Problem> {
        if !self.meter.step() {
            return Err(Problem::TooMuchWork);
        }
        step(self.model, from, joint, to)
    }

    /// Where there are fairness constraints: there is a fair path from the state.
    pub(super) fn goes_on_fairly(&mut self, state: &[u64], fair: Option<&Path>) -> Result<(), Problem> {
        match fair {
            None if self.model.fairness.is_empty() => Ok(()),
            None => Err(FairnessProblem::NoPath.into()),
            Some(path) => {
                self.path(path)?;
                if path.start().map(Vec::as_slice) != Some(state) {
                    return Err(FairnessProblem::OtherStart.into());
                }
                self.is_fair(path)
            }
        }
    }

    /// A lasso meets every fairness constraint on its loop.
    pub(super) fn is_fair(&mut self, path: &Path) -> Result<(), Problem> {
        let Some(back) = path.back else { return Err(FairnessProblem::Finite.into()) };
        let round = &path.states[back..];
        for &constraint in &self.model.fairness {
            let truths: Vec<Option<bool>> = round.iter().map(|state| self.truth(constraint, state, &[])).collect();
            if truths.contains(&Some(true)) {
                continue;
            }
            if !truths.contains(&None) {
                return Err(FairnessProblem::Unfair(constraint).into());
            }
            // A constraint that is no fact is believed, and said to be.
            self.claim(Claim::FairnessConstraint(constraint));
        }
        Ok(())
    }
}

/// Every variable has one of its values.
pub(crate) fn legal(model: &Model, state: &[u64]) -> Result<(), Problem> {
    if state.len() != model.variables.len() {
        return Err(StepProblem::IncompleteState.into());
    }
    let mut variables = model.variable_ids().zip(state);
    let wrong = variables.find(|(id, code)| u128::from(**code) >= model.domain_size(model.variable(*id).domain));
    wrong.map_or(Ok(()), |(id, _)| Err(StepProblem::NoSuchValue(id).into()))
}

/// The state is initial.
pub(crate) fn initial(model: &Model, state: &[u64]) -> Result<(), Problem> {
    if satisfies(model, model.init, state) { Ok(()) } else { Err(StepProblem::NotInitial.into()) }
}

/// All states of a path are legal and all steps possible; how many there are.
pub(crate) fn possible(model: &Model, path: &Path) -> Result<usize, Problem> {
    possible_within(model, path, &Meter::new(model, Limits { work: u64::MAX, ..Limits::default() }))
}

/// The same within limits.
fn possible_within(model: &Model, path: &Path, meter: &Meter<'_>) -> Result<usize, Problem> {
    let steps = path.states.len() - usize::from(path.back.is_none() && !path.states.is_empty());
    if path.states.is_empty() || path.actions.len() != steps {
        return Err(PathProblem::MissingActions.into());
    }
    if path.back.is_some_and(|back| back >= path.states.len()) {
        return Err(PathProblem::WrongLoop.into());
    }
    path.states.iter().try_for_each(|state| legal(model, state))?;
    let ends = path.states.iter().skip(1).chain(path.back.map(|back| &path.states[back]));
    for (number, ((from, joint), to)) in path.states.iter().zip(&path.actions).zip(ends).enumerate() {
        if !meter.step() {
            return Err(Problem::TooMuchWork);
        }
        step(model, from, joint, to).map_err(|problem| problem.within(ProblemPlace::Step(number + 1)))?;
    }
    Ok(steps)
}

fn step(model: &Model, from: &[u64], joint: &JointAction, to: &[u64]) -> Result<(), Problem> {
    allowed(model, from, joint)?;
    if leads_to(model, from, joint, to) { Ok(()) } else { Err(StepProblem::NoSuccessor.into()) }
}

/// Every agent may do what the joint action says.
pub(crate) fn allowed(model: &Model, from: &[u64], joint: &JointAction) -> Result<(), Problem> {
    if joint.len() != model.agents.len() {
        return Err(StepProblem::IncompleteJointAction.into());
    }
    for (agent, action) in model.agent_ids().zip(joint) {
        if !may_perform(model, agent, from).contains(action) {
            return Err(StepProblem::NotAllowed(agent, *action).into());
        }
    }
    Ok(())
}
