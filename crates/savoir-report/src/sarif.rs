//! Findings as SARIF 2.1.0, which code hosts and editors show beside the source.

use crate::escape;
use crate::json::{CheckReport, DiagnosticReport, EditReport, FileReport, FixReport, FormulaReport, Place};
use savoir::{Code, Severity};
use serde_json::{Value, json};

/// The rule for formulas whose verdict is not the expected one.
const UNEXPECTED: &str = "verdict";
/// The rule for formulas without verdict.
const UNDECIDED: &str = "undecided";
/// The rule for files that cannot be read.
const UNREADABLE: &str = "io";

/// The reports of a run as one log.
#[must_use]
pub fn render(reports: &[FileReport]) -> String {
    let mut results: Vec<Value> = Vec::new();
    for report in reports {
        results.extend(report.diagnostics.iter().map(diagnostic));
        results.extend(report.checks.iter().filter_map(|check| consistency(&report.file, check)));
        results.extend(report.formulas.iter().filter_map(|formula| verdict(&report.file, formula)));
    }
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "savoir",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    escape::json::pretty(&log)
}

fn rules() -> Vec<Value> {
    let rule = |id: &str, title: &str, level: &str| json!({ "id": id, "shortDescription": { "text": title }, "defaultConfiguration": { "level": level } });
    let mut rules: Vec<Value> = Code::ALL
        .iter()
        .map(|code| {
            let level = if code.severity() == Severity::Error { "error" } else { "warning" };
            rule(code.as_str(), code.title(), level)
        })
        .collect();
    rules.push(rule(UNEXPECTED, "a formula does not have its expected verdict", "error"));
    rules.push(rule(UNDECIDED, "a formula or a check has no verdict", "warning"));
    rules.push(rule("deadlock", "a reachable state has no successor", "error"));
    rules.push(rule("overflow", "a value outside the range of its variable is assigned", "error"));
    rules.push(rule(UNREADABLE, "a file cannot be used", "error"));
    rules
}

fn diagnostic(found: &DiagnosticReport) -> Value {
    let help: String = found.help.iter().map(|help| format!("\nhelp: {help}")).collect();
    let region = found.primary.as_ref().map(region);
    let mut result = result(found.code, found.level(), &format!("{}{help}", found.message), &found.file, region);
    if !found.fixes.is_empty() {
        result["fixes"] = found.fixes.iter().map(|it| fix(&found.file, it)).collect();
    }
    result
}

fn fix(file: &str, fix: &FixReport) -> Value {
    let replacement =
        |edit: &EditReport| json!({ "deletedRegion": region(&edit.place), "insertedContent": { "text": edit.text } });
    let replacements: Vec<Value> = fix.edits.iter().map(replacement).collect();
    json!({
        "description": { "text": escape::sarif::message(&fix.title) },
        "artifactChanges": [{ "artifactLocation": { "uri": uri(file) }, "replacements": replacements }],
    })
}

fn consistency(file: &str, check: &CheckReport) -> Option<Value> {
    let complaint = check.complaint()?;
    let (rule, level) = if check.is_decided() { (check.check, "error") } else { (UNDECIDED, "warning") };
    Some(result(rule, level, &complaint, file, check.line().map(|line| json!({ "startLine": line }))))
}

fn verdict(file: &str, formula: &FormulaReport) -> Option<Value> {
    let complaint = formula.complaint()?;
    let (rule, level) = if formula.as_expected().is_some() { (UNEXPECTED, "error") } else { (UNDECIDED, "warning") };
    let region = formula.line.map(|line| json!({ "startLine": line }));
    Some(result(rule, level, &complaint, file, region))
}

fn result(rule: &str, level: &str, message: &str, file: &str, region: Option<Value>) -> Value {
    let mut location = json!({ "artifactLocation": { "uri": uri(file) } });
    if let Some(region) = region {
        location["region"] = region;
    }
    json!({
        "ruleId": rule,
        "level": level,
        "message": { "text": escape::sarif::message(message) },
        "locations": [{ "physicalLocation": location }],
    })
}

fn region(place: &Place) -> Value {
    json!({
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    })
}

/// A path as a relative reference: slashes stay, what a URI cannot hold is escaped.
fn uri(file: &str) -> String {
    let mut out = String::with_capacity(file.len());
    for byte in file.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => out.push(char::from(byte)),
            b'\\' if cfg!(windows) => out.push('/'),
            other => out += &format!("%{other:02X}"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_as_references() {
        assert_eq!(uri("models/a b.ispl"), "models/a%20b.ispl");
        assert_eq!(uri("models/caf\u{e9}\n#?.ispl"), "models/caf%C3%A9%0A%23%3F.ispl");
        // Elsewhere a backslash is a letter of a name.
        let name = if cfg!(windows) { "a/b" } else { "a%5Cb" };
        assert_eq!(uri("a\\b"), name);
    }
}
