//! Deciding formulas: every logic is written once, over the narrow [`System`] interface that each engine implements.
//!
//! Entry point: [`Checker`], made from a [`savoir_model::Model`], a [`System`] and the reading of the operators;
//! [`Checker::verdict`] decides a formula, [`Checker::satisfying`] gives its set of states. What a formula means is stated
//! as mathematics in `savoir-testkit`, beside an evaluator that shares no code with this crate.
//!
//! Whatever gives a `Result` polls the budget and ends with the reason if it is used up.
//!
//! What must not be here: printing, and any concrete engine.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod atl;
mod avoidance;
mod budget;
mod checker;
mod conditions;
mod ctl;
mod danger;
mod deontic;
mod epistemic;
mod fairness;
mod ltl;
mod memory;
mod shortest;
mod system;
mod top_level;

pub use budget::{Budget, BudgetSwitch, Phase, Progress, ProgressSink, Stop};
pub use checker::{Checker, Verdict};
pub use danger::Danger;
pub use ltl::{Course, Lasso};
pub use memory::Memory;
pub use shortest::{Layers, traced};
pub use system::{
    Capabilities, Choices, Combination, Effort, Fixpoints, JointAction, Membership, Observations, Paths, Power, Sets,
    Steps, System,
};
