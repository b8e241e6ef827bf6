//! The formatter's layout, as few small edits.

use crate::{Document, TextEdit};
use savoir_syntax::Span;

/// Edits that lay a text out; none if it has errors of syntax, or is laid out already.
#[must_use]
pub fn formatting(_document: &Document) -> Vec<TextEdit> {
    Vec::new()
}

/// Those of these edits that change the lines of a stretch.
#[must_use]
pub fn format_range(_document: &Document, _span: Span) -> Vec<TextEdit> {
    Vec::new()
}
