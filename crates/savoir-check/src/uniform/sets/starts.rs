//! Start sets: from where one strategy has to win.

use crate::{Checker, Stop, System};
use savoir_model::{AgentId, StartSet};

impl<S: System> Checker<'_, S> {
    /// The states of the domain whose whole start set is inside a set. The set may depend on [unknowns](crate::Unknowns).
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn starting_inside(&self, coalition: &[AgentId], start: StartSet, set: &S::Set) -> Result<S::Set, Stop> {
        let outside = self.complement(set)?;
        let spoilt = self.possible_from(coalition, start, &outside)?;
        self.complement(&spoilt)
    }

    /// The states of the domain that are in the start set of some state of a set; which is the same as those with a state of
    /// the set in their own start set.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn possible_from(&self, coalition: &[AgentId], start: StartSet, set: &S::Set) -> Result<S::Set, Stop> {
        let (system, domain) = (self.system, self.domain());
        let set = system.intersection(set, domain)?;
        let found = match start {
            StartSet::Objective => set,
            StartSet::Everyone => {
                let mut found = set.clone();
                for agent in coalition {
                    found = system.union(&found, &system.indistinguishable(&[*agent], &set)?)?;
                }
                found
            }
            StartSet::Distributed => system.indistinguishable(coalition, &set)?,
            StartSet::Common => system.commonly_indistinguishable(coalition, domain, &set)?,
        };
        system.intersection(&found, domain)
    }
}
