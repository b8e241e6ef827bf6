//! Things that are declared but not used.

use super::influence::keep_removable;
use super::trial::Trial;
use super::{add, removal};
use crate::resolve::source_map;
use crate::{ActionId, AgentId, AtlSemantics, ExprId, FormulaId, Look, Model, StartSet, VarId};
use rustc_hash::FxHashMap;
use savoir_syntax::{Code, Diagnostic, Tree};
use std::collections::BTreeSet;

/// Every expression that stands in the model outside the initial condition.
fn expressions(model: &Model) -> impl Iterator<Item = ExprId> {
    let of_agents = model.agents.iter().flat_map(|agent| {
        let guards = agent.protocol.iter().filter_map(|line| line.guard);
        let lines = agent.evolution.iter().flat_map(|line| {
            // Keeping or counting up a variable that nobody looks at is no use of it.
            let values = line.assignments.iter().flat_map(|&(target, value)| {
                let reads_others = model.exprs.variables(value).iter().any(|read| *read != target);
                reads_others.then_some(value)
            });
            values.chain([line.guard])
        });
        agent.red.into_iter().chain(guards).chain(lines)
    });
    of_agents.chain(model.propositions.iter().map(|proposition| proposition.condition))
}

/// Variables that no condition and no other variable depends on, and that cannot make a difference otherwise. What an
/// agent observes is its knowledge, and what its uniform strategies depend on: so variables seen by an agent whose knowledge
/// or uniform strategies a formula asks about are in use.
pub(super) fn unused_variables(trial: &Trial<'_>, tree: &Tree, found: &mut Vec<Diagnostic>) {
    let model = trial.model;
    let mut read: BTreeSet<VarId> = BTreeSet::new();
    for expr in expressions(model) {
        read.extend(model.exprs.variables(expr));
    }
    let mut knowers = BTreeSet::new();
    for look in looks(model) {
        match look {
            Look::Knowledge(agent) => {
                knowers.insert(agent);
            }
            Look::Condition(condition) => read.extend(model.exprs.variables(condition)),
            Look::Proposition(_) | Look::Colour(_) | Look::Duty(_) | Look::Strategy(_) => {}
        }
    }
    read.extend(observed(model, knowers));
    read.extend(observed_by_strategies(model, |own| own.unwrap_or_default()));
    let as_asked = observed_by_strategies(model, |own| own.unwrap_or(AtlSemantics::Uniform(StartSet::default())));
    let mut unread = model.variable_ids().filter(|id| !read.contains(id)).collect();
    keep_removable(trial, &mut unread);
    if unread.is_empty() || trial.effort.is_stopped() {
        return;
    }
    let map = source_map(tree);
    for id in unread {
        let variable = model.variable(id);
        let message = format!("`{}` is never read", model.variable_text(id));
        let finding = Diagnostic::new(Code::UnusedVariable, variable.span, message)
            .label("no condition depends on it")
            .help("remove it: every variable makes the model larger");
        let finding = match as_asked.contains(&id) {
            true => {
                finding.help("keep it if strategies are to depend on it, as with `-- atl: uniform` before a formula")
            }
            false => finding,
        };
        add(found, finding, || removal::variable(model, tree, &map, id));
    }
}

/// What strategies depend on if each formula is read as `reading` says, given what its annotation says.
fn observed_by_strategies(model: &Model, reading: impl Fn(Option<AtlSemantics>) -> AtlSemantics) -> BTreeSet<VarId> {
    let mut by_reading: FxHashMap<AtlSemantics, Vec<FormulaId>> = FxHashMap::default();
    for property in &model.properties {
        by_reading.entry(reading(property.reading)).or_default().push(property.formula);
    }
    let observers = by_reading.into_iter().flat_map(|(reading, formulas)| reading.observers_of_all(model, &formulas));
    observed(model, observers.collect())
}

/// What some agents observe.
fn observed(model: &Model, agents: BTreeSet<AgentId>) -> BTreeSet<VarId> {
    agents.into_iter().flat_map(|agent| model.agent(agent).observes.iter().copied()).collect()
}

/// What the formulas of a model and their parts look at.
fn looks(model: &Model) -> Vec<Look> {
    let roots = model.properties.iter().map(|property| property.formula).chain(model.fairness.iter().copied());
    model.looks_of_all(roots)
}

/// Actions that no protocol line allows: useless where a guard tests them, superfluous where none does.
pub(super) fn unused_actions(model: &Model, tree: &Tree, found: &mut Vec<Diagnostic>) {
    let mut tested: BTreeSet<(AgentId, ActionId)> = BTreeSet::new();
    for line in model.agents.iter().flat_map(|agent| &agent.evolution) {
        tested.extend(model.exprs.actions(line.guard));
    }
    for id in model.agent_ids() {
        let agent = model.agent(id);
        if agent.protocol.is_empty() {
            continue;
        }
        let allowed: BTreeSet<ActionId> = agent.protocol.iter().flat_map(|line| line.actions.iter().copied()).collect();
        for (index, action) in agent.actions.iter().enumerate() {
            let action_id = ActionId::from(index);
            if allowed.contains(&action_id) {
                continue;
            }
            let text = format!("{}.{}", agent.name, action.name);
            if tested.contains(&(id, action_id)) {
                let finding =
                    Diagnostic::new(Code::ForbiddenAction, action.span, format!("no protocol line allows `{text}`"))
                        .label("guards wait for it in vain")
                        .help("add it to a line of the protocol");
                found.push(finding);
                continue;
            }
            let finding = Diagnostic::new(Code::UnusedAction, action.span, format!("action `{text}` is never used"))
                .label("neither allowed nor tested")
                .help("remove it, or allow it in the protocol");
            add(found, finding, || removal::action(tree, action.span));
        }
    }
}

/// Propositions that stand in no formula. A model without formulas is still being written.
pub(super) fn unused_propositions(model: &Model, tree: &Tree, found: &mut Vec<Diagnostic>) {
    if model.properties.is_empty() {
        return;
    }
    let mut used = BTreeSet::new();
    for look in looks(model) {
        match look {
            Look::Proposition(id) => {
                used.insert(id.index());
            }
            Look::Condition(_) | Look::Colour(_) | Look::Duty(_) | Look::Knowledge(_) | Look::Strategy(_) => {}
        }
    }
    for (index, proposition) in model.propositions.iter().enumerate() {
        if !used.contains(&index) {
            let message = format!("proposition `{}` is never used", proposition.name);
            let finding = Diagnostic::new(Code::UnusedProposition, proposition.span, message)
                .label("in no formula")
                .help("remove it");
            add(found, finding, || removal::proposition(tree, proposition.span));
        }
    }
}
