//! Lines that never apply, and local states that no line applies to.

use super::removal;
use super::trial::Trial;
use super::values::{Search, Valuation, search};
use crate::{ActionId, ExprId};
use savoir_syntax::{Code, Diagnostic, Span, Tree};

/// Evolution lines whose condition no state and no joint action allowed in that state satisfies.
pub(super) fn lines_that_never_fire(trial: &Trial<'_>, tree: &Tree, found: &mut Vec<Diagnostic>) {
    for line in trial.model.agents.iter().flat_map(|agent| &agent.evolution) {
        if never_fires(trial, line.guard) {
            found.push(
                Diagnostic::new(Code::NeverFires, line.span, "this line can never fire")
                    .label("no state and no allowed action satisfies its condition")
                    .help("correct the condition, or remove the line")
                    .fix(removal::line(tree, line.span)),
            );
        }
    }
}

fn never_fires(trial: &Trial<'_>, guard: ExprId) -> bool {
    if trial.effort.is_used_up() {
        return false;
    }
    let tested = trial.choices(&[guard]);
    if tested.iter().any(|(_, allowed)| allowed.is_empty()) {
        return true;
    }
    let variables = trial.variables(tested.iter().map(|(agent, _)| *agent), &[guard]);
    let allowed = |values: &Valuation| {
        tested.iter().all(|(agent, _)| values.may_perform(trial, *agent)) && values.truth(trial.model, guard)
    };
    match search(trial, &variables, &tested, allowed) {
        Search::Witness(_) => false,
        Search::Nowhere => true,
        // Without the protocols there is less to try.
        Search::TooMany => {
            let variables = trial.variables([].into_iter(), &[guard]);
            matches!(search(trial, &variables, &tested, |values| values.truth(trial.model, guard)), Search::Nowhere)
        }
    }
}

/// Lines of protocols whose condition no values satisfy.
pub(super) fn protocol_lines_that_never_apply(trial: &Trial<'_>, tree: &Tree, found: &mut Vec<Diagnostic>) {
    let model = trial.model;
    let never_applies = |guard: ExprId| {
        let variables = trial.variables([].into_iter(), &[guard]);
        matches!(search(trial, &variables, &[], |values| values.truth(model, guard)), Search::Nowhere)
    };
    for agent in &model.agents {
        let possible = |guard: Option<ExprId>| guard.filter(|_| !trial.effort.is_used_up());
        let never: Vec<Span> = agent
            .protocol
            .iter()
            .filter_map(|line| possible(line.guard).filter(|guard| never_applies(*guard)).map(|_| line.span))
            .collect();
        // A protocol without lines would mean something else.
        let removable = never.len() < agent.protocol.len();
        for span in never {
            let finding = Diagnostic::new(Code::NeverApplies, span, "this protocol line never applies")
                .label("no state satisfies its condition")
                .help("correct the condition, or remove the line");
            super::add(found, finding, || removable.then(|| removal::line(tree, span)));
        }
    }
}

/// Local states in which the protocol allows no action: nothing can happen there, for no agent.
pub(super) fn stuck_local_states(trial: &Trial<'_>, found: &mut Vec<Diagnostic>) {
    let model = trial.model;
    for id in model.agent_ids() {
        let agent = model.agent(id);
        if agent.actions.is_empty() || agent.protocol.is_empty() {
            continue;
        }
        let helps = |actions: &[ActionId]| !actions.is_empty();
        let other = agent.protocol.iter().find(|line| line.guard.is_none());
        let guards: Vec<_> =
            agent.protocol.iter().filter_map(|line| Some((line.guard?, helps(&line.actions)))).collect();
        let variables = trial.variables([id].into_iter(), &[]);
        let applies = |values: &Valuation, guard: ExprId| values.truth(model, guard);
        let stuck = search(trial, &variables, &[], |values| {
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
