//! Minimal and maximal valuations with respect to inclusion, and closed sets.
//!
//! A valuation is below another if each of its groups is a subset of the other's. If only some slots count, both must agree
//! in the others.

use crate::{GroupSet, GroupSpace, Slot};
use rustc_hash::FxHashMap;
use savoir_dd::{Bdd, Decision, Halt, Var};

/// Which end of inclusion is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Minimal,
    Maximal,
}

/// A walk over the nodes of a set. Both functions go once over each node; what is left to do there is one operation on
/// the results for its children.
struct Extremes<'a> {
    space: &'a GroupSpace,
    end: End,
    /// By place, whether the slot counts.
    counts: Vec<bool>,
    closures: FxHashMap<Bdd, Bdd>,
    extremes: FxHashMap<Bdd, Bdd>,
}

impl GroupSpace {
    /// The valuations of a set that have no other valuation of it below them, in all variables at once.
    pub fn minimal(&self, set: &GroupSet) -> Result<GroupSet, Halt> {
        self.extremes(End::Minimal, self.order()).extreme_of(set)
    }

    /// The valuations of a set that have no other valuation of it above them, in all variables at once.
    pub fn maximal(&self, set: &GroupSet) -> Result<GroupSet, Halt> {
        self.extremes(End::Maximal, self.order()).extreme_of(set)
    }

    /// The valuations of a set in which the group of this variable cannot be replaced by a proper part of it.
    pub fn minimal_in(&self, set: &GroupSet, variable: usize) -> Result<GroupSet, Halt> {
        self.extremes(End::Minimal, &self.slots_of(variable).collect::<Vec<_>>()).extreme_of(set)
    }

    /// The valuations of a set in which the group of this variable cannot be replaced by a larger one that includes it.
    pub fn maximal_in(&self, set: &GroupSet, variable: usize) -> Result<GroupSet, Halt> {
        self.extremes(End::Maximal, &self.slots_of(variable).collect::<Vec<_>>()).extreme_of(set)
    }

    /// The valuations that have a valuation of a set below them.
    pub fn up_closure(&self, set: &GroupSet) -> Result<GroupSet, Halt> {
        self.extremes(End::Minimal, self.order()).closure(&set.0).map(GroupSet)
    }

    /// The valuations that have a valuation of a set above them.
    pub fn down_closure(&self, set: &GroupSet) -> Result<GroupSet, Halt> {
        self.extremes(End::Maximal, self.order()).closure(&set.0).map(GroupSet)
    }

    /// Whether members may join the groups of a set: every possible valuation above one of the set is in the set.
    pub fn is_upward_closed_within(&self, set: &GroupSet, possible: &GroupSet) -> Result<bool, Halt> {
        let outside = self.minus(possible, set)?;
        self.is_disjoint(&self.up_closure(set)?, &outside)
    }

    /// Whether members may leave the groups of a set: every possible valuation below one of the set is in the set.
    pub fn is_downward_closed_within(&self, set: &GroupSet, possible: &GroupSet) -> Result<bool, Halt> {
        let outside = self.minus(possible, set)?;
        self.is_disjoint(&self.down_closure(set)?, &outside)
    }

    fn extremes(&self, end: End, slots: &[Slot]) -> Extremes<'_> {
        let mut counts = vec![false; self.order().len()];
        for slot in slots {
            counts[self.var(*slot).0 as usize] = true;
        }
        Extremes { space: self, end, counts, closures: FxHashMap::default(), extremes: FxHashMap::default() }
    }
}

impl Extremes<'_> {
    fn extreme_of(&mut self, set: &GroupSet) -> Result<GroupSet, Halt> {
        self.extreme_from(0, &set.0).map(GroupSet)
    }

    /// Everything above the elements of a set, or everything below them.
    fn closure(&mut self, set: &Bdd) -> Result<Bdd, Halt> {
        let diagrams = &self.space.diagrams;
        let Some(Decision { variable, then, other }) = diagrams.decision(set)? else { return Ok(set.clone()) };
        if let Some(known) = self.closures.get(set) {
            return Ok(known.clone());
        }
        let mut then = self.closure(&then)?;
        let mut other = self.closure(&other)?;
        if self.counts[variable.0 as usize] {
            let either = diagrams.or(&then, &other)?;
            match self.end {
                End::Minimal => then = either,
                End::Maximal => other = either,
            }
        }
        let closure = diagrams.choose(variable, &then, &other)?;
        self.closures.insert(set.clone(), closure.clone());
        Ok(closure)
    }

    /// The extreme elements of a set from a place on, which is not below its top. A slot that counts but does not matter
    /// is as near to the end as it can be.
    fn extreme_from(&mut self, place: u32, set: &Bdd) -> Result<Bdd, Halt> {
        let diagrams = &self.space.diagrams;
        if diagrams.is_false(set) {
            return Ok(set.clone());
        }
        let decision = diagrams.decision(set)?;
        let top = decision.as_ref().map_or(diagrams.variables(), |decision| decision.variable.0);
        let mut extreme = match decision {
            None => set.clone(),
            Some(decision) => self.extreme(set, &decision)?,
        };
        let none = diagrams.constant(false);
        for skipped in (place..top).rev().filter(|place| self.counts[*place as usize]) {
            extreme = match self.end {
                End::Minimal => diagrams.choose(Var(skipped), &none, &extreme)?,
                End::Maximal => diagrams.choose(Var(skipped), &extreme, &none)?,
            };
        }
        Ok(extreme)
    }

    /// The extreme elements of a set from its top on: towards the end all that are extreme there; away from it those that
    /// no element of the other side excludes.
    fn extreme(&mut self, set: &Bdd, decision: &Decision) -> Result<Bdd, Halt> {
        if let Some(known) = self.extremes.get(set) {
            return Ok(known.clone());
        }
        let diagrams = &self.space.diagrams;
        let place = decision.variable.0;
        let mut then = self.extreme_from(place + 1, &decision.then)?;
        let mut other = self.extreme_from(place + 1, &decision.other)?;
        if self.counts[place as usize] {
            match self.end {
                End::Minimal => then = diagrams.minus(&then, &self.closure(&decision.other)?)?,
                End::Maximal => other = diagrams.minus(&other, &self.closure(&decision.then)?)?,
            }
        }
        let extreme = diagrams.choose(decision.variable, &then, &other)?;
        self.extremes.insert(set.clone(), extreme.clone());
        Ok(extreme)
    }
}
