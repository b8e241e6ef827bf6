//! Evidence: one renderer per file, and the reader for what the JSON renderer wrote.

pub(crate) mod cause;
mod certificate;
mod claims;
mod conflict;
mod constants;
pub mod drawn;
pub(crate) mod embedded;
mod entries;
pub mod fingerprint;
pub mod itf;
pub mod json;
pub mod judge;
pub mod mcmas;
mod names;
pub(crate) mod ordered;
pub mod problems;
pub mod read;
pub mod replayed;
pub(crate) mod states;
mod strategy;
pub mod text;
pub(crate) mod words;

pub use crate::drawing::Propositions;

/// How much is shown to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Detail {
    /// The first state, and then what changes; no actions of agents that can do nothing else.
    #[default]
    Changes,
    /// Every state and every action, and fair paths.
    Full,
}

/// What is shown to people.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// How much.
    pub detail: Detail,
    /// Only the variables and actions of these agents, if some are named.
    pub agents: Vec<String>,
    /// Whether the propositions that hold in a state are shown.
    pub propositions: Propositions,
}
