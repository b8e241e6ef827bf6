//! Knowledge: what holds in all states of the domain that look the same (Algorithms 2–5 of the STTT paper).

use crate::{Checker, Stop, System};
use savoir_model::AgentId;

impl<S: System> Checker<'_, S> {
    /// One agent's knowledge, or what several agents know together (`DK`).
    pub(crate) fn knows(&self, observers: &[AgentId], set: &S::Set) -> Result<S::Set, Stop> {
        let doubtful = self.system.indistinguishable(observers, &self.complement(set)?)?;
        self.complement(&doubtful)
    }

    pub(crate) fn everyone_knows(&self, agents: &[AgentId], set: &S::Set) -> Result<S::Set, Stop> {
        let outside = self.complement(set)?;
        let mut known = self.domain().clone();
        for agent in agents {
            known = self.system.difference(&known, &self.system.indistinguishable(&[*agent], &outside)?)?;
        }
        Ok(known)
    }

    pub(crate) fn common_knowledge(&self, agents: &[AgentId], set: &S::Set) -> Result<S::Set, Stop> {
        let outside = self.complement(set)?;
        self.complement(&self.system.commonly_indistinguishable(agents, self.domain(), &outside)?)
    }
}
