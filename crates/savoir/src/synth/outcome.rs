//! What a search for groups finds out.

use crate::outcome::{CheckError, PhaseSeconds};
use crate::plan::PlanTrace;
use crate::{Engine, Loaded};
use num_bigint::BigUint;
use savoir_check::{Effort, Stop};
use savoir_groups::{Description, Listing, Slot, Valuation};
use savoir_model::{AgentId, Model, Property, Reading, SoughtGroup, StrategyReading};
use std::sync::Arc;

/// Everything a search for groups found out.
#[derive(Clone, Debug)]
pub struct SynthOutcome {
    /// The model.
    pub model: Arc<Model>,
    /// The engine that answered.
    pub engine: Engine,
    /// How the reachable states were found.
    pub plan: PlanTrace,
    /// How many states are reachable; zero if they were not found.
    pub states: BigUint,
    /// Whether all reachable states were found.
    pub explored: bool,
    /// How strategies are read, if a formula does not say it.
    pub strategies: StrategyReading,
    /// Who may be in groups; valuations give places in this list.
    pub candidates: Vec<AgentId>,
    /// The answers, by formula.
    pub results: Vec<SynthResult>,
    /// What it took.
    pub effort: Effort,
    /// Where the time went; `check` is that of finding groups.
    pub seconds: PhaseSeconds,
}

impl SynthOutcome {
    pub(super) fn nothing_yet(loaded: &Loaded, model: Arc<Model>, candidates: Vec<AgentId>) -> SynthOutcome {
        SynthOutcome {
            engine: Engine::Auto,
            plan: PlanTrace::default(),
            states: BigUint::ZERO,
            explored: false,
            strategies: StrategyReading::new(savoir_model::AtlSemantics::default(), &model),
            candidates,
            results: Vec::new(),
            effort: Effort::default(),
            seconds: PhaseSeconds { load: loaded.seconds, ..PhaseSeconds::default() },
            model,
        }
    }
}

/// The groups of one formula.
#[derive(Clone, Debug)]
pub struct SynthResult {
    /// Its number among the formulas of the model or of the command line, from 1.
    pub index: usize,
    /// What was asked.
    pub property: Property,
    /// How the formula is read.
    pub reading: Reading,
    /// Its group variables.
    pub variables: Vec<SoughtGroup>,
    /// How groups were found; `None` if the search did not begin.
    pub way: Option<SynthWay>,
    /// The choice of groups that was asked about, if one was.
    pub chosen: Option<Valuation>,
    /// How many choices of groups come into question.
    pub possible: BigUint,
    /// What was found.
    pub answer: SynthAnswer,
    /// How long it took.
    pub seconds: f64,
}

impl SynthResult {
    /// Whether there are groups, or not, as expected; without expectation there should be some. `None` if undecided.
    #[must_use]
    pub fn as_expected(&self) -> Option<bool> {
        match &self.answer {
            SynthAnswer::Found(found) => {
                Some(self.property.expected.unwrap_or(true) == (found.satisfying > BigUint::ZERO))
            }
            SynthAnswer::Undecided { .. } => None,
        }
    }
}

/// How groups were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SynthWay {
    /// All at once, with decision diagrams.
    Symbolic,
    /// One after the other.
    Enumeration {
        /// How many formulas were decided.
        checked: u64,
    },
    /// One after the other, where perfect information is enough and nothing follows from those decided before.
    Guided {
        /// How many formulas were decided.
        checked: u64,
        /// Whether larger groups can do whatever smaller ones can.
        monotone: bool,
    },
}

/// What was found out about the groups of a formula.
#[derive(Clone, Debug)]
pub enum SynthAnswer {
    /// All groups.
    Found(Box<FoundGroups>),
    /// A limit was met before.
    Undecided {
        /// Which.
        stop: Stop,
        /// So many choices of groups are known to satisfy the formula.
        satisfying: BigUint,
        /// So many are known not to.
        failing: BigUint,
    },
}

