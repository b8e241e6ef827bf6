//! What can be done with the text at a place: the fixes of findings.

use crate::{Document, TextEdit};
use savoir_syntax::Span;

/// What an action is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// It mends a finding.
    QuickFix,
    /// It mends all findings that can be mended without looking.
    FixAll,
    /// It rewrites what is right already.
    Rewrite,
}

/// Whether an action is the one that is most likely wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// It may be applied without looking.
    Preferred,
    /// Somebody should look at it.
    Ordinary,
}

/// Something that can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeAction {
    /// What it does, as an order.
    pub title: String,
    /// What it is for.
    pub kind: ActionKind,
    /// Whether it is most likely wanted.
    pub preference: Preference,
    /// What it changes, in the order of the text.
    pub edits: Vec<TextEdit>,
    /// Which of the [`diagnostics`](crate::diagnostics) it mends, by index.
    pub diagnostics: Vec<usize>,
}

/// What can be done with a stretch of the text.
#[must_use]
pub fn code_actions(_document: &Document, _span: Span) -> Vec<CodeAction> {
    Vec::new()
}
