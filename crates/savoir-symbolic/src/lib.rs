//! The symbolic engine: sets of states and transitions are decision diagrams.
//!
//! Entry point: a [`Preparation`] finds out what does not depend on the order of variables and names candidate orders;
//! [`Preparation::attempt`] tries one of them. Three things follow each other: the encoding of the model ([`encode`]: bits,
//! conditions, the relation in parts), the search for reachable states ([`search`]), and the reached system ([`reached`]),
//! which implements [`savoir_check::System`].
//!
//! What must not be here: formulas, printing, the choice of orders and of how long they are tried.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod assemble;
mod attempt;
mod divide;
mod encode;
mod meter;
mod option_names;
mod options;
mod order;
mod part;
mod prepare;
mod reached;
mod relation;
mod search;
mod tuning;
mod upkeep;

pub use attempt::Searched;
pub use divide::{Division, PartCount, shares};
pub use options::{Grouping, LeaveOut, OrderChoice, PaperOrder, Reach, Reorder, Sought, SymbolicOptions};
pub use order::{OrderError, OrderName, SavedOrder};
pub use part::{Alternative, FixedBit, InitialPart};
pub use prepare::Preparation;
pub use reached::{Companions, Post, ReadError, SymbolicSystem};
pub use search::SearchSteps;
pub use tuning::{
    ClusterTuning, ContestTuning, DependencyTuning, DuelTuning, ForceTuning, SymbolicTuning, TrialTuning, UpkeepTuning,
};
