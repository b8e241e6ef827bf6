//! Which states are visited from the start set: for certain, by decisions that were made, or perhaps, by what is open.

use super::bounds::Bound;
use super::context::{Context, Goal};
use super::partial::PartialStrategy;
use crate::{Ban, Stop, System};

/// States that are visited for certain while it is not decided yet whether the goal is met. In each of them the coalition
/// has to choose a move after which every successor is in a set.
pub(super) struct Demand<Set> {
    pub(super) at: Set,
    pub(super) into: Set,
}

impl<S: System> Context<'_, '_, S> {
    /// What every strategy that agrees with the partial one has to do, if it is to win from the start set.
    pub(super) fn demands(
        &self,
        partial: &PartialStrategy<S::Set>,
        bound: &Bound<S::Set>,
        start: &S::Set,
    ) -> Result<Vec<Demand<S::Set>>, Stop> {
        if self.is_fair() {
            return self.fair_demands(partial, bound, start);
        }
        let (at, into) = match &self.goal {
            Goal::Next(f) => (start.clone(), f.clone()),
            Goal::Globally(_) => (self.visited(partial, start, &self.reachable)?, bound.region.clone()),
            Goal::Until { target, .. } => {
                let before = self.system.difference(&self.reachable, target)?;
                (self.visited(partial, start, &before)?, bound.region.clone())
            }
        };
        Ok(vec![Demand { at, into }])
    }

    /// With fairness a play is not over where the goal can no longer be met: from there on, no outcome may count.
    fn fair_demands(
        &self,
        partial: &PartialStrategy<S::Set>,
        bound: &Bound<S::Set>,
        start: &S::Set,
    ) -> Result<Vec<Demand<S::Set>>, Stop> {
        let (system, domain) = (self.system, self.checker.domain());
        let (at, into, missed) = match &self.goal {
            Goal::Next(f) => {
                let decided = system.intersection(start, &partial.decided)?;
                let after = system.outcomes_under(self.coalition, &decided, &self.reachable, &partial.bans)?;
                let lost = system.difference(&bound.counting, f)?;
                let into = system.difference(&self.reachable, &lost)?;
                (start.clone(), into, system.difference(&system.intersection(&after, domain)?, f)?)
            }
            Goal::Globally(f) => {
                let at = self.visited_through(partial, start, domain, f)?;
                let missed = system.difference(&at, f)?;
                (system.intersection(&at, f)?, self.not_spoilt(bound)?, missed)
            }
            Goal::Until { through, target } => {
                let before = system.difference(domain, target)?;
                let at = self.visited_through(partial, start, &before, through)?;
                let missed = system.difference(&at, through)?;
                (system.intersection(&at, through)?, self.not_spoilt(bound)?, missed)
            }
        };
        let never = Demand {
            at: self.visited(partial, &missed, domain)?,
            into: system.difference(&self.reachable, &bound.counting)?,
        };
        Ok(vec![Demand { at, into }, never])
    }

    /// The reachable states that are not lost: those outside of the domain are harmless.
    fn not_spoilt(&self, bound: &Bound<S::Set>) -> Result<S::Set, Stop> {
        let lost = self.checker.complement(&bound.region)?;
        self.system.difference(&self.reachable, &lost)
    }

    /// What decisions lead to from some states, inside a set.
    fn visited(&self, partial: &PartialStrategy<S::Set>, start: &S::Set, within: &S::Set) -> Result<S::Set, Stop> {
        self.visited_through(partial, start, within, &self.reachable)
    }

    /// The same, with steps only from states `through` which plays go.
    fn visited_through(
        &self,
        partial: &PartialStrategy<S::Set>,
        start: &S::Set,
        within: &S::Set,
        through: &S::Set,
    ) -> Result<S::Set, Stop> {
        let through = self.system.intersection(through, &partial.decided)?;
        self.reach(&partial.bans, start, within, &through, &self.reachable)
    }

    /// What may be visited before the goal is met, by moves that are open and stay where the coalition can win. With
    /// fairness, all that may be visited.
    pub(super) fn perhaps_visited(
        &self,
        partial: &PartialStrategy<S::Set>,
        bound: &Bound<S::Set>,
        start: &S::Set,
    ) -> Result<S::Set, Stop> {
        if self.is_fair() {
            let domain = self.checker.domain();
            return self.reach(&partial.bans, start, domain, domain, &self.reachable);
        }
        match &self.goal {
            Goal::Next(_) => Ok(start.clone()),
            Goal::Globally(_) => self.reach(&partial.bans, start, &bound.region, &self.reachable, &bound.region),
            Goal::Until { target, .. } => {
                let before = self.system.difference(&bound.region, target)?;
                self.reach(&partial.bans, start, &before, &self.reachable, &bound.region)
            }
        }
    }

    /// What moves that no ban rules out, and after which every successor is in `into`, lead to inside a set; moves are
    /// made only in states `through` which plays go.
    fn reach(
        &self,
        bans: &[Ban<S::Set>],
        start: &S::Set,
        within: &S::Set,
        through: &S::Set,
        into: &S::Set,
    ) -> Result<S::Set, Stop> {
        let system = self.system;
        let mut found = system.intersection(start, within)?;
        let mut frontier = found.clone();
        while !system.is_empty(&frontier) {
            self.check()?;
            let from = system.intersection(&frontier, through)?;
            let next = system.outcomes_under(self.coalition, &from, into, bans)?;
            frontier = system.difference(&system.intersection(&next, within)?, &found)?;
            found = system.union(&found, &frontier)?;
        }
        Ok(found)
    }
}
