//! Every number of this crate that was set by measurement, in one place. The measurements are in `docs/decisions/0005` and
//! `0006`. No result depends on them.

/// The numbers that trade one cost for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagramTuning {
    /// Most nodes, if the system grants room for so many.
    pub most_nodes: usize,
    /// Steps of recursion between two polls. Fewer polls cost less and answer later; allowances are counted in polls.
    pub poll_steps: u32,
    /// To begin an operation takes as long as so many steps.
    pub begin_steps: u32,
    /// Diagrams that never had more nodes than this can be used again: larger tables would stay as large as they are.
    pub reusable_nodes: usize,
    /// Fewest entries of the computed table: a small one is in the cache of the processor, and small tasks do not wait for
    /// it to be made.
    pub fewest_results: usize,
    /// Most entries of the computed table, 16 bytes each.
    pub most_results: usize,
    /// Steps of one operation for each entry of the computed table, after which the table gets larger whatever the number of
    /// nodes is. Fewer make tables large where they need not be, and attempts are given up for it; with more, an operation that
    /// forgets its own results is noticed later.
    pub crowded_steps: usize,
}

impl Default for DiagramTuning {
    fn default() -> DiagramTuning {
        DiagramTuning {
            most_nodes: usize::MAX,
            poll_steps: 1 << 14,
            begin_steps: 8,
            reusable_nodes: 10_000,
            fewest_results: 1 << 11,
            most_results: 1 << 26,
            crowded_steps: 16,
        }
    }
}
