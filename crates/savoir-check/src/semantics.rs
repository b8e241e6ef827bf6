//! Which reading of the operators a verdict is about. It is printed with every verdict; nothing switches silently.

use savoir_model::{FormulaId, FormulaPool};
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

impl Semantics {
    /// What of this reading matters for one formula.
    #[must_use]
    pub fn of(self, pool: &FormulaPool, formula: FormulaId) -> Reading {
        let mut reading = Reading { knows: false, strategies: None, fairness_constraints: self.fairness_constraints };
        for part in pool.closure(formula) {
            let operator = pool.get(part).operator();
            reading.knows |= operator.is_knowledge();
            if operator.is_strategic() {
                reading.strategies = Some(self.atl);
            }
        }
        reading
    }
}

/// The reading of one formula: what is chosen for the operators that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Reading {
    /// Whether somebody's knowledge matters, which follows from what is observed now.
    pub knows: bool,
    /// What strategies may depend on, if there are any in the formula.
    pub strategies: Option<AtlSemantics>,
    /// How many fairness constraints restrict the paths.
    pub fairness_constraints: usize,
}

impl fmt::Display for Reading {
    /// What another tool might read differently; empty for formulas that everybody reads in the same way.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.strategies {
            Some(AtlSemantics::PerfectInformation) => {
                f.write_str("strategies with perfect information, without memory")?;
                if self.fairness_constraints > 0 {
                    f.write_str(", judged by their fair outcomes")?;
                }
                Ok(())
            }
            None => Ok(()),
        }
    }
}
