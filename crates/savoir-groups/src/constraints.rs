//! Conditions on valuations, as sets.

use crate::{GroupSet, GroupSpace, Numbers, Slot};
use savoir_dd::{Bdd, Halt, Var};
use std::ops::RangeInclusive;

impl GroupSpace {
    /// A group has a member.
    pub fn nonempty(&self, variable: usize) -> Result<GroupSet, Halt> {
        self.size(variable, 1..=self.agents())
    }

    /// A group has exactly one member.
    pub fn single(&self, variable: usize) -> Result<GroupSet, Halt> {
        self.size(variable, 1..=1)
    }

    /// The number of members of a group is in a range.
    pub fn size(&self, variable: usize, range: RangeInclusive<usize>) -> Result<GroupSet, Halt> {
        let slots: Vec<Slot> = self.slots_of(variable).collect();
        self.counted(&slots, &Numbers::from(range))
    }

    /// A variable stands for exactly this group.
    pub fn exactly(&self, variable: usize, group: &[usize]) -> Result<GroupSet, Halt> {
        self.fixed(self.slots_of(variable).map(|slot| (slot, group.contains(&slot.agent))))
    }

    /// All of these agents are in a group.
    pub fn require(&self, variable: usize, agents: &[usize]) -> Result<GroupSet, Halt> {
        self.fixed(agents.iter().map(|agent| (Slot::new(variable, *agent), true)))
    }

    /// None of these agents is in a group.
    pub fn forbid(&self, variable: usize, agents: &[usize]) -> Result<GroupSet, Halt> {
        self.fixed(agents.iter().map(|agent| (Slot::new(variable, *agent), false)))
    }

    /// All of these agents are in a group, or none of them.
    pub fn together(&self, variable: usize, agents: &[usize]) -> Result<GroupSet, Halt> {
        let slots: Vec<Slot> = agents.iter().map(|agent| Slot::new(variable, *agent)).collect();
        self.all_or_none(&slots)
    }

    /// No two of these agents are in a group.
    pub fn split(&self, variable: usize, agents: &[usize]) -> Result<GroupSet, Halt> {
        let slots: Vec<Slot> = agents.iter().map(|agent| Slot::new(variable, *agent)).collect();
        self.counted(&slots, &Numbers::from(0..=1))
    }

    /// All of these slots hold, or none of them.
    pub(crate) fn all_or_none(&self, slots: &[Slot]) -> Result<GroupSet, Halt> {
        let [all, none] = [true, false].map(|value| self.fixed(slots.iter().map(|slot| (*slot, value))));
        self.or(&all?, &none?)
    }

    /// How many of these slots hold is one of these numbers. Built from the bottom, for each slot and each number of slots
    /// above it that hold; no more of these numbers than make a difference.
    pub fn counted(&self, of: &[Slot], numbers: &Numbers) -> Result<GroupSet, Halt> {
        let mut vars: Vec<Var> = of.iter().map(|slot| self.var(*slot)).collect();
        vars.sort_unstable();
        vars.dedup();
        // From this number on all are allowed, or none is.
        let largest = numbers.contains(vars.len());
        let same = (0..vars.len()).rev().take_while(|number| numbers.contains(*number) == largest).count();
        let enough = vars.len() - same;
        let allowed = |number: usize| self.diagrams.constant(numbers.contains(number.min(vars.len())));
        let mut below: Vec<Bdd> = (0..=enough).map(allowed).collect();
        for (above, var) in vars.iter().enumerate().rev() {
            let choose = |so_far: usize| self.diagrams.choose(*var, &below[(so_far + 1).min(enough)], &below[so_far]);
            below = (0..=above.min(enough)).map(choose).collect::<Result<_, Halt>>()?;
        }
        Ok(GroupSet(below.swap_remove(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use savoir_dd::Unlimited;

    #[test]
    fn a_size_is_built_without_going_through_groups() {
        let space = GroupSpace::new(1, 300, &[], Box::new(Unlimited)).unwrap();
        let pairs = space.size(0, 2..=2).unwrap();
        assert_eq!(space.count(&pairs).unwrap(), BigUint::from(300u32 * 299 / 2));
        let most = space.size(0, 299..=400).unwrap();
        assert_eq!(space.count(&most).unwrap(), BigUint::from(301u32));
        let any = space.size(0, 0..=300).unwrap();
        assert_eq!(any, space.all());
        let half = space.size(0, 150..=300).unwrap();
        let complement = space.size(0, 0..=149).unwrap();
        assert_eq!(half, space.complement(&complement));
    }
}
