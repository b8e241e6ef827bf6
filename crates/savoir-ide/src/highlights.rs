//! All places of the thing at the cursor.

use crate::Document;
use crate::syntax::{is_section, path, word_at};
use savoir_model::NameRole;
use savoir_syntax::{Node, Span, SyntaxKind as K};

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

/// The places of the thing whose name stands at an offset; of a word that begins or ends a section, its other ends.
#[must_use]
pub fn highlights(document: &Document, offset: u32) -> Vec<Highlight> {
    let map = &document.partial().map;
    let Some(found) = map.at(offset) else { return ends(document, offset) };
    let kind = |span: Span, role: NameRole| match role {
        NameRole::Declaration => HighlightKind::Write,
        NameRole::Use if is_assigned(document, span) => HighlightKind::Write,
        NameRole::Use => HighlightKind::Read,
    };
    map.places(found.symbol).map(|it| Highlight { span: it.span, kind: kind(it.span, it.role) }).collect()
}

/// Whether the name at a place is what an assignment gives a value to.
pub(crate) fn is_assigned(document: &Document, name: Span) -> bool {
    let innermost = path(document.tree(), name.start).pop();
    // The value of an assignment is a node of its own.
    innermost.is_some_and(|node| node.kind() == K::Assignment && node.names().last().is_some_and(|it| it.1 == name))
}

/// The words with which a section or an agent begins and ends.
fn ends(document: &Document, offset: u32) -> Vec<Highlight> {
    let tree = document.tree();
    let Some(word) = word_at(tree, offset) else { return Vec::new() };
    let is_whole = |node: &Node<'_>| is_section(node.kind()) || node.kind() == K::Agent;
    let Some(node) = path(tree, tree.token(word).span.start).into_iter().rfind(is_whole) else { return Vec::new() };
    let opening = node.own_tokens().next().map(|(kind, _)| kind);
    let words = node.own_tokens().filter(|(kind, _)| Some(*kind) == opening || *kind == K::EndKw);
    let words: Vec<_> = words.map(|(_, id)| id).collect();
    if !words.contains(&word) {
        return Vec::new();
    }
    words.into_iter().map(|id| Highlight { span: tree.token(id).span, kind: HighlightKind::Text }).collect()
}
