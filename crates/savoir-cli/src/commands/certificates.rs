//! Certificates for the evidence of a run.

use savoir::{
    AtlSemantics, Certificate, CertificateLimits, EvidenceOutcome, FormulaResult, Model, Semantics, Verdict, certify,
};
use std::sync::Arc;

/// How a formula was read.
fn semantics(model: &Model, result: &FormulaResult) -> Option<Semantics> {
    let atl = match &result.reading.strategies {
        None => AtlSemantics::default(),
        Some(reading) => AtlSemantics::read(&reading.name, model).ok()?,
    };
    Some(Semantics { atl, ..Semantics::default() })
}

/// A certificate for the formulas that are not proved without one, if the model is small; and a formula about which it
/// says something else than the verdict, which would be a bug.
pub(super) fn certificate(results: &[FormulaResult]) -> (Option<(Arc<Model>, Certificate)>, Option<&FormulaResult>) {
    let open = |result: &&FormulaResult| match result.evidence.as_ref().map(|found| &found.outcome) {
        Some(EvidenceOutcome::Shown(_, replayed)) => !replayed.is_proof(),
        Some(EvidenceOutcome::GivenUp(_)) => true,
        Some(EvidenceOutcome::Refuted(..)) | None => false,
    };
    let open: Vec<&FormulaResult> = results.iter().filter(open).collect();
    let Some(model) = open.first().and_then(|result| Some(result.evidence.as_ref()?.model.clone())) else {
        return (None, None);
    };
    let read = |result: &&FormulaResult| Some((result.property.formula, semantics(&model, result)?));
    let Some(formulas) = open.iter().map(read).collect::<Option<Vec<_>>>() else { return (None, None) };
    let Some(certified) = certify(&model, &formulas, CertificateLimits::default()) else { return (None, None) };
    let differs = |(result, verdict): &(&FormulaResult, Option<bool>)| match result.verdict {
        Verdict::True => *verdict == Some(false),
        Verdict::False => *verdict == Some(true),
        Verdict::Unknown(_) => false,
    };
    let different = open.into_iter().zip(certified.verdicts).find(differs).map(|(result, _)| result);
    (Some((model, certified.certificate)), different)
}
