//! Where a simulation starts.

use super::condition::{Condition, Meaning};
use super::reply::Trouble;
use savoir_check::{Budget, Stop};
use savoir_explicit::{InitialStates, initial_states};
use savoir_model::{Expr, Model};
use savoir_reference::State;

/// So many initial states are listed at most.
pub(crate) const MOST_INITIAL: usize = 1_000;

/// The initial states, as far as they are listed.
pub(crate) fn listed(model: &Model, budget: &Budget) -> Result<InitialStates, Stop> {
    initial_states(model, MOST_INITIAL, budget)
}

/// An initial state that satisfies a condition on values, also beyond the listed ones.
pub(crate) fn satisfying(condition: &Condition, budget: &Budget) -> Result<State, Trouble> {
    let Meaning::Values(wanted) = condition.meaning else {
        return Err(Trouble::Wrong(format!(
            "`{}` depends on what is reachable; choose an initial state by its number or by the values of its variables",
            condition.text
        )));
    };
    let mut model = (*condition.model).clone();
    model.init = model.exprs.add(Expr::And([model.init, wanted].into()));
    let found = initial_states(&model, 1, budget)?;
    found
        .states
        .into_iter()
        .next()
        .ok_or_else(|| Trouble::Wrong(format!("no initial state satisfies `{}`", condition.text)))
}
