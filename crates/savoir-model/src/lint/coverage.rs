//! Lines that never apply, and local states that no line applies to.

use super::values::search;
use crate::{ActionId, AgentId, ExprId, Model};
use savoir_syntax::{Code, Diagnostic};

/// Evolution lines whose condition no state and no allowed joint action satisfies.
pub(super) fn lines_that_never_fire(model: &Model, found: &mut Vec<Diagnostic>) {
    for line in model.agents.iter().flat_map(|agent| &agent.evolution) {
        let variables = model.exprs.variables(line.guard);
        let actions = tested_actions(model, line.guard);
        let never = actions.iter().any(|(_, allowed)| allowed.is_empty())
            || matches!(search(model, &variables, &actions, |values| values.truth(model, line.guard)), Some(None));
        if never {
            found.push(
                Diagnostic::new(Code::NeverFires, line.span, "this line can never fire")
                    .label("no state and no allowed action satisfies its condition")
                    .help("correct the condition, or remove the line"),
            );
        }
    }
}

/// The agents whose actions a condition tests, each with the actions it may perform.
pub(super) fn tested_actions(model: &Model, condition: ExprId) -> Vec<(AgentId, Vec<ActionId>)> {
    let mut agents: Vec<AgentId> = model.exprs.actions(condition).iter().map(|(agent, _)| *agent).collect();
    agents.dedup();
    agents.into_iter().map(|agent| (agent, allowed(model, agent))).collect()
}

/// The actions that some line of the protocol allows.
fn allowed(model: &Model, agent: AgentId) -> Vec<ActionId> {
    let agent = model.agent(agent);
    if agent.protocol.is_empty() {
        return (0..agent.actions.len()).map(ActionId::from).collect();
    }
    let mut actions: Vec<ActionId> = agent.protocol.iter().flat_map(|line| line.actions.iter().copied()).collect();
    actions.sort_unstable();
    actions.dedup();
    actions
}

/// Local states in which the protocol allows no action: nothing can happen there, for no agent.
pub(super) fn stuck_local_states(model: &Model, found: &mut Vec<Diagnostic>) {
    for agent in &model.agents {
        if agent.actions.is_empty() || agent.protocol.is_empty() {
            continue;
        }
        let helps = |actions: &[ActionId]| !actions.is_empty();
        let other = agent.protocol.iter().find(|line| line.guard.is_none());
        let guards: Vec<_> =
            agent.protocol.iter().filter_map(|line| Some((line.guard?, helps(&line.actions)))).collect();
        let mut variables: Vec<_> = guards.iter().flat_map(|(guard, _)| model.exprs.variables(*guard)).collect();
        variables.sort_unstable();
        variables.dedup();
        let stuck = search(model, &variables, &[], |values| {
            let mut matched = guards.iter().filter(|(guard, _)| values.truth(model, *guard)).peekable();
            if matched.peek().is_none() {
                return !other.is_some_and(|line| helps(&line.actions));
            }
            !matched.any(|(_, helps)| *helps)
        });
        if let Some(Some(values)) = stuck {
            let example = values.describe(model);
            let place = if example.is_empty() { "always".to_owned() } else { format!("where {example}") };
            let span = agent.protocol[0].span.cover(agent.protocol[agent.protocol.len() - 1].span);
            found.push(
                Diagnostic::new(Code::StuckLocalState, span, format!("`{}` may have no action", agent.name))
                    .label(format!("no line applies {place}"))
                    .help("a state where an agent has no action has no successor; add a line `Other : { … };`"),
            );
        }
    }
}
