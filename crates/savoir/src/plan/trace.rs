//! What happened to a plan.

use super::attempt::Attempt;
use num_bigint::BigUint;
use savoir_check::Stop;
use savoir_explicit::{Explored, LimitMet};
use savoir_parallel::{DistributedRecord, PartitionRecord};
use savoir_symbolic::{Milestone, SearchSteps};
use std::fmt;

/// All attempts that were made, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanTrace {
    /// The attempts.
    pub records: Vec<Record>,
    /// Which of them is taken, by its place; none if there is no system.
    pub taken: Option<usize>,
    /// What happened in parts, if the model was divided.
    pub parts: Option<Box<PartitionRecord>>,
    /// What each rank did, if states were distributed.
    pub ranks: Option<Box<DistributedRecord>>,
    /// From where on formulas were decided independently of each other, if they were.
    pub independent: Option<IndependentFormulas>,
}

/// Formulas that were decided independently of each other, because that takes more than finding the states once more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndependentFormulas {
    /// How many were decided before.
    pub before: usize,
    /// How many were left.
    pub left: usize,
    /// Steps of diagrams that it took to find the states.
    pub built: u64,
    /// Those for the formulas before.
    pub decided: u64,
    /// How many a second thread has decided. That depends on who is done first, so it is not shown.
    pub elsewhere: usize,
}

/// An attempt that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What was tried.
    pub attempt: Attempt,
    /// How far it came.
    pub reached: Reached,
    /// Why the plan went on as it did.
    pub why: Why,
}

/// How far an attempt came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// All states were stored: so many.
    Explored(usize),
    /// All states were found as diagrams.
    Encoded {
        /// Nodes that are left at the end.
        nodes: usize,
        /// The most nodes there were at once.
        peak: usize,
        /// Bytes that it took.
        bytes: u64,
        /// Bytes that it holds.
        held: u64,
        /// The steps of the search.
        steps: SearchSteps,
        /// The number of states, if it was asked for.
        states: Option<BigUint>,
        /// Whether the attempt counts as a success.
        suits: bool,
    },
    /// States one by one took too much: how far it came, and the limit that it met.
    TooManyStates(Explored, LimitMet),
    /// Diagrams became too large.
    TooManyNodes(Milestone),
    /// The transitions fall into too many slices.
    TooManySlices(usize),
    /// It came this far in its turns, and is not over.
    SetAside(Explored),
    /// Before it was over, all states had been found one by one.
    Overtaken,
    /// A limit of the user was met.
    Stopped(Stop),
}

/// Why a plan went on as it did after an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It succeeded and is taken.
    Taken,
    /// The model is not tiny.
    NotTiny,
    /// It has so few states at each number of steps that diagrams would take longer to go as far.
    ManySteps,
    /// Diagrams do not suit the model.
    DoesNotSuit,
    /// The first order needs too much.
    FirstOrderTooLarge,
    /// There are too many states to look at them one by one.
    TooManyStates,
    /// What an earlier attempt has found is taken.
    EarlierTaken,
    /// Other orders are tried as well.
    OthersRace,
    /// The orders that came furthest go on with more.
    NextRound,
    /// No order got past the encoding, so nothing is learnt from a race.
    NothingLearnt,
    /// All states were found in between the steps of this attempt.
    BesideFirst,
    /// Diagrams were first, or the run is over.
    NotFirst,
    /// One order is left.
    OneLeft,
    /// There is no race with more than this.
    RaceOver,
    /// The search was not finished within the limits.
    NoSystem,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Taken => "taken",
            Why::NotTiny => "not a tiny model: diagrams with the first order",
            Why::ManySteps => "many steps to few states each: states one by one",
            Why::DoesNotSuit => "few states for many nodes: states one by one",
            Why::FirstOrderTooLarge => "the first order needs too much: states one by one",
            Why::TooManyStates => "too many states to look at them one by one: diagrams",
            Why::EarlierTaken => "what an earlier attempt has found is taken",
            Why::OthersRace => "other orders are tried as well",
            Why::NextRound => "the orders that came furthest go on with more",
            Why::NothingLearnt => "no order got past the encoding: the first of them goes on alone",
            Why::BesideFirst => "states one by one came to the end first",
            Why::NotFirst => "the other attempts were over first",
            Why::OneLeft => "one order is left: it goes on to the end",
            Why::RaceOver => "the race is over: the order that came furthest goes on alone",
            Why::NoSystem => "not finished within the limits",
        })
    }
}
