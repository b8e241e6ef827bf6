//! One step: what the agents may do in a state, and where that leads.
//!
//! **Protocol.** In a state `s`, agent `i` may perform the actions
//!
//! > `P_i(s)` = ⋃ { actions of line `l` : the guard of `l` holds in `s` },
//!
//! and where no guard holds, the actions of the `Other` line, if there is one. An empty protocol allows every action.
//! An agent without actions performs nothing, which never hinders the others.
//!
//! **Joint actions** of `s` are the choices of one action from `P_i(s)` for every agent `i`; none, if some agent that
//! has actions may perform none of them.
//!
//! **Evolution.** All guards and right-hand sides are evaluated in the current state and joint action. A line whose
//! guard holds is *enabled*. Agent `i` chooses what becomes of its own variables:
//!
//! * MultiAssignment: exactly one enabled line, which assigns its variables and keeps the others; with no enabled
//!   line, all are kept.
//! * SingleAssignment: for each variable, exactly one enabled line that assigns it; with no enabled line, it is kept.
//!
//! A choice that assigns a value outside the domain of the variable (too large, too small, not whole, infinite,
//! undefined) does not exist; the line is enabled nevertheless. If nothing is left for some agent to choose, the joint
//! action has no successor. Otherwise the successors are all combinations of the choices of all agents.

use crate::expr::{JointAction, Moment, State, code_of};
use savoir_model::{ActionId, Agent, AgentId, AssignmentSemantics, EvolutionLine, Model, ProtocolLine, VarId};
use std::collections::BTreeSet;

/// New values for the variables of one agent; what is not listed is kept.
pub type Change = Vec<(VarId, u64)>;

/// `P_i(s)`: what an agent may do in a state, in the order of declaration; `None` for an agent without actions, which
/// does nothing.
#[must_use]
pub fn may_perform(model: &Model, agent: AgentId, state: &[u64]) -> Vec<Option<ActionId>> {
    allowed(model, model.agent(agent), state)
}

/// Whether a joint action, whose single actions are allowed, may lead from a state to another. Looks at each agent on
/// its own, so that it costs no more than reading the model, however many successors there are.
#[must_use]
pub fn leads_to(model: &Model, state: &[u64], joint: &JointAction, next: &[u64]) -> bool {
    let moment = Moment { model, state, joint };
    let becomes = |variables: &[VarId], change: &Change| {
        let new = |variable: VarId| {
            let assigned = change.iter().find(|(target, _)| *target == variable);
            assigned.map_or(state[variable.index()], |(_, code)| *code)
        };
        variables.iter().all(|variable| new(*variable) == next[variable.index()])
    };
    let possible = |variables: &[VarId], choices: Vec<Change>| choices.iter().any(|change| becomes(variables, change));
    model.agents.iter().all(|agent| match model.semantics {
        AssignmentSemantics::Multi => possible(&agent.variables, choose_line(moment, agent.evolution.iter())),
        AssignmentSemantics::Single => agent.variables.iter().all(|variable| {
            let choices = choose_line(moment, assigning(agent, *variable));
            possible(std::slice::from_ref(variable), choices)
        }),
    })
}

/// The joint actions of a state.
#[must_use]
pub fn joint_actions(model: &Model, state: &[u64]) -> Vec<JointAction> {
    let choices: Vec<Vec<Option<ActionId>>> = model.agents.iter().map(|agent| allowed(model, agent, state)).collect();
    product(&choices)
}

/// `P_i(s)`; the single choice of doing nothing for an agent without actions.
fn allowed(model: &Model, agent: &Agent, state: &[u64]) -> Vec<Option<ActionId>> {
    let all = (0..agent.actions.len()).map(ActionId::from);
    if agent.actions.is_empty() {
        return vec![None];
    }
    if agent.protocol.is_empty() {
        return all.map(Some).collect();
    }
    let moment = Moment { model, state, joint: &[] };
    let matching: Vec<&ProtocolLine> =
        agent.protocol.iter().filter(|line| line.guard.is_some_and(|guard| moment.holds(guard))).collect();
    let other = || agent.protocol.iter().filter(|line| line.guard.is_none()).collect();
    let lines = if matching.is_empty() { other() } else { matching };
    // A set, so that many lines about many actions take no longer than reading them.
    let may: BTreeSet<ActionId> = lines.iter().flat_map(|line| line.actions.iter().copied()).collect();
    all.filter(|action| may.contains(action)).map(Some).collect()
}

