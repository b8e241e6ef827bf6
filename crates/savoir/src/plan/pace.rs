//! When an exploration beside diagrams has its turn: a pure function of counted work and room.

use savoir_explicit::{ExplorationLimits, LimitMet, Standing};

/// The numbers that decide it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Steps of an exploration that take as long as one poll of diagrams.
    pub steps_per_poll: u64,
    /// Diagrams have so many polls before its first turn.
    pub first_poll: u64,
    /// Diagrams with more bytes than this take longer for a step ...
    pub fast_bytes: u64,
    /// ... as long as one poll more for each time they need so many of them.
    pub bytes_per_poll: u64,
    /// A stretch has at least so many steps ...
    pub least_stretch: u64,
    /// ... and otherwise one part in so many of what was done before.
    pub stretch_share: u64,
    /// While it has found so many times as many states as diagrams, whose number does not grow faster and faster, ...
    pub ahead: u64,
    /// ... it may do so many times as much.
    pub ahead_share: u64,
    /// While levels grow it is a guess how many states there are. One part in so many of the work is done in spite of it, if the states
    /// that are known would not take more than so many times as much as was done.
    pub doubtful_share: u64,
    /// Diagrams find more and more at once if there are more than so many times as many states after twice the polls.
    pub steady_growth: u64,
    /// Where there are at most so many states for each level, diagrams need not be steady for that: each of their steps takes
    /// longer than a few states do.
    pub narrow_level: usize,
}

/// What diagrams have said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// States that they have found, at least.
    pub(super) states: u64,
    /// Those that they had found after half of the polls, if they were past the encoding then.
    pub(super) halfway: Option<u64>,
    /// The most bytes that they have used.
    pub(super) bytes: u64,
}

impl Pace {
    /// How far the next stretch goes, after so many steps.
    pub(super) fn stretch(&self, steps: u64) -> u64 {
        steps + (steps / self.stretch_share).max(self.least_stretch)
    }

    /// Whether the next stretch is due before this poll of diagrams, which know at least so many states. It waits until diagrams
    /// have used as much as it is expected to need in all: if they are done before, little was lost, or as much as they used where the
    /// expectation was wrong; if not, at most twice as much as it needs.
    pub(super) fn is_due(&self, standing: &Standing, poll: u64, known: Known) -> bool {
        let room = known.bytes.saturating_sub(self.fast_bytes) / self.bytes_per_poll.max(1);
        let granted =
            poll.saturating_add(room).saturating_mul(self.steps_per_poll).saturating_mul(self.share(standing, known));
        let (next, certain) = (self.stretch(standing.steps), known.states.max(standing.explored.states as u64));
        let is_near = || expected_steps(standing, self.expected_states(standing, known)) <= granted;
        let is_possible = || expected_steps(standing, certain) <= granted.saturating_mul(self.doubtful_share);
        standing.end.is_none()
            && poll > self.first_poll
            && next <= granted
            && (is_near() || next.saturating_mul(self.doubtful_share) <= granted && is_possible())
    }

    /// How many times as much as diagrams it may do. Whoever has found more states is nearer to the end, since both look for the
    /// same ones, unless the other finds more and more at once.
    fn share(&self, standing: &Standing, known: Known) -> u64 {
        let is_steady = known.halfway.is_some_and(|before| known.states <= before.saturating_mul(self.steady_growth));
        let is_ahead = standing.explored.states as u64 >= known.states.saturating_mul(self.ahead);
        let is_narrow = standing.explored.is_narrow(self.narrow_level);
        if (is_steady || is_narrow) && is_ahead { self.ahead_share } else { 1 }
    }

    /// A poll up to which it may be ahead of its turn.
    pub(super) fn soon(&self, polls: u64) -> u64 {
        polls + polls / self.stretch_share
    }

    /// How many states there are at least, as far as one can see: those that are known, or that the next levels will have if they grow
    /// as these do. Diagrams that need much room are slow, and know better if they have found more.
    fn expected_states(&self, standing: &Standing, known: Known) -> u64 {
        let is_ahead = known.states > standing.explored.states as u64;
        if is_ahead && known.bytes > self.fast_bytes { known.states } else { known.states.max(forecast(standing)) }
    }

    /// The limit beyond which the exploration is, or will be, if at least so many states are known.
    pub(super) fn beyond(
        &self,
        standing: &Standing,
        limits: &ExplorationLimits,
        known_states: u64,
    ) -> Option<LimitMet> {
        let known = limits.known_states.map_or(known_states, |known| known as u64);
        let states = known.max(standing.explored.states as u64);
        if !standing.knows_initial && standing.explored.states > limits.initial_states {
            Some(LimitMet::InitialStates)
        } else if !standing.knows_initial && standing.condition_checks > limits.condition_checks {
            Some(LimitMet::ConditionChecks)
        } else if states > limits.states as u64 {
            Some(LimitMet::States)
        } else if limits.foresees_too_many(standing.level, standing.last_level, standing.explored.states) {
            Some(LimitMet::Forecast)
        } else if standing.knows_initial && limits.is_too_wide(&standing.explored) {
            Some(LimitMet::Width)
        } else if expected_steps(standing, known.max(forecast(standing))).max(standing.steps) > limits.words {
            Some(LimitMet::Successors)
        } else {
            None
        }
    }
}

/// How many steps it will need for so many states: as many for each as so far.
fn expected_steps(standing: &Standing, states: u64) -> u64 {
    let each = u128::from(standing.steps).checked_div(standing.explored.expanded as u128).unwrap_or(1).max(1);
    u64::try_from(u128::from(states) * each).unwrap_or(u64::MAX)
}

/// How many states there will be if two more levels grow as the last one did.
fn forecast(standing: &Standing) -> u64 {
    let (level, last) = (standing.level as u128, standing.last_level.max(1) as u128);
    let more = if level > last { level * level / last * level / last } else { 0 };
    u64::try_from(standing.explored.states as u128 + more).unwrap_or(u64::MAX)
}

#[cfg(test)]
#[path = "pace_tests.rs"]
mod tests;
