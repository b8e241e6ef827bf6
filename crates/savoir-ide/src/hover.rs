//! What stands at the cursor, in words.

use crate::Document;
use savoir_syntax::Span;

/// What there is to say about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The words it is about.
    pub span: Span,
    /// What there is to say, as Markdown. Names of the text stand in code only.
    pub markdown: String,
}

/// What there is to say about the name, the keyword or the operator at an offset.
#[must_use]
pub fn hover(_document: &Document, _offset: u32) -> Option<Hover> {
    None
}
