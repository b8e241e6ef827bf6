//! Which reading of the operators a verdict is about. It is an input of every check and is printed with every verdict;
//! nothing switches silently.

use crate::{FormulaId, Model};
use std::fmt;

/// What strategies may depend on. Every other reading of `<g>`, such as uniform strategies with the states where they have
/// to win, is one more variant with what it needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum AtlSemantics {
    /// On the whole global state: perfect information, memoryless, not uniform.
    #[default]
    PerfectInformation,
}

/// Which paths and states count where a model has fairness constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum FairnessSemantics {
    /// Fair paths, and states where one starts; a strategy is judged by its fair outcomes.
    #[default]
    FairPaths,
}

/// The reading of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Semantics {
    /// What strategies may depend on.
    pub atl: AtlSemantics,
    /// Which paths count where there are fairness constraints.
    pub fairness: FairnessSemantics,
}

impl Semantics {
    /// The reading in words, for a model with so many fairness constraints.
    #[must_use]
    pub fn describe(self, fairness_constraints: usize) -> String {
        let Semantics { atl: AtlSemantics::PerfectInformation, fairness: FairnessSemantics::FairPaths } = self;
        let paths = match fairness_constraints {
            0 => "all paths".to_owned(),
            1 => "fair paths (1 constraint)".to_owned(),
            n => format!("fair paths ({n} constraints)"),
        };
        format!("observational knowledge, perfect-information strategies, {paths}")
    }

    /// What of this reading matters for one formula.
    #[must_use]
    pub fn of(self, model: &Model, formula: FormulaId) -> Reading {
        let mut reading = Reading { knows: false, strategies: None, fairness_constraints: model.fairness.len() };
        for part in model.formulas.closure(formula) {
            let operator = model.formulas.get(part).operator();
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
