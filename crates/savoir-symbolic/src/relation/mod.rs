//! The transition relation as a conjunctive partition, and images and preimages with early quantification.

mod cluster;
mod schedule;
mod transitions;

pub(crate) use schedule::Schedule;
pub(crate) use transitions::Transitions;
