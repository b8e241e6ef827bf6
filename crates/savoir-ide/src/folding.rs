//! What can be folded away.

use crate::Document;
use crate::syntax::{descendants, is_section, is_statement};
use savoir_syntax::{Span, SyntaxKind as K};

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
pub fn folding_ranges(document: &Document) -> Vec<FoldingRange> {
    let is_foldable = |kind: K| kind == K::Agent || is_section(kind) || is_statement(kind);
    let nodes = descendants(document.tree().root()).filter(|node| is_foldable(node.kind()));
    let regions = nodes.map(|node| FoldingRange { span: node.span(), kind: FoldingKind::Region });
    let comments = comments(document).into_iter().map(|span| FoldingRange { span, kind: FoldingKind::Comment });
    let lines = document.lines();
    let mut found: Vec<FoldingRange> =
        regions.chain(comments).filter(|it| lines.line(it.span.start) < lines.line(it.span.end)).collect();
    found.sort_by_key(|it| (it.span.start, std::cmp::Reverse(it.span.end)));
    found
}

/// Comments on lines of their own, one below the other.
fn comments(document: &Document) -> Vec<Span> {
    let (text, lines) = (document.text(), document.lines());
    let mut blocks: Vec<Span> = Vec::new();
    // The line behind the last block, and whether a word stands on the line before the next token.
    let mut next_line = usize::MAX;
    let mut after_word = None;
    for token in document.tree().tokens() {
        match token.kind {
            K::Whitespace => {}
            K::Comment => {
                let line = lines.line(token.span.start);
                if after_word == Some(line) {
                    continue;
                }
                let end = token.span.start + text[token.span.range()].trim_end().len() as u32;
                match blocks.last_mut().filter(|_| line == next_line) {
                    Some(block) => block.end = end,
                    None => blocks.push(Span::new(token.span.start, end)),
                }
                next_line = lines.line(end) + 1;
            }
            _ => {
                after_word = Some(lines.line(token.span.start));
                next_line = usize::MAX;
            }
        }
    }
    blocks
}
