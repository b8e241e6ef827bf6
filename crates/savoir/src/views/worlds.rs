//! The worlds that agents consider possible, and that they consider possible there, and so on.

use super::state::{StateKind, ViewError, checked};
use crate::session::Session;
use num_bigint::BigUint;
use savoir_model::{AgentId, Model};
use savoir_reference::State;
use std::collections::BTreeMap;

/// Which worlds are asked for.
#[derive(Clone, Copy, Debug)]
pub struct WorldsRequest<'a> {
    /// The codes of the values of the state that it begins with, in the order of the model's variables.
    pub state: &'a [u64],
    /// Whose doubts lead from one world to others; those of all agents but the environment if there are none.
    pub agents: &'a [AgentId],
    /// So many worlds are listed.
    pub most: usize,
}

/// Worlds, and who cannot tell which of them apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worlds {
    /// Whose doubts lead from one world to others.
    pub agents: Vec<AgentId>,
    /// The worlds, the given state first, then by distance, and those at the same distance in the order of their values.
    pub states: Vec<State>,
    /// By world: how many doubts lead there.
    pub distance: Vec<usize>,
    /// How many worlds there are, listed or not.
    pub count: BigUint,
    /// By agent: a partition of the numbers of the worlds that are listed into those that look the same to it.
    pub classes: Vec<Vec<Vec<usize>>>,
}

impl Worlds {
    /// Whether all worlds are listed.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.count == self.states.len().into()
    }
}

/// Lists the worlds that some agents consider possible in a state, and in these, and so on.
///
/// # Errors
/// If the state is none of the model, or not reachable, or no fair path starts there, or a limit of the user was met.
pub fn worlds(session: &mut Session<'_>, request: &WorldsRequest<'_>) -> Result<Worlds, ViewError> {
    if checked(session, request.state)? == StateKind::WithoutFairPath {
        return Err(ViewError::NoFairPath);
    }
    let model = session.model();
    let mut agents: Vec<AgentId> = match request.agents {
        [] => model.agent_ids().skip(1).collect(),
        agents => agents.to_vec(),
    };
    agents.sort_unstable();
    agents.dedup();
    let (count, found) = session.views().doubts(request.state, &agents, request.most.max(1))?;
    let (states, distance): (Vec<State>, Vec<usize>) = found.into_iter().unzip();
    let classes = agents.iter().map(|agent| partition(model, *agent, &states)).collect();
    Ok(Worlds { agents, states, distance, count, classes })
}

/// States that look the same to an agent, together; classes stand in the order of their first members.
fn partition(model: &Model, agent: AgentId, states: &[State]) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    let mut numbers: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
    for (number, state) in states.iter().enumerate() {
        let seen = model.agent(agent).observes.iter().map(|id| state[id.index()]).collect();
        let class = *numbers.entry(seen).or_insert(classes.len());
        match classes.get_mut(class) {
            Some(class) => class.push(number),
            None => classes.push(vec![number]),
        }
    }
    classes
}
