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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{CheckRequest, Scope};
    use crate::{Loaded, check};
    use savoir_check::{Budget, Stop};

    #[test]
    fn a_wish_covers_what_it_says() {
        let verdicts = [Verdict::True, Verdict::False, Verdict::Unknown(Stop::Time)];
        let covered = |wish: EvidenceWish, expected| verdicts.map(|verdict| wish.covers(verdict, expected));
        assert_eq!(covered(EvidenceWish::None, true), [false; 3]);
        assert_eq!(covered(EvidenceWish::Unexpected, true), [false, true, false]);
        assert_eq!(covered(EvidenceWish::Unexpected, false), [true, false, false]);
        assert_eq!(covered(EvidenceWish::Wanted, true), [true, true, false]);
    }

    #[test]
    fn only_unexpected_verdicts_have_evidence_if_that_is_the_wish() {
        let loaded = Loaded::from_text("toggle.ispl", crate::examples_for_docs::TOGGLE);
        let formulas: Vec<String> = ["EF light", "AF light", "AG light"].map(str::to_owned).to_vec();
        let request = CheckRequest { evidence: EvidenceWish::Unexpected, formulas, ..CheckRequest::default() };
        let shown = |request: &CheckRequest| -> Vec<(Verdict, bool)> {
            let Ok(outcome) = check(&loaded, request, &Budget::unlimited(), &mut |_| {}) else { panic!("it is right") };
            outcome.results.iter().map(|result| (result.verdict, result.evidence.is_some())).collect()
        };
        let found = shown(&request);
        assert!(found.iter().any(|(verdict, _)| *verdict == Verdict::False));
        assert!(found.iter().all(|(verdict, shown)| *shown == (*verdict == Verdict::False)), "{found:?}");
        // It gives way to what makes it impossible.
        let cone = CheckRequest { scope: Scope::Cone, ..request };
        assert!(shown(&cone).iter().all(|(_, shown)| !shown));
    }
}
