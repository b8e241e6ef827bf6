//! The attempts of a plan, for programs.

use savoir::{Attempt, ExplorationLimits, Pause, PlanTrace, Reached, Record, Way};
use serde::Serialize;

/// An attempt that was made.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AttemptReport {
    attempt: String,
    engine: String,
    /// The order of variables; null for the explicit engine.
    order: Option<String>,
    allowance: AllowanceReport,
    reached: ReachedReport,
    /// Why the plan went on as it did.
    next: String,
    taken: bool,
}

/// What an attempt may use; absent where nothing but the limits of the run counts.
#[derive(Clone, Debug, Default, Serialize)]
struct AllowanceReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    states: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    initial_states: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    polls: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding_polls: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encodings: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    beyond_encoding: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slices: Option<usize>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
enum ReachedReport {
    Finished {
        #[serde(skip_serializing_if = "Option::is_none")]
        states: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        nodes: Option<usize>,
        #[serde(skip_serializing_if = "Option::is_none")]
        bytes: Option<u64>,
    },
    TooManyStates {
        states: usize,
        levels: usize,
        /// The limit that was met.
        reason: String,
    },
    Paused {
        polls: u64,
        /// Steps of the search; null while the model was being encoded.
        steps: Option<usize>,
        nodes: usize,
        /// Into how many slices the transitions are divided; null if that is not known yet.
        slices: Option<usize>,
    },
    NoRoom,
    SetAside {
        states: usize,
        levels: usize,
    },
    Overtaken,
    Stopped {
        reason: String,
    },
}

/// All attempts.
pub(crate) fn attempts(trace: &PlanTrace) -> Vec<AttemptReport> {
    let one = |(place, record): (usize, &Record)| {
        let Record { attempt, reached, why } = record;
        AttemptReport {
            attempt: attempt.name.to_string(),
            engine: attempt.engine().to_string(),
            order: order(attempt),
            allowance: allowance(attempt),
            reached: report(reached),
            next: why.to_string(),
            taken: trace.taken == Some(place),
        }
    };
    trace.records.iter().enumerate().map(one).collect()
}

fn order(attempt: &Attempt) -> Option<String> {
    match attempt.way {
        Way::Explicit(_) => None,
        Way::Symbolic(order, _) => Some(order.to_string()),
    }
}

fn allowance(attempt: &Attempt) -> AllowanceReport {
    match attempt.way {
        Way::Explicit(ExplorationLimits::NONE) => AllowanceReport::default(),
        Way::Explicit(ExplorationLimits { states, initial_states, .. }) => {
            AllowanceReport { states: Some(states), initial_states: Some(initial_states), ..AllowanceReport::default() }
        }
        Way::Symbolic(_, Pause { encoding, work, encodings, beyond, stages, slices }) => AllowanceReport {
            polls: (work < u64::MAX).then_some(work),
            encoding_polls: (encoding != work).then_some(encoding),
            encodings: (encodings > 0).then_some(encodings),
            beyond_encoding: (encodings > 0).then_some(beyond),
            steps: (stages < usize::MAX).then(|| stages.saturating_sub(1)),
            slices: (slices < usize::MAX).then_some(slices),
            ..AllowanceReport::default()
        },
    }
}

fn report(reached: &Reached) -> ReachedReport {
    match reached {
        Reached::Explored(states) => {
            ReachedReport::Finished { states: Some(states.to_string()), nodes: None, bytes: None }
        }
        Reached::Encoded { nodes, bytes, states, .. } => ReachedReport::Finished {
            states: states.as_ref().map(ToString::to_string),
            nodes: Some(*nodes),
            bytes: Some(*bytes),
        },
        Reached::TooManyStates(explored, met) => {
            let (states, levels) = (explored.states, explored.levels);
            ReachedReport::TooManyStates { states, levels, reason: met.to_string() }
        }
        Reached::Paused(standing) => ReachedReport::Paused {
            polls: standing.work,
            steps: standing.stages.checked_sub(1),
            nodes: standing.nodes,
            slices: standing.slices,
        },
        Reached::NoRoom => ReachedReport::NoRoom,
        Reached::SetAside(explored) => ReachedReport::SetAside { states: explored.states, levels: explored.levels },
        Reached::Overtaken => ReachedReport::Overtaken,
        Reached::Stopped(stop) => ReachedReport::Stopped { reason: stop.to_string() },
    }
}
