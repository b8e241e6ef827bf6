//! The symbolic engine: sets of states and transitions are decision diagrams.
//!
//! Entry point: [`SymbolicSystem::build`], or [`Preparation`] where a small attempt comes first. It chooses an order of
//! variables ([`order`]), encodes conditions and arithmetic ([`condition`], [`arithmetic`]), splits the transition relation
//! into parts ([`relation`]), and finds the reachable states. The result implements [`savoir_check::System`].
//!
//! What must not be here: formulas, printing.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod arithmetic;
mod build;
mod condition;
mod encoding;
mod explore;
mod groups;
mod interface;
mod limits;
mod options;
mod order;
mod overflow;
mod prepare;
mod progress;
mod redundancy;
mod relation;
mod schedule;
mod split;
mod system;
mod trace;
mod transitions;
mod upkeep;

pub use options::{Grouping, LeaveOut, OrderChoice, PaperOrder, Reach, Reorder, SymbolicOptions};
pub use order::{OrderError, SavedOrder};
pub use prepare::Preparation;
pub use system::SymbolicSystem;
