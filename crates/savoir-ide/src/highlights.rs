//! All places of the thing at the cursor.

use crate::Document;
use savoir_syntax::Span;

/// What is done with a thing at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HighlightKind {
    /// It is read.
    Read,
    /// It is declared or assigned.
    Write,
    /// It is a word that belongs to others, such as the two ends of a section.
    Text,
}

/// A place to be marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// The place.
    pub span: Span,
    /// What is done there.
    pub kind: HighlightKind,
}

/// The places of the thing whose name stands at an offset.
#[must_use]
pub fn highlights(_document: &Document, _offset: u32) -> Vec<Highlight> {
    Vec::new()
}
