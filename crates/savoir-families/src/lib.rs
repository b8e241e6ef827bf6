//! Scalable families of models: each gives, for a size N, an ISPL text with the expected verdicts in it.
//!
//! A text is made in time linear in its length; whoever shows it to people lets the formatter break long lines.
//!
//! What must not be here: parsing, checking, files.

mod bookings;
mod boxes;
mod calls;
mod cards;
mod carriage;
mod castles;
mod clocks;
mod counter;
mod couriers;
mod deep;
mod deontic;
mod dining;
mod dining_ck;
mod dining_group;
mod drones;
mod family;
mod gossip;
mod helpers;
mod hidden_cards;
mod leader;
mod letters;
mod list;
mod loners;
mod muddy;
mod nspk;
mod parameter;
mod pipeline;
mod pledges;
mod prisoners;
mod random;
mod registers;
mod ring_leader;
mod ripple;
mod robots;
mod scheduler;
mod shares;
mod simple_voting;
mod sparse;
mod text;
mod tianji;
mod tianji_hidden;
mod tokenpass;
mod tokenring;
mod tokenring_faults;
mod voting;
mod weighted_vote;

pub use family::{Family, NoSuchModel};
pub use parameter::{Parameter, Setting, Values};
pub use random::{Random, fingerprint};

/// All families, in alphabetical order.
#[must_use]
pub fn families() -> &'static [Family] {
    &list::FAMILIES
}

/// The family with a name.
#[must_use]
pub fn family(name: &str) -> Option<&'static Family> {
    families().iter().find(|family| family.name == name)
}
