//! Going forwards and backwards along transitions.

use crate::encoding::Encoding;
use crate::schedule::{Schedule, cluster};
use savoir_dd::{Bdd, Diagrams, Halt, Renaming, Var};
use std::cell::OnceCell;

/// Most nodes of a cluster of parts of the relation, if no single part has more.
const CLUSTER: usize = 1_500;
/// Otherwise so many times those of the largest part.
const LARGE_CLUSTER: usize = 4;
/// And most nodes in any case.
const LARGEST_CLUSTER: usize = 100_000;

/// Transitions as a conjunction of parts. Variables that no part sets stay as they are.
pub(crate) struct Transitions {
    pub(crate) parts: Vec<Bdd>,
    forward: Schedule,
    /// The next values and actions, which going backwards quantifies.
    next: Vec<Var>,
    /// Once somebody goes backwards.
    backward: OnceCell<Schedule>,
    pub(crate) to_next: Renaming,
    pub(crate) to_current: Renaming,
}

impl Transitions {
    /// The transitions that all `parts` allow and that change only some bits, given with their next values; actions do not
    /// matter.
    pub(crate) fn new(
        diagrams: &Diagrams,
        encoding: &Encoding,
        parts: Vec<Bdd>,
        pairs: &[(Var, Var)],
    ) -> Result<Transitions, Halt> {
        let sized = |part: Bdd| diagrams.size(&part).map(|size| (part, size));
        let parts = parts.into_iter().map(sized).collect::<Result<Vec<(Bdd, usize)>, Halt>>()?;
        let largest = parts.iter().map(|(_, size)| *size).max().unwrap_or(0);
        let limit = if largest > CLUSTER { (LARGE_CLUSTER * largest).min(LARGEST_CLUSTER) } else { CLUSTER };
        let parts = cluster(diagrams, parts, limit)?;
        let actions = encoding.actions.iter().flatten().copied();
        let swapped: Vec<(Var, Var)> = pairs.iter().map(|(current, next)| (*next, *current)).collect();
        let current: Vec<Var> = pairs.iter().map(|(current, _)| *current).chain(actions.clone()).collect();
        let next: Vec<Var> = pairs.iter().map(|(_, next)| *next).chain(actions).collect();
        Ok(Transitions {
            forward: Schedule::new(diagrams, &parts, &current)?,
            next,
            backward: OnceCell::new(),
            to_next: diagrams.renaming(pairs),
            to_current: diagrams.renaming(&swapped),
            parts,
        })
    }

    fn backward(&self, diagrams: &Diagrams) -> Result<&Schedule, Halt> {
        if let Some(schedule) = self.backward.get() {
            return Ok(schedule);
        }
        let schedule = Schedule::new(diagrams, &self.parts, &self.next)?;
        Ok(self.backward.get_or_init(|| schedule))
    }

    /// The successors of a set.
    pub(crate) fn after(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, Halt> {
        diagrams.rename(&self.forward.apply(diagrams, set)?, &self.to_current)
    }

    /// Everything with a successor in a set, reachable or not.
    pub(crate) fn before(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, Halt> {
        self.before_with(diagrams, self.backward(diagrams)?, set)
    }

    /// Those of some states that have a successor in a set. The states are joined first, so that not all that is possible
    /// before the set, reachable or not, is ever looked at.
    pub(crate) fn before_among(&self, diagrams: &Diagrams, among: &Bdd, set: &Bdd) -> Result<Bdd, Halt> {
        self.backward(diagrams)?.apply(diagrams, &diagrams.and(among, &diagrams.rename(set, &self.to_next)?)?)
    }

    /// Everything before a set with a schedule of one's own over the same parts.
    pub(crate) fn before_with(&self, diagrams: &Diagrams, schedule: &Schedule, set: &Bdd) -> Result<Bdd, Halt> {
        schedule.apply(diagrams, &diagrams.rename(set, &self.to_next)?)
    }
}
