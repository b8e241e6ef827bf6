//! Which exit code a check deserves.

use crate::exit::Exit;
use savoir::{ConsistencyAnswer, Diagnostic, Outcome, PartsError, Severity};

/// Failed expectations outrank undecided formulas.
pub(super) fn judge(outcome: &Outcome) -> Exit {
    let start = outcome.consistency.iter().fold(Exit::Met, |exit, result| {
        exit.and(match result.answer {
            ConsistencyAnswer::Free => Exit::Met,
            ConsistencyAnswer::Found(..) => Exit::NotMet,
            ConsistencyAnswer::Stopped(_) => Exit::Undecided,
            ConsistencyAnswer::Refuted(..) => Exit::Internal,
        })
    });
    outcome.results.iter().fold(start, |exit, result| {
        exit.and(match result.as_expected() {
            Some(true) => Exit::Met,
            Some(false) => Exit::NotMet,
            None => Exit::Undecided,
        })
    })
}

/// The exit when a model could not be checked in parts: what is asked for does not fit, or nothing was decided.
pub(super) fn failed_parts(problem: &PartsError) -> Exit {
    match problem {
        PartsError::Failed(_) => Exit::Undecided,
        PartsError::Explicit
        | PartsError::Evidence
        | PartsError::Consistency
        | PartsError::Formula(..)
        | PartsError::Symbolic
        | PartsError::DistributedEvidence
        | PartsError::DistributedConsistency
        | PartsError::DistributedFormula(..) => Exit::Usage,
    }
}

/// A finding that is denied is not as it should be, although the formulas could be checked.
pub(super) fn denied<'d>(mut found: impl Iterator<Item = &'d Diagnostic>) -> Exit {
    if found.any(|found| found.severity() == Severity::Denied) { Exit::NotMet } else { Exit::Met }
}
