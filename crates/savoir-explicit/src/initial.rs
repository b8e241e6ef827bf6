//! The initial states: all assignments that satisfy the initial condition.
//!
//! Variables are assigned one after the other, those of the condition first; a branch is left as soon as a conjunct is
//! known to be false. Values that the condition excludes by comparisons with constants are not tried, so a large range
//! costs nothing where few of its values are given.

use crate::halt::Halt;
use crate::layout::Layout;
use crate::limits::LimitMet;
use crate::value_ranges::{Ranges, at_least, value_ranges};
use savoir_check::{Budget, Stop};
use savoir_model::{Domain, Expr, ExprId, Model, Number, VarId};
use std::cell::Cell;

/// The first initial states of a model, as the codes of all variables in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialStates {
    /// The states, sorted.
    pub states: Vec<Vec<u64>>,
    /// Whether these are all.
    pub complete: bool,
}

/// Finds initial states without looking at any other state; not more than `most` of them. `None` if more than
/// `condition_checks` looks at conditions are not enough: there may be few among very many states.
///
/// # Errors
/// When the budget is used up.
pub fn initial_states(
    model: &Model,
    most: usize,
    condition_checks: u64,
    budget: &Budget,
) -> Result<Option<InitialStates>, Stop> {
    let layout = Layout::new(model);
    let mut states = Vec::new();
    let search = enumerate(model, &layout, condition_checks, budget, &mut |state| {
        // One more than wanted shows that there are more.
        if states.len() == most {
            return Err(Halt::Allowance(LimitMet::InitialStates));
        }
        states.push(model.variable_ids().map(|variable| layout.field(variable).get(state)).collect());
        Ok(())
    });
    let complete = match search {
        Ok(()) => true,
        Err(Halt::Allowance(LimitMet::ConditionChecks)) => return Ok(None),
        Err(Halt::Allowance(_)) => false,
        Err(Halt::Limit(stop)) => return Err(stop),
    };
    states.sort();
    Ok(Some(InitialStates { states, complete }))
}

/// Calls `found` with every initial state. Not more than so many conditions are looked at.
pub(crate) fn enumerate(
    model: &Model,
    layout: &Layout,
    condition_checks: u64,
    budget: &Budget,
    found: &mut impl FnMut(&[u64]) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let mut search = InitialSearch::new(model, layout);
    search.checks_left = Cell::new(condition_checks);
    search.run(budget, found)
}

struct InitialSearch<'m> {
    model: &'m Model,
    layout: &'m Layout,
    /// The order of assignment.
    order: Vec<VarId>,
    /// By variable: the codes that the condition leaves at first sight.
    ranges: Vec<Ranges>,
    /// By position in the order: the conjuncts to look at after that assignment.
    watched: Vec<Vec<ExprId>>,
    /// Conjuncts without variables.
    constants: Vec<ExprId>,
    codes: Vec<Option<u64>>,
    /// How many conditions may still be looked at.
    checks_left: Cell<u64>,
}

