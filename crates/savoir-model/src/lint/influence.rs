//! Whether variables that no condition reads influence the model all the same.

use super::coverage::tested_actions;
use super::values::{Search, search, variables_of};
use crate::{AgentId, AssignmentSemantics, Domain, EvolutionLine, Expr, ExprId, Model, VarId};
use std::collections::BTreeSet;

/// Pairs of lines beyond this number are not compared.
const MAX_PAIRS: usize = 256;

/// Keeps only those variables that can be removed together, with what is assigned to them and what the initial condition
/// says about them, without a change for the others. In doubt a variable stays out.
pub(super) fn keep_removable(model: &Model, unread: &mut BTreeSet<VarId>) {
    unread.retain(|variable| !can_block(model, *variable));
    loop {
        let before = unread.len();
        for agent in model.agent_ids() {
            let chosen = chosen_instead(model, agent, unread);
            unread.retain(|variable| !chosen.contains(variable));
        }
        for part in model.exprs.conjuncts(model.init) {
            let variables = model.exprs.variables(part);
            if !variables.iter().all(|variable| unread.contains(variable)) {
                unread.retain(|variable| !variables.contains(variable));
            }
        }
        if unread.len() == before {
            return;
        }
    }
}

/// Whether an assignment to the variable may leave its range: then the step is not possible.
fn can_block(model: &Model, variable: VarId) -> bool {
    let owner = model.variable(variable).owner;
    let Domain::Int { low, high } = model.variable(variable).domain else { return false };
    model.agent(owner).evolution.iter().any(|line| {
        let mut values = line.assignments.iter().filter(|(target, _)| *target == variable);
        values.any(|&(_, value)| {
            if matches!(model.exprs.get(value), Expr::Number(_)) {
                return false;
            }
            let variables = variables_of(model, [value, line.guard]);
            let actions = tested_actions(model, line.guard);
            let outside = search(model, &variables, &actions, |values| {
                let next = values.number(model, value).as_whole();
                !next.is_some_and(|next| (low..=high).contains(&next)) && values.truth(model, line.guard)
            });
            !matches!(outside, Search::Nowhere)
        })
    })
}

/// Under MultiAssignment one enabled line is taken. A line that only assigns unread variables is then an alternative to
/// the other lines: the variables of those that can be taken instead of a line that changes something else.
fn chosen_instead(model: &Model, agent: AgentId, unread: &BTreeSet<VarId>) -> BTreeSet<VarId> {
    let only_unread = |line: &&EvolutionLine| line.assignments.iter().all(|(target, _)| unread.contains(target));
    let (idle, busy): (Vec<_>, Vec<_>) = model.agent(agent).evolution.iter().partition(only_unread);
    if model.semantics == AssignmentSemantics::Single || busy.is_empty() {
        return BTreeSet::new();
    }
    let few = idle.len().saturating_mul(busy.len()) <= MAX_PAIRS;
    let chosen = idle.iter().filter(|idle| !few || busy.iter().any(|busy| may_meet(model, idle.guard, busy.guard)));
    chosen.flat_map(|line| line.assignments.iter().map(|(target, _)| *target)).collect()
}

/// Whether both conditions may hold at once.
fn may_meet(model: &Model, a: ExprId, b: ExprId) -> bool {
    let mut actions = tested_actions(model, a);
    actions.extend(tested_actions(model, b));
    actions.sort_unstable();
    actions.dedup();
    let both = |values: &super::values::Valuation| values.truth(model, a) && values.truth(model, b);
    !matches!(search(model, &variables_of(model, [a, b]), &actions, both), Search::Nowhere)
}
