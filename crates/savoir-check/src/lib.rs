//! Deciding formulas: every logic is written once, over the narrow [`System`] interface that each engine implements.
//!
//! Entry point: [`Checker`], made from a [`savoir_model::Model`], a [`System`] and the reading of the operators;
//! [`Checker::decide`] decides a formula and says how, [`Checker::satisfying`] gives its set of states. What a formula means is stated
//! as mathematics in `savoir-testkit`, beside an evaluator that shares no code with this crate.
//!
//! Whatever gives a `Result` polls the budget and ends with the reason if it is used up.
//!
//! What must not be here: printing, and any concrete engine.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod atl;
mod attraction;
mod brief_work;
mod budget;
mod chain;
mod checker;
mod conditions;
mod ctl;
mod danger;
mod decision;
mod deontic;
mod ended_paths;
mod epistemic;
mod fairness;
mod lasso;
mod layers;
mod ltl;
mod memory;
mod memory_use;
mod shortcuts;
mod sought;
mod system;
#[cfg(test)]
mod test_graph;
mod uniform;
mod watch;

pub use attraction::Side;
pub use brief_work::{BriefWork, GivenUp, briefly, sparingly};
pub use budget::{Budget, BudgetSwitch, Phase, Progress, ProgressSink, SearchProgress, Stop};
pub use checker::{Checker, Verdict};
pub use danger::Danger;
pub use decision::{Decided, Decision, Form, How};
pub use ended_paths::EndedPaths;
pub use lasso::{Course, Lasso};
pub use layers::Layers;
pub use memory::Memory;
pub use memory_use::{MemorySource, MemoryUse};
pub use shortcuts::Shortcut;
pub use system::{
    Ban, Capabilities, Choices, Combination, DecisionRef, Effort, Fixpoints, GroupDecision, GroupDecisions,
    JointAction, Member, Membership, Observations, Paths, Power, Sets, SharedSet, SoughtGroups, Steps, System,
    UnknownGroup, Unknowns,
};
pub use uniform::{
    ConfusedState, Confusion, Observation, SingleSteps, UniformAlgorithm, UniformChoice, UniformRecord,
    UniformRefutation, UniformSearch, UniformStrategy, UniformTuning,
};
pub use uniform::{ObservedChoice, SetAnswer, SetGame, SetStrategy};
pub use watch::{Companion, Stage, Watch};
