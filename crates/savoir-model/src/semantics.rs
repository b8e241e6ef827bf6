//! Which reading of the operators a verdict is about. It is an input of every check and is printed with every verdict;
//! nothing switches silently.

use crate::written_reading::{WrittenReading, WrongReading};
use crate::{AgentId, FormulaId, GroupId, Look, Model};
use std::collections::BTreeSet;
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
    /// The name it has in reports, and which options and annotations understand; groups are called as in the model.
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

    /// The agents on whose observations strategies depend in this reading of a formula.
    #[must_use]
    pub fn observers(self, model: &Model, formula: FormulaId) -> BTreeSet<AgentId> {
        self.observers_of_all(model, &[formula])
    }

    /// The agents on whose observations strategies depend in this reading of some formulas.
    #[must_use]
    pub fn observers_of_all(self, model: &Model, formulas: &[FormulaId]) -> BTreeSet<AgentId> {
        let member = |look| match look {
            Look::Strategy(agent) => Some(agent),
            Look::Proposition(_) | Look::Condition(_) | Look::Colour(_) | Look::Duty(_) | Look::Knowledge(_) => None,
        };
        match self {
            AtlSemantics::PerfectInformation => BTreeSet::new(),
            AtlSemantics::Uniform(_) => {
                model.looks_of_all(formulas.iter().copied()).into_iter().filter_map(member).collect()
            }
            AtlSemantics::UniformModel(_) if formulas.is_empty() => BTreeSet::new(),
            AtlSemantics::UniformModel(Restricted::Everybody) => model.agent_ids().collect(),
            AtlSemantics::UniformModel(Restricted::Group(group)) => {
                model.group(group).members.iter().copied().collect()
            }
        }
    }

    /// The reading that a [name](crate::WrittenReading) stands for.
    ///
    /// # Errors
    /// If there is no reading of that name, or the model has no group of the name in it.
    pub fn read(text: &str, model: &Model) -> Result<AtlSemantics, WrongReading> {
        text.parse::<WrittenReading>()?.resolve(model)
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
    /// What of this reading matters for one formula.
    #[must_use]
    pub fn of(self, model: &Model, formula: FormulaId) -> Reading {
        let parts = model.formulas.closure(formula);
        let operators = || parts.iter().map(|part| model.formulas.get(*part).operator());
        let strategies = match self.atl {
            AtlSemantics::PerfectInformation | AtlSemantics::Uniform(_) => {
                operators().any(|operator| operator.is_strategic())
            }
            // It is about other models, whatever the operators are.
            AtlSemantics::UniformModel(_) => true,
        };
        Reading {
            knows: operators().any(|operator| operator.is_knowledge()),
            strategies: strategies.then(|| StrategyReading::new(self.atl, model)),
            fairness_constraints: model.fairness.len(),
        }
    }
}

/// A reading of strategies, with the names of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyReading {
    /// What strategies may depend on.
    pub atl: AtlSemantics,
    /// Its [name](AtlSemantics::name).
    pub name: String,
    /// The name of the group whose members follow a uniform protocol, if it is not everybody.
    group: Option<String>,
}

impl StrategyReading {
    /// The reading for a model.
    #[must_use]
    pub fn new(atl: AtlSemantics, model: &Model) -> StrategyReading {
        let group = match atl {
            AtlSemantics::UniformModel(Restricted::Group(group)) => Some(model.group(group).name.clone()),
            AtlSemantics::PerfectInformation
            | AtlSemantics::Uniform(_)
            | AtlSemantics::UniformModel(Restricted::Everybody) => None,
        };
        StrategyReading { atl, name: atl.name(model), group }
    }

    /// In a few words.
    #[must_use]
    pub fn brief(&self) -> String {
        match (self.atl, &self.group) {
            (AtlSemantics::PerfectInformation, _) => "perfect-information strategies".to_owned(),
            (AtlSemantics::Uniform(start), _) => format!("uniform strategies ({start})"),
            (AtlSemantics::UniformModel(_), None) => "some induced model (all agents)".to_owned(),
            (AtlSemantics::UniformModel(_), Some(group)) => format!("some induced model ({group})"),
        }
    }
}

impl fmt::Display for StrategyReading {
    /// In words that may stand behind a verdict.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let memoryless =
            |f: &mut fmt::Formatter<'_>, what: &str| write!(f, "uniform strategies, without memory, {what}");
        match (self.atl, &self.group) {
            (AtlSemantics::PerfectInformation, _) => f.write_str("strategies with perfect information, without memory"),
            (AtlSemantics::Uniform(StartSet::Objective), _) => memoryless(f, "that win from the state itself"),
            (AtlSemantics::Uniform(StartSet::Everyone), _) => {
                memoryless(f, "of which every member knows that they win")
            }
            (AtlSemantics::Uniform(StartSet::Distributed), _) => {
                memoryless(f, "of which the members together know that they win")
            }
            (AtlSemantics::Uniform(StartSet::Common), _) => {
                memoryless(f, "of which it is common knowledge that they win")
            }
            (AtlSemantics::UniformModel(_), None) => {
                f.write_str("in some model where all agents follow a uniform strategy")
            }
            (AtlSemantics::UniformModel(_), Some(group)) => {
                write!(f, "in some model where the members of `{group}` follow a uniform strategy")
            }
        }
    }
}

/// The reading of one formula: what is chosen for the operators that it has.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Reading {
    /// Whether somebody's knowledge matters, which follows from what is observed now.
    pub knows: bool,
    /// What strategies may depend on, if that makes a difference.
    pub strategies: Option<StrategyReading>,
    /// How many fairness constraints restrict the paths.
    pub fairness_constraints: usize,
}

impl fmt::Display for Reading {
    /// What another tool might read differently; empty for formulas that everybody reads in the same way.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(strategies) = &self.strategies else { return Ok(()) };
        write!(f, "{strategies}")?;
        match strategies.atl {
            AtlSemantics::PerfectInformation | AtlSemantics::Uniform(_) if self.fairness_constraints > 0 => {
                f.write_str(", judged by their fair outcomes")
            }
            AtlSemantics::PerfectInformation | AtlSemantics::Uniform(_) | AtlSemantics::UniformModel(_) => Ok(()),
        }
    }
}
