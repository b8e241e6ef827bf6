//! Evidence as clients are given it: a fragment of a page, what its script needs, and a text.

use anstream::adapter::strip_str;
use savoir::simulate::{EvidencePath, evidence_paths};
use savoir::{EvidenceOutcome, FormulaEvidence, FormulaResult, Loaded, Verdict};
use savoir_report::drawing::html;
use savoir_report::evidence::{View, drawn, text};
use serde::Serialize;
use serde_json::Value;

/// Larger pages are not sent.
const MOST_BYTES: usize = 32 << 20;

/// The result of `savoir/evidence`.
#[derive(Debug, Serialize)]
pub(crate) struct EvidenceAnswer {
    title: String,
    fragment: String,
    data: Value,
    text: String,
}

/// Renders the evidence of a result.
pub(super) fn answer(loaded: &Loaded, results: &[FormulaResult]) -> Result<EvidenceAnswer, String> {
    let (result, found) = found(results)?;
    let view = View::default();
    let drawings = [drawn::drawing(result, &view)];
    let title = loaded.source.name.clone();
    let fragment = html::fragment(&title, &drawings);
    if fragment.len() > MOST_BYTES {
        return Err("the evidence is too large to be shown; `savoir check --evidence` writes it to a file".to_owned());
    }
    let text = strip_str(&text::render(found, &view)).to_string();
    Ok(EvidenceAnswer { fragment, data: html::data(&drawings), text, title })
}

/// The paths that the evidence of a result shows.
pub(super) fn paths(results: &[FormulaResult]) -> Result<Vec<EvidencePath>, String> {
    let (result, found) = found(results)?;
    let FormulaResult { index, property, .. } = result;
    let words = property.name.as_deref().unwrap_or(&property.text);
    match &found.outcome {
        EvidenceOutcome::Shown(evidence, _) => Ok(evidence_paths(&format!("formula {index}, {words},"), evidence)),
        EvidenceOutcome::GivenUp(cause) => Err(format!("there is no evidence: {cause}")),
        EvidenceOutcome::Refuted(..) => Err("the evidence did not stand up to its replay".to_owned()),
    }
}

fn found(results: &[FormulaResult]) -> Result<(&FormulaResult, &FormulaEvidence), String> {
    let Some(result) = results.first() else { return Err("there is no such formula".to_owned()) };
    match (&result.evidence, result.verdict) {
        (Some(found), _) => Ok((result, found)),
        (None, Verdict::Unknown(stop)) => Err(format!("the formula was not decided: {stop}")),
        (None, Verdict::True | Verdict::False) => Err("there is no evidence".to_owned()),
    }
}
