//! The state that refutes knowledge.

use super::state::{StateKind, ViewError, agents_named, checked};
use crate::session::{Condition, Session};
use savoir_model::{AgentId, Model};
use savoir_reference::State;

/// Who is to know something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Knower {
    /// One agent, as in `K(i, f)`.
    Agent(AgentId),
    /// Each of several agents, as in `GK(g, f)`.
    Everyone(Vec<AgentId>),
    /// Several agents who put together what they observe, as in `DK(g, f)`.
    Distributed(Vec<AgentId>),
    /// Several agents, who know that they know it, and so on, as in `GCK(g, f)`.
    Common(Vec<AgentId>),
}

impl Knower {
    /// Who is meant by the name of an agent, or by `GK`, `DK` or `GCK` with the name of a group: `GK racers`.
    ///
    /// # Errors
    /// If there is no such agent or group.
    pub fn named(model: &Model, text: &str) -> Result<Knower, ViewError> {
        let (operator, group) = match text.trim().split_once(char::is_whitespace) {
            Some((operator, group)) => (operator, group.trim()),
            None => ("K", text.trim()),
        };
        let members = || match model.groups.iter().find(|known| known.name == group) {
            Some(group) => Ok(group.members.clone()),
            None => Err(ViewError::Name(format!("there is no group `{group}`"))),
        };
        match operator {
            "K" => Ok(Knower::Agent(agents_named(model, &[group.to_owned()])?[0])),
            "GK" => Ok(Knower::Everyone(members()?)),
            "DK" => Ok(Knower::Distributed(members()?)),
            "GCK" => Ok(Knower::Common(members()?)),
            _ => Err(ViewError::Name(format!("`{operator}` says nothing about a group; write GK, DK or GCK"))),
        }
    }
}

/// Whether a formula holds in a state and is known there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// Whether the formula holds in the state itself.
    pub holds: bool,
    /// A possible state where it fails; none if it is known.
    pub refuted: Option<PossibleWorld>,
}

impl Doubt {
    /// Whether the formula is known.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.refuted.is_none()
    }
}

/// A state that somebody considers possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleWorld {
    /// The state.
    pub state: State,
    /// How doubts lead to it from the state that it is possible in; none if it is that state itself.
    pub links: Vec<DoubtLink>,
}

/// From one state to the next one that somebody cannot tell from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoubtLink {
    /// Who: the two states agree in everything that at least one of these observes.
    pub observers: Vec<AgentId>,
    /// The next state.
    pub state: State,
}

/// Looks for a state that refutes knowledge of a formula: of those nearest to the state, in steps from one to another that
/// somebody cannot tell from it, the least one. Only common knowledge needs several steps. A formula that fails in the state
/// itself is refuted by it.
///
/// # Errors
/// If the state is none of the model, or not reachable, or no fair path starts there, or a limit of the user was met.
pub fn refute(
    session: &mut Session<'_>,
    state: &[u64],
    knower: &Knower,
    formula: &Condition,
) -> Result<Doubt, ViewError> {
    match checked(session, state)? {
        StateKind::WithoutFairPath => Err(ViewError::NoFairPath),
        StateKind::InDomain => Ok(session.views().doubt(state, knower, formula)?),
    }
}
