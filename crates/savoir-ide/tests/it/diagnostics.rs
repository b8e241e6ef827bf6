//! Findings.

use crate::common::{MODEL, examples};
use savoir_ide::{Document, diagnostics};

#[test]
fn errors_and_lints_stand_in_the_order_of_the_text() {
    let text = MODEL.replacen("crew = {Guard, Visitor}", "crew = {Guard, Visitor, Guard}", 1);
    let document = Document::new("test.ispl", &text);
    let found: Vec<String> = diagnostics(&document)
        .iter()
        .map(|it| format!("{} {}", document.lines().line(it.primary.span.start) + 1, it.message))
        .collect();
    assert_eq!(found, ["8 `Environment.spare` is never read", "63 agent `Guard` is listed twice"]);
    // With an error there is no model that could be looked at.
    let document = Document::new("test.ispl", &text.replacen("AG !flooded", "AG !floded", 1));
    assert_eq!(diagnostics(&document).len(), 2);
    assert!(diagnostics(&document)[1].is_error());
}

#[test]
fn the_examples_have_no_findings() {
    for (name, text) in examples() {
        assert_eq!(diagnostics(&Document::new(&name, &text)), [], "{name}");
    }
}

#[test]
fn documents_can_be_handed_to_other_threads() {
    fn takes<T: Send + Sync + Clone>(_: &T) {}
    takes(&Document::new("test.ispl", MODEL));
}
