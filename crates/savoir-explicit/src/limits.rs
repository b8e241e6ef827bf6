//! How far an exploration may go.

use std::fmt;

/// What an exploration may use before it is given up: a fixed amount of work, so that the answer is the same on every
/// machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplorationLimits {
    /// At most so many initial states.
    pub initial_states: usize,
    /// At most so many looks at conditions to find them.
    pub condition_checks: u64,
    /// At most so many states in all.
    pub states: usize,
    /// At most so many machine words of successors, and lines that are run with actions left open to find them.
    pub words: u64,
    /// From a level of so many states on, the next one is expected to grow as this one did, and if that is too much, the
    /// exploration ends here, since most of the work is still ahead; for an attempt that may be wrong about it.
    pub forecast_level: Option<usize>,
    /// How many states there are, if that is known already. If even the state with the fewest successors has so many that
    /// with as many for each there would be too many words, the exploration ends when a few states were looked at.
    pub known_states: Option<usize>,
    /// At most so many states for each level, for an attempt that is for long paths.
    pub mean_level: Option<usize>,
}

impl Default for ExplorationLimits {
    fn default() -> ExplorationLimits {
        ExplorationLimits::NONE
    }
}

impl ExplorationLimits {
    /// To the end.
    pub const NONE: ExplorationLimits = ExplorationLimits {
        initial_states: usize::MAX,
        condition_checks: u64::MAX,
        states: usize::MAX,
        words: u64::MAX,
        forecast_level: None,
        known_states: None,
        mean_level: None,
    };

    /// Whether a level of so many states after one of `last` will lead beyond the limits, with so many states in all.
    #[must_use]
    pub fn foresees_too_many(&self, level: usize, last: usize, all: usize) -> bool {
        self.forecast_level.is_some_and(|forecast| level >= forecast)
            && level.saturating_mul(level) / last.max(1) + all > self.states
    }

    /// Whether levels have too many states on average.
    #[must_use]
    pub fn is_too_wide(&self, explored: &Explored) -> bool {
        self.mean_level.is_some_and(|most| !explored.is_narrow(most))
    }

    /// Whether so many words for each state lead beyond the limits. The fewest are asked for, since one state with many
    /// successors, such as an initial one, says nothing about the others.
    pub(crate) fn foresees_too_many_words(&self, fewest: usize) -> bool {
        self.known_states.is_some_and(|known| (known as u64).saturating_mul(fewest as u64) > self.words)
    }
}

/// Which of the limits an exploration has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitMet {
    /// Too many initial states.
    InitialStates,
    /// Too many looks at conditions to find the initial states.
    ConditionChecks,
    /// Too many states.
    States,
    /// Too many successors, of single states or in all.
    Successors,
    /// Levels grow so fast that there will be too many states.
    Forecast,
    /// Too many states for so few levels.
    Width,
    /// Too many bytes.
    Bytes,
}

impl fmt::Display for LimitMet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LimitMet::InitialStates => "too many initial states",
            LimitMet::ConditionChecks => "too much work to find the initial states",
            LimitMet::States => "too many states",
            LimitMet::Successors => "too many successors",
            LimitMet::Forecast => "levels grow too fast",
            LimitMet::Width => "levels have too many states",
            LimitMet::Bytes => "too much memory",
        })
    }
}

/// How far an exploration came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// States found so far.
    pub states: usize,
    /// Levels explored so far.
    pub levels: usize,
    /// States whose successors are known, if they were looked at one after the other.
    pub expanded: usize,
    /// Steps that this took: each stands for about the same time in every model.
    pub steps: u64,
}

impl Explored {
    /// Whether levels have no more than so many states on average, so that there are many steps to go for few states each.
    #[must_use]
    pub fn is_narrow(&self, most: usize) -> bool {
        self.levels > 0 && self.states <= self.levels.saturating_mul(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_expected_to_go_on() {
        let limits = ExplorationLimits { states: 1_000, forecast_level: Some(100), ..ExplorationLimits::NONE };
        assert!(!limits.foresees_too_many(99, 1, 0), "small levels say nothing");
        assert!(limits.foresees_too_many(200, 50, 300), "800 more");
        assert!(!limits.foresees_too_many(200, 100, 300), "400 more");
        assert!(!ExplorationLimits::NONE.foresees_too_many(1 << 30, 1, 0));
    }

    #[test]
    fn long_paths_are_narrow() {
        let limits = ExplorationLimits { mean_level: Some(4), ..ExplorationLimits::NONE };
        assert!(!limits.is_too_wide(&Explored { states: 400, levels: 100, ..Explored::default() }));
        assert!(limits.is_too_wide(&Explored { states: 401, levels: 100, ..Explored::default() }));
        for states in [0, 1] {
            assert!(limits.is_too_wide(&Explored { states, ..Explored::default() }), "nothing is known about it");
        }
        assert!(!ExplorationLimits::NONE.is_too_wide(&Explored { states: 1 << 30, levels: 1, ..Explored::default() }));
    }

    #[test]
    fn successors_are_foreseen_where_the_states_are_known() {
        let limits = ExplorationLimits { words: 1_000, known_states: Some(100), ..ExplorationLimits::NONE };
        assert!(limits.foresees_too_many_words(11) && !limits.foresees_too_many_words(10));
        assert!(!ExplorationLimits { known_states: None, ..limits }.foresees_too_many_words(1 << 20));
    }
}
