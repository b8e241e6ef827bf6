//! The universe of all valuations, its sets, and the algebra of sets.

use crate::tuning::{COLLECT_FROM, FEWEST_RESULTS};
use crate::{Slot, Valuation};
use num_bigint::BigUint;
use savoir_dd::{Bdd, DiagramTuning, Diagrams, Halt, Poll, Var};
use std::cell::Cell;

/// A set of valuations. It belongs to the space that made it; equal sets of one space are equal values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GroupSet(pub(crate) Bdd);

/// All valuations of some group variables over some agents, and the owner of their sets.
pub struct GroupSpace {
    pub(crate) diagrams: Diagrams,
    variables: usize,
    agents: usize,
    /// The slots from the top of all diagrams to the bottom. The order never changes, so the place of a slot is its
    /// variable in the diagrams and its level as well.
    order: Vec<Slot>,
    /// The place of each slot, by variable and then by agent.
    places: Vec<u32>,
    /// When there are this many nodes, dead ones are looked for.
    collect_at: Cell<usize>,
}

impl GroupSpace {
    /// The valuations of `variables` many group variables, each a set of agents out of `agents` many. `order` lists slots
    /// from the top of all diagrams; those it leaves out follow agent by agent.
    ///
    /// # Errors
    /// If the system has no room for diagrams.
    pub fn new(variables: usize, agents: usize, order: &[Slot], poll: Box<dyn Poll>) -> Result<GroupSpace, Halt> {
        let total = u32::try_from(variables * agents).expect("a slot for each agent in each group fits into memory");
        let mut places = vec![u32::MAX; total as usize];
        let mut all = Vec::with_capacity(places.len());
        for slot in order.iter().copied().chain(Slot::by_agent(variables, agents)) {
            assert!(slot.variable < variables && slot.agent < agents, "{slot:?} is no slot of this space");
            let place = &mut places[slot.variable * agents + slot.agent];
            if *place == u32::MAX {
                *place = all.len() as u32;
                all.push(slot);
            }
        }
        let tuning = DiagramTuning { fewest_results: FEWEST_RESULTS, ..DiagramTuning::default() };
        let diagrams = Diagrams::tuned(total, poll, tuning)?;
        Ok(GroupSpace { diagrams, variables, agents, order: all, places, collect_at: Cell::new(COLLECT_FROM) })
    }

    /// The number of group variables.
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The number of agents.
    #[must_use]
    pub fn agents(&self) -> usize {
        self.agents
    }

    /// All slots, from the top of the diagrams.
    #[must_use]
    pub fn order(&self) -> &[Slot] {
        &self.order
    }

    /// The slots of a variable, by agent.
    pub fn slots_of(&self, variable: usize) -> impl DoubleEndedIterator<Item = Slot> + use<> {
        (0..self.agents).map(move |agent| Slot { variable, agent })
    }

    /// All slots, by variable and then by agent.
    pub fn slots(&self) -> impl DoubleEndedIterator<Item = Slot> + use<> {
        let agents = self.agents;
        (0..self.variables).flat_map(move |variable| (0..agents).map(move |agent| Slot { variable, agent }))
    }

    /// The variable of the diagrams that stands for a slot.
    pub(crate) fn var(&self, slot: Slot) -> Var {
        assert!(slot.agent < self.agents, "{slot:?} is no slot of this space");
        Var(self.places[slot.variable * self.agents + slot.agent])
    }

    /// The slot that a variable of the diagrams stands for.
    pub(crate) fn slot(&self, var: Var) -> Slot {
        self.order[var.0 as usize]
    }

    /// Frees the nodes that no set needs, if there are many. What takes long asks for it between its steps.
    pub(crate) fn tidy(&self) {
        if self.diagrams.nodes() >= self.collect_at.get() {
            let left = self.diagrams.collect();
            self.collect_at.set(COLLECT_FROM.max(2 * left));
        }
    }

    /// All valuations.
    #[must_use]
    pub fn all(&self) -> GroupSet {
        GroupSet(self.diagrams.constant(true))
    }

    /// No valuation.
    #[must_use]
    pub fn none(&self) -> GroupSet {
        GroupSet(self.diagrams.constant(false))
    }

    /// The valuations where an agent is in a group.
    pub fn has(&self, slot: Slot) -> Result<GroupSet, Halt> {
        self.diagrams.variable(self.var(slot)).map(GroupSet)
    }

    /// One valuation.
    pub fn only(&self, valuation: &Valuation) -> Result<GroupSet, Halt> {
        assert_eq!(valuation.groups().len(), self.variables, "a valuation has a group for each variable");
        self.fixed(self.slots().map(|slot| (slot, valuation.has(slot))))
    }

