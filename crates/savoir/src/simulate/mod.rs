//! Simulation: walking through a model step by step, without any user interface.
//!
//! Read in this order: [`Command`] is a line of the script language, [`Simulation`] executes commands and keeps the path
//! walked so far, [`Reply`] is what there is to show. Single steps follow the definitions of `savoir-reference` alone and
//! need no engine. What agents know, shortest paths and sets of states are asked of a [`Session`](crate::Session), which is
//! opened when it is first needed.
//!
//! What must not be here: files, terminals, how replies look.

mod command;
mod evidence;
mod initial;
mod moves;
mod random;
mod reply;
mod script;
mod simulation;
mod trail;
mod walk;
mod watched;

pub use crate::session::{
    Condition, Known, KnownAcross, PossibleStates, PropositionAcross, SetReport, StateKnowledge, Step,
};
pub use command::{Command, Destination, Jump, Named, SetCommand, Start};
pub use evidence::{EvidencePath, PathPurpose, evidence_paths};
pub use moves::{Filter, MOST_STEPS, Options, action_text, changes_text};
pub use reply::{Ending, Expectation, Here, InitialChoice, Reply, Trouble, Truths, Walk};
pub(crate) use script::find_agent;
pub use simulation::{NoStart, Settings, Simulation};
