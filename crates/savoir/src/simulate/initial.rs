//! Where a simulation starts, and states that are given by their values.

use super::reply::Trouble;
use crate::session::{Condition, Meaning};
use savoir_check::{Budget, Stop};
use savoir_explicit::{InitialStates, initial_states};
use savoir_model::{Expr, ExprId, Model};
use savoir_reference::State;

/// So many initial states are listed at most.
pub(crate) const MOST_INITIAL: usize = 1_000;

/// The initial states, as far as they are listed.
pub(crate) fn listed(model: &Model, budget: &Budget) -> Result<InitialStates, Stop> {
    initial_states(model, MOST_INITIAL, budget)
}

/// An initial state that satisfies a condition on values, also beyond the listed ones.
pub(crate) fn satisfying(condition: &Condition, budget: &Budget) -> Result<State, Trouble> {
    let found = states_with(condition, Some(condition.model.init), 1, budget)?;
    let none = || Trouble::Wrong(format!("no initial state satisfies `{}`", condition.text));
    found.states.into_iter().next().ok_or_else(none)
}

/// States that satisfy a condition on values, reachable or not, and another one if there is one.
pub(crate) fn states_with(
    condition: &Condition,
    also: Option<ExprId>,
    most: usize,
    budget: &Budget,
) -> Result<InitialStates, Trouble> {
    let Meaning::Values(wanted) = condition.meaning else {
        let text = &condition.text;
        return Err(Trouble::Wrong(format!(
            "`{text}` depends on what is reachable; choose a state by its number or by the values of its variables"
        )));
    };
    let mut model = (*condition.model).clone();
    model.init = match also {
        Some(also) => model.exprs.add(Expr::And([also, wanted].into())),
        None => wanted,
    };
    Ok(initial_states(&model, most, budget)?)
}
