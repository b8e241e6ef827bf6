//! Evidence for a verdict: made by the engine that found it, checked without that engine.

use savoir_check::{Checker, GivenUp, System, Verdict, briefly};
use savoir_evidence::{StrategyOptions, explain};
use savoir_model::{FormulaId, Model};
use savoir_replay::{Evidence, Mismatch, Replayed, replay};
use std::sync::Arc;

/// Whether verdicts come with evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EvidenceWish {
    /// Verdicts only.
    #[default]
    None,
    /// Evidence for the verdicts that are not the expected ones. It gives way to whatever makes evidence impossible: a part of
    /// the model that is left out, or states that are not in one place.
    Unexpected,
    /// Evidence for every verdict.
    Wanted,
}

impl EvidenceWish {
    /// Whether there is to be evidence for a verdict on a formula that is expected to be true or false.
    pub(crate) fn covers(self, verdict: Verdict, expected: bool) -> bool {
        let holds = match verdict {
            Verdict::True => true,
            Verdict::False => false,
            Verdict::Unknown(_) => return false,
        };
        match self {
            EvidenceWish::None => false,
            EvidenceWish::Unexpected => holds != expected,
            EvidenceWish::Wanted => true,
        }
    }
}

/// The evidence for a verdict.
#[derive(Clone, Debug)]
pub struct FormulaEvidence {
    /// What names and numbers in the evidence refer to.
    pub model: Arc<Model>,
    /// How it went.
    pub outcome: EvidenceOutcome,
}

/// How the search for evidence ended.
#[derive(Clone, Debug)]
pub enum EvidenceOutcome {
    /// The evidence, and what the replay found to be right.
    Shown(Evidence, Replayed),
    /// The verdict was found, but the evidence was not.
    GivenUp(GivenUp),
    /// The evidence is wrong. That is a bug, and the verdict may be wrong too.
    Refuted(Evidence, Mismatch),
}

/// The evidence for a verdict; none if there is no verdict.
pub(crate) fn evidence<S: System>(
    model: &Model,
    checker: &mut Checker<'_, S>,
    formula: FormulaId,
    verdict: Verdict,
    strategies: StrategyOptions,
) -> Option<EvidenceOutcome> {
    let holds = match verdict {
        Verdict::True => true,
        Verdict::False => false,
        Verdict::Unknown(_) => return None,
    };
    // The verdict may have been found by a short cut that evidence cannot take.
    let explained = briefly(checker.system(), || explain(model, checker, formula, holds, strategies));
    Some(match explained {
        Err(cause) => EvidenceOutcome::GivenUp(cause),
        Ok(evidence) => match replay(model, &evidence) {
            Ok(replayed) => EvidenceOutcome::Shown(evidence, replayed),
            Err(mismatch) => EvidenceOutcome::Refuted(evidence, mismatch),
        },
    })
}
