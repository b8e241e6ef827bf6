//! What agents can do in one state, for searches that go from state to state.

use crate::Stop;
use savoir_model::{ActionId, AgentId};

/// Single steps of a model, from states given by the codes of their variables, reachable or not. Several threads may ask.
pub trait SingleSteps: Sync {
    /// The actions that an agent's protocol allows in a state, of those with the same effects everywhere only the first.
    /// They depend on what the agent observes only.
    fn actions(&self, state: &[u64], agent: AgentId) -> Result<Vec<ActionId>, Stop>;

    /// The successors of a state, sorted and each once, if some agents perform these actions and the others any of theirs.
    fn outcomes(&self, state: &[u64], chosen: &[(AgentId, ActionId)]) -> Result<Vec<Vec<u64>>, Stop>;
}
