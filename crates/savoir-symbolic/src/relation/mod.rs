//! The transition relation as a conjunctive partition, and images and preimages with early quantification.

mod cluster;
mod conditional;
mod schedule;
mod transitions;

pub(crate) use cluster::clustered;
pub(crate) use conditional::{ConditionalSchedule, KeptAction};
pub(crate) use schedule::Schedule;
pub(crate) use transitions::{Transitions, once};
