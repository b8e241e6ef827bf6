//! The whole state graph of a model: as a [`crate::drawing::Drawing`] in [`drawn`], and for programs in [`json`].

pub mod drawn;
pub mod json;

/// What is shown of a graph.
#[derive(Clone, Debug, Default)]
pub struct GraphView {
    /// Only the variables, actions and epistemic edges of these agents, if some are named.
    pub agents: Vec<String>,
    /// Whether it says which states look the same to an agent.
    pub epistemic: EpistemicEdges,
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
