//! The formatter's layout, as few small edits.

use crate::{Document, TextEdit};
use savoir_syntax::{Span, SyntaxKind as K, Tree, format, parse};

/// Edits that lay a text out; none if it has errors of syntax, or is laid out already.
#[must_use]
pub fn formatting(document: &Document) -> Vec<TextEdit> {
    let text = document.text();
    if !parse(text).is_ok() {
        return Vec::new();
    }
    let formatted = format::format(document.tree());
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    differences(document.tree(), &parse(&formatted).tree, line_end)
}

/// Those of these edits that change the lines of a stretch.
#[must_use]
pub fn format_range(document: &Document, span: Span) -> Vec<TextEdit> {
    let text = document.text();
    let (start, end) = ((span.start as usize).min(text.len()), (span.end as usize).min(text.len()));
    let before = text.as_bytes()[..start].iter().rposition(|byte| *byte == b'\n');
    let behind = text.as_bytes()[end..].iter().position(|byte| *byte == b'\n');
    // The break before the first line belongs to it, since it decides about its indentation.
    let lines = Span::new(before.unwrap_or(0) as u32, behind.map_or(text.len(), |at| end + at) as u32);
    let inside = |edit: &TextEdit| lines.start <= edit.span.start && edit.span.end <= lines.end;
    formatting(document).into_iter().filter(inside).collect()
}

/// A word with the white space before it.
struct Word<'t> {
    space: Span,
    text: &'t str,
}

/// The formatter changes nothing but white space, so the words of both texts are the same, one after the other.
fn differences(before: &Tree, after: &Tree, line_end: &str) -> Vec<TextEdit> {
    let (old, new) = (words(before), words(after));
    if old.len() != new.len() {
        return Vec::new();
    }
    let mut edits = Vec::new();
    for (old, new) in old.iter().zip(&new) {
        let wanted = after.text()[new.space.range()].replace('\n', line_end);
        let found = &before.text()[old.space.range()];
        if old.text != new.text {
            return Vec::new();
        }
        if *found != wanted {
            edits.push(smallest(found, &wanted, old.space.start));
        }
    }
    edits
}

/// The words of a text, comments among them, and what stands before its end.
fn words(tree: &Tree) -> Vec<Word<'_>> {
    let text = tree.text();
    let mut words = Vec::new();
    let mut space = 0;
    for token in tree.tokens().iter().filter(|token| token.kind != K::Whitespace) {
        // Spaces at the end of a comment, also the first half of a line end, are white space as well.
        let word = text[token.span.range()].trim_end();
        words.push(Word { space: Span::new(space, token.span.start), text: word });
        space = token.span.start + word.len() as u32;
    }
    words.push(Word { space: Span::new(space, text.len() as u32), text: "" });
    words
}

/// The edit that leaves as much as possible at both ends. White space is ASCII, so every offset is a boundary.
fn smallest(found: &str, wanted: &str, offset: u32) -> TextEdit {
    let same = |pair: &(u8, u8)| pair.0 == pair.1;
    let start = found.bytes().zip(wanted.bytes()).take_while(same).count();
    let (rest, new) = (&found[start..], &wanted[start..]);
    let end = rest.bytes().rev().zip(new.bytes().rev()).take_while(same).count();
    let span = Span::new(offset + start as u32, offset + (found.len() - end) as u32);
    TextEdit { span, text: new[..new.len() - end].to_owned() }
}
