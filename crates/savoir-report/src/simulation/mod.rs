//! Simulations, for people and for programs.

pub mod json;
pub mod text;

use savoir::simulate::Here;
use savoir::{Model, VarId};

/// The variables that the step to this place changed.
#[must_use]
pub fn changed(model: &Model, here: &Here) -> Vec<VarId> {
    let Some(before) = &here.before else { return Vec::new() };
    model.variable_ids().filter(|variable| before[variable.index()] != here.state[variable.index()]).collect()
}

/// The value of a variable in a state.
#[must_use]
pub fn value_text(model: &Model, variable: VarId, state: &[u64]) -> String {
    model.value_text(model.variable(variable).domain, state[variable.index()])
}

/// `1 state`, `2 states`.
#[must_use]
pub fn states(count: &str) -> String {
    if count == "1" { "1 state".to_owned() } else { format!("{count} states") }
}