    /// The valuations where these slots have these values. From the bottom, each of them adds one node.
    pub(crate) fn fixed(&self, values: impl IntoIterator<Item = (Slot, bool)>) -> Result<GroupSet, Halt> {
        let mut values: Vec<(Var, bool)> = values.into_iter().map(|(slot, value)| (self.var(slot), value)).collect();
        values.sort_unstable_by(|a, b| b.cmp(a));
        values.dedup();
        let none = self.diagrams.constant(false);
        let mut set = self.diagrams.constant(true);
        for (var, value) in values {
            let (then, other) = if value { (&set, &none) } else { (&none, &set) };
            set = self.diagrams.choose(var, then, other)?;
        }
        Ok(GroupSet(set))
    }

    /// The valuations in both sets.
    pub fn and(&self, a: &GroupSet, b: &GroupSet) -> Result<GroupSet, Halt> {
        self.diagrams.and(&a.0, &b.0).map(GroupSet)
    }

    /// The valuations in at least one of the sets.
    pub fn or(&self, a: &GroupSet, b: &GroupSet) -> Result<GroupSet, Halt> {
        self.diagrams.or(&a.0, &b.0).map(GroupSet)
    }

    /// The valuations in the first set that are not in the second.
    pub fn minus(&self, a: &GroupSet, b: &GroupSet) -> Result<GroupSet, Halt> {
        self.diagrams.minus(&a.0, &b.0).map(GroupSet)
    }

    /// The valuations that are not in a set.
    #[must_use]
    pub fn complement(&self, set: &GroupSet) -> GroupSet {
        GroupSet(self.diagrams.not(&set.0))
    }

    /// The valuations in all of these sets.
    pub fn intersection(&self, sets: impl IntoIterator<Item = GroupSet>) -> Result<GroupSet, Halt> {
        self.diagrams.all(sets.into_iter().map(|set| set.0)).map(GroupSet)
    }

    /// The valuations in at least one of these sets.
    pub fn union(&self, sets: impl IntoIterator<Item = GroupSet>) -> Result<GroupSet, Halt> {
        self.diagrams.any(sets.into_iter().map(|set| set.0)).map(GroupSet)
    }

    /// Whether there is no valuation in a set.
    #[must_use]
    pub fn is_empty(&self, set: &GroupSet) -> bool {
        self.diagrams.is_false(&set.0)
    }

    /// Whether all valuations in the first set are in the second.
    pub fn is_subset(&self, a: &GroupSet, b: &GroupSet) -> Result<bool, Halt> {
        self.diagrams.implies(&a.0, &b.0)
    }

    /// Whether no valuation is in both sets.
    pub fn is_disjoint(&self, a: &GroupSet, b: &GroupSet) -> Result<bool, Halt> {
        self.diagrams.disjoint(&a.0, &b.0)
    }

    /// Whether a valuation is in a set.
    #[must_use]
    pub fn contains(&self, set: &GroupSet, valuation: &Valuation) -> bool {
        self.diagrams.holds_at(&set.0, self.order.iter().map(|slot| (self.var(*slot), valuation.has(*slot))))
    }

    /// The exact number of valuations in a set.
    pub fn count(&self, set: &GroupSet) -> Result<BigUint, Halt> {
        self.diagrams.count(&set.0, self.diagrams.variables())
    }

    /// The exact number of groups that a variable stands for in some valuation of a set.
    pub fn count_groups(&self, set: &GroupSet, variable: usize) -> Result<BigUint, Halt> {
        self.diagrams.count(&self.project(set, variable)?.0, self.agents as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_dd::Unlimited;

    #[test]
    fn sets_of_astronomic_size_are_counted() {
        let space = GroupSpace::new(3, 200, &[], Box::new(Unlimited)).unwrap();
        let one = BigUint::from(1u32);
        assert_eq!(space.count(&space.all()).unwrap(), &one << 600);
        let some = space.nonempty(1).unwrap();
        assert_eq!(space.count(&some).unwrap(), ((&one << 200) - &one) << 400);
        assert_eq!(space.count_groups(&some, 1).unwrap(), (&one << 200) - &one);
        assert_eq!(space.count_groups(&some, 0).unwrap(), one << 200);
    }

    #[test]
    fn the_order_is_completed_agent_by_agent() {
        let last = Slot::new(1, 1);
        let space = GroupSpace::new(2, 2, &[last, last], Box::new(Unlimited)).unwrap();
        assert_eq!(space.order(), [last, Slot::new(0, 0), Slot::new(1, 0), Slot::new(0, 1)]);
        let valuation = Valuation::new(vec![vec![0], vec![1]]);
        let only = space.only(&valuation).unwrap();
        assert_eq!(space.count(&only).unwrap(), BigUint::from(1u32));
        assert!(space.contains(&only, &valuation));
        assert!(space.is_subset(&only, &space.has(last).unwrap()).unwrap());
    }
}
