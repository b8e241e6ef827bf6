//! `-- name: …` and `-- expect: …`: comments that belong to a formula.

use super::Resolver;
use savoir_syntax::{Code, Diagnostic, Node, SyntaxKind as K, Token};

/// What comments say about a formula.
#[derive(Default)]
pub(super) struct Annotations {
    pub(super) name: Option<String>,
    pub(super) expected: Option<bool>,
}

impl Resolver {
    /// Reads the comment lines directly before a formula, the comments inside it, and the comment at the end of its
    /// line.
    pub(super) fn annotations(&mut self, property: Node<'_>) -> Annotations {
        let mut found = Annotations::default();
        for comment in comments(property) {
            self.annotation(&property.tree().text()[comment.span.range()], comment, &mut found);
        }
        found
    }

    fn annotation(&mut self, text: &str, comment: Token, found: &mut Annotations) {
        for item in text.trim_start_matches('-').split([',', ';']) {
            let Some((key, value)) = item.split_once(':') else { continue };
            let value = value.trim();
            match key.trim() {
                "name" if !value.is_empty() => found.name = Some(value.to_owned()),
                "expect" => match value.parse() {
                    Ok(expected) => found.expected = Some(expected),
                    Err(_) => self.report(
                        Diagnostic::new(Code::BadExpectation, comment.span, format!("`{value}` is not a verdict"))
                            .label("not understood")
                            .help("write `-- expect: true` or `-- expect: false`"),
                    ),
                },
                // Any other comment with a colon is just a comment.
                _ => return,
            }
        }
    }
}

fn comments(property: Node<'_>) -> Vec<Token> {
    let (tokens, span, text) = (property.tree().tokens(), property.span(), property.tree().text());
    let first = tokens.partition_point(|token| token.span.start < span.start);
    let after = tokens.partition_point(|token| token.span.start < span.end);
    let breaks = |token: &Token| token.kind == K::Whitespace && text[token.span.range()].contains('\n');
    let trivia = tokens[..first].iter().rev().take_while(|token| token.kind.is_trivia()).count();
    let mut before = &tokens[first - trivia..first];
    // A comment on the line of the formula before this one belongs to that formula.
    if tokens[..first - trivia].last().is_some_and(|token| token.kind == K::Semicolon) {
        let own = before.iter().position(breaks).unwrap_or(before.len());
        before = &before[own..];
    }
    let behind = tokens[after..].iter().take_while(|token| token.kind.is_trivia() && !breaks(token));
    before.iter().chain(&tokens[first..after]).chain(behind).filter(|token| token.kind == K::Comment).copied().collect()
}
