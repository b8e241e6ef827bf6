//! The pieces of the engine for whoever keeps states in places of its own, such as the ranks of a distributed exploration:
//! the compiled model, successors of single packed states, and a table of packed states.

use crate::halt::Halt;
use crate::initial;
use crate::program::{Condition, Entry, Program};
use crate::store::{Shard, hash};
use crate::successors::Successors;
use crate::tuning::ExplicitTuning;
use crate::usage::Usage;
use savoir_check::{Budget, Stop};
use savoir_model::{AgentId, ExprId, Model, VarId};

/// A hash of a packed state. Tables use its low half; the high half is free for deciding where a state belongs.
#[must_use]
#[inline]
pub fn packed_hash(state: &[u64]) -> u64 {
    hash(state)
}

/// A model compiled to work on packed states.
pub struct PackedModel<'m> {
    model: &'m Model,
    program: Program,
}

impl<'m> PackedModel<'m> {
    /// Compiles a model.
    #[must_use]
    pub fn compile(model: &'m Model) -> PackedModel<'m> {
        PackedModel { model, program: Program::compile(model) }
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// Words of a packed state, at least one.
    #[must_use]
    pub fn words(&self) -> usize {
        self.program.layout.words
    }

    /// By word of a packed state: how many of its low bytes may be other than zero.
    #[must_use]
    pub fn used_bytes(&self) -> Vec<usize> {
        let all: Vec<VarId> = self.model.variable_ids().collect();
        let bytes = |word: u64| (u64::BITS - word.leading_zeros()).div_ceil(8) as usize;
        self.program.layout.mask(&all).into_iter().map(bytes).collect()
    }

    /// Calls `found` with every initial state.
    ///
    /// # Errors
    /// When the budget is used up, or `found` says so.
    pub fn initial_states(
        &self,
        budget: &Budget,
        found: &mut dyn FnMut(&[u64]) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        initial::enumerate(self.model, &self.program.layout, u64::MAX, budget, &mut |state| Ok(found(state)?))
            .map_err(Halt::limit)
    }

    /// A state with ones in everything that at least one of the agents observes.
    #[must_use]
    pub fn observed_by(&self, observers: &[AgentId]) -> Vec<u64> {
        let observed = observers.iter().flat_map(|&agent| self.model.agent(agent).observes.iter().copied());
        self.program.layout.mask(&observed.collect::<Vec<VarId>>())
    }

    /// A condition without actions. It is one of `model`: that which was compiled, perhaps with more expressions.
    #[must_use]
    pub fn condition(&self, model: &Model, condition: ExprId) -> PackedCondition<'_> {
        let how = match self.program.named(condition) {
            Some(entry) => Compiled::Named(entry),
            None => Compiled::Apart(Condition::compile(model, &self.program.layout, condition)),
        };
        PackedCondition { program: &self.program, how }
    }
}

/// A condition that packed states satisfy or not.
pub struct PackedCondition<'p> {
    program: &'p Program,
    how: Compiled,
}

enum Compiled {
    /// Together with the model.
    Named(Entry),
    /// By itself.
    Apart(Condition),
}

impl PackedCondition<'_> {
    /// Whether it holds in a state.
    #[must_use]
    pub fn holds(&self, state: &[u64]) -> bool {
        match &self.how {
            Compiled::Named(entry) => self.program.holds(*entry, state),
            Compiled::Apart(condition) => condition.holds(state),
        }
    }
}

/// The memory that is in use outside of the generators of successors, and the budget that bounds it.
pub struct PackedUsage<'b>(Usage<'b>);

impl<'b> PackedUsage<'b> {
    /// Nothing is in use yet.
    #[must_use]
    pub fn new(budget: &'b Budget) -> PackedUsage<'b> {
        PackedUsage(Usage::new(budget, ExplicitTuning::default(), 0))
    }

    /// Says what is in use now, and polls the budget.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn set(&self, bytes: u64) -> Result<(), Stop> {
        self.0.set(bytes);
        self.0.check()
    }
}

/// Generates successors of packed states.
pub struct PackedSuccessors<'p>(Successors<'p>);

impl<'p> PackedSuccessors<'p> {
    /// The successors in a model.
    #[must_use]
    pub fn new(model: &'p PackedModel<'_>, usage: &'p PackedUsage<'_>) -> PackedSuccessors<'p> {
        PackedSuccessors(Successors::new(&model.program, &usage.0))
    }

    /// The distinct successors of a state, one after the other, always in the same order.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn of(&mut self, state: &[u64]) -> Result<&[u64], Stop> {
        self.0.of(state).map_err(Halt::limit)
    }
}

/// Different packed states, numbered in the order in which they came.
pub struct PackedStates {
    words: usize,
    states: Shard,
}

impl PackedStates {
    /// No states, of so many words each.
    #[must_use]
    pub fn new(words: usize) -> PackedStates {
        PackedStates { words, states: Shard::default() }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The state with this number.
    #[must_use]
    pub fn state(&self, number: usize) -> &[u64] {
        self.states.state(self.words, number)
    }

    /// The number of a state with this hash, if it is there.
    #[must_use]
    pub fn find(&self, hash: u64, state: &[u64]) -> Option<u32> {
        self.states.find(self.words, hash, state)
    }

    /// Adds a state with this hash unless it is there; whether it was new.
    ///
    /// # Errors
    /// If there are more than can be numbered.
    pub fn insert(&mut self, hash: u64, state: &[u64]) -> Result<bool, Stop> {
        self.states.insert(self.words, hash, state)
    }

    /// The number of a state with this hash, which is added unless it is there.
    ///
    /// # Errors
    /// If there are more than can be numbered.
    pub fn number(&mut self, hash: u64, state: &[u64]) -> Result<u32, Stop> {
        match self.find(hash, state) {
            Some(number) => Ok(number),
            None => self.insert(hash, state).map(|_| (self.len() - 1) as u32),
        }
    }

    /// Bytes for the states and the table to find them.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.states.bytes() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_numbered_as_they_come() {
        let mut states = PackedStates::new(2);
        assert!(states.is_empty());
        for round in [true, false] {
            for number in 0..1000u64 {
                let state = [number, number * 7];
                assert_eq!(states.find(packed_hash(&state), &state).is_none(), round);
                assert_eq!(states.number(packed_hash(&state), &state), Ok(number as u32));
            }
        }
        assert_eq!((states.len(), states.state(5)), (1000, &[5, 35][..]));
        assert_eq!(states.insert(packed_hash(&[1, 7]), &[1, 7]), Ok(false));
        assert!(states.bytes() >= 1000 * 20);
    }
}
