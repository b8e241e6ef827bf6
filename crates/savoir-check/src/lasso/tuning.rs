//! Every number of the search for lassos that was chosen, in one place. A checker holds them, so that a test can shrink them.

/// How far a search for a lasso goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LassoTuning {
    /// Steps of the longest walk that is looked for: nobody would read a longer one.
    pub(crate) longest_walk: usize,
    /// How many steps a point looks for itself before everything ahead of it is looked at, which may be billions of steps
    /// long.
    pub(crate) short_loop: usize,
    /// If more steps than this lead on from the start, the product is not cut down to what is ahead: a smaller part takes less
    /// time, but only if it is found soon.
    pub(crate) cut_down_steps: usize,
    /// A search forwards that takes more rounds than this from a few states is not the better way: all of them may be
    /// searched backwards in one.
    pub(crate) forward_rounds: usize,
    /// Most states that are looked at one by one for a shorter lasso.
    pub(crate) near_states: usize,
    /// Most fairness constraints for that: a loop is looked for among states with the constraints that were met.
    pub(crate) near_constraints: usize,
}

impl Default for LassoTuning {
    fn default() -> LassoTuning {
        LassoTuning {
            longest_walk: 20_000,
            short_loop: 4,
            cut_down_steps: 200,
            forward_rounds: 1_000,
            near_states: 200,
            near_constraints: 6,
        }
    }
}
