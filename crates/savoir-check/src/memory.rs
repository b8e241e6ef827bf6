//! What a checker has found out.

use crate::{Decided, Layers, UniformRecord};
use rustc_hash::FxHashMap;
use savoir_model::{AgentId, AtlSemantics, FormulaId, Semantics, Temporal};
use std::cell::{OnceCell, RefCell};

/// Growing sets, by reading, coalition and goal: from each the coalition can force the one before.
type Attractors<Set> = FxHashMap<(AtlSemantics, Vec<AgentId>, Temporal), Layers<Set>>;

/// What a checker has found out about a system. A session keeps it between questions, while checkers come and go.
#[derive(Clone)]
pub struct Memory<Set> {
    /// The states all operators range over: those with a fair path, or all reachable ones.
    pub(crate) domain: Set,
    /// The fairness constraints, as sets; empty if there are none.
    pub(crate) fair: Vec<Set>,
    /// Where formulas hold, by the reading they were evaluated under.
    pub(crate) sets: FxHashMap<(Semantics, FormulaId), Set>,
    /// How formulas were decided, by the reading as well.
    pub(crate) decisions: FxHashMap<(Semantics, FormulaId), Decided>,
    /// States of the domain with an infinite fair path, once somebody asked for them.
    pub(crate) unending: OnceCell<Set>,
    /// Reachable states without successor, once somebody asked for them.
    pub(crate) stuck: OnceCell<Set>,
    /// How coalitions get to their goals, if that is to be kept.
    pub(crate) attractors: Option<RefCell<Attractors<Set>>>,
    /// What searches for uniform strategies were like, until somebody takes it.
    pub(crate) uniform: RefCell<Vec<UniformRecord>>,
}

impl<Set> Memory<Set> {
    /// Nothing but the states that formulas are about.
    pub(crate) fn new(domain: Set) -> Memory<Set> {
        Memory {
            domain,
            fair: Vec::new(),
            sets: FxHashMap::default(),
            decisions: FxHashMap::default(),
            unending: OnceCell::new(),
            stuck: OnceCell::new(),
            attractors: None,
            uniform: RefCell::default(),
        }
    }

    /// The states that formulas are about: those with a fair path, or all reachable ones.
    pub fn domain(&self) -> &Set {
        &self.domain
    }
}
