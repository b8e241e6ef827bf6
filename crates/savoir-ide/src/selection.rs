//! What a selection grows to, step by step.

use crate::Document;
use crate::syntax::{path, token_at, word_at};
use savoir_syntax::Span;

/// For each offset, what stands around it, from the word to the whole text; each stretch is larger than the one before.
#[must_use]
pub fn selection_ranges(document: &Document, offsets: &[u32]) -> Vec<Vec<Span>> {
    offsets.iter().map(|offset| around(document, *offset)).collect()
}

fn around(document: &Document, offset: u32) -> Vec<Span> {
    let tree = document.tree();
    let end = document.text().len() as u32;
    let offset = offset.min(end);
    let word = word_at(tree, offset).or_else(|| token_at(tree, offset).filter(|id| tree.token(*id).kind.is_trivia()));
    let word = word.map(|id| tree.token(id).span);
    let nodes = path(tree, offset).into_iter().rev().map(|node| node.span());
    let mut found: Vec<Span> = Vec::new();
    for span in word.into_iter().chain(nodes).chain([Span::new(0, end)]) {
        let contains = span.start <= offset && offset <= span.end;
        let larger = found.last().is_none_or(|last| *last != span && span.start <= last.start && last.end <= span.end);
        if contains && larger {
            found.push(span);
        }
    }
    found
}