impl<'m> InitialSearch<'m> {
    fn new(model: &'m Model, layout: &'m Layout) -> InitialSearch<'m> {
        let mut conjuncts = Vec::new();
        let mut open = vec![model.init];
        while let Some(id) = open.pop() {
            match model.exprs.get(id) {
                Expr::And(parts) => open.extend(parts.iter().rev()),
                _ => conjuncts.push(id),
            }
        }
        let supports: Vec<Vec<VarId>> = conjuncts.iter().map(|&id| model.exprs.variables(id)).collect();
        let mut order: Vec<VarId> = Vec::with_capacity(model.variables.len());
        let mut placed = vec![false; model.variables.len()];
        // Conjuncts about few variables come first, they decide most.
        let mut by_size: Vec<&Vec<VarId>> = supports.iter().collect();
        by_size.sort_by_key(|support| support.len());
        for variable in by_size.into_iter().flatten().copied().chain(model.variable_ids()) {
            if !std::mem::replace(&mut placed[variable.index()], true) {
                order.push(variable);
            }
        }
        let mut position = vec![0; model.variables.len()];
        order.iter().enumerate().for_each(|(at, variable)| position[variable.index()] = at);
        let mut watched = vec![Vec::new(); order.len()];
        let mut constants = Vec::new();
        for (&conjunct, support) in conjuncts.iter().zip(&supports) {
            support.iter().for_each(|variable| watched[position[variable.index()]].push(conjunct));
            if support.is_empty() {
                constants.push(conjunct);
            }
        }
        InitialSearch {
            model,
            layout,
            order,
            ranges: value_ranges(model, model.init),
            watched,
            constants,
            codes: vec![None; model.variables.len()],
            checks_left: Cell::new(u64::MAX),
        }
    }

    fn run(&mut self, budget: &Budget, found: &mut impl FnMut(&[u64]) -> Result<(), Halt>) -> Result<(), Halt> {
        if self.constants.iter().any(|&conjunct| self.truth(conjunct) == Some(false)) {
            return Ok(());
        }
        let mut state = vec![0; self.layout.words];
        if self.order.is_empty() {
            return found(&state);
        }
        // The depth-first search keeps the current choice of each variable; `codes` says which are made.
        let mut depth = 0;
        let mut fresh = true;
        let mut steps = 0u32;
        loop {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(4096) {
                budget.check()?;
            }
            if self.checks_left.get() == 0 {
                return Err(Halt::Allowance(LimitMet::ConditionChecks));
            }
            let variable = self.order[depth];
            let next = match (fresh, self.codes[variable.index()]) {
                (false, Some(code)) => code.checked_add(1),
                _ => Some(0),
            };
            match next.and_then(|code| at_least(&self.ranges[variable.index()], code)) {
                Some(code) => {
                    self.codes[variable.index()] = Some(code);
                    self.layout.field(variable).set(&mut state, code);
                    let possible = self.watched[depth].iter().all(|&conjunct| self.truth(conjunct) != Some(false));
                    fresh = possible && depth + 1 < self.order.len();
                    if fresh {
                        depth += 1;
                    } else if possible {
                        found(&state)?;
                    }
                }
                None => {
                    self.codes[variable.index()] = None;
                    fresh = false;
                    match depth.checked_sub(1) {
                        Some(above) => depth = above,
                        None => return Ok(()),
                    }
                }
            }
        }
    }

    /// The truth value of a condition, if the assignment so far decides it.
    fn truth(&self, id: ExprId) -> Option<bool> {
        self.checks_left.set(self.checks_left.get().saturating_sub(1));
        match self.model.exprs.get(id) {
            Expr::Bool(value) => Some(*value),
            Expr::Var(variable) => self.codes[variable.index()].map(|code| code != 0),
            Expr::Not(inner) => self.truth(*inner).map(|value| !value),
            Expr::And(parts) => self.all(parts, true),
            Expr::Or(parts) => self.all(parts, false).map(|value| !value),
            Expr::Implies(a, b) => match (self.truth(*a), self.truth(*b)) {
                (Some(false), _) | (_, Some(true)) => Some(true),
                (Some(true), Some(false)) => Some(false),
                _ => None,
            },
            Expr::Iff(a, b) => Some(self.truth(*a)? == self.truth(*b)?),
            Expr::Same(a, b) => Some(self.enum_value(*a)? == self.enum_value(*b)?),
            Expr::Compare(op, a, b) => Some(self.number(*a)?.compare(*op, self.number(*b)?)),
            _ => unreachable!("the resolver gives initial conditions only truth values"),
        }
    }

    /// Whether all parts have the given truth value.
    fn all(&self, parts: &[ExprId], wanted: bool) -> Option<bool> {
        let mut unknown = false;
        for part in parts {
            match self.truth(*part) {
                Some(value) if value != wanted => return Some(false),
                Some(_) => {}
                None => unknown = true,
            }
        }
        (!unknown).then_some(true)
    }

    fn enum_value(&self, id: ExprId) -> Option<savoir_model::EnumValueId> {
        match self.model.exprs.get(id) {
            Expr::EnumValue(value) => Some(*value),
            Expr::Var(variable) => match self.model.variable(*variable).domain {
                Domain::Enum(kind) => {
                    let code = self.codes[variable.index()]?;
                    Some(self.model.enum_types[kind.index()].values[code as usize])
                }
                Domain::Bool | Domain::Int { .. } => None,
            },
            _ => None,
        }
    }

    fn number(&self, id: ExprId) -> Option<Number> {
        match self.model.exprs.get(id) {
            Expr::Number(value) => Some(Number::whole(*value)),
            Expr::Var(variable) => match self.model.variable(*variable).domain {
                Domain::Int { low, .. } => Some(Number::whole(low.wrapping_add(self.codes[variable.index()]? as i64))),
                Domain::Bool | Domain::Enum(_) => None,
            },
            Expr::Neg(inner) => Some(self.number(*inner)?.neg()),
            Expr::Sum(terms) => terms.iter().try_fold(Number::whole(0), |sum, term| Some(sum.add(self.number(*term)?))),
            Expr::Mul(a, b) => Some(self.number(*a)?.mul(self.number(*b)?)),
            Expr::Div(a, b) => Some(self.number(*a)?.div(self.number(*b)?)),
            _ => None,
        }
    }
}
