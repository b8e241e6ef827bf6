//! Findings about a text, for programs.

use savoir::{Applicability, Diagnostic, Fix, Label, LineIndex, Severity, SourceFile, Span};
use serde::Serialize;

/// A place in a source, from 1.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
    pub(crate) end_line: usize,
    pub(crate) end_column: usize,
    #[serde(skip_serializing_if = "String::is_empty")]
    label: String,
}

/// One finding.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct DiagnosticReport {
    pub(crate) code: &'static str,
    pub(crate) severity: &'static str,
    pub(crate) message: String,
    pub(crate) file: String,
    pub(crate) primary: Option<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    secondary: Vec<Place>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) help: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) fixes: Vec<FixReport>,
}

/// One way to mend a finding.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct FixReport {
    pub(crate) title: String,
    applicability: &'static str,
    pub(crate) edits: Vec<EditReport>,
}

/// A stretch of text and what is to stand there.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct EditReport {
    #[serde(flatten)]
    pub(crate) place: Place,
    pub(crate) text: String,
}

impl DiagnosticReport {
    pub(crate) fn new(source: &SourceFile, lines: &LineIndex, found: &Diagnostic) -> DiagnosticReport {
        let place = |label: &Label| place(source, lines, label.span, &label.message);
        DiagnosticReport {
            code: found.code.as_str(),
            severity: match found.severity() {
                Severity::Error => "error",
                Severity::Denied => "denied",
                Severity::Warning => "warning",
            },
            message: found.message.clone(),
            file: source.name.clone(),
            primary: Some(place(&found.primary)),
            secondary: found.secondary.iter().map(place).collect(),
            help: found.help.clone(),
            fixes: found.fixes.iter().map(|fix| report_fix(source, lines, fix)).collect(),
        }
    }

    /// An error that has no place in a text.
    pub(crate) fn unreadable(file: &str, message: &str) -> DiagnosticReport {
        DiagnosticReport {
            code: "io",
            severity: "error",
            message: message.to_owned(),
            file: file.to_owned(),
            primary: None,
            secondary: Vec::new(),
            help: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// The level for programs that know only errors and warnings.
    pub(crate) fn level(&self) -> &'static str {
        if self.severity == "warning" { "warning" } else { "error" }
    }
}

fn report_fix(source: &SourceFile, lines: &LineIndex, fix: &Fix) -> FixReport {
    let edits =
        fix.edits.iter().map(|edit| EditReport { place: place(source, lines, edit.span, ""), text: edit.text.clone() });
    FixReport {
        title: fix.title.clone(),
        applicability: match fix.applicability {
            Applicability::Safe => "safe",
            Applicability::MaybeWrong => "maybe-wrong",
        },
        edits: edits.collect(),
    }
}

fn place(source: &SourceFile, lines: &LineIndex, span: Span, label: &str) -> Place {
    let start = lines.line_column(&source.text, span.start);
    let end = lines.line_column(&source.text, span.end);
    Place {
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        label: label.to_owned(),
    }
}
