//! The attempts of a plan, for programs.

use savoir::{Allowance, Attempt, ExplorationLimits, PlanTrace, Reached, Record, Way};
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
    bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding_bytes: Option<u64>,
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
    TooManyNodes {
        /// Steps of the search; null while the model was being encoded.
        steps: Option<usize>,
        nodes: usize,
    },
    TooManySlices {
        slices: usize,
    },
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
        Way::Symbolic(_, Allowance { bytes, encoding_bytes, slices, .. }) => AllowanceReport {
            bytes: (bytes < u64::MAX).then_some(bytes),
            encoding_bytes: (encoding_bytes < bytes).then_some(encoding_bytes),
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
        Reached::TooManyNodes(milestone) => {
            ReachedReport::TooManyNodes { steps: milestone.stages.checked_sub(1), nodes: milestone.nodes.0 }
        }
        Reached::TooManySlices(slices) => ReachedReport::TooManySlices { slices: *slices },
        Reached::SetAside(explored) => ReachedReport::SetAside { states: explored.states, levels: explored.levels },
        Reached::Overtaken => ReachedReport::Overtaken,
        Reached::Stopped(stop) => ReachedReport::Stopped { reason: stop.to_string() },
    }
}
