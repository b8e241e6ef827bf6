//! Lines that never apply, and local states that no line applies to.

use super::removal;
use super::values::{Search, Valuation, search, variables_of};
use crate::{ActionId, AgentId, ExprId, Model};
use savoir_syntax::{Code, Diagnostic, Tree};

/// Evolution lines whose condition no state and no joint action allowed in that state satisfies.
pub(super) fn lines_that_never_fire(model: &Model, tree: &Tree, found: &mut Vec<Diagnostic>) {
    for line in model.agents.iter().flat_map(|agent| &agent.evolution) {
        if never_fires(model, line.guard) {
            found.push(
                Diagnostic::new(Code::NeverFires, line.span, "this line can never fire")
                    .label("no state and no allowed action satisfies its condition")
                    .help("correct the condition, or remove the line")
                    .fix(removal::line(tree, line.span)),
            );
        }
    }
}

fn never_fires(model: &Model, guard: ExprId) -> bool {
    let tested = tested_actions(model, guard);
    if tested.iter().any(|(_, allowed)| allowed.is_empty()) {
        return true;
    }
    let protocols =
        tested.iter().flat_map(|(agent, _)| model.agent(*agent).protocol.iter().filter_map(|line| line.guard));
    let variables = variables_of(model, protocols.chain([guard]));
    let allowed = |values: &Valuation| {
        tested.iter().all(|(agent, _)| values.may_perform(model, *agent)) && values.truth(model, guard)
    };
    match search(model, &variables, &tested, allowed) {
        Search::Witness(_) => false,
        Search::Nowhere => true,
        // Without the protocols there is less to try.
        Search::TooMany => {
            let variables = model.exprs.variables(guard);
            matches!(search(model, &variables, &tested, |values| values.truth(model, guard)), Search::Nowhere)
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
        let variables = variables_of(model, guards.iter().map(|(guard, _)| *guard));
        let applies = |values: &Valuation, guard: ExprId| values.truth(model, guard);
        let stuck = search(model, &variables, &[], |values| {
            let mut matched = guards.iter().filter(|(guard, _)| applies(values, *guard)).peekable();
            if matched.peek().is_none() {
                return !other.is_some_and(|line| helps(&line.actions));
            }
            !matched.any(|(_, helps)| *helps)
        });
        let Search::Witness(values) = stuck else { continue };
        let place = match values.describe(model) {
            example if example.is_empty() => "in every state".to_owned(),
            example => format!("where {example}"),
        };
        let (label, help) = if guards.iter().any(|(guard, _)| applies(&values, *guard)) {
            (format!("what applies {place} allows no action"), "list an action between the braces")
        } else if other.is_some() {
            (format!("`Other` applies {place} and allows no action"), "list an action between the braces")
        } else {
            (format!("no line applies {place}"), "add a line `Other : { … };`")
        };
        let span = agent.protocol[0].span.cover(agent.protocol[agent.protocol.len() - 1].span);
        found.push(
            Diagnostic::new(Code::StuckLocalState, span, format!("`{}` may have no action", agent.name))
                .label(label)
                .help(format!("a state where an agent has no action has no successor; {help}")),
        );
    }
}
