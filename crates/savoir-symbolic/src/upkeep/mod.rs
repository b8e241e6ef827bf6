//! What is done between two steps, of the search and of formulas: saying how far the run is, collecting dead nodes, and
//! improving the order when live ones are too many.

mod groups;
mod progress;

pub(crate) use progress::ProgressLine;

use crate::encode::EncodedModel;
use crate::options::{Grouping, Reorder, SymbolicOptions};
use crate::tuning::UpkeepTuning;
use groups::groups;
use savoir_dd::{Halt, SiftOptions};
use std::cell::Cell;

/// When to do what.
pub(crate) struct Upkeep {
    tuning: UpkeepTuning,
    grouping: Grouping,
    reorder: Reorder,
    /// A collection is due when there are more nodes than this ...
    collect_at: Cell<usize>,
    /// ... which is at least this.
    fewest: Cell<usize>,
    sift_at: Cell<usize>,
    /// The most nodes seen before a collection.
    peak: Cell<usize>,
}

impl Upkeep {
    /// `encoded`: the nodes there are before the search begins.
    pub(crate) fn new(options: &SymbolicOptions, encoded: usize) -> Upkeep {
        Upkeep {
            grouping: options.grouping,
            reorder: options.reorder,
            tuning: options.tuning.upkeep,
            collect_at: Cell::new(options.tuning.upkeep.collect),
            fewest: Cell::new(options.tuning.upkeep.collect),
            sift_at: Cell::new(if options.reorder == Reorder::Always {
                0
            } else {
                options.tuning.upkeep.sift + encoded
            }),
            peak: Cell::new(0),
        }
    }
}

impl EncodedModel<'_> {
    /// Between two steps of the evaluation of a formula: says how far it is, and tidies up.
    pub(crate) fn between_steps(&self) {
        self.report_evaluated();
        self.tidy();
    }

    /// Does what is due between two steps.
    pub(crate) fn tidy(&self) {
        let eager = self.upkeep.reorder == Reorder::Always && self.diagrams.nodes() > self.upkeep.sift_at.get();
        if eager || self.diagrams.nodes() > self.upkeep.collect_at.get() {
            let live = self.collect();
            if self.upkeep.reorder != Reorder::Never && live > self.upkeep.sift_at.get() {
                // If the budget is used up, the next operation will say so.
                let _ = self.improve_order();
            }
        }
    }

    /// Forgets what nobody needs; gives the number of nodes that are left.
    pub(crate) fn collect(&self) -> usize {
        let upkeep = &self.upkeep;
        upkeep.peak.set(self.peak_nodes());
        let live = self.diagrams.collect();
        upkeep.collect_at.set(upkeep.fewest.get().max(upkeep.tuning.collect_factor * live));
        live
    }

    fn improve_order(&self) -> Result<(), Halt> {
        let groups = groups(self.model, &self.diagrams, &self.encoding, self.upkeep.grouping);
        let before = self.diagrams.nodes();
        let sifted = self.diagrams.sift(&groups, SiftOptions::default());
        let live = self.diagrams.nodes();
        let UpkeepTuning { sift, sift_helpful, sift_again, sift_later, sift_eagerly, .. } = self.upkeep.tuning;
        self.upkeep.sift_at.set(match self.upkeep.reorder {
            Reorder::Always => live + live / sift_eagerly,
            // Where it did not help much, the order was good: the next time is further away.
            Reorder::Grow if live > before / sift_helpful => sift.max(sift_later * live),
            Reorder::Grow | Reorder::Never => sift.max(sift_again * live),
        });
        sifted
    }

    /// The most nodes there were at once.
    pub(crate) fn peak_nodes(&self) -> usize {
        self.upkeep.peak.get().max(self.diagrams.nodes())
    }
}

/// While it lives, few dead nodes are kept: they must not make brief work look like a lot.
pub(crate) struct FewDeadNodes<'a> {
    upkeep: &'a Upkeep,
    fewest: usize,
    collect_at: usize,
}

impl Upkeep {
    /// Dead nodes are collected early until the guard is dropped.
    #[must_use]
    pub(crate) fn collect_early(&self) -> FewDeadNodes<'_> {
        let early = self.tuning.collect_briefly;
        let (fewest, collect_at) = (self.fewest.replace(early), self.collect_at.replace(early));
        FewDeadNodes { upkeep: self, fewest, collect_at }
    }
}

impl Drop for FewDeadNodes<'_> {
    fn drop(&mut self) {
        self.upkeep.fewest.set(self.fewest);
        // What was learnt about live nodes in between stays.
        self.upkeep.collect_at.set(self.collect_at.max(self.upkeep.collect_at.get()));
    }
}
