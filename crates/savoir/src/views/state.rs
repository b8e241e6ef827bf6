//! States and names that come from outside.

use crate::session::Session;
use crate::simulate::find_agent;
use savoir_check::Stop;
use savoir_model::{AgentId, Model};

/// Whether formulas are about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateKind {
    /// They are.
    InDomain,
    /// There are fairness constraints, and no fair path starts there.
    WithoutFairPath,
}

/// Why there is no view of a state.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ViewError {
    /// The model has more or fewer variables.
    #[error("a state of this model has {expected} values, not {found}")]
    Length {
        /// How many values a state has.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A variable has fewer values.
    #[error("{variable} has {size} values, so {code} is no code of one")]
    Value {
        /// The variable.
        variable: String,
        /// The code that it has in the state.
        code: u64,
        /// How many values it has; their codes count from zero.
        size: u128,
    },
    /// No path from an initial state leads there.
    #[error("the state is not reachable")]
    NotReachable,
    /// Formulas are about states with a fair path.
    #[error("no fair path starts in this state, so knowledge is not about it")]
    NoFairPath,
    /// There is no agent or group with this name.
    #[error("{0}")]
    Name(String),
    /// A limit of the user.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// The agents with these names.
///
/// # Errors
/// If there is no agent with one of the names.
pub fn agents_named(model: &Model, names: &[String]) -> Result<Vec<AgentId>, ViewError> {
    names.iter().map(|name| find_agent(model, name).map_err(ViewError::Name)).collect()
}

/// Whether formulas are about a state.
///
/// # Errors
/// If it is none of the model, or not reachable.
pub(crate) fn checked(session: &mut Session<'_>, state: &[u64]) -> Result<StateKind, ViewError> {
    let model = session.model();
    let (expected, found) = (model.variables.len(), state.len());
    if expected != found {
        return Err(ViewError::Length { expected, found });
    }
    for (id, &code) in model.variable_ids().zip(state) {
        let size = model.domain_size(model.variable(id).domain);
        if u128::from(code) >= size {
            return Err(ViewError::Value { variable: model.variable_text(id), code, size });
        }
    }
    session.views().standing(state)?.ok_or(ViewError::NotReachable)
}
