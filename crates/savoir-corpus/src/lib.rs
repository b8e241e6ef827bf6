//! The corpus: models by which the choice of engines, orders and searches is judged, in two halves, one of which nothing is
//! tuned by. They are members of families and mechanical variations of them, which mean the same and look different.
//!
//! Entry points: [`corpus`] lists the entries; each has a name, a [`Half`] and a text. [`Variation`] writes a text anew.
//!
//! What must not be here: checking, measuring, files.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod entry;
mod list;
mod variation;

pub use entry::{Entry, Half, corpus};
pub use variation::Variation;
