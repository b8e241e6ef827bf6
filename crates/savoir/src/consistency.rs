//! Checks of a model as a whole, whatever its formulas are.

use savoir_check::{Stop, System, Verdict};
use savoir_evidence::{find_deadlock, find_overflow};
use savoir_model::Model;
use savoir_replay::{Defect, DefectReplay, Problem, replay_defect};
use std::sync::Arc;

/// What can be checked about a model as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsistencyCheck {
    /// Every reachable state has a successor.
    Deadlock,
    /// No reachable state and joint action assigns a value outside the domain of its variable.
    Overflow,
}

/// The answer to one of these questions.
#[derive(Clone, Debug)]
pub struct ConsistencyResult {
    /// What was checked.
    pub check: ConsistencyCheck,
    /// What names and numbers in the answer refer to.
    pub model: Arc<Model>,
    /// The answer.
    pub answer: ConsistencyAnswer,
    /// How long it took.
    pub seconds: f64,
}

/// How a check of a model as a whole ended.
#[derive(Clone, Debug)]
pub enum ConsistencyAnswer {
    /// There is nothing of the kind.
    Free,
    /// Here it is, and how much of it was replayed.
    Found(Defect, DefectReplay),
    /// The budget was used up before.
    Stopped(Stop),
    /// What was found does not agree with the model. That is a bug.
    Refuted(Defect, Problem),
}

impl ConsistencyResult {
    /// Whether the model is free of what was looked for.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match &self.answer {
            ConsistencyAnswer::Free => Verdict::True,
            ConsistencyAnswer::Found(..) | ConsistencyAnswer::Refuted(..) => Verdict::False,
            ConsistencyAnswer::Stopped(stop) => Verdict::Unknown(*stop),
        }
    }
}

/// Makes a check on a system.
pub(crate) fn consistency<S: System>(model: &Model, system: &S, check: ConsistencyCheck) -> ConsistencyAnswer {
    let found = match check {
        ConsistencyCheck::Deadlock => find_deadlock(model, system),
        ConsistencyCheck::Overflow => find_overflow(model, system),
    };
    match found {
        Err(stop) => ConsistencyAnswer::Stopped(stop),
        Ok(None) => ConsistencyAnswer::Free,
        Ok(Some(defect)) => match replay_defect(model, &defect) {
            Ok(replayed) => ConsistencyAnswer::Found(defect, replayed),
            Err(problem) => ConsistencyAnswer::Refuted(defect, problem),
        },
    }
}
