//! Trying out the values of the few variables a condition depends on.

use super::trial::Trial;
use crate::{ActionId, AgentId, Domain, Expr, ExprId, Model, Number, VarId};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// Of conditions that depend on more combinations than this, only some are tried out.
const MAX_COMBINATIONS: u128 = 1 << 14;

/// How many are tried out then.
const MAX_SAMPLE: u128 = 1 << 10;

/// Where there are more variables than this, a few combinations show nothing.
const MAX_SAMPLED_VARIABLES: usize = 64;

/// Values for some variables and actions.
#[derive(Default)]
pub(super) struct Valuation {
    codes: FxHashMap<VarId, u64>,
    actions: FxHashMap<AgentId, ActionId>,
    /// Parts of expressions that were evaluated.
    steps: Cell<usize>,
}

impl Valuation {
    /// Every variable of the valuation with its value, as a condition.
    pub(super) fn describe(&self, model: &Model) -> String {
        let mut codes: Vec<(VarId, u64)> = self.codes.iter().map(|(variable, code)| (*variable, *code)).collect();
        codes.sort_unstable();
        let text = codes.into_iter().map(|(variable, code)| {
            let declared = model.variable(variable);
            format!("{} = {}", declared.name, model.value_text(declared.domain, code))
        });
        text.collect::<Vec<_>>().join(" and ")
    }

    /// Every variable and every action of the valuation, as a condition.
    pub(super) fn describe_step(&self, model: &Model) -> String {
        let mut actions: Vec<(AgentId, ActionId)> =
            self.actions.iter().map(|(agent, action)| (*agent, *action)).collect();
        actions.sort_unstable();
        let performed = actions.into_iter().map(|(agent, action)| {
            let agent = model.agent(agent);
            format!("{}.Action = {}", agent.name, agent.actions[action.index()].name)
        });
        let values = Some(self.describe(model)).filter(|values| !values.is_empty());
        values.into_iter().chain(performed).collect::<Vec<_>>().join(" and ")
    }

    /// Whether the protocol of the agent allows its action of this valuation.
    pub(super) fn may_perform(&self, trial: &Trial<'_>, agent: AgentId) -> bool {
        let protocol = &trial.model.agent(agent).protocol;
        let Some(&action) = self.actions.get(&agent).filter(|_| !protocol.is_empty()) else { return true };
        let applies = |guard: Option<ExprId>| guard.is_some_and(|guard| self.truth(trial.model, guard));
        let lines = || protocol.iter().enumerate();
        let mut applying = lines().filter(|(_, line)| applies(line.guard)).peekable();
        if applying.peek().is_some() {
            return applying.any(|(index, _)| trial.allows(agent, index, action));
        }
        lines().any(|(index, line)| line.guard.is_none() && trial.allows(agent, index, action))
    }

    pub(super) fn truth(&self, model: &Model, id: ExprId) -> bool {
        self.steps.set(self.steps.get() + 1);
        match model.exprs.get(id) {
            Expr::Bool(value) => *value,
            Expr::Var(variable) => self.codes[variable] != 0,
            Expr::ActionIs(agent, action) => self.actions.get(agent) == Some(action),
            Expr::Not(inner) => !self.truth(model, *inner),
            Expr::And(parts) => parts.iter().all(|part| self.truth(model, *part)),
            Expr::Or(parts) => parts.iter().any(|part| self.truth(model, *part)),
            Expr::Iff(a, b) => self.truth(model, *a) == self.truth(model, *b),
            Expr::Implies(a, b) => !self.truth(model, *a) || self.truth(model, *b),
            Expr::Compare(op, a, b) => self.number(model, *a).compare(*op, self.number(model, *b)),
            Expr::Same(a, b) => self.enum_name(model, *a) == self.enum_name(model, *b),
            _ => unreachable!("the resolver gives conditions only truth values"),
        }
    }

    pub(super) fn number(&self, model: &Model, id: ExprId) -> Number {
        self.steps.set(self.steps.get() + 1);
        match model.exprs.get(id) {
            Expr::Number(value) => Number::whole(*value),
            Expr::Var(variable) => match model.variable(*variable).domain {
                Domain::Int { low, .. } => Number::whole(low.wrapping_add(self.codes[variable] as i64)),
                Domain::Bool | Domain::Enum(_) => Number::whole(0),
            },
            Expr::Neg(inner) => self.number(model, *inner).neg(),
            Expr::Sum(terms) => terms.iter().fold(Number::whole(0), |sum, term| sum.add(self.number(model, *term))),
            Expr::Mul(a, b) => self.number(model, *a).mul(self.number(model, *b)),
            Expr::Div(a, b) => self.number(model, *a).div(self.number(model, *b)),
            _ => unreachable!("the resolver gives arithmetic only numbers"),
        }
    }

    fn enum_name(&self, model: &Model, id: ExprId) -> Option<crate::EnumValueId> {
        match model.exprs.get(id) {
            Expr::EnumValue(value) => Some(*value),
            Expr::Var(variable) => match model.variable(*variable).domain {
                Domain::Enum(kind) => Some(model.enum_types[kind.index()].values[self.codes[variable] as usize]),
                Domain::Bool | Domain::Int { .. } => None,
            },
            _ => None,
        }
    }
}

/// What trying out values has shown.
pub(super) enum Search {
    /// This valuation is accepted.
    Witness(Valuation),
    /// All were tried, none is accepted.
    Nowhere,
    /// There are too many to try all of them; among those that were tried none is accepted.
    TooMany,
}

/// Tries all values of `variables` and all of `actions`; if there are too many, some of them.
pub(super) fn search(
    trial: &Trial<'_>,
    variables: &[VarId],
    actions: &[(AgentId, Vec<ActionId>)],
    accept: impl Fn(&Valuation) -> bool,
) -> Search {
    let model = trial.model;
    let sizes: Vec<u128> =
        variables.iter().map(|&variable| model.domain_size(model.variable(variable).domain)).collect();
    let choices: Vec<u128> = actions.iter().map(|(_, choices)| choices.len() as u128).collect();
    let total = |sizes: &[u128]| sizes.iter().chain(&choices).fold(1u128, |total, size| total.saturating_mul(*size));
    let mut tried = sizes.clone();
    let complete = total(&sizes) <= MAX_COMBINATIONS;
    if !complete {
        if variables.len() > MAX_SAMPLED_VARIABLES {
            return Search::TooMany;
        }
        while total(&tried) > MAX_SAMPLE {
            match tried.iter_mut().max().filter(|largest| **largest > 1) {
                Some(largest) => *largest /= 2,
                None => break,
            }
        }
    }
    let count = if complete { total(&tried) } else { total(&tried).min(MAX_SAMPLE) };
    let mut valuation = Valuation::default();
    for number in 0..count {
        if trial.effort.is_used_up() {
            return Search::TooMany;
        }
        let mut rest = number;
        for ((&variable, &size), &tried) in variables.iter().zip(&sizes).zip(&tried) {
            let index = rest % tried;
            // Of a large range, its two ends.
            let code = if index < tried.div_ceil(2) { index } else { size - tried + index };
            valuation.codes.insert(variable, code as u64);
            rest /= tried;
        }
        for (agent, choices) in actions {
            valuation.actions.insert(*agent, choices[(rest % choices.len() as u128) as usize]);
            rest /= choices.len() as u128;
        }
        let accepted = accept(&valuation);
        trial.effort.spend(1 + variables.len() + actions.len() + valuation.steps.take());
        if accepted {
            return Search::Witness(valuation);
        }
    }
    if complete { Search::Nowhere } else { Search::TooMany }
}
