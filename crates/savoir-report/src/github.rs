//! Findings as GitHub shows them beside the lines of a change: workflow commands. The first lines of a counterexample are
//! part of the message.

use crate::escape::github::{data, property};
use crate::explained::Explained;
use crate::json::{DiagnosticReport, FileReport};

/// Lines of a counterexample beyond these are left out: an annotation stands between lines of a file.
const MOST_LINES: usize = 16;

/// One line for each error, warning, and formula that is not as expected.
#[must_use]
pub fn render(report: &FileReport) -> String {
    let mut out: String = report.diagnostics.iter().map(diagnostic).collect();
    for check in &report.checks {
        if let Some(complaint) = check.complaint() {
            let level = if check.is_decided() { "error" } else { "warning" };
            let line = check.line().map_or_else(String::new, |line| format!(",line={line}"));
            let file = property(&report.file);
            let message = message(&complaint, check.explained.as_ref());
            out += &format!("::{level} file={file}{line},title={}::{message}\n", check.check);
        }
    }
    for formula in &report.formulas {
        if let Some(complaint) = formula.complaint() {
            let level = if formula.as_expected().is_some() { "error" } else { "warning" };
            let line = formula.line.map_or_else(String::new, |line| format!(",line={line}"));
            let file = property(&report.file);
            let title = property(formula.title());
            let message = message(&complaint, formula.explained.as_ref());
            out += &format!("::{level} file={file}{line},title={title}::{message}\n");
        }
    }
    out
}

/// A complaint, and below it why.
fn message(complaint: &str, explained: Option<&Explained>) -> String {
    let lines = explained.map_or_else(Vec::new, |explained| explained.excerpt(MOST_LINES));
    data(&lines.iter().fold(complaint.to_owned(), |message, line| message + "\n" + line))
}

fn diagnostic(found: &DiagnosticReport) -> String {
    let place = found.primary.as_ref().map_or_else(String::new, |place| {
        // Columns across several lines are not allowed.
        let columns = if place.line == place.end_line {
            format!(",col={},endColumn={}", place.column, place.end_column)
        } else {
            String::new()
        };
        format!(",line={},endLine={}{columns}", place.line, place.end_line)
    });
    let help: String = found.help.iter().map(|help| format!("\nhelp: {help}")).collect();
    let message = data(&format!("{}{help}", found.message));
    format!("::{} file={}{place},title={}::{message}\n", found.level(), property(&found.file), found.code)
}
