//! Sets in which some slots have been given a value or have been forgotten.

use crate::{GroupSet, GroupSpace, Slot};
use savoir_dd::{Halt, Var};

impl GroupSpace {
    /// The valuations that are in a set once this agent has joined the group, whether it was a member or not.
    pub fn with(&self, set: &GroupSet, slot: Slot) -> Result<GroupSet, Halt> {
        self.cofactor(set, [(slot, true)])
    }

    /// The valuations that are in a set once this agent has left the group, whether it was a member or not.
    pub fn without(&self, set: &GroupSet, slot: Slot) -> Result<GroupSet, Halt> {
        self.cofactor(set, [(slot, false)])
    }

    /// The valuations that are in a set once a variable stands for this group, whatever it stands for.
    pub fn substitute(&self, set: &GroupSet, variable: usize, group: &[usize]) -> Result<GroupSet, Halt> {
        self.cofactor(set, self.slots_of(variable).map(|slot| (slot, group.contains(&slot.agent))))
    }

    /// The cofactor of a set for some values: these slots do not matter any more.
    pub(crate) fn cofactor(
        &self,
        set: &GroupSet,
        values: impl IntoIterator<Item = (Slot, bool)>,
    ) -> Result<GroupSet, Halt> {
        // For a cube as care set, simplification is the cofactor.
        self.diagrams.simplify(&set.0, &self.fixed(values)?.0).map(GroupSet)
    }

    /// The groups that a variable stands for in some valuation of a set; the other variables do not matter any more.
    pub fn project(&self, set: &GroupSet, variable: usize) -> Result<GroupSet, Halt> {
        self.project_all(set, &[variable])
    }

    /// What some variables stand for together in some valuation of a set; the others do not matter any more.
    pub fn project_all(&self, set: &GroupSet, variables: &[usize]) -> Result<GroupSet, Halt> {
        let others = self.slots().filter(|slot| !variables.contains(&slot.variable));
        self.forget(set, others)
    }

    /// The valuations that differ from some valuation in a set in these slots only.
    pub(crate) fn forget(&self, set: &GroupSet, slots: impl IntoIterator<Item = Slot>) -> Result<GroupSet, Halt> {
        let vars: Vec<Var> = slots.into_iter().map(|slot| self.var(slot)).collect();
        self.diagrams.exists(&set.0, &self.diagrams.cube(&vars)?).map(GroupSet)
    }
}
