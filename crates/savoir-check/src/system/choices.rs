//! What agents choose to do.

use super::Sets;
use crate::Stop;
use savoir_model::{ActionId, AgentId, EvolutionLine};

/// What each agent does, the environment first; nothing for an agent without actions.
pub type JointAction = Vec<Option<ActionId>>;

/// A restriction of what an agent chooses: it does not perform this action, or another of its class, in these states.
#[derive(Clone, Debug)]
pub struct Ban<Set> {
    /// Who.
    pub agent: AgentId,
    /// What it does not do.
    pub action: ActionId,
    /// Where it does not do it.
    pub states: Set,
}

/// The actions behind the steps.
pub trait Choices: Sets {
    /// States where the coalition has a move, possible there, after which every successor is in `set`. A joint action
    /// without successor does not exist (Algorithm 6 of the STTT paper).
    fn controllable_predecessors(&self, coalition: &[AgentId], set: &Self::Set) -> Result<Self::Set, Stop>;

    /// The same with moves that no ban rules out. Bans of agents outside of the coalition have no effect.
    fn controllable_predecessors_under(
        &self,
        coalition: &[AgentId],
        set: &Self::Set,
        bans: &[Ban<Self::Set>],
    ) -> Result<Self::Set, Stop>;

    /// The successors of the states `from` by moves of the coalition that no ban rules out and after which every
    /// successor is in `into`.
    fn outcomes_under(
        &self,
        coalition: &[AgentId],
        from: &Self::Set,
        into: &Self::Set,
        bans: &[Ban<Self::Set>],
    ) -> Result<Self::Set, Stop>;

    /// A joint action that leads from one reachable state to another, by agent; `None` if there is none. The actions to
    /// choose from are given by agent, in the order of preference, and are those that its protocol allows in `from`;
    /// of several joint actions the one is taken where the first agent has the best action, then the second, and so on.
    fn joint_action(&self, from: &[u64], to: &[u64], allowed: &[Vec<ActionId>]) -> Result<Option<JointAction>, Stop>;

    /// States where an evolution line, under a joint action that the protocols allow, is enabled and assigns
    /// a value outside the domain of its variable.
    fn overflowing(&self, line: &EvolutionLine) -> Result<Self::Set, Stop>;
}
