//! Whether variables that no condition reads influence the model all the same.

use super::trial::Trial;
use super::values::{Search, Valuation, search};
use crate::{AgentId, AssignmentSemantics, Domain, EvolutionLine, Expr, ExprId, Model, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Pairs of lines beyond this number are not compared.
const MAX_PAIRS: usize = 256;

/// Keeps only those variables that can be removed together, with what is assigned to them and what the initial condition
/// says about them, without a change for the others. In doubt a variable stays out.
pub(super) fn keep_removable(trial: &Trial<'_>, unread: &mut BTreeSet<VarId>) {
    let model = trial.model;
    for variable in blocking(trial, unread) {
        unread.remove(&variable);
    }
    let mut shared = Shared::new(model);
    let mentioned = shared.conjuncts.iter().flatten().copied().filter(|variable| !unread.contains(variable));
    let mentioned: Vec<VarId> = mentioned.collect();
    shared.spread(mentioned, unread);
    // An agent is looked at again when one of its variables was taken out, if that can make a difference.
    let mut open: BTreeSet<AgentId> = model.agent_ids().collect();
    let mut settled: FxHashSet<AgentId> = FxHashSet::default();
    while let Some(agent) = open.pop_first() {
        let Some(chosen) = chosen_instead(trial, agent, unread) else {
            settled.insert(agent);
            continue;
        };
        let out: Vec<VarId> = chosen.into_iter().filter(|variable| unread.remove(variable)).collect();
        let more = shared.spread(out.clone(), unread);
        let owners = out.into_iter().chain(more).map(|variable| model.variable(variable).owner);
        open.extend(owners.filter(|owner| !settled.contains(owner)));
    }
}

/// Parts of the initial condition, which say something about all their variables at once.
struct Shared {
    conjuncts: Vec<Vec<VarId>>,
    /// Where a variable occurs.
    places: FxHashMap<VarId, Vec<usize>>,
}

impl Shared {
    fn new(model: &Model) -> Shared {
        let parts = model.exprs.conjuncts(model.init).into_iter();
        let conjuncts: Vec<Vec<VarId>> = parts.map(|part| model.exprs.variables(part)).collect();
        let mut places: FxHashMap<VarId, Vec<usize>> = FxHashMap::default();
        for (index, variables) in conjuncts.iter().enumerate() {
            variables.iter().for_each(|variable| places.entry(*variable).or_default().push(index));
        }
        Shared { conjuncts, places }
    }

    /// Takes out what parts of the initial condition have in common with variables that are out already, and gives it.
    fn spread(&mut self, mut open: Vec<VarId>, unread: &mut BTreeSet<VarId>) -> Vec<VarId> {
        let mut out = Vec::new();
        while let Some(variable) = open.pop() {
            for place in self.places.remove(&variable).unwrap_or_default() {
                let together = std::mem::take(&mut self.conjuncts[place]);
                let found = together.into_iter().filter(|other| unread.remove(other));
                found.for_each(|other| {
                    open.push(other);
                    out.push(other);
                });
            }
        }
        out
    }
}

/// Those of some variables that an assignment may take out of their range: then the step is not possible.
fn blocking(trial: &Trial<'_>, variables: &BTreeSet<VarId>) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    for line in trial.model.agents.iter().flat_map(|agent| &agent.evolution) {
        for &(variable, value) in &line.assignments {
            if variables.contains(&variable) && !found.contains(&variable) && can_block(trial, line, variable, value) {
                found.insert(variable);
            }
        }
    }
    found
}

/// Whether a line may assign a value to a variable that is out of its range.
fn can_block(trial: &Trial<'_>, line: &EvolutionLine, variable: VarId, value: ExprId) -> bool {
    let model = trial.model;
    let Domain::Int { low, high } = model.variable(variable).domain else { return false };
    if matches!(model.exprs.get(value), Expr::Number(_)) {
        return false;
    }
    if trial.effort.is_used_up() {
        return true;
    }
    let variables = trial.variables([].into_iter(), &[value, line.guard]);
    let outside = search(trial, &variables, &trial.choices(&[line.guard]), |values| {
        let next = values.number(model, value).as_whole();
        !next.is_some_and(|next| (low..=high).contains(&next)) && values.truth(model, line.guard)
    });
    !matches!(outside, Search::Nowhere)
}

/// Under MultiAssignment one enabled line is taken. A line that only assigns unread variables is then an alternative to
/// the other lines: the variables of those that can be taken instead of a line that changes something else. `None` if there
/// are no such lines, nor will be.
fn chosen_instead(trial: &Trial<'_>, agent: AgentId, unread: &BTreeSet<VarId>) -> Option<BTreeSet<VarId>> {
    let model = trial.model;
    let only_unread = |line: &&EvolutionLine| line.assignments.iter().all(|(target, _)| unread.contains(target));
    let (idle, busy): (Vec<_>, Vec<_>) = model.agent(agent).evolution.iter().partition(only_unread);
    if model.semantics == AssignmentSemantics::Single || idle.is_empty() {
        return None;
    }
    let few = idle.len().saturating_mul(busy.len()) <= MAX_PAIRS;
    let chosen = idle.iter().filter(|idle| !few || busy.iter().any(|busy| may_meet(trial, idle.guard, busy.guard)));
    Some(chosen.flat_map(|line| line.assignments.iter().map(|(target, _)| *target)).collect())
}

/// Whether both conditions may hold at once.
fn may_meet(trial: &Trial<'_>, a: ExprId, b: ExprId) -> bool {
    if trial.effort.is_used_up() {
        return true;
    }
    let both = |values: &Valuation| values.truth(trial.model, a) && values.truth(trial.model, b);
    let variables = trial.variables([].into_iter(), &[a, b]);
    !matches!(search(trial, &variables, &trial.choices(&[a, b]), both), Search::Nowhere)
}
