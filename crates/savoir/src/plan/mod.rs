//! The plan: which attempts at finding the reachable states are made, in which order, with how much, and which one is taken.
//!
//! An [`Attempt`] is data. [`rule`] is a pure function from what attempts have reached so far to the next step, so it can be
//! tested without an engine; [`executor`] carries the steps out. Everything is counted in states, nodes, bytes and polls,
//! never in seconds, so that the same attempts are made on every machine. The [`PlanTrace`] says what happened.

mod attempt;
mod beside;
mod executor;
mod gate;
mod lane;
mod pace;
mod race;
mod rule;
mod standing;
mod trace;
mod tuning;

pub use attempt::{Attempt, AttemptName, Success, Way};
pub use executor::{BuildOptions, Storage};
pub(crate) use executor::{Built, Planned, build};
pub use pace::Pace;
pub use standing::{Pause, SearchStanding};
pub use trace::{IndependentFormulas, PlanTrace, Reached, Record, Why};
pub use tuning::{FormulaTuning, PlanTuning, RaceTuning};
