//! Sets of reachable states.

use super::State;
use crate::{Budget, Stop};
use num_bigint::BigUint;
use savoir_model::{ExprId, Model};

/// Sets of reachable states: the Boolean operations, and the states where a condition holds.
pub trait Sets {
    /// A set of reachable states.
    type Set: Clone + PartialEq;

    /// The limits that every loop respects.
    fn budget(&self) -> &Budget;

    /// All reachable states.
    fn reachable(&self) -> Self::Set;

    /// The initial states.
    fn initial(&self) -> Self::Set;

    /// No state.
    fn empty(&self) -> Self::Set;

    /// The reachable states where a condition without actions holds. The condition is one of `model`: that of the
    /// system, perhaps with more expressions.
    fn states_where(&self, model: &Model, condition: ExprId) -> Result<Self::Set, Stop>;

    /// States in one set or the other.
    fn union(&self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, Stop>;

    /// States in both sets.
    fn intersection(&self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, Stop>;

    /// States in the first set but not in the second.
    fn difference(&self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, Stop>;

    /// Whether there is no state in the set.
    fn is_empty(&self, set: &Self::Set) -> bool;

    /// How many states there are in the set.
    fn count(&self, set: &Self::Set) -> Result<BigUint, Stop>;

    /// The least state of a set; `None` if there is none. Codes are compared in the order of the variables, so that every
    /// engine picks the same state.
    fn pick(&self, set: &Self::Set) -> Result<Option<State>, Stop>;

    /// The set with just this state; empty if it is not reachable.
    fn singleton(&self, state: &[u64]) -> Result<Self::Set, Stop>;
}
