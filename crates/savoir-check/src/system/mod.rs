//! What the logics need from an engine: sets of reachable states, and ways to get from one set to another.
//!
//! Four traits say what an engine must do, one idea each: [`Sets`], [`Steps`], [`Observations`], [`Choices`]. Six more
//! say what an engine may do better than by the definition in terms of these, or beyond it: [`Membership`], [`Paths`],
//! [`Fixpoints`], [`Unknowns`], [`SoughtGroups`] and [`Capabilities`]. A [`System`] is all of it.
//!
//! Every operation polls the budget and ends with the reason if it is used up.

mod capabilities;
mod choices;
mod fixpoints;
mod membership;
mod observations;
mod paths;
mod sets;
mod shared;
mod sought;
mod steps;
mod unknowns;

pub use capabilities::{Capabilities, Effort, Power};
pub use choices::{Ban, Choices, JointAction};
pub use fixpoints::Fixpoints;
pub use membership::{Combination, Membership};
pub use observations::Observations;
pub use paths::Paths;
pub use sets::Sets;
pub use shared::SharedSet;
pub use sought::{DecisionRef, GroupDecision, GroupDecisions, Member, SoughtGroups, UnknownGroup};
pub use steps::Steps;
pub use unknowns::Unknowns;

/// The codes of all variables in a state, in the order of the model.
pub(crate) type State = Vec<u64>;

/// The reachable part of a model, with sets of its states.
pub trait System: Membership + Paths + Fixpoints + SoughtGroups + Capabilities {}

impl<S: Membership + Paths + Fixpoints + SoughtGroups + Capabilities> System for S {}
