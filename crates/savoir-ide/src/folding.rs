//! What can be folded away.

use crate::Document;
use savoir_syntax::Span;

/// What is folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldingKind {
    /// A section or an agent, or a statement of several lines.
    Region,
    /// Lines of comments.
    Comment,
}

/// A stretch of several lines that can be folded to its first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoldingRange {
    /// The stretch.
    pub span: Span,
    /// What it is.
    pub kind: FoldingKind,
}

/// What can be folded, in the order of the text.
#[must_use]
pub fn folding_ranges(_document: &Document) -> Vec<FoldingRange> {
    Vec::new()
}
