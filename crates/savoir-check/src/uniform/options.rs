//! Which algorithm looks for uniform strategies.

use std::fmt;

/// A way to find out whether there is a uniform strategy. Each is complete: they differ in what they cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum UniformAlgorithm {
    /// `Sat` and `Backward` by turns, each with twice the work of its turn before.
    #[default]
    Auto,
    /// A SAT solver chooses an action for each observation; plays that fail are ruled out as they are met.
    Sat,
    /// Partial strategies over sets of states, with bounds from below and above, and branching where they leave a choice.
    Backward,
    /// Strategies are variables of the decision diagrams: all of them at once.
    Variables,
    /// One strategy after the other.
    Enumeration,
}

impl UniformAlgorithm {
    /// All of them.
    pub const ALL: [UniformAlgorithm; 5] = [
        UniformAlgorithm::Auto,
        UniformAlgorithm::Sat,
        UniformAlgorithm::Backward,
        UniformAlgorithm::Variables,
        UniformAlgorithm::Enumeration,
    ];

    /// The choices with names and help.
    pub const NAMED: &[(UniformAlgorithm, &str, &str)] = &[
        (UniformAlgorithm::Auto, "auto", "`sat` and `backward` by turns, each with twice the work of its turn before"),
        (UniformAlgorithm::Sat, "sat", "A SAT solver chooses actions; plays that fail are ruled out"),
        (UniformAlgorithm::Backward, "backward", "Partial strategies over sets of states, with bounds and branching"),
        (UniformAlgorithm::Variables, "variables", "All strategies at once, as variables of the decision diagrams"),
        (UniformAlgorithm::Enumeration, "enumeration", "One strategy after the other"),
    ];
}

impl fmt::Display for UniformAlgorithm {
    /// The name it has in options and reports.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UniformAlgorithm::Auto => "auto",
            UniformAlgorithm::Sat => "sat",
            UniformAlgorithm::Backward => "backward",
            UniformAlgorithm::Variables => "variables",
            UniformAlgorithm::Enumeration => "enumeration",
        })
    }
}
