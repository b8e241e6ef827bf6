//! What a simulation says.

use super::evidence::EvidencePath;
use super::moves::Options;
use crate::WrongFormula;
use crate::session::{KnownAcross, PossibleStates, SetReport, StateKnowledge};
use crate::views::{Doubt, Knower, ViewError};
use savoir_check::Stop;
use savoir_reference::{JointAction, State};

/// A place on the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Here {
    /// Steps from the initial state.
    pub step: usize,
    /// Steps of the whole path, those ahead included.
    pub length: usize,
    /// The state.
    pub state: State,
    /// What was done to come here; nothing in an initial state.
    pub action: Option<JointAction>,
    /// The state before.
    pub before: Option<State>,
}

/// Places that were come to, and why there are no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The places, in order; none if nothing moved.
    pub places: Vec<Here>,
    /// How it ended.
    pub ending: Ending,
}

/// How a walk ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Where it was to end.
    Arrived,
    /// In a state without successor, before it was to end.
    Stuck,
    /// Where the condition holds.
    Reached(String),
    /// In a state without successor, after so many random steps and before the condition held. Nothing has moved.
    StuckBefore(String, usize),
    /// After so many random steps, without the condition. Nothing has moved.
    NotReached(String, usize),
    /// Nowhere: no path leads to a state where the condition holds.
    Unreachable(String),
}

/// An initial state to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InitialChoice {
    /// The initial states, sorted by their values; the first has number 1.
    pub states: Vec<State>,
    /// Whether these are all.
    pub complete: bool,
    /// The number of the one that the path starts in.
    pub chosen: Option<usize>,
}

/// What is true in a state.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Truths {
    /// For each proposition of the model, whether it holds.
    pub propositions: Vec<bool>,
    /// The watched formulas; nothing about one that says nothing about a state without fair path.
    pub watched: Vec<(String, Option<bool>)>,
}

/// The answer to a command.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Where the command went.
    Walked(Walk),
    /// Where the simulation is.
    Here(Here),
    /// The initial states.
    Initial(InitialChoice),
    /// What can happen here.
    Options(Options),
    /// The whole path.
    History(Vec<Here>),
    /// What agents know here.
    Knowledge(Vec<StateKnowledge>),
    /// What an agent considers possible here.
    Possible(PossibleStates),
    /// Whether somebody knows a formula here, and what refutes it.
    Doubt {
        /// Who.
        knower: Knower,
        /// The formula.
        formula: String,
        /// What was found.
        found: Doubt,
    },
    /// Whether a condition holds here.
    Truth {
        /// The condition.
        condition: String,
        /// Whether it holds.
        holds: bool,
        /// Whether it should.
        expected: bool,
    },
    /// The paths of evidence that can be walked along.
    Evidence(Vec<EvidencePath>),
    /// What is true here.
    Truths(Truths),
    /// The set of states.
    Set(SetReport),
    /// What is known across the set of states.
    Across(Vec<KnownAcross>),
    /// The session as a script, to be written to a file.
    Save {
        /// The file.
        file: String,
        /// The script.
        script: String,
    },
    /// Done, and there is nothing to show.
    Done,
}

/// Whether a reply is what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// It is, or nothing was expected.
    Met,
    /// It is not.
    NotMet,
}

impl Reply {
    /// Whether this is what was expected: goals are reached, and what should hold does.
    #[must_use]
    pub fn expectation(&self) -> Expectation {
        match self {
            Reply::Walked(Walk {
                ending: Ending::StuckBefore(..) | Ending::NotReached(..) | Ending::Unreachable(_),
                ..
            })
            | Reply::Truth { holds: false, expected: true, .. } => Expectation::NotMet,
            _ => Expectation::Met,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// The command is wrong here.
    Wrong(String),
    /// A condition cannot be read.
    Condition(WrongFormula),
    /// The answer is unknown: a limit was reached.
    Stopped(Stop),
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Trouble {
        Trouble::Stopped(stop)
    }
}

impl From<ViewError> for Trouble {
    fn from(error: ViewError) -> Trouble {
        match error {
            ViewError::Stopped(stop) => Trouble::Stopped(stop),
            other => Trouble::Wrong(other.to_string()),
        }
    }
}

impl From<WrongFormula> for Trouble {
    fn from(wrong: WrongFormula) -> Trouble {
        Trouble::Condition(wrong)
    }
}

impl Trouble {
    /// In one line.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Trouble::Wrong(message) => message.clone(),
            Trouble::Stopped(stop) => format!("unknown: {stop}"),
            Trouble::Condition(wrong) => match wrong.diagnostics.first() {
                Some(first) => match first.help.first() {
                    Some(help) => format!("{}; {help}", first.message),
                    None => first.message.clone(),
                },
                None => "this is no condition".to_owned(),
            },
        }
    }
}
