//! What the logics need from an engine: sets of reachable states and a few ways to get from one set to another.

use crate::{Budget, Growth, Stop};
use num_bigint::BigUint;
use savoir_model::{ActionId, AgentId, EvolutionLine, FormulaId, FormulaPool, PropId};

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

/// What each agent does, the environment first; nothing for an agent without actions.
pub type JointAction = Vec<Option<ActionId>>;

/// What an engine says about its own work.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// Boolean variables of the encoding, where there is one.
    pub variables: Option<u32>,
    /// The most nodes of decision diagrams there were at once, where there are any.
    pub nodes: Option<usize>,
    /// Seconds before the search for reachable states began.
    pub encode_seconds: f64,
    /// The order of variables as it is now, where there is one.
    pub order: Option<String>,
}

/// The reachable part of a model, with sets of its states.
///
/// Every set contains reachable states only. The fixpoints have definitions in terms of the single steps; an engine
/// overrides those it can do better.
pub trait System {
    /// A set of reachable states.
    type Set: Clone + PartialEq;

    /// The limits every loop respects.
    fn budget(&self) -> &Budget;

    /// All reachable states.
    fn reachable(&self) -> Self::Set;

    /// The initial states.
    fn initial(&self) -> Self::Set;

    /// No state.
    fn empty(&self) -> Self::Set;

    /// The states where a proposition holds.
    ///
    /// # Errors
    /// When the budget is used up, as for every operation below.
    fn proposition(&self, id: PropId) -> Result<Self::Set, Stop>;

    /// The states where an agent's local state is red.
    ///
    /// # Errors
    /// When the budget is used up.
    fn red(&self, agent: AgentId) -> Result<Self::Set, Stop>;

    /// The states where a combination of propositions and colours holds, if the engine finds them sooner as a whole than
    /// part by part.
    ///
    /// # Errors
    /// When the budget is used up.
    fn condition(&self, _formulas: &FormulaPool, _formula: FormulaId) -> Result<Option<Self::Set>, Stop> {
        Ok(None)
    }

