//! Transitions in both directions.

use super::Schedule;
use super::cluster::{clustered, clustered_without};
use crate::encode::Encoding;
use crate::tuning::ClusterTuning;
use savoir_dd::{Bdd, Diagrams, Halt, Renaming, Var};
use std::cell::OnceCell;

/// Transitions as a conjunction of parts. Variables that no part sets stay as they are.
pub(crate) struct Transitions {
    clusters: ClusterTuning,
    /// Parts before they are clustered.
    loose: Vec<Bdd>,
    /// In clusters, once somebody needs them, as is the rest.
    parts: OnceCell<Vec<Bdd>>,
    /// The same where actions do not matter.
    hidden: OnceCell<Vec<Bdd>>,
    actions: Vec<Var>,
    /// The present values and actions, which going forwards quantifies.
    current: Vec<Var>,
    /// Going forwards, whatever is done ...
    forward: OnceCell<Schedule>,
    /// ... or only by some moves.
    moving: OnceCell<Schedule>,
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
        let actions: Vec<Var> = encoding.actions.iter().flatten().copied().collect();
        let swapped: Vec<(Var, Var)> = pairs.iter().map(|(current, next)| (*next, *current)).collect();
        Transitions {
            clusters,
            loose: parts,
            parts: OnceCell::new(),
            hidden: OnceCell::new(),
            current: pairs.iter().map(|(current, _)| *current).chain(actions.iter().copied()).collect(),
            forward: OnceCell::new(),
            moving: OnceCell::new(),
            next: pairs.iter().map(|(_, next)| *next).chain(actions.iter().copied()).collect(),
            actions,
            backward: OnceCell::new(),
            to_next: diagrams.renaming(pairs),
            to_current: diagrams.renaming(&swapped),
        }
    }

    /// The parts, in clusters, with all actions.
    pub(crate) fn parts(&self, diagrams: &Diagrams) -> Result<&[Bdd], Halt> {
        once(&self.parts, || clustered(diagrams, self.loose.clone(), self.clusters)).map(Vec::as_slice)
    }

    /// The parts, in clusters, some without actions that concern them alone: for sets that mention no action.
    fn without_actions(&self, diagrams: &Diagrams) -> Result<&[Bdd], Halt> {
        once(&self.hidden, || clustered_without(diagrams, self.loose.clone(), &self.actions, self.clusters))
            .map(Vec::as_slice)
    }

    /// Makes ready for going forwards.
    pub(crate) fn forward(&self, diagrams: &Diagrams) -> Result<&Schedule, Halt> {
        once(&self.forward, || Schedule::new(diagrams, self.without_actions(diagrams)?, &self.current))
    }

    /// Makes ready for going backwards.
    pub(crate) fn backward(&self, diagrams: &Diagrams) -> Result<&Schedule, Halt> {
        once(&self.backward, || Schedule::new(diagrams, self.without_actions(diagrams)?, &self.next))
    }

    /// The successors of a set of states with what is done there.
    pub(crate) fn image_of_moves(&self, diagrams: &Diagrams, moves: &Bdd) -> Result<Bdd, Halt> {
        let forward = once(&self.moving, || Schedule::new(diagrams, self.parts(diagrams)?, &self.current))?;
        diagrams.rename(&forward.apply(diagrams, moves)?, &self.to_current)
    }

    /// The successors of a set of states.
    pub(crate) fn image(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, Halt> {
        diagrams.rename(&self.forward(diagrams)?.apply(diagrams, set)?, &self.to_current)
    }

    /// Everything with a successor in a set of states, reachable or not.
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
