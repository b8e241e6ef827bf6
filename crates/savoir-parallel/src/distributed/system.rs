//! The states of one rank as the logics see them. All ranks evaluate the same formulas in the same order with the same
//! [`Checker`](savoir_check::Checker), and meet wherever an operation is about states of other ranks.
//!
//! So no decision that makes a difference to the order of operations may depend on the states of one rank: fixpoints go on until
//! nothing changes anywhere, and whether a set is empty, or equal to another one, is asked at this rank only.

use super::classes::Classes;
use super::exploration::Portion;
use super::propagation::Propagation;
use super::rounds::Crew;
use super::transitions::Predecessors;
use super::tuning::DistributedTuning;
use super::wire::Wire;
use num_bigint::BigUint;
use savoir_check::{
    Ban, Budget, Capabilities, Choices, Fixpoints, JointAction, Membership, Observations, Paths, Sets, SoughtGroups,
    Steps, Stop, Unknowns,
};
use savoir_explicit::{BitSet, PackedModel};
use savoir_model::{ActionId, AgentId, EvolutionLine, ExprId, Model};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// States that are looked at before the budget is asked again.
const POLL_STATES: usize = 1 << 14;

/// The states of one rank, connected with those of the others.
pub(super) struct DistributedSystem<'c, 't> {
    pub(super) model: &'c PackedModel<'c>,
    pub(super) crew: &'c Crew<'t>,
    pub(super) wire: &'c Wire,
    pub(super) portion: Portion,
    pub(super) tuning: DistributedTuning,
    /// Made when first needed.
    predecessors: OnceCell<Predecessors>,
    classes: RefCell<BTreeMap<Vec<u64>, Rc<Classes>>>,
    /// States, transitions and classes that were looked at to evaluate formulas.
    pub(super) work: Cell<u64>,
}

impl<'c, 't> DistributedSystem<'c, 't> {
    pub(super) fn new(
        model: &'c PackedModel<'c>,
        crew: &'c Crew<'t>,
        wire: &'c Wire,
        portion: Portion,
        tuning: DistributedTuning,
    ) -> DistributedSystem<'c, 't> {
        DistributedSystem {
            model,
            crew,
            wire,
            portion,
            tuning,
            predecessors: OnceCell::new(),
            classes: RefCell::default(),
            work: Cell::new(0),
        }
    }

    fn own_states(&self) -> usize {
        self.portion.states.len()
    }

    fn count_work(&self, steps: u64) {
        self.work.set(self.work.get() + steps);
    }

    fn propagation(&self) -> Result<Propagation<'_, 't>, Stop> {
        let predecessors = match self.predecessors.get() {
            Some(predecessors) => predecessors,
            None => {
                self.count_work(self.portion.transitions + self.own_states() as u64);
                let found = Predecessors::find(self.model, self.crew, self.wire, &self.portion, self.tuning)?;
                self.predecessors.get_or_init(|| found)
            }
        };
        let (crew, tuning, states, work) = (self.crew, self.tuning, self.own_states(), &self.work);
        Ok(Propagation { crew, tuning, predecessors, states, work })
    }

    fn classes(&self, observers: &[AgentId]) -> Result<Rc<Classes>, Stop> {
        let mask = self.model.observed_by(observers);
        if let Some(known) = self.classes.borrow().get(&mask) {
            return Ok(known.clone());
        }
        self.count_work(self.own_states() as u64);
        let classes = Rc::new(Classes::find(self.crew, self.wire, &self.portion.states, &mask, self.tuning)?);
        self.classes.borrow_mut().insert(mask, classes.clone());
        Ok(classes)
    }
}

impl Sets for DistributedSystem<'_, '_> {
    type Set = BitSet;

    fn budget(&self) -> &Budget {
        self.crew.ledger.budget
    }

    fn reachable(&self) -> BitSet {
        BitSet::full(self.own_states())
    }

    fn initial(&self) -> BitSet {
        let mut initial = BitSet::empty(self.own_states());
        (0..self.portion.initial).for_each(|state| {
            initial.insert(state);
        });
        initial
    }

    fn empty(&self) -> BitSet {
        BitSet::empty(self.own_states())
    }

    fn states_where(&self, model: &Model, condition: ExprId) -> Result<BitSet, Stop> {
        let condition = self.model.condition(model, condition);
        let mut found = self.empty();
        for state in 0..self.own_states() {
            if state.is_multiple_of(POLL_STATES) {
                self.crew.ledger.check()?;
            }
            if condition.holds(self.portion.states.state(state)) {
                found.insert(state);
            }
        }
        self.count_work(self.own_states() as u64);
        Ok(found)
    }

    fn union(&self, a: &BitSet, b: &BitSet) -> Result<BitSet, Stop> {
        Ok(a.union(b))
    }

