//! What the search for induced models may spend on what it need not do.

/// The tunables of the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InducedTuning {
    /// While choices are open, no more states than this are listed to bound the truth of a formula. Beyond, the nearest
    /// choice is made without bounds: a model with all choices made is often far smaller.
    pub(crate) states_with_open_choices: usize,
    /// If the restricted agents have more moves in a state than this, it counts as one that may lead anywhere.
    pub(crate) moves: usize,
    /// A reason for failure is made smaller until it has been tried this often.
    pub(crate) trials: u32,
    /// So many reasons for failure are remembered.
    pub(crate) reasons: usize,
}

impl Default for InducedTuning {
    fn default() -> InducedTuning {
        InducedTuning { states_with_open_choices: 50_000, moves: 256, trials: 64, reasons: 20_000 }
    }
}
