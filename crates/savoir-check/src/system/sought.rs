//! Groups that are sought: who is in them is unknown.

use super::{Choices, Observations, Unknowns};
use crate::Stop;
use savoir_model::AgentId;

/// An agent that may be in a group.
#[derive(Clone, Debug)]
pub struct Member<Set> {
    /// Who.
    pub agent: AgentId,
    /// The reachable states, with the values of the [unknowns](Unknowns) for which it is in the group.
    pub states: Set,
}

/// A group that is sought.
#[derive(Clone, Debug)]
pub struct UnknownGroup<Set> {
    /// Its place among those that are sought.
    pub index: usize,
    /// All agents that may be in it.
    pub members: Vec<Member<Set>>,
}

/// Operations for all groups at once. There is an unknown for each group that is sought and each agent that may be in it;
/// what the members of a group see or do depends on these unknowns.
///
/// An engine that has no unknowns need not do anything: there the members of a group are those whose states are not empty.
pub trait SoughtGroups: Observations + Choices + Unknowns {
    /// The groups that the engine was asked to have unknowns for; none if it has no unknowns.
    fn sought_groups(&self) -> Result<Vec<UnknownGroup<Self::Set>>, Stop> {
        Ok(Vec::new())
    }

    /// States that some state of `set` is indistinguishable from for all members together, see
    /// [`Observations::indistinguishable`].
    fn indistinguishable_to(&self, group: &UnknownGroup<Self::Set>, set: &Self::Set) -> Result<Self::Set, Stop> {
        self.indistinguishable(&present(self, group), set)
    }

    /// States where the members have a move, possible there, after which every successor is in `set`, see
    /// [`Choices::controllable_predecessors`].
    fn controllable_predecessors_of(
        &self,
        group: &UnknownGroup<Self::Set>,
        set: &Self::Set,
    ) -> Result<Self::Set, Stop> {
        self.controllable_predecessors(&present(self, group), set)
    }

    /// For which groups some state is in the set.
    fn groups_with_states(&self, set: &Self::Set) -> Result<GroupDecisions, Stop> {
        Ok(GroupDecisions::constant(!self.is_empty(set)))
    }
}

/// Those who are in a group for certain.
fn present<S: SoughtGroups + ?Sized>(system: &S, group: &UnknownGroup<S::Set>) -> Vec<AgentId> {
    group.members.iter().filter(|member| !system.is_empty(&member.states)).map(|member| member.agent).collect()
}

/// A truth value for every choice of groups, as a graph of decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupDecisions {
    /// Which is decided before which.
    pub order: Vec<(usize, AgentId)>,
    /// The decisions; each refers to earlier ones in this list.
    pub nodes: Vec<GroupDecision>,
    /// What is decided first.
    pub root: DecisionRef,
}

/// A decision: whether an agent is in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupDecision {
    /// The group, as a place among those that are sought.
    pub group: usize,
    /// The agent.
    pub agent: AgentId,
    /// What to go on with if it is.
    pub member: DecisionRef,
    /// What to go on with if it is not.
    pub other: DecisionRef,
}

/// What comes next in a graph of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecisionRef {
    /// A truth value.
    Constant(bool),
    /// The decision with this number, or the opposite of what it leads to.
    Decision {
        /// Its place among the decisions.
        index: usize,
        /// Whether the opposite is meant.
        opposite: bool,
    },
}

impl GroupDecisions {
    /// The same truth value for all groups.
    #[must_use]
    pub fn constant(value: bool) -> GroupDecisions {
        GroupDecisions { order: Vec::new(), nodes: Vec::new(), root: DecisionRef::Constant(value) }
    }
}