/// The groups that satisfy a formula.
#[derive(Clone, Debug)]
pub struct FoundGroups {
    /// How many choices of groups satisfy it.
    pub satisfying: BigUint,
    /// What they have in common.
    pub description: Description,
    /// Whether adding or removing members preserves the formula.
    pub closure: Closure,
    /// Choices of groups such that no smaller one satisfies it.
    pub minimal: SomeGroups,
    /// Choices of groups such that no larger one satisfies it.
    pub maximal: SomeGroups,
    /// The first of them all.
    pub groups: SomeGroups,
    /// Whether the chosen group is among them, if one was.
    pub chosen: Option<ChosenGroup>,
    /// What there is to explain: the chosen groups, or else the first minimal ones.
    pub example: Option<Example>,
}

/// What is to be said about groups that somebody chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChosenGroup {
    /// They satisfy the formula.
    Satisfies,
    /// They do not.
    Fails,
    /// They do not meet the constraints, or are empty.
    NotPossible,
}

/// A choice of groups, with what becomes of the formula if a member leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The groups.
    pub valuation: Valuation,
    /// Whether they satisfy the formula.
    pub holds: bool,
    /// For each member whether they do without it; `None` if that makes no sense, or was not found out.
    pub without: Vec<(Slot, Option<bool>)>,
}

/// Some choices of groups, in order: fewer members first.
#[derive(Clone, Debug)]
pub struct SomeGroups {
    /// How many there are.
    pub count: BigUint,
    /// The first of them.
    pub listed: Listing<Valuation>,
}

/// Whether adding or removing members preserves a formula, among the choices that come into question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closure {
    /// Larger groups satisfy it too.
    pub upward: bool,
    /// Smaller groups satisfy it too.
    pub downward: bool,
}

/// Why no groups were looked for.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SynthError {
    /// The model or a formula is not usable.
    #[error("the model or a formula is not usable")]
    Check(CheckError),
    /// There is no formula with a group variable.
    #[error("there is no formula with a group variable such as `?Y`")]
    NoVariables,
    /// A formula that was chosen has no group variable.
    #[error("formula {index} has no group variable: `savoir check` decides it")]
    Ground {
        /// Its number.
        index: usize,
    },
    /// There is no such agent or group.
    #[error("there is no agent or group `{name}` to be in a group{}", did_you_mean(.closest))]
    UnknownAgent {
        /// The name.
        name: String,
        /// A similar one.
        closest: Option<String>,
    },
    /// The environment is no candidate.
    #[error("the environment may be in groups only if `--env` says so")]
    Environment,
    /// A variable that stands for one agent was given another number of them.
    #[error("`?{name}` of formula {index} stands for one agent")]
    OneAgent {
        /// The formula.
        index: usize,
        /// The variable.
        name: String,
    },
    /// No formula has this variable.
    #[error("no formula has a variable `?{name}`{}", did_you_mean(.closest))]
    UnknownVariable {
        /// The name.
        name: String,
        /// A similar one.
        closest: Option<String>,
    },
    /// A group was given without saying for which variable.
    #[error("formula {index} has several variables: write `{example}=…`")]
    WhichVariable {
        /// The formula.
        index: usize,
        /// One of its variables.
        example: String,
    },
    /// A variable was given two groups.
    #[error("there are two groups for `?{name}`")]
    TwoGroups {
        /// The variable.
        name: String,
    },
    /// A variable was given no group, while others were.
    #[error("there is no group for `?{name}` of formula {index}")]
    MissingGroup {
        /// The formula.
        index: usize,
        /// The variable.
        name: String,
    },
}

fn did_you_mean(closest: &Option<String>) -> String {
    closest.as_ref().map_or_else(String::new, |closest| format!(" (did you mean `{closest}`?)"))
}

impl From<CheckError> for SynthError {
    fn from(error: CheckError) -> SynthError {
        SynthError::Check(error)
    }
}
