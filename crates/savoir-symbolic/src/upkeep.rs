//! Keeping the diagrams small: collecting dead nodes, and improving the order when live ones are too many.

use crate::groups::groups;
use crate::options::{Grouping, Reorder, SymbolicOptions};
use crate::system::SymbolicSystem;
use savoir_dd::{Halt, SiftOptions};
use std::cell::Cell;

/// Fewest nodes before dead ones are collected: a collection forgets all known results.
pub(crate) const COLLECT: usize = 8 << 20;
/// The same while work is to be brief: dead nodes must not make it look like a lot.
pub(crate) const COLLECT_BRIEFLY: usize = 1 << 20;
/// Fewest live nodes, beyond those of the encoding, before the order is improved: from a good order it only gets worse,
/// and the order was chosen for the encoding.
const SIFT: usize = 2 << 20;

/// When to do what.
pub(crate) struct Upkeep {
    grouping: Grouping,
    reorder: Reorder,
    collect_at: Cell<usize>,
    /// It is at least this.
    collect_after: Cell<usize>,
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
            collect_at: Cell::new(COLLECT),
            collect_after: Cell::new(COLLECT),
            sift_at: Cell::new(if options.reorder == Reorder::Always { 0 } else { SIFT + encoded }),
            peak: Cell::new(0),
        }
    }
}

impl SymbolicSystem<'_> {
    /// Between two steps of the evaluation of a formula: says how far it is, and tidies up.
    pub(crate) fn between_steps(&self) {
        self.tell_evaluated();
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

    /// From now on dead nodes are collected when there are more than so many nodes, or many more than live ones.
    pub(crate) fn collect_after(&self, nodes: usize) {
        self.upkeep.collect_after.set(nodes);
        self.upkeep.collect_at.set(nodes);
    }

    /// Forgets what nobody needs; gives the number of nodes that are left.
    pub(crate) fn collect(&self) -> usize {
        let upkeep = &self.upkeep;
        upkeep.peak.set(self.peak_nodes());
        let live = self.diagrams.collect();
        upkeep.collect_at.set(upkeep.collect_after.get().max(4 * live));
        live
    }

    fn improve_order(&self) -> Result<(), Halt> {
        let groups = groups(self.model, &self.diagrams, &self.encoding, self.upkeep.grouping);
        let before = self.diagrams.nodes();
        let sifted = self.diagrams.sift(&groups, SiftOptions::default());
        let live = self.diagrams.nodes();
        self.upkeep.sift_at.set(match self.upkeep.reorder {
            Reorder::Always => live + live / 8,
            // Where it did not help much, the order was good: the next time is further away.
            Reorder::Grow if live > before / 2 => SIFT.max(8 * live),
            Reorder::Grow | Reorder::Never => SIFT.max(2 * live),
        });
        sifted
    }

    /// The most nodes there were at once.
    pub(crate) fn peak_nodes(&self) -> usize {
        self.upkeep.peak.get().max(self.diagrams.nodes())
    }
}
