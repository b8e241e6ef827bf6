//! What may be wrong with a model whatever the formulas are: states that nothing follows, and values that do not fit.

mod replay;
#[cfg(test)]
mod tests;

pub use replay::replay_defect;

use crate::tree::Path;
use savoir_model::{AgentId, EvolutionLine, VarId};
use savoir_reference::{JointAction, Moment, Number, Value, code_of};

/// A reachable state where something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// A shortest path from an initial state to it.
    pub path: Path,
    /// What is wrong.
    pub cause: DefectCause,
}

/// What is wrong with a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DefectCause {
    /// It has no successor, as these agents may perform no action.
    NoAction(Vec<AgentId>),
    /// It has no successor, as every joint action would assign a value that does not fit; here is one.
    NoSuccessor(Overflow),
    /// A joint action assigns a value that does not fit.
    Overflow(Overflow),
}

/// How much of a defect was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefectReplay {
    /// All of it.
    Confirmed,
    /// Not that every joint action leads nowhere, as there are too many to try each.
    TooManyJointActions,
}

/// A value that is not one of its variable's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overflow {
    /// The joint action.
    pub joint: JointAction,
    /// Whose evolution.
    pub agent: AgentId,
    /// Which of its lines, from 0.
    pub line: usize,
    /// The variable.
    pub variable: VarId,
    /// The value.
    pub value: Number,
}

/// The first of some variables that a line assigns a number outside its domain, and the number.
#[must_use]
pub fn first_misfit(moment: Moment<'_>, line: &EvolutionLine, variables: &[VarId]) -> Option<(VarId, Number)> {
    let mut assigned = line.assignments.iter().filter(|(variable, _)| variables.contains(variable));
    assigned.find_map(|&(variable, value)| {
        let value = moment.value(value);
        let fits = code_of(moment.model, moment.model.variable(variable).domain, value).is_some();
        match value {
            Value::Number(number) if !fits => Some((variable, number)),
            _ => None,
        }
    })
}