    fn intersection(&self, a: &BitSet, b: &BitSet) -> Result<BitSet, Stop> {
        Ok(a.intersection(b))
    }

    fn difference(&self, a: &BitSet, b: &BitSet) -> Result<BitSet, Stop> {
        Ok(a.difference(b))
    }

    /// At this rank.
    fn is_empty(&self, set: &BitSet) -> bool {
        set.is_empty()
    }

    /// At all ranks together.
    fn count(&self, set: &BitSet) -> Result<BigUint, Stop> {
        Ok(BigUint::from(self.crew.sum(set.count())?))
    }

    fn pick(&self, _: &BitSet) -> Result<Option<Vec<u64>>, Stop> {
        one_place_needed()
    }

    fn singleton(&self, _: &[u64]) -> Result<BitSet, Stop> {
        one_place_needed()
    }
}

impl Steps for DistributedSystem<'_, '_> {
    fn image(&self, _: &BitSet) -> Result<BitSet, Stop> {
        one_place_needed()
    }

    fn preimage(&self, set: &BitSet) -> Result<BitSet, Stop> {
        self.propagation()?.preimage(set)
    }
}

impl Observations for DistributedSystem<'_, '_> {
    fn indistinguishable(&self, observers: &[AgentId], set: &BitSet) -> Result<BitSet, Stop> {
        let classes = self.classes(observers)?;
        self.count_work(self.own_states() as u64);
        classes.indistinguishable(self.crew, set)
    }
}

impl Fixpoints for DistributedSystem<'_, '_> {
    fn exists_until(&self, through: &BitSet, target: &BitSet) -> Result<BitSet, Stop> {
        self.propagation()?.exists_until(through, target)
    }

    fn exists_globally(&self, within: &BitSet) -> Result<BitSet, Stop> {
        self.propagation()?.exists_globally(within)
    }

    /// The equation of Emerson and Lei.
    fn exists_fairly(&self, within: &BitSet, fair: &[BitSet]) -> Result<BitSet, Stop> {
        let propagation = self.propagation()?;
        // What has no infinite path at all is left out first: that takes one pass over the transitions.
        let mut found = propagation.exists_globally(within)?;
        if fair.is_empty() {
            return Ok(found);
        }
        loop {
            let mut next = found.clone();
            for constraint in fair {
                let reaching = propagation.exists_until(&next, &next.intersection(constraint))?;
                next = next.intersection(&propagation.preimage(&reaching)?);
            }
            if self.crew.all(next == found)? {
                return Ok(found);
            }
            found = next;
        }
    }

    fn commonly_indistinguishable(&self, agents: &[AgentId], domain: &BitSet, set: &BitSet) -> Result<BitSet, Stop> {
        let mut found = set.clone();
        loop {
            let before = found.count();
            for agent in agents {
                // What one agent's doubts add, those of the next go on from.
                found = found.union(&domain.intersection(&self.indistinguishable(&[*agent], &found)?));
            }
            if self.crew.all(found.count() == before)? {
                return Ok(found);
            }
        }
    }
}

impl Unknowns for DistributedSystem<'_, '_> {
    fn for_any_state(&self, set: &BitSet) -> Result<BitSet, Stop> {
        let nowhere = self.crew.all(set.is_empty())?;
        Ok(if nowhere { self.empty() } else { self.reachable() })
    }
}

impl Choices for DistributedSystem<'_, '_> {
    fn controllable_predecessors(&self, _: &[AgentId], _: &BitSet) -> Result<BitSet, Stop> {
        one_place_needed()
    }

    fn controllable_predecessors_under(&self, _: &[AgentId], _: &BitSet, _: &[Ban<BitSet>]) -> Result<BitSet, Stop> {
        one_place_needed()
    }

    fn outcomes_under(&self, _: &[AgentId], _: &BitSet, _: &BitSet, _: &[Ban<BitSet>]) -> Result<BitSet, Stop> {
        one_place_needed()
    }

    fn joint_action(&self, _: &[u64], _: &[u64], _: &[Vec<ActionId>]) -> Result<Option<JointAction>, Stop> {
        one_place_needed()
    }

    fn overflowing(&self, _: &EvolutionLine) -> Result<BitSet, Stop> {
        one_place_needed()
    }
}

/// What strategies, paths and evidence are made of needs all states in one place. Whoever asks for these is refused
/// before it comes to this, see [`distributed_refusal`](super::distributed_refusal).
fn one_place_needed<T>() -> Result<T, Stop> {
    Err(Stop::TooLarge)
}

impl Membership for DistributedSystem<'_, '_> {}

impl Paths for DistributedSystem<'_, '_> {}

impl SoughtGroups for DistributedSystem<'_, '_> {}

impl Capabilities for DistributedSystem<'_, '_> {
    fn attracts_by_layers(&self) -> bool {
        false
    }

    fn work(&self) -> u64 {
        self.work.get()
    }
}
