//! What happened to a plan.

use super::attempt::Attempt;
use super::standing::SearchStanding;
use num_bigint::BigUint;
use savoir_check::Stop;
use savoir_explicit::{Explored, LimitMet};
use savoir_parallel::{DistributedRecord, PartitionRecord};
use savoir_symbolic::SearchSteps;
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
        /// Bytes that it holds.
        bytes: u64,
        /// The steps of the search.
        steps: SearchSteps,
        /// The number of states, if it was asked for.
        states: Option<BigUint>,
        /// Whether the attempt counts as a success.
        suits: bool,
    },
    /// States one by one took too much: how far it came, and the limit that it met.
    TooManyStates(Explored, LimitMet),
    /// It was paused.
    Paused(SearchStanding),
    /// Diagrams of several attempts have no room beside each other.
    NoRoom,
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
    /// Formulas take several times as long on diagrams as finding the states one by one would.
    SlowFormulas,
    /// The transitions are divided into many slices, so that a step of diagrams takes long.
    ManySlices,
    /// Diagrams have done much work.
    DiagramsTooLarge,
    /// There are too many states to look at them one by one.
    TooManyStates,
    /// What an earlier attempt has found is taken.
    EarlierTaken,
    /// Other orders are tried as well.
    OthersRace,
    /// The order that is ahead goes on.
    LeaderGoesOn,
    /// It has come as far as the order that was ahead with less work, and goes on instead.
    Ahead,
    /// It has come as far as the order that is ahead with less work, but that one has come further meanwhile.
    Promising,
    /// It takes more work than the order that is ahead to come as far, and is set aside.
    Behind,
    /// All states were found in between the steps of this attempt.
    BesideFirst,
    /// Diagrams were first, or the run is over.
    NotFirst,
    /// One order is left.
    OneLeft,
    /// There is room for one order only.
    OnlyOne,
    /// The search was not finished within the limits.
    NoSystem,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Taken => "taken",
            Why::NotTiny => "not a tiny model: diagrams with the first order",
            Why::ManySteps => "many steps to few states each: states one by one",
            Why::SlowFormulas => "formulas take long on diagrams: states one by one",
            Why::DoesNotSuit => "few states for many nodes: states one by one",
            Why::ManySlices => "many kinds of transitions: states one by one",
            Why::DiagramsTooLarge => "diagrams take much work: states one by one",
            Why::TooManyStates => "too many states to look at them one by one: diagrams",
            Why::EarlierTaken => "what an earlier attempt has found is taken",
            Why::OthersRace => "other orders are tried as well",
            Why::LeaderGoesOn => "the order that is ahead goes on",
            Why::Ahead => "it came as far with less work: it is ahead now",
            Why::Promising => "it came as far with less work, but is not ahead yet",
            Why::Behind => "it takes more work to come as far: set aside",
            Why::BesideFirst => "states one by one came to the end first",
            Why::NotFirst => "the other attempts were over first",
            Why::OneLeft => "one order is left: it goes on to the end",
            Why::OnlyOne => "no room for several orders: the one that is ahead is tried alone",
            Why::NoSystem => "not finished within the limits",
        })
    }
}
