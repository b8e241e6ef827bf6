//! Every number of the plan that was set by measurement, in one place. The measurements are in `docs/decisions/0006`.

use super::pace::Pace;
use super::standing::Pause;
use savoir_explicit::ExplorationLimits;

/// So many bytes of diagrams take about as long as a poll: new memory is slow.
const BYTES_PER_POLL: u64 = 96 << 10;

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
    /// How orders race.
    pub race: RaceTuning,
    /// Work of diagrams before models of modest size are looked at state by state.
    pub modest_after: u64,
    /// Or as soon as the first order has shown that the transitions fall into more slices: they take longer than a search state by
    /// state in a small model.
    pub first_slices: usize,
    /// So few nodes are little work, however few states they stand for.
    pub few_nodes: usize,
    /// With more nodes than this for each state, states one by one are less work.
    pub nodes_per_state: u32,
    /// Few states for many nodes may take so many times as many steps one by one as diagrams had done at their last pause.
    pub few_factor: u64,
    /// When formulas are decided on single states instead of diagrams.
    pub formulas: FormulaTuning,
    /// Formulas are decided independently of each other once deciding them has taken so many steps of diagrams, and as long as
    /// finding the states: a second system takes as long as that.
    pub formulas_after: u64,
    /// A step of deciding formulas takes about as long as so many of finding states, which are smaller sets, and known more
    /// often.
    pub formulas_weight: u64,
}

/// When formulas are decided on single states (0043): when they have taken more than finding all states one by one would. A step of
/// diagrams takes two to four times as long as one of finding states, and formulas on single states a few times as long as finding these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaTuning {
    /// If finding all states takes more steps than this, they are not looked at.
    pub most: u64,
    /// Formulas have so many steps of diagrams for each of them ...
    pub factor: u64,
    /// ... and at least so many: what was begun is lost then, and most models are done.
    pub least: u64,
}

/// How orders race (0039). Work is counted in polls, one of which is some ten thousand steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RaceTuning {
    /// So many bytes of diagrams take about as long as a poll: new memory is slow.
    pub bytes_per_poll: u64,
    /// Bytes of addresses that must be left for a race: each search has a thread, with a stack and memory of its own.
    pub addresses: u64,
    /// The first order goes alone until it has done so much work ...
    pub head_start: u64,
    /// ... or so much while the model is being encoded ...
    pub encoding: u64,
    /// ... and so many times what the encoding took: a good order has come to the end by then in many models, and where it has not,
    /// another one may be far better.
    pub encodings: u64,
    /// ... and no more than so much beyond it.
    pub beyond: u64,
    /// Rivals may do so much of the work of the leader, all of them together, in percent. That is what a race costs where the
    /// leader is the best one, if it comes forward.
    pub rivals_percent: u64,
    /// While the leader has not come to where orders are compared, and has done so many times the work that it had when it last came
    /// forward, ...
    pub stuck_factor: u64,
    /// ... they may do so much of it: a step may be far more work than all before it, or never end.
    pub stuck_percent: u64,
    /// A rival leads if the leader took so much of its work to come as far, in percent.
    pub gain_percent: u64,
    /// The first stage at which they are compared: few stages say little, and all rivals have to come so far.
    pub first_mark: usize,
    /// Who was set aside has another turn when the leader has done so many times as much.
    pub back_factor: u64,
}

impl RaceTuning {
    /// Until the first order has done enough for others to be tried.
    pub(super) const fn head_start(&self) -> Pause {
        let RaceTuning { encoding, head_start: work, encodings, beyond, .. } = *self;
        Pause { encoding, work, encodings, beyond, ..Pause::NEVER }
    }
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
                fast_bytes: 32 << 20,
                bytes_per_poll: BYTES_PER_POLL,
                least_stretch: 32_000,
                stretch_share: 8,
                ahead: 2,
                ahead_share: 4,
                doubtful_share: 8,
                steady_growth: 3,
                narrow_level: 4,
            },
            beside_bytes: 2 << 30,
            race: RaceTuning::default(),
            modest_after: 170,
            first_slices: 16,
            few_nodes: 40_000,
            nodes_per_state: 8,
            few_factor: 3,
            formulas: FormulaTuning { most: 1 << 25, factor: 2, least: 1 << 21 },
            formulas_after: 1 << 21,
            formulas_weight: 4,
        }
    }
}

impl Default for RaceTuning {
    fn default() -> RaceTuning {
        RaceTuning {
            bytes_per_poll: BYTES_PER_POLL,
            addresses: 4 << 30,
            head_start: 24,
            encoding: 48,
            encodings: 6,
            beyond: 128,
            rivals_percent: 33,
            stuck_factor: 3,
            stuck_percent: 100,
            gain_percent: 120,
            first_mark: 4,
            back_factor: 2,
        }
    }
}
