//! What an engine says about itself.

use super::Sets;
use crate::{BriefWork, Stop};
use num_bigint::BigUint;
use savoir_model::AgentId;

/// What the choices of a coalition amount to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Power {
    /// Its actions follow from the state: whatever happens is up to the others.
    Nothing,
    /// The actions of the others follow from the state, and the next state follows from the actions.
    Everything,
    /// Neither is known.
    Something,
}

/// What an engine says about its own work.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// Boolean variables of the encoding, where there is one.
    pub variables: Option<u32>,
    /// The most nodes of decision diagrams there were at once, where there are any.
    pub nodes: Option<usize>,
    /// Seconds before the search for reachable states began.
    pub encode_seconds: f64,
    /// Elementary steps, see [`Capabilities::work`], where they are counted.
    pub work: Option<u64>,
    /// The order of variables as it is now, where there is one.
    pub order: Option<String>,
}

/// What an engine says about itself: what it knows of the model at no cost, which ways suit it, and what it took.
pub trait Capabilities: Sets {
    /// What the choices of a coalition amount to.
    fn power(&self, _coalition: &[AgentId]) -> Power {
        Power::Something
    }

    /// Whether [`Fixpoints::has_infinite_path`](super::Fixpoints::has_infinite_path) is decided forwards, since backwards
    /// is often far more work.
    fn searches_forwards(&self) -> bool {
        false
    }

    /// Whether [`Fixpoints::attractor`](super::Fixpoints::attractor) goes layer by layer, as its definition does, so that
    /// layers may as well be kept.
    fn attracts_by_layers(&self) -> bool {
        true
    }

    /// Until the guard is dropped, everything that takes far more work than all before ends as if it needed more memory
    /// than the user allows. See [`briefly`](crate::briefly).
    fn allow_brief_work(&self) -> BriefWork<'_> {
        BriefWork::unlimited()
    }

    /// Until the guard is dropped, everything that takes about so many more steps, see [`Capabilities::work`], ends as if it
    /// needed more memory than the user allows. See [`sparingly`](crate::sparingly).
    fn allow_steps(&self, _steps: u64) -> BriefWork<'_> {
        BriefWork::unlimited()
    }

    /// Whether the allowance that is in force, if any, is not used up: what was given up inside of it may be tried with more.
    fn may_go_on(&self) -> bool {
        true
    }

    /// Whether something ended since the last allowance began because it went beyond that, not because of the user.
    fn is_beyond_allowance(&self) -> bool {
        false
    }

    /// Elementary steps that it has done so far for sets and what can be enforced, such as looks at a node of a diagram or at a
    /// move: a measure of work that is the same on every machine. An engine may count roughly.
    fn work(&self) -> u64 {
        0
    }

    /// Bytes of sets and what belongs to them that are in use now, where that is known.
    fn bytes(&self) -> u64 {
        0
    }

    /// How many pairs of a state and a successor there are, where that can be counted.
    fn transition_count(&self) -> Result<Option<BigUint>, Stop> {
        Ok(None)
    }

    /// What it took so far.
    fn effort(&self) -> Effort {
        Effort::default()
    }
}
