//! `-- name: …`, `-- expect: …` and `-- atl: …`: comments that belong to a formula.

use super::{Resolver, fixes};
use crate::AtlSemantics;
use savoir_syntax::{Code, Diagnostic, Fix, Node, Span, SyntaxKind as K, Token};

/// What comments say about a formula.
#[derive(Default)]
pub(super) struct Annotations {
    pub(super) name: Option<String>,
    pub(super) expected: Option<bool>,
    /// Where the expectation stands.
    place: Option<Span>,
    pub(super) reading: Option<AtlSemantics>,
    /// Where the reading stands.
    pub(super) reading_place: Option<Span>,
}

impl Resolver<'_> {
    /// Reads the comment lines directly before a formula, the comments inside it, and the comment at the end of its
    /// line.
    pub(super) fn annotations(&mut self, property: Node<'_>) -> Annotations {
        let mut found = Annotations::default();
        for comment in comments(property) {
            self.annotation(property.tree().text(), comment.span, &mut found);
        }
        found
    }

    /// Reads the comment at `span` of the whole text.
    fn annotation(&mut self, text: &str, span: Span, found: &mut Annotations) {
        for item in text[span.range()].trim_start_matches('-').split([',', ';']) {
            let (key, value) =
                item.split_once(':').map_or((item.trim(), ""), |(key, value)| (key.trim(), value.trim()));
            if key.eq_ignore_ascii_case("name") && !value.is_empty() {
                found.name = Some(value.to_owned());
            } else if key.eq_ignore_ascii_case("expect") && item.contains(':') {
                match verdict(value) {
                    Some(expected) => self.expectation(expected, text, span, found),
                    None => self.report(
                        not_understood(span, format!("`{value}` is not a verdict"))
                            .help("write `-- expect: true` or `-- expect: false`"),
                    ),
                }
            } else if let Some(meant) = looks_like_expectation(item) {
                let report = not_understood(span, "this is no expectation".to_owned());
                let fix = fixes::write(place_of(item.trim(), text), &format!("expect: {meant}"));
                self.report(report.help(format!("write `-- expect: {meant}`")).fix(fix));
            } else if !self.reading(item, text, span, found) {
                // Any other comment is just a comment.
                return;
            }
        }
    }

    fn expectation(&mut self, expected: bool, text: &str, span: Span, found: &mut Annotations) {
        if let Some((_, first)) = found.expected.zip(found.place).filter(|(other, _)| *other != expected) {
            let mut report =
                Diagnostic::new(Code::TwoExpectations, span, "this formula is expected to be both true and false")
                    .label("this one counts")
                    .also(first, "this one does not")
                    .help("remove one of them");
            // A comment that says nothing but what does not count can go.
            if first != span && !text[first.range()].contains([',', ';']) {
                let fix = Fix::safe("remove the expectation that does not count");
                report = report.fix(fix.remove_with_lines(text, first));
            }
            self.report(report);
        }
        found.expected = Some(expected);
        found.place = Some(span);
    }
}

/// Where a part of the whole text stands.
pub(super) fn place_of(part: &str, text: &str) -> Span {
    let start = (part.as_ptr() as usize - text.as_ptr() as usize) as u32;
    Span::new(start, start + part.len() as u32)
}

fn verdict(text: &str) -> Option<bool> {
    [("true", true), ("false", false)]
        .into_iter()
        .find(|(word, _)| word.eq_ignore_ascii_case(text))
        .map(|found| found.1)
}

/// The verdict in a comment such as `expect false` or `Expected: true`, which differs from an expectation only in form.
fn looks_like_expectation(item: &str) -> Option<bool> {
    let mut words = item.split([' ', '\t', ':', '=']).filter(|word| !word.is_empty());
    let key = words.next()?;
    ["expect", "expects", "expected"].iter().find(|word| word.eq_ignore_ascii_case(key))?;
    verdict(words.next()?.trim_end_matches(['.', '!']))
}

pub(super) fn not_understood(span: Span, message: String) -> Diagnostic {
    Diagnostic::new(Code::BadExpectation, span, message).label("not understood")
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
