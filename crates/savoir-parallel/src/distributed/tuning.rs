//! The numbers of distributed exploration that trade one cost for another, in one place. They are passed down, so that a test
//! can shrink them.

/// None of these numbers changes a verdict or a count of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DistributedTuning {
    /// Bytes for one rank after which a round ends and batches are handed over. Larger batches cost fewer messages; smaller
    /// ones less memory: a rank holds one for each other rank, and has at most two from each in its mailbox.
    pub batch_bytes: usize,
    /// States or transitions that a rank looks at in one round. More of them cost fewer rounds; with fewer of them nobody waits long
    /// for a rank that happens to have more to do.
    pub round_steps: usize,
    /// States sent lately that each rank remembers, so that it does not send them again; a power of two. A state has as many
    /// predecessors as there are transitions for each state, and they are often found soon after each other.
    pub remembered_states: usize,
}

impl Default for DistributedTuning {
    fn default() -> DistributedTuning {
        DistributedTuning { batch_bytes: 1 << 18, round_steps: 1 << 14, remembered_states: 1 << 14 }
    }
}
