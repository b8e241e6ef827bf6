//! Every number of this engine that was set by measurement, in one place. They are passed down, so that a test can shrink
//! them.

/// The numbers that trade one cost for another. None of them changes a result: not even the numbers of states, except for those
/// that say how successors are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplicitTuning {
    /// States of one piece of work while exploring. Smaller pieces spread better over threads and cost more hand-overs.
    pub level_chunk: usize,
    /// Pieces of work for each thread between one time of storing what was found and the next. More of them wait in memory,
    /// fewer wait for each other more often.
    pub batch_chunks: usize,
    /// Levels with fewer states are explored in place: starting threads takes longer than the work.
    pub parallel_level: usize,
    /// States of one piece of work while passing over all states; a multiple of 64, so that pieces of bitsets can be put
    /// together.
    pub sweep_chunk: usize,
    /// The image of a set with fewer states is found on one thread.
    pub parallel_set: u64,
    /// Machine words that are sorted without looking at the budget in between.
    pub sort_block: usize,
    /// Machine words that are written without looking at the budget in between.
    pub poll_words: usize,
    /// The actions of an agent that most lines wait for are tried one by one if there are not more. Beyond that, those that
    /// make no difference in a state are better left together.
    pub direct_actions: usize,
    /// Joint actions of the others that are tried one by one. With more, it is better to find groups of agents whose choices
    /// do not depend on each other.
    pub direct_choices: usize,
    /// States whose successors are counted before an attempt says that there will be too many: more than one, so that an
    /// unusual initial state does not decide, and few, since each may take long.
    pub sampled_states: usize,
    /// To find a move with its successors takes as long as to look at so many that are known.
    pub steps_per_found_move: u64,
    /// To pass over all states takes about so many steps for each; what nobody asked for is not done where that is too much.
    pub steps_per_state: u64,
    /// To find and store the successors of a state takes about so many steps of a pausable exploration, ...
    pub state_steps: u64,
    /// ... one more for so many tests of lines of protocols and evolutions, ...
    pub tests_per_step: u64,
    /// ... and one more for so many words of successors, or lines that are run with actions left open.
    pub words_per_step: u64,
    /// Beyond so many bytes of states, memory is slow, ...
    pub fast_bytes: u64,
    /// ... so that a word of successors takes so many times as long.
    pub slow_factor: u64,
    /// Looks at conditions that take as long as one step, while initial states are sought.
    pub checks_per_step: u64,
}

impl Default for ExplicitTuning {
    fn default() -> ExplicitTuning {
        ExplicitTuning {
            level_chunk: 256,
            batch_chunks: 32,
            parallel_level: 2048,
            sweep_chunk: 2048,
            parallel_set: 4096,
            sort_block: 1 << 20,
            poll_words: 1 << 14,
            direct_actions: 64,
            direct_choices: 6,
            sampled_states: 4,
            steps_per_found_move: 50,
            steps_per_state: 8,
            state_steps: 1,
            tests_per_step: 16,
            words_per_step: 2,
            fast_bytes: 2 << 20,
            slow_factor: 3,
            checks_per_step: 4,
        }
    }
}
