//! Evidence as clients are given it: a fragment of a page, what its script needs, and a text.

use anstream::adapter::strip_str;
use savoir::{FormulaResult, Loaded, Verdict};
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
    let Some(result) = results.first() else { return Err("there is no such formula".to_owned()) };
    let Some(found) = &result.evidence else {
        return Err(match result.verdict {
            Verdict::Unknown(stop) => format!("the formula was not decided: {stop}"),
            Verdict::True | Verdict::False => "there is no evidence".to_owned(),
        });
    };
    let view = View::default();
    let drawings = [drawn::drawing(result, &view)];
    let title = loaded.source.name.clone();
    let fragment = html::fragment(&title, &drawings);
    if fragment.len() > MOST_BYTES {
        return Err("the evidence is too large to be shown; `savoir check --evidence` writes it to a file".to_owned());
    }
    Ok(EvidenceAnswer {
        fragment,
        data: html::data(&drawings),
        text: strip_str(&text::render(found, &view)).to_string(),
        title,
    })
}
