//! Every number of the plan that was set by measurement, in one place. The measurements are in `docs/decisions/0006`.

use super::pace::Pace;
use savoir_explicit::ExplorationLimits;

/// The numbers that decide which attempts are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanTuning {
    /// So small that nothing else is worth a try: starting the other engine takes longer.
    pub tiny: ExplorationLimits,
    /// Where a tiny part of a model has few states at each number of steps, the search goes on one by one as long as that is so.
    /// Diagrams take a step for all states of a level, which is more work than a few states are. It is not repeated: in
    /// between the steps of diagrams it goes on from there.
    pub narrow: ExplorationLimits,
    /// Small enough for a model that does not suit diagrams. More states would save contracts and web services from large
    /// diagrams, and cost more where the attempt is in vain.
    pub modest: ExplorationLimits,
    /// Words of successors in such an attempt where diagrams know the states already: there is less to be gained.
    pub known_words: u64,
    /// When states are looked at one by one in between the steps of diagrams.
    pub pace: Pace,
    /// Bytes beyond which that is given up: diagrams need room as well.
    pub beside_bytes: u64,
    /// Bytes of diagrams in the first round of a race of orders, and for the first order before it.
    pub first_ceiling: u64,
    /// From one round of a race to the next the ceiling grows by this factor.
    pub ceiling_factor: u64,
    /// Bytes beyond which there is no race: the best candidate goes on alone.
    pub last_ceiling: u64,
    /// The most promising order of a race has so many times the first ceiling, because it may be nearly done.
    pub favourite_factor: u64,
    /// The first order is given up before a race if its encoding alone needs more bytes.
    pub first_encoding: u64,
    /// And if the transitions fall into more slices: they take longer than a search state by state in a small model, and in
    /// a large one the attempt is in vain.
    pub first_slices: usize,
    /// So few nodes are little work, however few states they stand for.
    pub few_nodes: usize,
    /// With more nodes than this for each state, states one by one are less work.
    pub nodes_per_state: u32,
    /// Once an order has led to the end, others have one part in so many of its bytes to do the same. Little is collected in
    /// a race, so that bytes are work.
    pub challenger_share: u64,
    /// An attempt of a race that has polled its budget so often, once in some ten thousand steps, takes long enough for the next
    /// ones to be made beside it on other threads. It decides when they begin, not what is found.
    pub ahead_after: u64,
    /// Formulas are decided independently of each other once deciding them has taken so many steps of diagrams, and as long as
    /// finding the states: a second system takes as long as that.
    pub formulas_after: u64,
    /// A step of deciding formulas takes about as long as so many of finding states, which are smaller sets, and known more
    /// often.
    pub formulas_weight: u64,
}

impl Default for PlanTuning {
    fn default() -> PlanTuning {
        PlanTuning {
            tiny: ExplorationLimits {
                initial_states: 200,
                condition_checks: 10_000,
                states: 350,
                words: 1 << 14,
                forecast_level: None,
                known_states: None,
                mean_level: None,
            },
            narrow: ExplorationLimits {
                initial_states: 200,
                condition_checks: 10_000,
                states: 32_000,
                words: 1 << 17,
                forecast_level: None,
                known_states: None,
                mean_level: Some(4),
            },
            modest: ExplorationLimits {
                initial_states: 2_000,
                condition_checks: 100_000,
                states: 20_000,
                words: 1 << 19,
                forecast_level: Some(1_000),
                known_states: None,
                mean_level: None,
            },
            known_words: 1 << 16,
            pace: Pace {
                steps_per_poll: 8_000,
                first_poll: 8,
                least_stretch: 32_000,
                stretch_share: 8,
                ahead: 2,
                ahead_share: 4,
                steady_growth: 3,
                narrow_level: 4,
            },
            beside_bytes: 2 << 30,
            first_ceiling: 8 << 20,
            ceiling_factor: 8,
            last_ceiling: 1 << 30,
            favourite_factor: 2,
            first_encoding: 2 << 20,
            first_slices: 30,
            few_nodes: 40_000,
            nodes_per_state: 8,
            challenger_share: 2,
            ahead_after: 128,
            formulas_after: 1 << 21,
            formulas_weight: 4,
        }
    }
}
