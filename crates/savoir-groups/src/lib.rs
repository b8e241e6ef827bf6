//! Sets of valuations of group variables. A valuation gives each group variable (`?Y`, `?Z`, …) a set of agents.
//!
//! Entry point: [`GroupSpace`], which owns all sets; a [`GroupSet`] is a set in it. An engine hands a set over as
//! [`Decisions`]. Sets are decision diagrams with one Boolean variable for each [`Slot`], so they may have 2^600 elements:
//! nothing here goes through the elements of a set unless a limit says how many. Every operation stops when the poll of
//! the space says so, with the reason as a [`Halt`](savoir_dd::Halt).
//!
//! Variables and agents are numbers, from 0 on; an index that is too large is a mistake of the caller, and a panic.
//!
//! What must not be here: names, models, formulas, sentences.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod constraints;
mod decisions;
mod describe;
mod extremes;
mod list;
mod numbers;
mod restrict;
mod sizes;
mod slot;
mod space;
mod tuning;
mod valuation;

pub use decisions::{Choice, Decisions, ForwardReference, Reference};
pub use describe::{Cases, Closed, Conditions, Count, DescribeLimits, Description, Part, Relation, RelationKind};
pub use list::Listing;
pub use numbers::Numbers;
pub use savoir_dd::{Halt, Poll};
pub use slot::Slot;
pub use space::{GroupSet, GroupSpace};
pub use valuation::Valuation;
