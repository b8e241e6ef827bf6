//! The whole state graph of a model: as a [`crate::drawing::Drawing`] in [`drawn`], and for programs in [`json`].

pub mod drawn;
pub mod json;
mod merged;

use crate::drawing::Propositions;

/// What is shown of a graph.
#[derive(Clone, Debug, Default)]
pub struct GraphView {
    /// Only the variables, actions and epistemic edges of these agents, if some are named.
    pub agents: Vec<String>,
    /// Whether it says which states look the same to an agent.
    pub epistemic: EpistemicEdges,
    /// Which states are drawn as one.
    pub merge: Merge,
    /// Whether it says which propositions hold in a state.
    pub propositions: Propositions,
}

/// Which states are drawn as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Merge {
    /// Those with the same values of the agents that are shown; beyond a size, whatever makes a picture that can be read.
    #[default]
    Auto,
    /// None.
    Nothing,
    /// Those with the same values of the agents that are shown.
    Values,
    /// Those in which the same propositions hold.
    Propositions,
    /// Those in which the same propositions hold, now and after whatever happens.
    Bisimulation,
}

/// Whether a picture says which states look the same to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EpistemicEdges {
    /// It does.
    #[default]
    Drawn,
    /// It does not.
    Hidden,
}
