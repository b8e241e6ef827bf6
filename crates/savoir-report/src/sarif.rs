//! Findings as SARIF 2.1.0, which code hosts and editors show beside the source. Paths that show that a verdict is not the
//! expected one are code flows, whose steps have the values of a state.

use crate::escape;
use crate::explained::{Explained, Flow, Moment};
use crate::json::{CheckReport, DiagnosticReport, EditReport, FileReport, FixReport, FormulaReport, Place};
use savoir::{Code, Severity};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The rule for formulas whose verdict is not the expected one.
const UNEXPECTED: &str = "verdict";
/// The rule for formulas without verdict.
const UNDECIDED: &str = "undecided";
/// The rule for files that cannot be read.
const UNREADABLE: &str = "io";
/// Lines of a counterexample beyond these are left out of a message: the flows have it all.
const MOST_LINES: usize = 16;

/// A log. What made it stands at its beginning, where people and programs look for it.
#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<Value>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Value>,
}

/// The reports of a run as one log.
#[must_use]
pub fn render(reports: &[FileReport]) -> String {
    let mut results: Vec<Value> = Vec::new();
    for report in reports {
        results.extend(report.diagnostics.iter().map(diagnostic));
        results.extend(report.checks.iter().filter_map(|check| consistency(&report.file, check)));
        results.extend(report.formulas.iter().filter_map(|formula| verdict(&report.file, formula)));
    }
    let driver = Driver { name: "savoir", semantic_version: env!("CARGO_PKG_VERSION"), rules: rules() };
    let log = Log {
        schema: "https://json.schemastore.org/sarif-2.1.0.json",
        version: "2.1.0",
        runs: [Run { tool: Tool { driver }, column_kind: "unicodeCodePoints", results }],
    };
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
    let region = check.line().map(|line| json!({ "startLine": line }));
    Some(explained(rule, level, &complaint, file, region, check.explained.as_ref()))
}

fn verdict(file: &str, formula: &FormulaReport) -> Option<Value> {
    let complaint = formula.complaint()?;
    let (rule, level) = if formula.as_expected().is_some() { (UNEXPECTED, "error") } else { (UNDECIDED, "warning") };
    let region = formula.line.map(|line| json!({ "startLine": line }));
    Some(explained(rule, level, &complaint, file, region, formula.explained.as_ref()))
}

/// A result with what shows it.
fn explained(
    rule: &str,
    level: &str,
    complaint: &str,
    file: &str,
    region: Option<Value>,
    why: Option<&Explained>,
) -> Value {
    let Some(why) = why else { return result(rule, level, complaint, file, region) };
    let message = why.excerpt(MOST_LINES).iter().fold(complaint.to_owned(), |message, line| message + "\n" + line);
    let mut result = result(rule, level, &message, file, region);
    if !why.flows.is_empty() {
        let place = result["locations"][0]["physicalLocation"].clone();
        let flows: Vec<Value> = why.flows.iter().map(|flow| thread_flow(flow, &place)).collect();
        result["codeFlows"] = json!([{ "threadFlows": flows }]);
    }
    result
}

/// A path. All of its steps are about the formula, so they have its place.
fn thread_flow(flow: &Flow, place: &Value) -> Value {
    let step = |(number, moment): (usize, &Moment)| {
        let message = json!({ "text": escape::sarif::message(&moment.sentence) });
        let mut step = json!({
            "executionOrder": number + 1,
            "location": { "message": message, "physicalLocation": place },
        });
        if !moment.values.is_empty() {
            let value = |(name, value): &(String, String)| (name.clone(), json!({ "text": value }));
            step["state"] = Value::Object(moment.values.iter().map(value).collect::<Map<_, _>>());
        }
        step
    };
    let steps: Vec<Value> = flow.moments.iter().enumerate().map(step).collect();
    json!({ "message": { "text": escape::sarif::message(&flow.title) }, "locations": steps })
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
