//! Knowledge: what holds in all states of the domain that look the same (Algorithms 2–5 of the STTT paper, and 1–3 of the
//! AAMAS 2012 paper for groups that are sought).

use crate::sought::Who;
use crate::{Checker, Member, Stop, System};

impl<S: System> Checker<'_, S> {
    /// One agent's knowledge, or what several agents know together (`DK`).
    pub(crate) fn knows(&self, who: Who<'_, S::Set>, set: &S::Set) -> Result<S::Set, Stop> {
        let outside = self.complement(set)?;
        let doubtful = match who {
            Who::Known(observers) => self.system.indistinguishable(observers, &outside)?,
            Who::Sought(group) => self.system.indistinguishable_to(group, &outside)?,
        };
        self.complement(&doubtful)
    }

    pub(crate) fn everyone_knows(&self, who: Who<'_, S::Set>, set: &S::Set) -> Result<S::Set, Stop> {
        let outside = self.complement(set)?;
        let mut known = self.domain().clone();
        match who {
            Who::Known(agents) => {
                for agent in agents {
                    known = self.system.difference(&known, &self.system.indistinguishable(&[*agent], &outside)?)?;
                }
            }
            Who::Sought(group) => {
                for member in &group.members {
                    known = self.system.difference(&known, &self.doubtful_to(member, &outside)?)?;
                }
            }
        }
        Ok(known)
    }

    pub(crate) fn common_knowledge(&self, who: Who<'_, S::Set>, set: &S::Set) -> Result<S::Set, Stop> {
        let outside = self.complement(set)?;
        let doubtful = match who {
            Who::Known(agents) => self.system.commonly_indistinguishable(agents, self.domain(), &outside)?,
            Who::Sought(group) => self.doubtful_by_chains(&group.members, outside)?,
        };
        self.complement(&doubtful)
    }

    /// States that an agent, where it is a member, cannot tell from a state of a set.
    fn doubtful_to(&self, member: &Member<S::Set>, set: &S::Set) -> Result<S::Set, Stop> {
        self.system.intersection(&member.states, &self.system.indistinguishable(&[member.agent], set)?)
    }

    /// States of the domain from which chains lead into a part of it. The doubts of a member go on from what the doubts of
    /// those before it have found.
    fn doubtful_by_chains(&self, members: &[Member<S::Set>], set: S::Set) -> Result<S::Set, Stop> {
        let (system, mut found) = (self.system, set);
        // How many of them, one after the other, had nothing to add.
        let mut idle = 0;
        for member in members.iter().cycle() {
            if idle == members.len() {
                break;
            }
            system.budget().check()?;
            let more = system.intersection(self.domain(), &self.doubtful_to(member, &found)?)?;
            let next = system.union(&found, &more)?;
            idle = if next == found { idle + 1 } else { 1 };
            found = next;
        }
        Ok(found)
    }
}
