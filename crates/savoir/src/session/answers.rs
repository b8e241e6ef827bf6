//! What a session says about states and sets of states.

use num_bigint::BigUint;
use savoir_model::{AgentId, PropId};
use savoir_reference::{JointAction, State};

/// A joint action, and the state it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What everybody does.
    pub action: JointAction,
    /// The next state.
    pub state: State,
}

/// Numbers about the reachable states.
#[derive(Clone, Debug)]
pub struct Reachable {
    /// Reachable states.
    pub states: BigUint,
    /// Initial states.
    pub initial: BigUint,
    /// Pairs of a state and a successor; not counted in large models.
    pub transitions: Option<BigUint>,
    /// States without successor.
    pub deadlocks: BigUint,
}

/// What an agent knows about a proposition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// That it holds.
    True,
    /// That it does not hold.
    False,
    /// Neither.
    Open,
}

/// What one agent knows in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateKnowledge {
    /// The agent.
    pub agent: AgentId,
    /// How many states it considers possible.
    pub possible: BigUint,
    /// For each proposition of the model.
    pub propositions: Vec<Known>,
}

/// The states an agent considers possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleStates {
    /// The agent.
    pub agent: AgentId,
    /// How many there are.
    pub count: BigUint,
    /// The least of them.
    pub states: Vec<State>,
}

/// A set of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetReport {
    /// How it came about: the commands since the first set.
    pub history: Vec<String>,
    /// How many states are in it.
    pub count: BigUint,
    /// How many of them have a fair path, if there are fairness constraints.
    pub fair: Option<BigUint>,
    /// For each proposition.
    pub propositions: Vec<PropositionAcross>,
    /// The least states of the set, if they were asked for.
    pub states: Vec<State>,
}

/// Where a proposition holds in a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropositionAcross {
    /// The proposition.
    pub proposition: PropId,
    /// In how many states of the set it holds.
    pub holds: BigUint,
}

/// What an agent knows about a proposition in the states of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownAcross {
    /// The agent.
    pub agent: AgentId,
    /// The proposition.
    pub proposition: PropId,
    /// In how many states it knows that the proposition holds.
    pub knows_true: BigUint,
    /// In how many states it knows that it does not hold.
    pub knows_false: BigUint,
    /// In how many states it knows neither.
    pub open: BigUint,
}
