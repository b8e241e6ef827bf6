//! Boolean functions as binary decision diagrams with complement edges: a thin layer over OxiDD.
//!
//! Entry point: [`Diagrams`], which owns the nodes; a [`Bdd`] is a function in it. What OxiDD does not have is here:
//! operations that stop when a [`Poll`] says so, a computed table that grows with the diagrams, generalised cofactors,
//! renaming along the order, and group sifting. OxiDD keeps the nodes, the reference counts and the unique tables.
//!
//! What must not be here: agents, models, formulas.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod count;
mod diagrams;
mod fold;
mod interaction;
mod limits;
mod nodes;
mod operations;
mod recursion;
mod replacement;
mod room;
mod sift;
mod table;
mod tuning;
mod unless;
mod wire;

pub use diagrams::{Bdd, Diagrams, Var};
pub use limits::{Halt, Poll, Unlimited};
pub use nodes::Decision;
pub use replacement::{Cube, Renaming};
pub use sift::SiftOptions;
pub use tuning::DiagramTuning;
pub use unless::Unless;
pub use wire::{ImportError, Wire, WireError, WireRef};
