//! Diagnostics on their way to the client.

use super::Server;
use crate::check::Record;
use crate::documents::{Document, Snapshot};
use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, Position,
    PublishDiagnosticsParams, Range, Uri,
};
use savoir::{Code, Severity};
use serde_json::json;

impl Server {
    /// Publishes what is known about every text that has changed.
    pub(super) fn publish_all(&mut self) {
        let uris: Vec<Uri> = self
            .documents
            .all()
            .filter(|document| !document.is_published)
            .map(|document| document.uri.clone())
            .collect();
        for uri in uris {
            self.publish(&uri);
        }
    }

    fn publish(&mut self, uri: &Uri) {
        let Some(document) = self.documents.get(uri) else { return };
        document.is_published = true;
        let params = match document.current() {
            Some(snapshot) => {
                document.checks.read(&snapshot);
                let about_states = document.checks.record.as_ref().filter(|record| record.is_about(&snapshot));
                published(document, &snapshot, about_states, self.settings.documentation.as_deref())
            }
            None => too_large(document),
        };
        self.client.notify("textDocument/publishDiagnostics", params);
    }

    /// The document is closed: nothing is said about it any more.
    pub(super) fn withdraw_diagnostics(&mut self, uri: &Uri) {
        let params = PublishDiagnosticsParams { uri: uri.clone(), version: None, diagnostics: Vec::new() };
        self.client.notify("textDocument/publishDiagnostics", params);
    }
}

/// What is known about a text, and about its states.
fn published(
    document: &Document,
    snapshot: &Snapshot,
    about_states: Option<&Record>,
    documentation: Option<&str>,
) -> PublishDiagnosticsParams {
    let about_text = savoir_ide::diagnostics(&snapshot.read);
    let about_states = about_states.map(|record| record.diagnostics.as_slice()).unwrap_or_default();
    let diagnostics = about_text
        .iter()
        .chain(about_states)
        .map(|found| diagnostic(snapshot, &document.uri, found, documentation))
        .collect();
    PublishDiagnosticsParams { uri: document.uri.clone(), version: Some(snapshot.version), diagnostics }
}

fn too_large(document: &Document) -> PublishDiagnosticsParams {
    let start = Position { line: 0, character: 0 };
    let diagnostic = Diagnostic {
        range: Range { start, end: start },
        severity: Some(DiagnosticSeverity::Warning),
        source: Some("savoir".to_owned()),
        message: "this text is too large to be looked at while it is edited; `savoir check` reads it".to_owned().into(),
        ..Diagnostic::default()
    };
    PublishDiagnosticsParams {
        uri: document.uri.clone(),
        version: Some(document.version),
        diagnostics: vec![diagnostic],
    }
}

/// A finding as the client is told. Its code names what it is about, related places and how to mend it stand beside it.
pub(crate) fn diagnostic(
    snapshot: &Snapshot,
    uri: &Uri,
    found: &savoir::Diagnostic,
    documentation: Option<&str>,
) -> Diagnostic {
    let code = found.code.as_str();
    let place = |span| Location { uri: uri.clone(), range: snapshot.text.range(span) };
    let related = found
        .secondary
        .iter()
        .map(|label| DiagnosticRelatedInformation { location: place(label.span), message: label.message.clone() });
    let titles: Vec<&str> = found.fixes.iter().map(|fix| fix.title.as_str()).collect();
    Diagnostic {
        range: snapshot.text.range(found.primary.span),
        severity: Some(match found.severity() {
            Severity::Error | Severity::Denied => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
        }),
        code: Some(code.to_owned().into()),
        code_description: documentation
            .map(|page| CodeDescription { href: Uri::from(format!("{page}#{}", code.to_ascii_lowercase())) }),
        source: Some("savoir".to_owned()),
        message: message(found).into(),
        tags: is_unnecessary(found.code).then(|| vec![DiagnosticTag::Unnecessary]),
        related_information: Some(related.collect::<Vec<_>>()).filter(|related| !related.is_empty()),
        data: Some(json!({ "name": found.code.name(), "title": found.code.title(), "fixes": titles })),
    }
}

/// The finding in words: the sentence, the remark at the place, and advice.
fn message(found: &savoir::Diagnostic) -> String {
    let mut message = found.message.clone();
    // The editor shows where it is.
    if !matches!(found.primary.message.as_str(), "" | "here") {
        message += ": ";
        message += &found.primary.message;
    }
    for help in &found.help {
        message += "\nhelp: ";
        message += help;
    }
    message
}

/// Whether what it is about could as well not be there.
fn is_unnecessary(code: Code) -> bool {
    matches!(
        code,
        Code::UnusedVariable
            | Code::UnusedAction
            | Code::UnusedProposition
            | Code::NeverFires
            | Code::NeverApplies
            | Code::RepeatedItem
    )
}
