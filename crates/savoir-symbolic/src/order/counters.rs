//! Variables that count: numbers whose next value is computed from their own, such as the rounds that are over, what is left of a
//! time limit, or how many have come so far.

use savoir_model::{Domain, Expr, Model, VarId};
use std::collections::BTreeSet;

/// With fewer values it hardly counts.
const LEAST_VALUES: u128 = 3;

/// All variables that count.
pub(super) fn counters(model: &Model) -> BTreeSet<VarId> {
    let is_number = |variable: VarId| {
        let domain = model.variable(variable).domain;
        matches!(domain, Domain::Int { .. }) && model.domain_size(domain) >= LEAST_VALUES
    };
    let lines = model.agents.iter().flat_map(|agent| &agent.evolution);
    let assignments = lines.flat_map(|line| &line.assignments).filter(|(variable, _)| is_number(*variable));
    let counting = assignments.filter(|(variable, value)| {
        !matches!(model.exprs.get(*value), Expr::Var(_)) && model.exprs.variables(*value).contains(variable)
    });
    counting.map(|(variable, _)| *variable).collect()
}
