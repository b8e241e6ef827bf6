//! Transitions in both directions.

use super::Schedule;
use super::cluster::clustered;
use crate::encode::Encoding;
use crate::tuning::ClusterTuning;
use savoir_dd::{Bdd, Diagrams, Halt, Renaming, Var};
use std::cell::{OnceCell, RefCell};

/// Transitions as a conjunction of parts. Variables that no part sets stay as they are.
pub(crate) struct Transitions {
    clusters: ClusterTuning,
    /// Parts before they are clustered.
    loose: RefCell<Vec<Bdd>>,
    /// Once somebody needs them, as is the rest.
    parts: OnceCell<Vec<Bdd>>,
    /// The present values and actions, which going forwards quantifies.
    current: Vec<Var>,
    forward: OnceCell<Schedule>,
    /// The next values and actions, which going backwards quantifies.
    next: Vec<Var>,
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
        clusters: ClusterTuning,
    ) -> Transitions {
        let actions = encoding.actions.iter().flatten().copied();
        let swapped: Vec<(Var, Var)> = pairs.iter().map(|(current, next)| (*next, *current)).collect();
        Transitions {
            clusters,
            loose: RefCell::new(parts),
            parts: OnceCell::new(),
            current: pairs.iter().map(|(current, _)| *current).chain(actions.clone()).collect(),
            forward: OnceCell::new(),
            next: pairs.iter().map(|(_, next)| *next).chain(actions).collect(),
            backward: OnceCell::new(),
            to_next: diagrams.renaming(pairs),
            to_current: diagrams.renaming(&swapped),
        }
    }

    /// The parts, in clusters.
    pub(crate) fn parts(&self, diagrams: &Diagrams) -> Result<&[Bdd], Halt> {
        once(&self.parts, || {
            let loose = self.loose.borrow().clone();
            let parts = clustered(diagrams, loose, self.clusters)?;
            self.loose.take();
            Ok(parts)
        })
        .map(Vec::as_slice)
    }

    /// Makes ready for going forwards.
    pub(crate) fn forward(&self, diagrams: &Diagrams) -> Result<&Schedule, Halt> {
        once(&self.forward, || Schedule::new(diagrams, self.parts(diagrams)?, &self.current))
    }

    fn backward(&self, diagrams: &Diagrams) -> Result<&Schedule, Halt> {
        once(&self.backward, || Schedule::new(diagrams, self.parts(diagrams)?, &self.next))
    }

    /// The successors of a set.
    pub(crate) fn image(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, Halt> {
        diagrams.rename(&self.forward(diagrams)?.apply(diagrams, set)?, &self.to_current)
    }

    /// Everything with a successor in a set, reachable or not.
    pub(crate) fn preimage(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, Halt> {
        self.preimage_by(diagrams, self.backward(diagrams)?, set)
    }

    /// Those of some states that have a successor in a set. The states are joined first, so that not all that is possible
    /// before the set, reachable or not, is ever looked at.
    pub(crate) fn preimage_among(&self, diagrams: &Diagrams, among: &Bdd, set: &Bdd) -> Result<Bdd, Halt> {
        self.backward(diagrams)?.apply(diagrams, &diagrams.and(among, &diagrams.rename(set, &self.to_next)?)?)
    }

    /// A schedule for going backwards that keeps some actions.
    pub(crate) fn backward_keeping(&self, diagrams: &Diagrams, kept: &[Var]) -> Result<Schedule, Halt> {
        let quantified: Vec<Var> = self.next.iter().copied().filter(|variable| !kept.contains(variable)).collect();
        Schedule::new(diagrams, self.parts(diagrams)?, &quantified)
    }

    /// Everything before a set with such a schedule.
    pub(crate) fn preimage_by(&self, diagrams: &Diagrams, schedule: &Schedule, set: &Bdd) -> Result<Bdd, Halt> {
        schedule.apply(diagrams, &diagrams.rename(set, &self.to_next)?)
    }
}

/// What is in a cell, put there if it was empty.
pub(crate) fn once<T>(cell: &OnceCell<T>, make: impl FnOnce() -> Result<T, Halt>) -> Result<&T, Halt> {
    if let Some(made) = cell.get() {
        return Ok(made);
    }
    let made = make()?;
    Ok(cell.get_or_init(|| made))
}
