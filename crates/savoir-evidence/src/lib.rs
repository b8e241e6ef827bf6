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
mod replay;
mod tree;

pub use consistency::{Cause, Overflow, Trouble, find_deadlock, find_overflow, replay_trouble};
pub use facts::facts;
pub use generate::explain;
pub use kind::{Kind, Kinds};
pub use replay::{Mismatch, Replayed, replay, truth_along};
pub use savoir_reference::{JointAction, Number, State};
pub use tree::{Doubt, Evidence, Link, Mark, Node, NodeId, Path, PathReason, Reason, Shown, Tree};
