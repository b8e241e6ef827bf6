//! An attempt as data.

use super::standing::Pause;
use crate::Engine;
use savoir_explicit::ExplorationLimits;
use savoir_symbolic::OrderName;
use std::fmt;

/// One attempt at finding all reachable states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Its place in the plan.
    pub name: AttemptName,
    /// With which engine, and with how much.
    pub way: Way,
    /// What counts as success.
    pub success: Success,
}

/// The place of an attempt in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttemptName {
    /// With the engine that was asked for, to the end.
    AsAsked,
    /// States one by one, as long as they are very few.
    Tiny,
    /// Diagrams with the first order, as long as they are small.
    FirstOrder,
    /// States one by one, as long as they come few at a time.
    Narrow,
    /// States one by one, as long as they are not many.
    Modest,
    /// States one by one, where diagrams have found that there are few.
    Few,
    /// States one by one, in between the steps of diagrams.
    Beside,
    /// States one by one, since formulas take long on diagrams.
    Formulas,
    /// One of several orders, as far as its turn goes, from 1. It goes on where it was paused.
    Race(u32),
    /// The order that is left, to the end.
    LastOrder,
}

/// With which engine an attempt is made, and what it may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Every state is stored.
    Explicit(ExplorationLimits),
    /// Sets of states are diagrams, in this order of variables, until the search is paused. If it has another turn, it goes on
    /// from there.
    Symbolic(OrderName, Pause),
}

/// What counts as success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Success {
    /// All reachable states were found.
    Finished,
    /// And diagrams suit the model: there are few nodes, or not many for each state.
    Suits {
        /// So few nodes are enough.
        few_nodes: usize,
        /// Otherwise at most so many for each state.
        nodes_per_state: u32,
    },
}

impl Attempt {
    /// The engine of the attempt.
    #[must_use]
    pub fn engine(&self) -> Engine {
        match self.way {
            Way::Explicit(_) => Engine::Explicit,
            Way::Symbolic(..) => Engine::Symbolic,
        }
    }
}

impl fmt::Display for AttemptName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AttemptName::AsAsked => f.write_str("as asked"),
            AttemptName::Tiny => f.write_str("tiny"),
            AttemptName::FirstOrder => f.write_str("first order"),
            AttemptName::Narrow => f.write_str("narrow"),
            AttemptName::Modest => f.write_str("modest"),
            AttemptName::Few => f.write_str("few"),
            AttemptName::Beside => f.write_str("beside"),
            AttemptName::Formulas => f.write_str("formulas"),
            AttemptName::Race(round) => write!(f, "race {round}"),
            AttemptName::LastOrder => f.write_str("last order"),
        }
    }
}
