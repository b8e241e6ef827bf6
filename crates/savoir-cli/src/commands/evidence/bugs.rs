//! Reports of evidence that is wrong.

use super::document;
use crate::output;
use crate::write::write_new;
use savoir::{FormulaResult, Loaded};
use savoir_report::evidence::json::Origin;
use std::path::Path;

/// Evidence that does not replay is our fault: keep all that is needed to find out why.
pub(super) fn report_bug(directory: &Path, loaded: &Loaded, result: &FormulaResult, problem: &str) {
    output::error("internal error: the evidence for a verdict does not agree with the model; this is a bug in savoir");
    let report = bug_report(loaded, result, problem);
    let names = (1..1000).map(|number| format!("savoir-bug-{number}.txt"));
    match write_new(directory, names, report.as_bytes()) {
        Ok(name) => output::note(&format!("  what is needed to find it is in `{name}`; please send it to us")),
        Err(cause) => output::note(&format!("  the bug report could not be written: {cause}")),
    }
}

fn bug_report(loaded: &Loaded, result: &FormulaResult, problem: &str) -> String {
    let document = document(loaded, std::slice::from_ref(result), Origin::Model);
    format!(
        "savoir {}\n\n# What is wrong\n\n{problem}\n\n# Formula {}\n\n{}\n\n# Evidence\n\n{}\n# Model\n\n{}",
        env!("CARGO_PKG_VERSION"),
        result.index,
        result.property.text,
        document.render(),
        loaded.source.text
    )
}
