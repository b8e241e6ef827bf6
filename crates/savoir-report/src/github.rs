//! Findings as GitHub shows them beside the lines of a change: workflow commands.

use crate::escape::github::{data, property};
use crate::json::{DiagnosticReport, FileReport};

/// One line for each error, warning, and formula that is not as expected.
#[must_use]
pub fn render(report: &FileReport) -> String {
    let mut out: String = report.diagnostics.iter().map(diagnostic).collect();
    for check in &report.checks {
        if let Some(complaint) = check.complaint() {
            let level = if check.is_decided() { "error" } else { "warning" };
            let line = check.line().map_or_else(String::new, |line| format!(",line={line}"));
            let file = property(&report.file);
            out += &format!("::{level} file={file}{line},title={}::{}\n", check.check, data(&complaint));
        }
    }
    for formula in &report.formulas {
        if let Some(complaint) = formula.complaint() {
            let level = if formula.as_expected().is_some() { "error" } else { "warning" };
            let line = formula.line.map_or_else(String::new, |line| format!(",line={line}"));
            let file = property(&report.file);
            let title = property(formula.title());
            out += &format!("::{level} file={file}{line},title={title}::{}\n", data(&complaint));
        }
    }
    out
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
