//! A session as a script that leads to the same place.

use super::command::{Command, Destination, Jump, Named, Start};
use super::moves::{Filter, MOST_STEPS, allowed, joint, outcomes, wanted};
use super::trail::Trail;
use savoir_model::{ActionId, AgentId, Model};
use savoir_reference::JointAction;
use std::fmt::Write;

/// The script of a path, with other commands at its end.
pub(crate) fn script(model: &Model, trail: &Trail, then: &[String]) -> String {
    let mut text = String::new();
    let start = match trail.number {
        Some(number) => Start::Number(number),
        None => Start::Where(values(model, trail.state(0))),
    };
    let _ = writeln!(text, "{}", Command::Start(start));
    for (index, step) in trail.steps().iter().enumerate() {
        let _ = writeln!(text, "{}", command(model, trail.state(index), &step.action, &step.state));
    }
    if trail.at() < trail.len() {
        let _ = writeln!(text, "{}", Command::Jump(Jump::Step(trail.at())));
    }
    for command in then {
        let _ = writeln!(text, "{command}");
    }
    text
}

/// The command for a step: only the agents that have a choice are named, and the outcome only if there are several.
fn command(model: &Model, from: &[u64], action: &JointAction, to: &[u64]) -> Command {
    let choosing = allowed(model, from);
    let named = |(agent, action): (AgentId, &Option<ActionId>)| {
        let action = action.filter(|_| choosing[agent.index()].len() > 1)?;
        let agent = model.agent(agent);
        Some(Named { agent: agent.name.clone(), action: agent.actions[action.index()].name.clone() })
    };
    let actions: Vec<Named> = model.agent_ids().zip(action).filter_map(named).collect();
    let (states, complete) = outcomes(model, from, action, MOST_STEPS);
    let to = match states.iter().position(|state| state == to) {
        Some(0) if complete && states.len() == 1 => None,
        Some(index) => Some(Destination::Number(index + 1)),
        None => Some(Destination::Where(values(model, to))),
    };
    Command::Do { actions, to }
}

/// All values of a state, as a condition.
fn values(model: &Model, state: &[u64]) -> String {
    let one = |variable| {
        let domain = model.variable(variable).domain;
        format!("{} = {}", model.variable_text(variable), model.value_text(domain, state[variable.index()]))
    };
    let all: Vec<String> = model.variable_ids().map(one).collect();
    if all.is_empty() { "true".to_owned() } else { all.join(" and ") }
}

/// The joint action that names give, with the actions of agents that have no choice.
///
/// # Errors
/// What is wrong with the names, or what is missing.
pub(crate) fn joint_action(model: &Model, state: &[u64], named: &[Named]) -> Result<JointAction, String> {
    let allowed = allowed(model, state);
    let mut filter = Filter::default();
    for Named { agent, action } in named {
        let id = find_agent(model, agent)?;
        let known = &model.agent(id).actions;
        let Some(found) = known.iter().position(|known| known.name == *action) else {
            let near = savoir_syntax::closest(action, known.iter().map(|known| known.name.as_str()));
            return Err(match near {
                Some(near) => format!("`{agent}` has no action `{action}`; did you mean `{near}`?"),
                None => format!("`{agent}` has no action `{action}`"),
            });
        };
        let found = ActionId::from(found);
        if filter.actions.iter().any(|(known, _)| *known == id) {
            return Err(format!("`{agent}` is named twice"));
        }
        if !allowed[id.index()].contains(&Some(found)) {
            return Err(format!(
                "`{agent}` may not do `{action}` here, only {}",
                list(model, id, &allowed[id.index()])
            ));
        }
        filter.actions.push((id, found));
    }
    let left = wanted(&allowed, &filter);
    for agent in model.agent_ids() {
        match left[agent.index()].len() {
            0 => return Err(format!("nothing can happen: `{}` may do nothing here", model.agent(agent).name)),
            1 => {}
            _ => {
                let name = &model.agent(agent).name;
                let options = list(model, agent, &left[agent.index()]);
                return Err(format!("say what `{name}` does: it may do {options}"));
            }
        }
    }
    joint(&left).next().ok_or_else(|| "nothing can happen here".to_owned())
}

fn list(model: &Model, agent: AgentId, actions: &[Option<ActionId>]) -> String {
    let names: Vec<String> = actions
        .iter()
        .flatten()
        .map(|action| format!("`{}`", model.agent(agent).actions[action.index()].name))
        .collect();
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// The agent with a name.
pub(crate) fn find_agent(model: &Model, name: &str) -> Result<AgentId, String> {
    let declared = || model.agents.iter().filter(|agent| agent.declared).map(|agent| agent.name.as_str());
    match model.agents.iter().position(|agent| agent.declared && agent.name == name) {
        Some(index) => Ok(AgentId::from(index)),
        None => Err(match savoir_syntax::closest(name, declared()) {
            Some(near) => format!("there is no agent `{name}`; did you mean `{near}`?"),
            None => format!("there is no agent `{name}`"),
        }),
    }
}
