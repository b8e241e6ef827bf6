//! Which reading of the operators a verdict is about. It is printed with every verdict; nothing switches silently.

use std::fmt;

/// What strategies may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum AtlSemantics {
    /// On the whole global state: perfect information, memoryless, not uniform.
    #[default]
    PerfectInformation,
}

/// The reading of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Semantics {
    /// What strategies may depend on.
    pub atl: AtlSemantics,
    /// How many fairness constraints restrict the paths.
    pub fairness_constraints: usize,
}

impl fmt::Display for Semantics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.atl {
            AtlSemantics::PerfectInformation => {
                f.write_str("observational knowledge, perfect-information strategies")?;
            }
        }
        match self.fairness_constraints {
            0 => f.write_str(", all paths"),
            1 => f.write_str(", fair paths (1 constraint)"),
            n => write!(f, ", fair paths ({n} constraints)"),
        }
    }
}
