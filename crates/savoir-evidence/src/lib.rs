//! Evidence: why a verdict is as it is, in a form that people can read and programs can check.
//!
//! Entry points: [`explain`] makes the [`Evidence`] for a verdict, over the interface that every engine has; [`replay`]
//! checks evidence against the model, one step at a time and by the definitions of `savoir-reference` alone, so that it
//! does not have to trust whoever made it.
//!
//! What must not be here: a concrete engine, rendering, files.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod consistency;
mod facts;
mod generate;
mod kind;
mod policy;
mod replay;
mod tree;

pub use consistency::{Defect, DefectCause, Overflow, find_deadlock, find_overflow, replay_defect};
pub use facts::facts;
pub use generate::{Moves, Nested, StrategyOptions, explain, explain_with};
pub use kind::{EvidenceKind, EvidenceKinds};
pub use policy::{Case, Comparison, Feature, Literal, Player, Policy, Table};
pub use replay::{Mismatch, Replayed, replay, truth_along};
pub use savoir_reference::{JointAction, Number, State};
pub use tree::{
    Choice, Coverage, EpistemicLink, Evidence, Mark, Node, NodeId, Path, PathReason, PossibleState, Reason, Response,
    Row, Shown, Strategy, Tree,
};