/// The states a joint action may lead to.
#[must_use]
pub fn successors(model: &Model, state: &[u64], joint: &JointAction) -> Vec<State> {
    combined(state, &alternatives(model, state, joint))
}

/// The states a joint action may lead to; `None` if there are more than `most` combinations of choices.
#[must_use]
pub fn successors_within(model: &Model, state: &[u64], joint: &JointAction, most: u64) -> Option<Vec<State>> {
    let choices = alternatives(model, state, joint);
    // Nothing to choose for one agent means nothing at all, whatever the others may choose.
    if choices.iter().any(Vec::is_empty) {
        return Some(Vec::new());
    }
    let count = choices.iter().try_fold(1_u64, |count, list| count.checked_mul(list.len() as u64));
    count.filter(|count| *count <= most).map(|_| combined(state, &choices))
}

/// All combinations of changes to a state.
fn combined(state: &[u64], choices: &[Vec<Change>]) -> Vec<State> {
    product(choices).iter().map(|combination| changed(state, combination.iter())).collect()
}

/// What may become of the variables that are chosen for together: those of an agent under MultiAssignment, each one on
/// its own under SingleAssignment. The successors are the combinations, of which there may be very many.
#[must_use]
pub fn alternatives(model: &Model, state: &[u64], joint: &JointAction) -> Vec<Vec<Change>> {
    let moment = Moment { model, state, joint };
    let of_agent = |agent: &Agent| match model.semantics {
        AssignmentSemantics::Multi => vec![choose_line(moment, agent.evolution.iter())],
        AssignmentSemantics::Single => {
            let of_variable = |variable: &VarId| choose_line(moment, assigning(agent, *variable));
            agent.variables.iter().map(of_variable).collect()
        }
    };
    model.agents.iter().flat_map(of_agent).collect()
}

/// The state with some changes.
#[must_use]
pub fn changed<'c>(state: &[u64], changes: impl Iterator<Item = &'c Change>) -> State {
    let mut next = state.to_vec();
    for &(variable, code) in changes.flatten() {
        next[variable.index()] = code;
    }
    next
}

/// The lines of an agent that assign a variable.
fn assigning(agent: &Agent, variable: VarId) -> impl Iterator<Item = &EvolutionLine> {
    agent.evolution.iter().filter(move |line| line.assignments.iter().any(|(target, _)| *target == variable))
}

/// The effects of taking one enabled line, or of keeping everything if none is enabled.
fn choose_line<'a>(moment: Moment<'_>, lines: impl Iterator<Item = &'a EvolutionLine>) -> Vec<Change> {
    let enabled: Vec<&EvolutionLine> = lines.filter(|line| moment.holds(line.guard)).collect();
    if enabled.is_empty() {
        return vec![Change::new()];
    }
    enabled.into_iter().filter_map(|line| effect(moment, line)).collect()
}

/// What a line assigns; nothing if some value is outside its domain.
fn effect(moment: Moment<'_>, line: &EvolutionLine) -> Option<Change> {
    let assign = |&(variable, value): &(VarId, _)| {
        let domain = moment.model.variable(variable).domain;
        code_of(moment.model, domain, moment.value(value)).map(|code| (variable, code))
    };
    line.assignments.iter().map(assign).collect()
}

/// All ways to pick one element of each list; exactly one way if there are no lists.
fn product<T: Clone>(lists: &[Vec<T>]) -> Vec<Vec<T>> {
    lists.iter().fold(vec![Vec::new()], |picks, list| {
        let extend = |pick: &Vec<T>| -> Vec<Vec<T>> {
            list.iter().map(|item| pick.iter().cloned().chain([item.clone()]).collect()).collect()
        };
        picks.iter().flat_map(extend).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::product;

    #[test]
    fn a_product_picks_one_of_each() {
        assert_eq!(product::<u8>(&[]), [Vec::<u8>::new()]);
        assert_eq!(product(&[vec![1, 2], vec![3, 4]]), [[1, 3], [1, 4], [2, 3], [2, 4]]);
        assert!(product(&[vec![1], vec![]]).is_empty());
    }
}
