//! Edits of a text.

use savoir_syntax::Span;

/// A stretch of the text with what is to stand there instead, line ends as they are to be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextEdit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

/// The text with edits made that do not overlap and stand in the order of the text.
#[must_use]
pub fn apply(text: &str, edits: &[TextEdit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for edit in edits {
        out.push_str(text.get(copied..edit.span.start as usize).unwrap_or_default());
        out.push_str(&edit.text);
        copied = edit.span.end as usize;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out
}
