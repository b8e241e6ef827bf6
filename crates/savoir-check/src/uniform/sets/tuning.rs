//! Every number of the games on sets that was chosen, in one place.

/// How far the games on sets go where less would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SetGameTuning {
    /// If the members together have more joint actions than this, decisions that lose nothing are not looked for: each
    /// joint action takes a step back.
    pub(crate) joint_actions: usize,
    /// So many observations of each member are compared to find the one with the fewest open actions.
    pub(crate) compared_observations: usize,
    /// If it takes more unknowns than this to say what is done at all observations, they are not tried all at once.
    pub(crate) unknowns: usize,
}

impl Default for SetGameTuning {
    fn default() -> SetGameTuning {
        SetGameTuning { joint_actions: 64, compared_observations: 8, unknowns: 300 }
    }
}
