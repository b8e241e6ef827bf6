//! Why a verdict is as it is, inside of a report.

use crate::evidence::embedded::{Embedded, embedded};
use crate::evidence::{View, text};
use crate::style::plain;
use savoir::FormulaResult;
use serde::Serialize;

/// The evidence for a verdict: for people, and as `savoir/evidence/2` has it for programs.
#[derive(Clone, Debug, Serialize)]
pub(super) struct EvidenceReport {
    /// Lines of text.
    text: Vec<String>,
    #[serde(flatten)]
    shown: Embedded,
}

/// The report about the evidence for a result; none if there is no evidence.
pub(super) fn report(result: &FormulaResult, view: &View) -> Option<EvidenceReport> {
    let found = result.evidence.as_ref()?;
    Some(EvidenceReport { text: plain(&text::render(found, view)), shown: embedded(result) })
}
