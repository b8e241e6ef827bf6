//! What is in a set.

use super::{Sets, SharedSet, State};
use crate::Stop;
use savoir_model::{ExprId, Model};

/// A Boolean combination of conditions of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Combination {
    /// Everywhere or nowhere.
    Constant(bool),
    /// Where an expression of the model holds.
    Condition(ExprId),
    /// Where the other does not hold.
    Not(Box<Combination>),
    /// Where all hold.
    And(Vec<Combination>),
    /// Where some hold.
    Or(Vec<Combination>),
    /// Where the first does not hold or the second does.
    Implies(Box<Combination>, Box<Combination>),
    /// Where both hold or neither does.
    Iff(Box<Combination>, Box<Combination>),
}

/// Questions about what is in a set. They have definitions in terms of sets; an engine overrides those it can do better.
pub trait Membership: Sets {
    /// Whether every state of `a` is in `b`.
    fn is_subset(&self, a: &Self::Set, b: &Self::Set) -> Result<bool, Stop> {
        Ok(self.is_empty(&self.difference(a, b)?))
    }

    /// All states of a set, in order.
    fn list(&self, set: &Self::Set) -> Result<Vec<State>, Stop> {
        let mut rest = set.clone();
        let mut found = Vec::new();
        while let Some(state) = self.pick(&rest)? {
            self.budget().check()?;
            rest = self.difference(&rest, &self.singleton(&state)?)?;
            found.push(state);
        }
        Ok(found)
    }

    /// Whether the state is in the set.
    fn contains(&self, set: &Self::Set, state: &[u64]) -> Result<bool, Stop> {
        Ok(!self.is_empty(&self.intersection(set, &self.singleton(state)?)?))
    }

    /// The set of these states, as far as they are reachable.
    fn set_of(&self, states: &[State]) -> Result<Self::Set, Stop> {
        let mut set = self.empty();
        for state in states {
            set = self.union(&set, &self.singleton(state)?)?;
        }
        Ok(set)
    }

    /// A set as other threads may see it; `None` if the engine cannot show it to them, or it is not worth it.
    fn shared<'s>(&'s self, _set: &'s Self::Set) -> Result<Option<SharedSet<'s>>, Stop> {
        Ok(None)
    }

    /// The least state of a set that has a property. A part of the set has it, says the test, if one of its states has.
    fn least_where<E: From<Stop>>(
        &self,
        set: &Self::Set,
        has: &mut dyn FnMut(&Self::Set) -> Result<bool, E>,
    ) -> Result<Option<State>, E> {
        let mut rest = set.clone();
        while let Some(state) = self.pick(&rest)? {
            let here = self.singleton(&state)?;
            if has(&here)? {
                return Ok(Some(state));
            }
            rest = self.difference(&rest, &here)?;
        }
        Ok(None)
    }

    /// The states where a combination of conditions holds, if the engine finds them sooner as a whole than part by part. The
    /// conditions are those of `model`: that of the system, perhaps with more expressions.
    fn states_where_combined(&self, _model: &Model, _combination: &Combination) -> Result<Option<Self::Set>, Stop> {
        Ok(None)
    }
}
