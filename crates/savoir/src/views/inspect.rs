//! What agents see and know in a state.

use super::state::{StateKind, ViewError, checked};
use crate::session::{Condition, Known, PossibleStates, Session};
use savoir_model::{AgentId, VarId};
use savoir_reference::State;

/// What is asked about a state.
#[derive(Clone, Copy, Debug)]
pub struct InspectRequest<'a> {
    /// The codes of its values, in the order of the model's variables.
    pub state: &'a [u64],
    /// About whom; about all agents if there are none.
    pub agents: &'a [AgentId],
    /// So many of the states that an agent considers possible are listed.
    pub most: usize,
    /// Formulas beside the propositions.
    pub watched: &'a [Condition],
}

/// What agents see and know in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// The state.
    pub state: State,
    /// Whether knowledge is about it.
    pub kind: StateKind,
    /// What the agents that were asked about see and know.
    pub agents: Vec<Insight>,
    /// For each watched formula: whether it holds in the state; nothing where no fair path starts.
    pub watched: Vec<Option<bool>>,
}

/// What one agent sees and knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insight {
    /// The agent.
    pub agent: AgentId,
    /// The variables that it observes, in the order of the model: its own, and those of the environment that are shown to it.
    pub sees: Vec<VarId>,
    /// The states that it considers possible, and the least of them.
    pub possible: PossibleStates,
    /// For each proposition of the model: what it knows.
    pub propositions: Vec<Known>,
    /// For each watched formula: what it knows.
    pub watched: Vec<Known>,
}

impl Insight {
    /// Whether all states are listed that the agent considers possible.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.possible.count == self.possible.states.len().into()
    }
}

/// Finds out what agents see and know in a state.
///
/// # Errors
/// If the state is none of the model, or not reachable, or a limit of the user was met.
pub fn inspect(session: &mut Session<'_>, request: &InspectRequest<'_>) -> Result<Inspection, ViewError> {
    let kind = checked(session, request.state)?;
    let model = session.model();
    let agents: Vec<AgentId> = match request.agents {
        [] => model.agent_ids().filter(|agent| model.agent(*agent).declared).collect(),
        agents => agents.to_vec(),
    };
    let watched = request.watched.iter().map(|condition| session.truth(condition, request.state));
    let watched = watched.collect::<Result<_, _>>()?;
    let agents = session.views().insights(request, &agents)?;
    Ok(Inspection { state: request.state.to_vec(), kind, agents, watched })
}
