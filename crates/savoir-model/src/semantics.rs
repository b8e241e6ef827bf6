//! Which reading of the operators a verdict is about. It is an input of every check and is printed with every verdict;
//! nothing switches silently.

use crate::{FormulaId, GroupId, Model};
use std::fmt;

/// What strategies may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum AtlSemantics {
    /// On the whole global state: perfect information, memoryless, not uniform.
    #[default]
    PerfectInformation,
    /// For each member of the coalition on what it observes: uniform, memoryless. One strategy has to win from all states
    /// of the start set.
    Uniform(StartSet),
    /// A formula, whatever its operators are, is about the models where these agents follow a uniform protocol that allows
    /// one action in each local state: it is satisfied if one of these models satisfies it. In such a model, strategies
    /// have perfect information.
    UniformModel(Restricted),
}

/// From where a uniform strategy has to win, to say that a coalition has it in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum StartSet {
    /// From this state only.
    Objective,
    /// From all states that some member cannot tell from this one: everybody in the coalition knows that it wins.
    #[default]
    Everyone,
    /// From all states that the members together cannot tell from this one.
    Distributed,
    /// From all states that a chain of states leads to, each of which some member cannot tell from the one before: it is
    /// common knowledge that the strategy wins.
    Common,
}

impl StartSet {
    /// All of them.
    pub const ALL: [StartSet; 4] = [StartSet::Objective, StartSet::Everyone, StartSet::Distributed, StartSet::Common];
}

impl fmt::Display for StartSet {
    /// The name it has in options, annotations and reports.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StartSet::Objective => "objective",
            StartSet::Everyone => "everyone",
            StartSet::Distributed => "distributed",
            StartSet::Common => "common",
        })
    }
}

/// Who follows a uniform protocol in the models that a formula is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Restricted {
    /// All agents, the environment included.
    #[default]
    Everybody,
    /// The members of a group.
    Group(GroupId),
}

impl AtlSemantics {
    /// The name it has in options, annotations and reports; groups are called as in the model.
    #[must_use]
    pub fn name(self, model: &Model) -> String {
        match self {
            AtlSemantics::PerfectInformation => "perfect-information".to_owned(),
            AtlSemantics::Uniform(start) => format!("uniform:{start}"),
            AtlSemantics::UniformModel(Restricted::Everybody) => "uniform-model".to_owned(),
            AtlSemantics::UniformModel(Restricted::Group(group)) => {
                format!("uniform-model:{}", model.group(group).name)
            }
        }
    }
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
        let Semantics { atl, fairness: FairnessSemantics::FairPaths } = self;
        let strategies = match atl {
            AtlSemantics::PerfectInformation => "perfect-information strategies".to_owned(),
            AtlSemantics::Uniform(start) => format!("uniform strategies ({start})"),
            AtlSemantics::UniformModel(_) => "some uniform model".to_owned(),
        };
        let paths = match fairness_constraints {
            0 => "all paths".to_owned(),
            1 => "fair paths (1 constraint)".to_owned(),
            n => format!("fair paths ({n} constraints)"),
        };
        format!("observational knowledge, {strategies}, {paths}")
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
        // It is about other models, whatever the operators are.
        if let AtlSemantics::UniformModel(_) = self.atl {
            reading.strategies = Some(self.atl);
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
        let Some(strategies) = self.strategies else { return Ok(()) };
        match strategies {
            AtlSemantics::PerfectInformation => f.write_str("strategies with perfect information, without memory")?,
            AtlSemantics::Uniform(StartSet::Objective) => {
                f.write_str("uniform strategies, without memory, that win from the state itself")?;
            }
            AtlSemantics::Uniform(StartSet::Everyone) => {
                f.write_str("uniform strategies, without memory, of which every member knows that they win")?;
            }
            AtlSemantics::Uniform(StartSet::Distributed) => {
                f.write_str("uniform strategies, without memory, of which the members together know that they win")?;
            }
            AtlSemantics::Uniform(StartSet::Common) => {
                f.write_str("uniform strategies, without memory, of which it is common knowledge that they win")?;
            }
            AtlSemantics::UniformModel(_) => f.write_str("in some model where protocols are uniform")?,
        }
        if self.fairness_constraints > 0 {
            f.write_str(", judged by their fair outcomes")?;
        }
        Ok(())
    }
}
