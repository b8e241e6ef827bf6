//! Finding defects, over the interface that every engine has.

use crate::generate::with_actions;
use savoir_check::{Stop, System};
use savoir_model::{ActionId, AgentId, EvolutionLine, Model, VarId};
use savoir_reference::{JointAction, Moment, State, may_perform};
use savoir_replay::{Defect, DefectCause, Overflow, first_misfit};

/// A reachable state without successor, as near to an initial state as possible.
///
/// # Errors
/// When the budget is used up.
pub fn find_deadlock<S: System>(model: &Model, system: &S) -> Result<Option<Defect>, Stop> {
    let stuck = system.without_successor()?;
    if system.is_empty(&stuck) {
        return Ok(None);
    }
    let Some(states) = system.path_from_initial(&stuck)? else { return Ok(None) };
    let Some(last) = states.last().cloned() else { return Ok(None) };
    let idle: Vec<AgentId> = model.agent_ids().filter(|&agent| may_perform(model, agent, &last).is_empty()).collect();
    let cause = if idle.is_empty() {
        // Every joint action leads nowhere, so the first one does.
        let first = |agent| may_perform(model, agent, &last).first().copied().flatten();
        let joint: JointAction = model.agent_ids().map(first).collect();
        model.agent_ids().find_map(|agent| hindrance(model, &last, &joint, agent)).map(DefectCause::NoSuccessor)
    } else {
        Some(DefectCause::NoAction(idle))
    };
    // A state without reason for being stuck would be a bug; the replay finds that out.
    let cause = cause.unwrap_or(DefectCause::NoAction(Vec::new()));
    Ok(Some(Defect { path: with_actions(model, system, states, None)?, cause }))
}

/// A reachable state and a joint action that assigns a value outside the domain of its variable; as near to an initial
/// state as possible.
///
/// # Errors
/// When the budget is used up.
pub fn find_overflow<S: System>(model: &Model, system: &S) -> Result<Option<Defect>, Stop> {
    let mut risky = Vec::new();
    let mut all = system.empty();
    for agent in model.agent_ids() {
        for (number, line) in model.agent(agent).evolution.iter().enumerate() {
            if model.may_overflow(line) {
                let states = system.overflowing(line)?;
                if !system.is_empty(&states) {
                    all = system.union(&all, &states)?;
                    risky.push((agent, number, states));
                }
            }
        }
    }
    if risky.is_empty() {
        return Ok(None);
    }
    let Some(states) = system.path_from_initial(&all)? else { return Ok(None) };
    let Some(last) = states.last().cloned() else { return Ok(None) };
    let here = system.singleton(&last)?;
    for (agent, number, states_of_line) in risky {
        if system.is_subset(&here, &states_of_line)?
            && let Some(overflow) = enabling(model, &last, agent, number)
        {
            let path = with_actions(model, system, states, None)?;
            return Ok(Some(Defect { path, cause: DefectCause::Overflow(overflow) }));
        }
    }
    Ok(None)
}

/// A joint action of a state that enables a line which assigns a value that does not fit.
fn enabling(model: &Model, state: &State, agent: AgentId, number: usize) -> Option<Overflow> {
    let line = &model.agent(agent).evolution[number];
    let tested = model.exprs.actions(line.guard);
    // Of the actions that the guard does not ask for, one is as good as another.
    let choices: Vec<Vec<Option<ActionId>>> = (model.agent_ids())
        .map(|id| {
            let asked = |action: &Option<ActionId>| action.is_some_and(|action| tested.contains(&(id, action)));
            let (mut asked_for, others): (Vec<_>, Vec<_>) = may_perform(model, id, state).into_iter().partition(asked);
            asked_for.extend(others.first());
            asked_for
        })
        .collect();
    let mut places = vec![0; choices.len()];
    loop {
        let joint: Option<JointAction> = choices.iter().zip(&places).map(|(list, at)| list.get(*at).copied()).collect();
        let joint = joint?;
        let moment = Moment { model, state, joint: &joint };
        if moment.holds(line.guard) {
            let (variable, value) = first_misfit(moment, line, &all_of(line))?;
            return Some(Overflow { joint, agent, line: number, variable, value });
        }
        let next = (0..places.len()).find(|&at| places[at] + 1 < choices[at].len())?;
        places[..next].fill(0);
        places[next] += 1;
    }
}

/// Why an agent cannot take part in a joint action: variables of its that change together, for which every enabled line
/// assigns a value that does not fit.
fn hindrance(model: &Model, state: &State, joint: &JointAction, agent: AgentId) -> Option<Overflow> {
    let moment = Moment { model, state, joint };
    for (variables, lines) in model.changing_together(agent) {
        let enabled: Vec<&EvolutionLine> = lines.into_iter().filter(|line| moment.holds(line.guard)).collect();
        let misfits: Option<Vec<_>> = enabled.iter().map(|line| first_misfit(moment, line, &variables)).collect();
        if let (Some(line), Some(&(variable, value))) = (enabled.first(), misfits.as_ref().and_then(|all| all.first()))
        {
            let line = model.agent(agent).evolution.iter().position(|own| std::ptr::eq(own, *line))?;
            return Some(Overflow { joint: joint.clone(), agent, line, variable, value });
        }
    }
    None
}

fn all_of(line: &EvolutionLine) -> Vec<VarId> {
    line.assignments.iter().map(|(variable, _)| *variable).collect()
}
