//! The choice of an engine.

use std::fmt;

/// How the states are represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Engine {
    /// Whichever suits the model, as the [plan](crate::PlanTrace) finds out. The choice depends on the model alone.
    #[default]
    Auto,
    /// Every state is stored.
    Explicit,
    /// Sets of states are decision diagrams.
    Symbolic,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Auto => f.write_str("auto"),
            Engine::Explicit => f.write_str("explicit"),
            Engine::Symbolic => f.write_str("symbolic"),
        }
    }
}
