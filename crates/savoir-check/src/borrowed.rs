//! A borrowed system is a system: so a checker can ask questions and go away without the system.

use crate::{Budget, Effort, JointAction, Power, Stop, System};
use num_bigint::BigUint;
use savoir_model::{ActionId, AgentId, EvolutionLine, FormulaId, FormulaPool, PropId};

/// Methods that do what the borrowed system does. All of them are named here, so that what an engine does better than by
/// definition stays better.
macro_rules! same {
    ($($name:ident($($argument:ident: $kind:ty),*) -> $result:ty;)*) => {
        $(
            fn $name(&self, $($argument: $kind),*) -> $result {
                S::$name(self, $($argument),*)
            }
        )*
    };
}

impl<S: System> System for &S {
    type Set = S::Set;

    fn budget(&self) -> &Budget {
        S::budget(self)
    }

    same! {
        reachable() -> S::Set;
        initial() -> S::Set;
        empty() -> S::Set;
        proposition(id: PropId) -> Result<S::Set, Stop>;
        red(agent: AgentId) -> Result<S::Set, Stop>;
        condition(formulas: &FormulaPool, formula: FormulaId) -> Result<Option<S::Set>, Stop>;
        union(a: &S::Set, b: &S::Set) -> Result<S::Set, Stop>;
        intersection(a: &S::Set, b: &S::Set) -> Result<S::Set, Stop>;
        difference(a: &S::Set, b: &S::Set) -> Result<S::Set, Stop>;
        is_empty(set: &S::Set) -> bool;
        count(set: &S::Set) -> Result<BigUint, Stop>;
        predecessors(set: &S::Set) -> Result<S::Set, Stop>;
        successors(set: &S::Set) -> Result<S::Set, Stop>;
        leading_to(state: &[u64], among: &S::Set) -> Result<S::Set, Stop>;
        pick(set: &S::Set) -> Result<Option<Vec<u64>>, Stop>;
        least_where(set: &S::Set, has: &mut dyn FnMut(&S::Set) -> Result<bool, Stop>) -> Result<Option<Vec<u64>>, Stop>;
        singleton(state: &[u64]) -> Result<S::Set, Stop>;
        contains(set: &S::Set, state: &[u64]) -> Result<bool, Stop>;
        joint_action(from: &[u64], to: &[u64], allowed: &[Vec<ActionId>]) -> Result<Option<JointAction>, Stop>;
        confusable(observers: &[AgentId], set: &S::Set) -> Result<S::Set, Stop>;
        controllable(coalition: &[AgentId], set: &S::Set) -> Result<S::Set, Stop>;
        overflowing(line: &EvolutionLine) -> Result<S::Set, Stop>;
        power(coalition: &[AgentId]) -> Power;
        has_infinite_path(start: &S::Set, within: &S::Set) -> Result<bool, Stop>;
        recurring_ahead(start: &S::Set, within: &S::Set, rounds: usize) -> Result<Option<S::Set>, Stop>;
        goes_forwards() -> bool;
        forces_by_layers() -> bool;
        be_brief() -> ();
        be_thorough() -> ();
        effort() -> Effort;
        is_subset(a: &S::Set, b: &S::Set) -> Result<bool, Stop>;
        commonly_confusable(agents: &[AgentId], domain: &S::Set, set: &S::Set) -> Result<S::Set, Stop>;
        shortest_path(start: &S::Set, through: &S::Set, target: &S::Set) -> Result<Option<Vec<Vec<u64>>>, Stop>;
        access(target: &S::Set) -> Result<Option<Vec<Vec<u64>>>, Stop>;
        reaching(through: &S::Set, target: &S::Set) -> Result<S::Set, Stop>;
        staying(within: &S::Set) -> Result<S::Set, Stop>;
        staying_fair(within: &S::Set, fair: &[S::Set]) -> Result<S::Set, Stop>;
        forcing(coalition: &[AgentId], through: &S::Set, target: &S::Set) -> Result<S::Set, Stop>;
        holding(coalition: &[AgentId], within: &S::Set) -> Result<S::Set, Stop>;
    }
}
