//! Every number of the search for uniform strategies that was chosen, in one place.

/// How far the searches for uniform strategies go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UniformTuning {
    /// States that are listed one by one; larger games are searched as sets.
    pub listed_states: usize,
    /// Elementary steps of sets ([`work`](crate::Capabilities::work)) that each algorithm may take in its first turn, some
    /// hundredths of a second; twice as many in each turn after that. With fewer, more is spent on beginning again.
    pub first_work: u64,
    /// Elementary steps of sets that a bound from below may take, some tenths of a second. It often decides most start sets in
    /// far less; where it takes longer, it would take longer than the searches that it saves.
    pub bound_work: u64,
    /// To find a move takes as long as so many elementary steps of sets.
    pub steps_per_move: u64,
    /// And for each of its outcomes so many more.
    pub steps_per_outcome: u64,
    /// A conflict of the solver, with what belongs to it, takes as long as so many elementary steps of sets.
    pub steps_per_conflict: u64,
    /// If a coalition has more moves than this in a state, they are looked at only as they are proposed.
    pub eager_moves: usize,
    /// Pairs of a state and a move that are listed to find out which moves make progress.
    pub ranked_moves: usize,
    /// If a coalition has more moves than this in a state, they are not listed for that.
    pub ranked_moves_of_a_state: usize,
    /// States of a winning strategy that are looked at to see from where else it wins.
    pub shared_states: usize,
    /// Where there are several threads, they decide start sets beside each other once so much work was done without them,
    /// about a tenth of a second: each has to find out for itself what is known about the game.
    pub shared_work: u64,
    /// Start sets for each thread that are decided before it is seen from where else the strategies win.
    pub shared_start_sets: usize,
    /// Conflicts of the solver in the first turn; twice as many in each turn after that.
    pub first_conflicts: u64,
    /// Numbers of steps that are tried in a turn, each larger by half than the one before.
    pub levels_per_turn: usize,
    /// Where the whole game is at hand, looking at so many moves takes about as long as a conflict of the other turns, with
    /// what belongs to it.
    pub looks_per_conflict: u64,
    /// Moves that are looked at to make one clause about a trap smaller.
    pub looks_for_a_clause: u64,
    /// Following a proposal counts as so many conflicts.
    pub conflicts_per_proposal: u64,
    /// Other choices of single members that are tried to make a move that fails a lesson for more moves.
    pub tried_completions: usize,
}

impl Default for UniformTuning {
    fn default() -> UniformTuning {
        UniformTuning {
            listed_states: 1_000_000,
            first_work: 1 << 18,
            bound_work: 1 << 20,
            steps_per_move: 50,
            steps_per_outcome: 5,
            steps_per_conflict: 1_000,
            eager_moves: 64,
            ranked_moves: 200_000,
            ranked_moves_of_a_state: 64,
            shared_states: 5_000,
            shared_work: 1 << 18,
            shared_start_sets: 32,
            first_conflicts: 400,
            levels_per_turn: 4,
            looks_per_conflict: 25_000,
            looks_for_a_clause: 100_000,
            conflicts_per_proposal: 20,
            tried_completions: 64,
        }
    }
}
