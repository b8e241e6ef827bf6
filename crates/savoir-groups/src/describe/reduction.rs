//! Taking conditions out of a set.
//!
//! Everything rests on one fact. If a set is `possible ∧ condition ∧ ∃slots. set`, then to describe it, it is enough to
//! name the condition and to describe `∃slots. set` within `∃slots. (possible ∧ condition)`: a valuation that is possible and
//! satisfies the condition is possible in the second sense too, and there the rest of the description is exact.

use super::symmetry::Trust;
use super::{Conditions, Count, DescribeLimits, Part};
use crate::{GroupSet, GroupSpace, Slot};
use savoir_dd::Halt;

/// A set of which some conditions have been taken out.
pub(super) struct Reduction<'a> {
    pub(super) space: &'a GroupSpace,
    /// What is still to be described, a part of `possible`.
    pub(super) set: GroupSet,
    pub(super) possible: GroupSet,
    /// The slots that may still matter, by variable and agent.
    pub(super) open: Vec<Slot>,
    conditions: Conditions,
    free: Vec<Slot>,
}

impl<'a> Reduction<'a> {
    pub(super) fn new(space: &'a GroupSpace, set: GroupSet, possible: GroupSet, variables: &[usize]) -> Reduction<'a> {
        let open = variables.iter().flat_map(|variable| space.slots_of(*variable)).collect();
        Reduction { space, set, possible, open, conditions: Conditions::default(), free: Vec::new() }
    }

    /// The description of the set.
    pub(super) fn describe(mut self, variables: Vec<usize>, limits: DescribeLimits) -> Result<Part, Halt> {
        self.take_fixed()?;
        self.take_free()?;
        self.take_together()?;
        while self.set != self.possible && self.take_counts()? {
            // With one condition less, others may be simpler.
            self.take_free()?;
        }
        let cases = if self.set == self.possible { None } else { Some(self.cases(limits)?) };
        self.conditions.counts.sort_by(|a, b| a.of.cmp(&b.of));
        // The first of those that go together does not matter for the rest, but it does for the others.
        let together = &self.conditions.together;
        self.free.retain(|slot| !together.iter().flatten().any(|other| other == slot));
        self.free.sort_unstable();
        Ok(Part { variables, conditions: self.conditions, cases, free: self.free })
    }

    /// Takes a condition on some slots out, if the rest of the set does not depend on how they satisfy it.
    fn take(&mut self, slots: &[Slot], condition: &GroupSet) -> Result<bool, Halt> {
        self.space.tidy();
        let within = self.space.and(&self.possible, condition)?;
        let rest = self.space.forget(&self.set, slots.iter().copied())?;
        if self.space.and(&within, &rest)? != self.set {
            return Ok(false);
        }
        self.possible = self.space.forget(&within, slots.iter().copied())?;
        self.set = rest;
        self.open.retain(|slot| !slots.contains(slot));
        Ok(true)
    }

    /// Takes out the slots that have one value throughout the set; those are said that do not follow.
    fn take_fixed(&mut self) -> Result<(), Halt> {
        let space = self.space;
        let mut known = self.possible.clone();
        let mut slots = Vec::new();
        for value in [true, false] {
            for slot in self.open.clone() {
                let holds = space.fixed([(slot, value)])?;
                if !space.is_subset(&self.set, &holds)? {
                    continue;
                }
                slots.push(slot);
                if !space.is_subset(&known, &holds)? {
                    known = space.and(&known, &holds)?;
                    let said = &mut self.conditions;
                    if value { &mut said.contains } else { &mut said.excludes }.push(slot);
                }
            }
        }
        self.take(&slots, &known)?;
        Ok(())
    }

    /// Takes out the slots that do not matter. One that leads out of the set matters, whichever others are taken out.
    fn take_free(&mut self) -> Result<(), Halt> {
        let all = self.space.all();
        let outside = self.space.minus(&self.possible, &self.set)?;
        let sensitive = self.space.steps_between(&self.set, &outside)?;
        let candidates: Vec<Slot> = self.open.iter().copied().filter(|slot| !sensitive.contains(slot)).collect();
        for slot in candidates {
            if self.take(&[slot], &all)? {
                self.free.push(slot);
            }
        }
        Ok(())
    }

    /// Takes out the slots that always agree with another one.
    fn take_together(&mut self) -> Result<(), Halt> {
        for class in self.space.agreeing(&self.set, &self.open)? {
            let condition = self.space.all_or_none(&class)?;
            if !self.space.is_subset(&self.possible, &condition)? {
                self.conditions.together.push(class.clone());
            }
            self.take(&class[1..], &condition)?;
        }
        Ok(())
    }

    /// Takes out the classes of interchangeable slots of which only the number matters, by itself. Says whether there was
    /// one. That they look interchangeable is enough here: a condition that is wrong is not taken out.
    fn take_counts(&mut self) -> Result<bool, Halt> {
        let before = self.open.len();
        for class in self.classes(Trust::Signatures)?.into_iter().filter(|class| class.len() > 1) {
            let numbers = self.space.numbers(&self.set, &class)?;
            let condition = self.space.counted(&class, &numbers)?;
            let follows = self.space.is_subset(&self.possible, &condition)?;
            if self.take(&class, &condition)? && !follows {
                self.conditions.counts.push(Count { of: class, numbers });
            }
        }
        Ok(self.open.len() < before)
    }
}
