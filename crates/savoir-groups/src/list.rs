//! The first elements of a set, in an order that does not depend on that of the diagrams.

use crate::{GroupSet, GroupSpace, Numbers, Slot, Valuation};
use savoir_dd::Halt;

/// The first elements of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing<T> {
    /// In their order: fewer members first, then by the groups, variable by variable, as lists of agents.
    pub elements: Vec<T>,
    /// Whether these are all.
    pub is_complete: bool,
}

/// A depth-first walk through the valuations of a set in their order. Each set that is looked at has an element, so the
/// cost of an element is at most two cofactors for each slot.
struct Walk<'a> {
    space: &'a GroupSpace,
    limit: usize,
    /// The groups so far; the last one is being filled.
    groups: Vec<Vec<usize>>,
    found: Vec<Valuation>,
    is_complete: bool,
}

impl GroupSpace {
    /// The first valuations of a set, at most so many.
    pub fn list(&self, set: &GroupSet, limit: usize) -> Result<Listing<Valuation>, Halt> {
        let mut walk = Walk { space: self, limit, groups: Vec::new(), found: Vec::new(), is_complete: true };
        for members in self.members(set)?.iter() {
            self.tidy();
            let level = self.and(set, &self.counted(self.order(), &Numbers::from(members..=members))?)?;
            walk.next_variable(&level)?;
            if !walk.is_complete {
                break;
            }
        }
        Ok(Listing { elements: walk.found, is_complete: walk.is_complete })
    }

    /// The first valuation of a set.
    pub fn first(&self, set: &GroupSet) -> Result<Option<Valuation>, Halt> {
        Ok(self.list(set, 1)?.elements.pop())
    }

    /// The first of the valuations of a set that have the most members.
    pub(crate) fn first_of_largest(&self, set: &GroupSet) -> Result<Option<Valuation>, Halt> {
        let Some(most) = self.members(set)?.iter().last() else { return Ok(None) };
        self.first(&self.and(set, &self.counted(self.order(), &Numbers::from(most..=most))?)?)
    }

    /// The first groups that a variable stands for in some valuation of a set, at most so many.
    pub fn list_groups(&self, set: &GroupSet, variable: usize, limit: usize) -> Result<Listing<Vec<usize>>, Halt> {
        let others = self.slots().filter(|slot| slot.variable != variable);
        let groups = self.and(&self.project(set, variable)?, &self.fixed(others.map(|slot| (slot, false)))?)?;
        let listing = self.list(&groups, limit)?;
        let group = |valuation: Valuation| valuation.groups()[variable].clone();
        let elements = listing.elements.into_iter().map(group).collect();
        Ok(Listing { elements, is_complete: listing.is_complete })
    }
}

impl Walk<'_> {
    /// Lists a set in which the groups so far are fixed.
    fn next_variable(&mut self, set: &GroupSet) -> Result<(), Halt> {
        if self.space.is_empty(set) || !self.is_complete {
            return Ok(());
        }
        if self.groups.len() < self.space.variables() {
            self.groups.push(Vec::new());
            self.next_member(set, 0)?;
            self.groups.pop();
        } else if self.found.len() < self.limit {
            self.found.push(Valuation::new(self.groups.clone()));
        } else {
            self.is_complete = false;
        }
        Ok(())
    }

    /// Lists a set in which the groups so far are fixed, the last one up to an agent: first the valuations where nobody
    /// else is in this group, then those where the next member is the next agent, and so on.
    fn next_member(&mut self, set: &GroupSet, from: usize) -> Result<(), Halt> {
        let space = self.space;
        let variable = self.groups.len() - 1;
        let rest = |from| (from..space.agents()).map(move |agent| (Slot { variable, agent }, false));
        self.next_variable(&space.cofactor(set, rest(from))?)?;
        let mut left = set.clone();
        for agent in from..space.agents() {
            if space.is_empty(&left) || !self.is_complete {
                break;
            }
            let slot = Slot { variable, agent };
            let with = space.with(&left, slot)?;
            if !space.is_empty(&with) {
                self.groups[variable].push(agent);
                self.next_member(&with, agent + 1)?;
                self.groups[variable].pop();
            }
            left = space.without(&left, slot)?;
        }
        Ok(())
    }
}
