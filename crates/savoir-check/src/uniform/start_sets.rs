//! From where a strategy has to win.

use crate::sought::Who;
use crate::{Checker, Stop, System};
use savoir_model::{AgentId, StartSet};

/// The start sets of a reading.
pub(super) struct StartSets<'a, 'm, S: System> {
    pub(super) checker: &'a Checker<'m, S>,
    pub(super) coalition: &'a [AgentId],
    pub(super) start: StartSet,
}

impl<S: System> StartSets<'_, '_, S> {
    /// The start set of a state.
    pub(super) fn of(&self, state: &[u64]) -> Result<S::Set, Stop> {
        let (checker, system) = (self.checker, self.checker.system);
        let here = system.singleton(state)?;
        let coalition = self.coalition;
        let found = match self.start {
            StartSet::Objective => return Ok(here),
            StartSet::Everyone => {
                let mut found = here.clone();
                for agent in coalition {
                    found = system.union(&found, &system.indistinguishable(&[*agent], &here)?)?;
                }
                found
            }
            StartSet::Distributed => system.indistinguishable(coalition, &here)?,
            StartSet::Common => system.commonly_indistinguishable(coalition, checker.domain(), &here)?,
        };
        system.intersection(&found, checker.domain())
    }

    /// The states of the domain whose start set is part of a set.
    pub(super) fn known_in(&self, set: &S::Set) -> Result<S::Set, Stop> {
        let (checker, coalition) = (self.checker, self.coalition);
        let set = checker.system.intersection(set, checker.domain())?;
        match self.start {
            StartSet::Objective => Ok(set),
            StartSet::Everyone => {
                checker.system.intersection(&set, &checker.everyone_knows(Who::Known(coalition), &set)?)
            }
            StartSet::Distributed => checker.knows(Who::Known(coalition), &set),
            StartSet::Common => checker.common_knowledge(Who::Known(coalition), &set),
        }
    }

    /// States that have the start set of a state for certain.
    pub(super) fn with_same(&self, state: &[u64]) -> Result<S::Set, Stop> {
        let system = self.checker.system;
        let here = system.singleton(state)?;
        match self.start {
            StartSet::Objective => Ok(here),
            StartSet::Everyone if self.coalition.is_empty() => Ok(here),
            // Whoever sees the same as in this state cannot tell the same states from it.
            StartSet::Everyone => {
                system.intersection(self.checker.domain(), &system.indistinguishable(self.coalition, &here)?)
            }
            StartSet::Distributed | StartSet::Common => self.of(state),
        }
    }
}
