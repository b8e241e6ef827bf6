//! The numbers that decide how groups are looked for. No result depends on them.

/// The numbers that trade one cost for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SynthTuning {
    /// States times groups, up to which a model that the explicit engine has is asked about one group after the other.
    /// Above this, diagrams are built for all groups at once: on small models that takes some milliseconds, which is what
    /// this many steps take.
    pub few_instances: u64,
    /// How many groups are taken from a set at a time when all are looked at: each batch goes once through the diagram.
    pub batch: usize,
    /// Most cases of a description, and most groups by which one is made; a longer one is not read by anybody.
    pub cases: usize,
}

impl Default for SynthTuning {
    fn default() -> SynthTuning {
        SynthTuning { few_instances: 100_000, batch: 256, cases: 12 }
    }
}