    /// States in one set or the other.
    ///
    /// # Errors
    /// When the budget is used up.
    fn union(&self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, Stop>;

    /// States in both sets.
    ///
    /// # Errors
    /// When the budget is used up.
    fn intersection(&self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, Stop>;

    /// States in the first set but not in the second.
    ///
    /// # Errors
    /// When the budget is used up.
    fn difference(&self, a: &Self::Set, b: &Self::Set) -> Result<Self::Set, Stop>;

    /// Whether there is no state in the set.
    fn is_empty(&self, set: &Self::Set) -> bool;

    /// How many states there are in the set.
    ///
    /// # Errors
    /// When the budget is used up.
    fn count(&self, set: &Self::Set) -> Result<BigUint, Stop>;

    /// States with a successor in `set`.
    ///
    /// # Errors
    /// When the budget is used up.
    fn predecessors(&self, set: &Self::Set) -> Result<Self::Set, Stop>;

    /// States with a predecessor in `set`.
    ///
    /// # Errors
    /// When the budget is used up.
    fn successors(&self, set: &Self::Set) -> Result<Self::Set, Stop>;

    /// Those of some states that have this one as a successor.
    ///
    /// # Errors
    /// When the budget is used up.
    fn leading_to(&self, state: &[u64], among: &Self::Set) -> Result<Self::Set, Stop> {
        self.intersection(among, &self.predecessors(&self.singleton(state)?)?)
    }

    /// The least state of a set, as the codes of all variables in the order of the model; `None` if there is none.
    /// Codes are compared in that order, so that every engine picks the same state.
    ///
    /// # Errors
    /// When the budget is used up.
    fn pick(&self, set: &Self::Set) -> Result<Option<Vec<u64>>, Stop>;

    /// The least state of a set that has a property. A part of the set has it, says the test, if one of its states has.
    ///
    /// # Errors
    /// When the budget is used up.
    fn least_where(
        &self,
        set: &Self::Set,
        has: &mut dyn FnMut(&Self::Set) -> Result<bool, Stop>,
    ) -> Result<Option<Vec<u64>>, Stop> {
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

    /// The set with just the state that has these codes; empty if it is not reachable.
    ///
    /// # Errors
    /// When the budget is used up.
    fn singleton(&self, state: &[u64]) -> Result<Self::Set, Stop>;

    /// Whether the state with these codes is in the set.
    ///
    /// # Errors
    /// When the budget is used up.
    fn contains(&self, set: &Self::Set, state: &[u64]) -> Result<bool, Stop> {
        Ok(!self.is_empty(&self.intersection(set, &self.singleton(state)?)?))
    }

    /// A joint action that leads from one reachable state to another, by agent; `None` if there is none. The actions to
    /// choose from are given by agent, in the order of preference, and are those that its protocol allows in `from`;
    /// of several joint actions the one is taken where the first agent has the best action, then the second, and so on.
    ///
    /// # Errors
    /// When the budget is used up.
    fn joint_action(&self, from: &[u64], to: &[u64], allowed: &[Vec<ActionId>]) -> Result<Option<JointAction>, Stop>;

    /// States that some state of `set` cannot be told from by all `observers` together: equal in everything that at
    /// least one of them observes.
    ///
    /// # Errors
    /// When the budget is used up.
    fn confusable(&self, observers: &[AgentId], set: &Self::Set) -> Result<Self::Set, Stop>;

    /// States where the coalition has a move, possible there, after which every successor is in `set`. A joint action
    /// without successor does not exist (Algorithm 6 of the STTT paper).
    ///
    /// # Errors
    /// When the budget is used up.
    fn controllable(&self, coalition: &[AgentId], set: &Self::Set) -> Result<Self::Set, Stop>;

    /// States where an evolution line, under a joint action that the protocols allow, is enabled and assigns
    /// a value outside the domain of its variable.
    ///
    /// # Errors
    /// When the budget is used up.
    fn overflowing(&self, line: &EvolutionLine) -> Result<Self::Set, Stop>;

    /// What the choices of a coalition amount to.
    fn power(&self, _coalition: &[AgentId]) -> Power {
        Power::Something
    }

    /// Whether [`System::forcing`] goes layer by layer, as its definition does, so that layers may as well be kept.
    fn forces_by_layers(&self) -> bool {
        true
    }

    /// Whether an infinite path that stays `within` starts in `start`, a part of `within`.
    ///
    /// # Errors
    /// When the budget is used up.
    fn has_infinite_path(&self, start: &Self::Set, within: &Self::Set) -> Result<bool, Stop> {
        Ok(!self.is_empty(&self.intersection(start, &self.staying(within)?)?))
    }

    /// What lies on infinite paths from the past: of all that paths from `start`, a part of `within`, come to inside
    /// `within`, the largest part where every state is a successor of another one. In a finite system there is such a
    /// state if and only if there is a cycle, that is if an infinite path starts in `start`. `None` if it takes more than
    /// so many rounds.
    ///
    /// # Errors
    /// When the budget is used up.
    fn recurring_ahead(&self, start: &Self::Set, within: &Self::Set, rounds: usize) -> Result<Option<Self::Set>, Stop> {
        let mut found = start.clone();
        let mut frontier = start.clone();
        for _ in 0..rounds {
            if self.is_empty(&frontier) {
                break;
            }
            self.budget().check()?;
            let next = self.intersection(within, &self.successors(&frontier)?)?;
            frontier = self.difference(&next, &found)?;
            found = self.union(&found, &frontier)?;
        }
        if !self.is_empty(&frontier) {
            return Ok(None);
        }
        for _ in 0..rounds {
            self.budget().check()?;
            let kept = self.intersection(&found, &self.successors(&found)?)?;
            if kept == found {
                return Ok(Some(found));
            }
            found = kept;
        }
        Ok(None)
    }

    /// Whether this engine decides [`System::has_infinite_path`] forwards, since backwards is often far more work.
    fn goes_forwards(&self) -> bool {
        false
    }

    /// From now on everything that takes far more work than all before is given up with [`Stop::TooMuch`], until
    /// [`System::be_thorough`] is called. How much that is depends on the model alone.
    fn be_brief(&self) {}

    /// From now on everything is done, however much work it takes.
    fn be_thorough(&self) {}

    /// What it took so far.
    fn effort(&self) -> Effort {
        Effort::default()
    }

    /// Whether every state of `a` is in `b`.
    ///
    /// # Errors
    /// When the budget is used up.
    fn is_subset(&self, a: &Self::Set, b: &Self::Set) -> Result<bool, Stop> {
        Ok(self.is_empty(&self.difference(a, b)?))
    }

    /// States of `domain` from which a chain of confusions, each of one of the `agents` and all inside `domain`, leads
    /// into `set`, which is a part of `domain` (Algorithm 5 of the STTT paper).
    ///
    /// # Errors
    /// When the budget is used up.
    fn commonly_confusable(&self, agents: &[AgentId], domain: &Self::Set, set: &Self::Set) -> Result<Self::Set, Stop> {
        let mut found = set.clone();
        loop {
            self.budget().check()?;
            let mut next = found.clone();
            for agent in agents {
                let step = self.intersection(domain, &self.confusable(&[*agent], &found)?)?;
                next = self.union(&next, &step)?;
            }
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }

    /// The states of a shortest path from `start` to `target` whose states before the last one are in `through`; `None`
    /// if there is none. Of several, the one with the least last state, then the least state before it, and so on.
    ///
    /// # Errors
    /// When the budget is used up.
    fn shortest_path(
        &self,
        start: &Self::Set,
        through: &Self::Set,
        target: &Self::Set,
    ) -> Result<Option<Vec<Vec<u64>>>, Stop>
    where
        Self: Sized,
    {
        Growth::new(start.clone()).path_to(self, through, target)
    }

    /// A shortest path from an initial state to `target`, chosen in the same way. An engine that is asked again and again
    /// may remember what it found.
    ///
    /// # Errors
    /// When the budget is used up.
    fn access(&self, target: &Self::Set) -> Result<Option<Vec<Vec<u64>>>, Stop>
    where
        Self: Sized,
    {
        self.shortest_path(&self.initial(), &self.reachable(), target)
    }

    /// `E(through U target)` over finite paths: the least solution of `Z = target ∪ (through ∩ pre Z)`.
    ///
    /// # Errors
    /// When the budget is used up.
    fn reaching(&self, through: &Self::Set, target: &Self::Set) -> Result<Self::Set, Stop> {
        let mut found = target.clone();
        let mut frontier = target.clone();
        while !self.is_empty(&frontier) {
            self.budget().check()?;
            let before = self.intersection(through, &self.predecessors(&frontier)?)?;
            frontier = self.difference(&before, &found)?;
            found = self.union(&found, &frontier)?;
        }
        Ok(found)
    }

    /// `EG within` over infinite paths: the greatest solution of `Z = within ∩ pre Z`.
    ///
    /// # Errors
    /// When the budget is used up.
    fn staying(&self, within: &Self::Set) -> Result<Self::Set, Stop> {
        let mut found = within.clone();
        loop {
            self.budget().check()?;
            let next = self.intersection(&found, &self.predecessors(&found)?)?;
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }

    /// States with an infinite path inside `within` that visits each of the `fair` sets infinitely often (Emerson and
    /// Lei): the greatest solution of `Z = within ∩ ⋂ᵢ pre E(within U (Z ∩ fairᵢ))`.
    ///
    /// # Errors
    /// When the budget is used up.
    fn staying_fair(&self, within: &Self::Set, fair: &[Self::Set]) -> Result<Self::Set, Stop> {
        if fair.is_empty() {
            return self.staying(within);
        }
        let mut found = within.clone();
        loop {
            self.budget().check()?;
            let mut next = found.clone();
            for constraint in fair {
                let target = self.intersection(&next, constraint)?;
                let reaching = self.reaching(&next, &target)?;
                next = self.intersection(&next, &self.predecessors(&reaching)?)?;
            }
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }

    /// The coalition can force `through U target`: the least solution of `Z = target ∪ (through ∩ controllable Z)`.
    ///
    /// # Errors
    /// When the budget is used up.
    fn forcing(&self, coalition: &[AgentId], through: &Self::Set, target: &Self::Set) -> Result<Self::Set, Stop> {
        let mut found = target.clone();
        loop {
            self.budget().check()?;
            let step = self.intersection(through, &self.controllable(coalition, &found)?)?;
            let next = self.union(&found, &step)?;
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }

    /// The coalition can stay `within` for ever: the greatest solution of `Z = within ∩ controllable Z`.
    ///
    /// # Errors
    /// When the budget is used up.
    fn holding(&self, coalition: &[AgentId], within: &Self::Set) -> Result<Self::Set, Stop> {
        let mut found = within.clone();
        loop {
            self.budget().check()?;
            let next = self.intersection(&found, &self.controllable(coalition, &found)?)?;
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }
}
