//! Simulation: walking through a model step by step, without any user interface.
//!
//! Read in this order: [`Command`] is a line of the script language, [`Session`] executes commands and keeps the path
//! walked so far, [`Reply`] is what there is to show. Single steps follow the definitions of `savoir-reference` alone and
//! need no engine. What agents know, shortest paths and sets of states need all reachable states: these are found when
//! first asked for, within the budget of the session.
//!
//! What must not be here: files, terminals, how replies look.

mod command;
mod condition;
mod initial;
mod moves;
mod oracle;
mod random;
mod reply;
mod script;
mod session;
mod sets;
mod trail;
mod walk;

pub use command::{Command, Destination, Jump, Named, SetCommand, Start};
pub use condition::Condition;
pub use moves::{Filter, MOST_STEPS, Options, Step, action_text, changes_text};
pub use oracle::Settings;
pub use reply::{
    Ending, Expectation, Here, InitialChoice, Known, KnownAcross, PossibleStates, PropositionAcross, Reply, SetReport,
    StateKnowledge, Trouble, Walk,
};
pub use session::{NoStart, Session};
