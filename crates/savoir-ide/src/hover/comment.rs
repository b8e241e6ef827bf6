//! What the author says about a declaration.

use crate::Document;
use savoir_syntax::{SyntaxKind as K, Token};

/// The comments on the lines directly above an offset, without their signs.
pub(super) fn above(document: &Document, offset: u32) -> Option<String> {
    let tree = document.tree();
    let tokens = tree.tokens();
    let mut end = tokens.partition_point(|token| token.span.start < offset);
    let mut lines: Vec<&str> = Vec::new();
    // A comment, its line end, and so on; what stands before the first comment must be a line end too.
    while let [.., before, comment, space] = &tokens[..end] {
        let breaks = |token: &Token| document.slice(token.span).matches('\n').count();
        let is_above = space.kind == K::Whitespace && breaks(space) == 1 && comment.kind == K::Comment;
        if !is_above || before.kind != K::Whitespace || breaks(before) == 0 {
            break;
        }
        lines.push(document.slice(comment.span).trim_start_matches('-').trim());
        end -= 2;
    }
    lines.reverse();
    let text = lines.join("\n");
    (!text.trim().is_empty()).then_some(text)
}
