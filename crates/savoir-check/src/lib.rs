//! Deciding formulas: every logic is written once, over the narrow [`System`] interface that each engine implements.
//!
//! Entry point: [`Checker`], made from a [`savoir_model::Model`] and a [`System`]; [`Checker::verdict`] decides a
//! formula, [`Checker::satisfying`] gives its set of states. What a formula means is stated as mathematics in
//! `savoir-testkit`, beside an evaluator that shares no code with this crate.
//!
//! What must not be here: printing, and any concrete engine.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod atl;
mod avoidance;
mod borrowed;
mod budget;
mod checker;
mod ctl;
mod danger;
mod deontic;
mod epistemic;
mod fairness;
mod ltl;
mod semantics;
mod shortest;
mod system;
mod top_level;

pub use budget::{Budget, Phase, Progress, ProgressSink, Stop};
pub use checker::{Checker, Verdict};
pub use danger::Danger;
pub use ltl::{Course, Lasso};
pub use semantics::{AtlSemantics, Reading, Semantics};
pub use shortest::{Growth, traced};
pub use system::{Effort, JointAction, Power, System};
