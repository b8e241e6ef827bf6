//! Boolean functions as binary decision diagrams with complement edges: a thin layer over OxiDD.
//!
//! Entry point: [`Diagrams`], which owns the nodes; a [`Bdd`] is a function in it. What OxiDD does not have is here:
//! operations that stop when a [`Poll`] says so, a computed table that grows with the diagrams, generalised cofactors,
//! renaming along the order, and group sifting. OxiDD keeps the nodes, the reference counts and the unique tables.
//!
//! What must not be here: agents, models, formulas.

#![cfg_attr(test, allow(clippy::unwrap_used))]
// The edges of OxiDD are branded with the lifetime of a borrow of their manager. The computed table keeps them longer,
// and levels are swapped in place; both need unsafe code, each with its reason.
#![allow(unsafe_code)]

mod count;
mod diagrams;
mod fold;
mod interaction;
mod limits;
mod nodes;
mod recursion;
mod sift;
mod table;
mod wire;

pub use diagrams::{Bdd, Cube, Diagrams, Renaming, Var};
pub use limits::{Halt, Poll, Unlimited};
pub use sift::SiftOptions;
pub use wire::Wire;
