//! What a search for uniform strategies was like.

use super::UniformAlgorithm;
use num_bigint::BigUint;
use savoir_model::{AgentId, Temporal};

/// What the search for strategies of one coalition for one goal took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniformRecord {
    /// The coalition.
    pub coalition: Vec<AgentId>,
    /// Its goal.
    pub temporal: Temporal,
    /// The algorithms that were tried, in this order; none if perfect information is not enough already.
    pub algorithms: Vec<UniformAlgorithm>,
    /// Of the states that were asked about, how many one strategy wins from that a bound from below has found; `None` if no
    /// bound was looked for. Their start sets were not decided one by one.
    pub won_at_once: Option<BigUint>,
    /// Start sets that were decided one by one.
    pub start_sets: u64,
    /// Start sets from which a strategy wins.
    pub won: u64,
    /// Threads that decided start sets beside each other; 1 if they were decided one after the other.
    pub threads: usize,
    /// States that were listed; by the thread that listed most of them, where there are several.
    pub states: usize,
    /// Strategies that were proposed or tried.
    pub rounds: u64,
    /// How often a solver had to revise what it assumed.
    pub conflicts: u64,
    /// Whether a limit ended it.
    pub is_unfinished: bool,
}

impl UniformRecord {
    /// Nothing was searched so far.
    pub(crate) fn nothing_yet(coalition: &[AgentId], temporal: Temporal) -> UniformRecord {
        UniformRecord {
            coalition: coalition.to_vec(),
            temporal,
            algorithms: Vec::new(),
            won_at_once: None,
            start_sets: 0,
            won: 0,
            threads: 1,
            states: 0,
            rounds: 0,
            conflicts: 0,
            is_unfinished: false,
        }
    }

    /// An algorithm is tried, perhaps once more.
    pub(crate) fn try_algorithm(&mut self, algorithm: UniformAlgorithm) {
        if self.algorithms.last() != Some(&algorithm) {
            self.algorithms.push(algorithm);
        }
    }
}
