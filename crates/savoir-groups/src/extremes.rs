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

/// A walk over the nodes of a set.
struct Extremes<'a> {
    space: &'a GroupSpace,
    end: End,
    /// By place, whether the slot counts.
    counts: Vec<bool>,
    closures: FxHashMap<Bdd, Bdd>,
    /// By set and what is excluded from it, the extreme elements from the place of the first slot that matters.
    extremes: FxHashMap<(Bdd, Bdd), Bdd>,
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
        self.tidy();
        let mut counts = vec![false; self.order().len()];
        for slot in slots {
            counts[self.var(*slot).0 as usize] = true;
        }
        Extremes { space: self, end, counts, closures: FxHashMap::default(), extremes: FxHashMap::default() }
    }
}

impl Extremes<'_> {
    fn extreme_of(&mut self, set: &GroupSet) -> Result<GroupSet, Halt> {
        let nothing = self.space.diagrams.constant(false);
        self.extreme_from(0, &set.0, &nothing).map(GroupSet)
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

    /// The extreme elements of a set that are not in a closed set, from a place on, which is not below the top of either.
    /// To exclude on the way down is much faster than to subtract from results: nothing is found in vain.
    fn extreme_from(&mut self, place: u32, set: &Bdd, excluded: &Bdd) -> Result<Bdd, Halt> {
        let diagrams = &self.space.diagrams;
        let closure = self.closure(set)?;
        // What is excluded anyway must not tell two equal tasks apart.
        let excluded = diagrams.and(excluded, &closure)?;
        if excluded == closure {
            return Ok(diagrams.constant(false));
        }
        let [of_set, of_excluded] = [diagrams.decision(set)?, diagrams.decision(&excluded)?];
        let var = [&of_set, &of_excluded].into_iter().flatten().map(|decision| decision.variable).min();
        let extreme = match var {
            None => set.clone(),
            Some(var) => self.extreme(var, &(set, of_set), &(&excluded, of_excluded))?,
        };
        self.fill(place, var.map_or(diagrams.variables(), |var| var.0), extreme)
    }

    /// Slots from one place to another that count but do not matter are as near to the end as they can be.
    fn fill(&self, from: u32, to: u32, mut extreme: Bdd) -> Result<Bdd, Halt> {
        let diagrams = &self.space.diagrams;
        let none = diagrams.constant(false);
        for skipped in (from..to).rev().filter(|place| self.counts[*place as usize]) {
            extreme = match self.end {
                End::Minimal => diagrams.choose(Var(skipped), &none, &extreme)?,
                End::Maximal => diagrams.choose(Var(skipped), &extreme, &none)?,
            };
        }
        Ok(extreme)
    }

    /// The same from the first slot that matters: on the side away from the end, whatever the other side excludes is
    /// excluded as well.
    fn extreme(&mut self, var: Var, set: &Decided<'_>, excluded: &Decided<'_>) -> Result<Bdd, Halt> {
        let key = (set.0.clone(), excluded.0.clone());
        if let Some(known) = self.extremes.get(&key) {
            return Ok(known.clone());
        }
        let diagrams = &self.space.diagrams;
        let [mut then, mut other] =
            [true, false].map(|value| (cofactor(set, var, value), cofactor(excluded, var, value)));
        if self.counts[var.0 as usize] {
            let (near, away) = match self.end {
                End::Minimal => (&other, &mut then),
                End::Maximal => (&then, &mut other),
            };
            away.1 = diagrams.or(&away.1, &self.closure(&near.0)?)?;
        }
        let then = self.extreme_from(var.0 + 1, &then.0, &then.1)?;
        let other = self.extreme_from(var.0 + 1, &other.0, &other.1)?;
        let extreme = diagrams.choose(var, &then, &other)?;
        self.extremes.insert(key, extreme.clone());
        Ok(extreme)
    }
}

/// A set with its first decision.
type Decided<'a> = (&'a Bdd, Option<Decision>);

/// A set where a variable that is not below its top has a value.
fn cofactor(set: &Decided<'_>, var: Var, value: bool) -> Bdd {
    match &set.1 {
        Some(decision) if decision.variable == var => if value { &decision.then } else { &decision.other }.clone(),
        _ => set.0.clone(),
    }
}
