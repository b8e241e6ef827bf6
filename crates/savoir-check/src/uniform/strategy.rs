//! A uniform strategy as data.

use savoir_model::{ActionId, AgentId};

/// What a member does wherever it observes this.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UniformChoice {
    /// The member.
    pub agent: AgentId,
    /// The codes of the variables that it observes, in the order of the model.
    pub observation: Vec<u64>,
    /// What it does.
    pub action: ActionId,
}

/// A uniform strategy, as far as plays come to it: sorted, one choice for each observation of a member.
pub type UniformStrategy = Vec<UniformChoice>;
