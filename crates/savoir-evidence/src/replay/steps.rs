//! States and steps.

use super::{Problem, Replay};
use crate::facts::satisfies;
use crate::tree::Path;
use savoir_model::{FormulaId, Model};
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
        self.done.steps += possible(self.model, path)?;
        Ok(())
    }

    /// Where there are fairness constraints: there is a fair path from the state.
    pub(super) fn goes_on_fairly(&mut self, state: &[u64], fair: Option<&Path>) -> Result<(), Problem> {
        match fair {
            None if self.model.fairness.is_empty() => Ok(()),
            None => Err("there is no fair path from a state".to_owned()),
            Some(path) => {
                self.path(path)?;
                if path.start().map(Vec::as_slice) != Some(state) {
                    return Err("a fair path starts somewhere else".to_owned());
                }
                self.is_fair(path)
            }
        }
    }

    /// A lasso meets every fairness constraint on its loop.
    pub(super) fn is_fair(&mut self, path: &Path) -> Result<(), Problem> {
        let Some(back) = path.back else { return Err("a fair path ends".to_owned()) };
        let round = &path.states[back..];
        for &constraint in &self.model.fairness {
            let truths: Vec<Option<bool>> = round.iter().map(|state| self.truth(constraint, state, &[])).collect();
            if truths.contains(&Some(true)) {
                continue;
            }
            if !truths.contains(&None) {
                return Err(format!("`{}` never holds on the loop, which is not fair", self.text(constraint)));
            }
            self.claim_fairness(constraint);
        }
        Ok(())
    }

    /// A constraint that is no fact is believed, and said to be.
    fn claim_fairness(&mut self, constraint: FormulaId) {
        let sentence = format!("the fairness constraint `{}` holds somewhere on the loop", self.text(constraint));
        if !self.done.claims.contains(&sentence) {
            self.done.claims.push(sentence);
        }
    }
}

/// Every variable has one of its values.
fn legal(model: &Model, state: &[u64]) -> Result<(), Problem> {
    if state.len() != model.variables.len() {
        return Err("a state does not have a value for every variable".to_owned());
    }
    let mut variables = model.variable_ids().zip(state);
    let wrong = variables.find(|(id, code)| u128::from(**code) >= model.domain_size(model.variable(*id).domain));
    wrong.map_or(Ok(()), |(id, _)| Err(format!("{} has no such value", model.variable_text(id))))
}

/// The state is initial.
pub(crate) fn initial(model: &Model, state: &[u64]) -> Result<(), Problem> {
    if satisfies(model, model.init, state) { Ok(()) } else { Err("the first state is not an initial state".to_owned()) }
}

/// All states of a path are legal and all steps possible; how many there are.
pub(crate) fn possible(model: &Model, path: &Path) -> Result<usize, Problem> {
    let steps = path.states.len() - usize::from(path.back.is_none() && !path.states.is_empty());
    if path.states.is_empty() || path.actions.len() != steps {
        return Err("a path does not have a joint action for every step".to_owned());
    }
    if path.back.is_some_and(|back| back >= path.states.len()) {
        return Err("a path goes back to where it has never been".to_owned());
    }
    path.states.iter().try_for_each(|state| legal(model, state))?;
    let ends = path.states.iter().skip(1).chain(path.back.map(|back| &path.states[back]));
    for (number, ((from, joint), to)) in path.states.iter().zip(&path.actions).zip(ends).enumerate() {
        step(model, from, joint, to).map_err(|problem| format!("step {}: {problem}", number + 1))?;
    }
    Ok(steps)
}

fn step(model: &Model, from: &[u64], joint: &JointAction, to: &[u64]) -> Result<(), Problem> {
    allowed(model, from, joint)?;
    if leads_to(model, from, joint, to) {
        Ok(())
    } else {
        Err("the joint action does not lead to the next state".to_owned())
    }
}

/// Every agent may do what the joint action says.
pub(crate) fn allowed(model: &Model, from: &[u64], joint: &JointAction) -> Result<(), Problem> {
    if joint.len() != model.agents.len() {
        return Err("a joint action does not say what every agent does".to_owned());
    }
    for (agent, action) in model.agent_ids().zip(joint) {
        if !may_perform(model, agent, from).contains(action) {
            let own = model.agent(agent);
            let action = action.and_then(|action| own.actions.get(action.index()));
            let does = action.map_or_else(|| "do nothing".to_owned(), |action| format!("perform {}", action.name));
            return Err(format!("{} may not {does} here", own.name));
        }
    }
    Ok(())
}
