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

impl Engine {
    /// The engines with names and help.
    pub const NAMED: &[(Engine, &str, &str)] = &[
        (Engine::Auto, "auto", "Explicit for small models, symbolic for others"),
        (Engine::Explicit, "explicit", "Every state is stored"),
        (Engine::Symbolic, "symbolic", "Sets of states are decision diagrams: for state spaces far beyond memory"),
    ];
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Engine::NAMED.iter().find(|(engine, ..)| engine == self);
        f.write_str(named.map_or("", |(_, name, _)| name))
    }
}
