//! Trying out all values of the few variables a condition depends on, and the lint about division.

use crate::{ActionId, AgentId, Domain, Expr, ExprId, Model, Number, VarId};
use rustc_hash::FxHashMap;
use savoir_syntax::{Code, Diagnostic};

/// Conditions that depend on more combinations than this are not tried out.
const MAX_COMBINATIONS: u128 = 1 << 14;

/// Values for some variables and actions.
#[derive(Default)]
pub(super) struct Valuation {
    codes: FxHashMap<VarId, u64>,
    actions: FxHashMap<AgentId, ActionId>,
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

    pub(super) fn truth(&self, model: &Model, id: ExprId) -> bool {
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

/// Tries all values of `variables` and all of `actions`; the first valuation that `accept`s. `None` in the outer option
/// if there are too many.
pub(super) fn search(
    model: &Model,
    variables: &[VarId],
    actions: &[(AgentId, Vec<ActionId>)],
    mut accept: impl FnMut(&Valuation) -> bool,
) -> Option<Option<Valuation>> {
    let sizes = variables.iter().map(|&variable| model.domain_size(model.variable(variable).domain));
    let choices = actions.iter().map(|(_, choices)| choices.len() as u128);
    let total = sizes.clone().chain(choices).try_fold(1u128, |total, size| total.checked_mul(size));
    let total = total.filter(|total| *total <= MAX_COMBINATIONS)?;
    let sizes: Vec<u128> = sizes.collect();
    for number in 0..total {
        let mut rest = number;
        let mut valuation = Valuation::default();
        for (&variable, &size) in variables.iter().zip(&sizes) {
            valuation.codes.insert(variable, (rest % size) as u64);
            rest /= size;
        }
        for (agent, choices) in actions {
            valuation.actions.insert(*agent, choices[(rest % choices.len() as u128) as usize]);
            rest /= choices.len() as u128;
        }
        if accept(&valuation) {
            return Some(Some(valuation));
        }
    }
    Some(None)
}

/// Divisions whose result is not always whole: such a value equals no value of a variable.
pub(super) fn inexact_divisions(model: &Model, found: &mut Vec<Diagnostic>) {
    let lines = model.agents.iter().flat_map(|agent| &agent.evolution);
    for line in lines {
        for &(target, value) in &line.assignments {
            let mut divides = false;
            model.exprs.walk(value, |_, expr| divides |= matches!(expr, Expr::Div(..)));
            if !divides {
                continue;
            }
            let mut variables = model.exprs.variables(value);
            let inexact = |values: &Valuation| values.number(model, value).as_whole().is_none();
            variables.extend(model.exprs.variables(line.guard));
            variables.sort_unstable();
            variables.dedup();
            // Where the condition holds; if that is too much to try out, anywhere.
            let actions = super::coverage::tested_actions(model, line.guard);
            let witness =
                search(model, &variables, &actions, |values| inexact(values) && values.truth(model, line.guard))
                    .or_else(|| search(model, &model.exprs.variables(value), &[], inexact));
            let example = match witness {
                Some(None) => continue,
                Some(Some(values)) => format!(", for example where {}", values.describe(model)),
                None => String::new(),
            };
            found.push(
                Diagnostic::new(Code::InexactDivision, line.span, "this division may be inexact")
                    .label(format!("not a whole number{example}"))
                    .help(format!(
                        "division is exact: where `{}` would not be whole, this line leads nowhere",
                        model.variable_text(target)
                    )),
            );
        }
    }
}
