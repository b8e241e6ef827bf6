//! All transitions at once beside slices of them, for what formulas ask.
//!
//! Slices are good at finding states from states, and mostly at formulas too. But in a search for cycles, or back from an
//! irregular set, a step by all slices may take many times the work of one by all transitions. So these are made ready once steps have
//! taken some work, within a part of it, and then compete.

use super::closure::Direction;
use super::duel::Duel;
use crate::encode::EncodedModel;
use crate::tuning::SymbolicTuning;
use savoir_dd::{Bdd, Halt};
use std::cell::{Cell, RefCell};

/// How to take a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Slice by slice.
    Sliced,
    /// By all transitions at once.
    Whole,
}

/// What is known about steps in both directions.
pub(crate) struct BesideSlices {
    forwards: Side,
    backwards: Side,
}

/// What is known about steps in one direction.
pub(super) struct Side {
    /// Single steps.
    steps: RefCell<Duel<Way>>,
    is_ready: Cell<bool>,
    /// The work of steps since all transitions at once were last tried to be made ready.
    since: Cell<u64>,
    /// How much it has to be before they are.
    wanted: Cell<u64>,
}

impl BesideSlices {
    pub(crate) fn new(tuning: &SymbolicTuning) -> BesideSlices {
        let side = || Side {
            steps: RefCell::new(Duel::new(Way::Sliced, None, tuning.duel)),
            is_ready: Cell::new(false),
            since: Cell::new(0),
            wanted: Cell::new(tuning.trials.whole_after),
        };
        BesideSlices { forwards: side(), backwards: side() }
    }

    pub(super) fn side(&self, direction: Direction) -> &Side {
        match direction {
            Direction::Forwards => &self.forwards,
            Direction::Backwards => &self.backwards,
        }
    }
}

impl Side {
    pub(super) fn is_ready(&self) -> bool {
        self.is_ready.get()
    }

    /// Says that a step by slices took so much work.
    pub(super) fn count(&self, work: u64) {
        self.since.set(self.since.get().saturating_add(work));
    }
}

impl EncodedModel<'_> {
    /// The successors or predecessors of a set; of the latter, only those within `care` matter.
    pub(crate) fn step(&self, direction: Direction, set: &Bdd, care: Option<&Bdd>) -> Result<Bdd, Halt> {
        if self.slices.is_none() {
            return self.step_by(Way::Whole, direction, set, care);
        }
        self.make_whole_ready(direction)?;
        let side = self.beside_slices.side(direction);
        let before = self.work();
        let found = self.better_of(&mut side.steps.borrow_mut(), |way| self.step_by(way, direction, set, care))?;
        side.count(self.work() - before);
        Ok(found)
    }

    fn step_by(&self, way: Way, direction: Direction, set: &Bdd, care: Option<&Bdd>) -> Result<Bdd, Halt> {
        let transitions = match way {
            Way::Sliced => self.slices(),
            Way::Whole => std::slice::from_ref(&self.whole),
        };
        let diagrams = &self.diagrams;
        let mut found = diagrams.constant(false);
        for one in transitions {
            let next = match direction {
                Direction::Forwards => one.image(diagrams, set)?,
                Direction::Backwards => one.preimage(diagrams, set)?,
            };
            let next = care.map_or(Ok(next.clone()), |care| diagrams.and(&next, care))?;
            found = diagrams.or(&found, &next)?;
        }
        Ok(found)
    }

    /// Makes all transitions at once ready, if steps have taken enough work, and if that takes no more than half of it.
    pub(super) fn make_whole_ready(&self, direction: Direction) -> Result<(), Halt> {
        let side = self.beside_slices.side(direction);
        if self.slices.is_none() || side.is_ready.get() || side.since.get() < side.wanted.get() {
            return Ok(());
        }
        let ready = self.within(side.since.get() / 2, || match direction {
            Direction::Forwards => self.whole.forward(&self.diagrams).map(|_| ()),
            Direction::Backwards => self.whole.backward(&self.diagrams).map(|_| ()),
        })?;
        if ready.is_some() {
            side.is_ready.set(true);
            side.steps.borrow_mut().join(Way::Whole);
        } else {
            side.wanted.set(side.since.replace(0).saturating_mul(4));
        }
        Ok(())
    }
}
