//! From words to what they are.

use super::{SemanticToken, TokenKind, TokenModifier, TokenModifiers};
use crate::Document;
use crate::syntax::descendants;
use savoir_model::{NameRole, Occurrence, Symbol, Visibility};
use savoir_syntax::{Span, SyntaxKind as K};

/// What the words of a text are, in its order; no two overlap, and none goes over the end of a line. Names that stand for
/// nothing are left out.
#[must_use]
pub fn semantic_tokens(document: &Document) -> Vec<SemanticToken> {
    let (text, map) = (document.text(), &document.partial().map);
    let assigned = assigned(document);
    let mut names = map.occurrences().iter().peekable();
    let mut found = Vec::new();
    let tokens = document.tree().tokens();
    let mut before = None;
    for (index, token) in tokens.iter().enumerate() {
        while names.next_if(|name| name.span.start < token.span.start).is_some() {}
        match names.peek().filter(|name| name.span == token.span) {
            Some(name) => found.push(named(document, **name, &assigned)),
            None if token.kind == K::Comment => comment(document, token.span, &mut found),
            None if token.kind == K::Ident => {
                let is_call = tokens.get(index + 1).is_some_and(|next| next.kind == K::LParen);
                found.extend(unresolved(&text[token.span.range()], token.span, before, is_call));
            }
            None => found.extend(plain(token.kind, token.span)),
        }
        if !token.kind.is_trivia() {
            before = Some(token.kind);
        }
    }
    debug_assert!(found.iter().all(|it| !text[it.span.range()].contains('\n')));
    found
}

fn plain(kind: K, span: Span) -> Option<SemanticToken> {
    let kind = match kind {
        K::Int => TokenKind::Number,
        K::TrueKw | K::FalseKw => TokenKind::Value,
        K::BooleanKw => TokenKind::Type,
        kind if is_operator(kind) => TokenKind::Operator,
        kind if kind.is_keyword() => TokenKind::Keyword,
        _ => return None,
    };
    Some(SemanticToken { span, kind, modifiers: TokenModifiers::default() })
}

/// Words that are no keywords and stand for nothing in the model, and yet mean something: `KH(`, and the name of `?Y`.
fn unresolved(word: &str, span: Span, before: Option<K>, is_call: bool) -> Option<SemanticToken> {
    let kind = match before {
        Some(K::Question) => TokenKind::Group,
        _ if word == "KH" && is_call => TokenKind::Operator,
        _ => return None,
    };
    Some(SemanticToken { span, kind, modifiers: TokenModifiers::default() })
}

/// Operators that are words, and the signs of formulas and conditions.
fn is_operator(kind: K) -> bool {
    use K::{
        AKw, AfKw, AgKw, AndKw, AxKw, DkKw, EKw, EfKw, EgKw, ExKw, FKw, GKw, GckKw, GkKw, KKw, OKw, OrKw, UKw, XKw,
    };
    use K::{Amp, Arrow, Bang, Caret, DoubleArrow, Equal, Greater, GreaterEq, Less, LessEq, Minus, NotEq, Pipe};
    use K::{Plus, Slash, Star, Tilde};
    let words =
        [AKw, AfKw, AgKw, AndKw, AxKw, DkKw, EKw, EfKw, EgKw, ExKw, FKw, GKw, GckKw, GkKw, KKw, OKw, OrKw, UKw, XKw];
    let signs = [Amp, Arrow, Bang, Caret, DoubleArrow, Equal, Greater, GreaterEq, Less, LessEq, Minus, NotEq, Pipe];
    words.contains(&kind) || signs.contains(&kind) || [Plus, Slash, Star, Tilde].contains(&kind)
}

fn named(document: &Document, name: Occurrence, assigned: &[Span]) -> SemanticToken {
    let model = &document.partial().model;
    let (kind, is_shared) = match name.symbol {
        Symbol::Agent(_) => (TokenKind::Agent, false),
        Symbol::Variable(id) => (TokenKind::Variable, model.variable(id).visibility == Visibility::Everyone),
        Symbol::Action(..) => (TokenKind::Action, false),
        Symbol::EnumValue(_) => (TokenKind::Value, false),
        Symbol::Proposition(_) => (TokenKind::Proposition, false),
        Symbol::Group(_) => (TokenKind::Group, false),
        Symbol::Property(_) => (TokenKind::Keyword, false),
    };
    let holds = [
        (name.role == NameRole::Declaration, TokenModifier::Declaration),
        (is_shared, TokenModifier::Shared),
        (assigned.binary_search(&name.span).is_ok(), TokenModifier::Assigned),
    ];
    let modifiers = holds.into_iter().filter(|(holds, _)| *holds);
    let modifiers = modifiers.fold(TokenModifiers::default(), |set, (_, modifier)| set.with(modifier));
    SemanticToken { span: name.span, kind, modifiers }
}

/// The names that assignments give values to, in the order of the text.
fn assigned(document: &Document) -> Vec<Span> {
    let assignments = descendants(document.tree().root()).filter(|node| node.kind() == K::Assignment);
    let mut found: Vec<Span> = assignments.filter_map(|node| node.names().last().map(|name| name.1)).collect();
    found.sort_unstable();
    found
}

/// A comment line by line, with names of groups in readings.
fn comment(document: &Document, span: Span, found: &mut Vec<SemanticToken>) {
    let map = &document.partial().map;
    let text = document.slice(span);
    let mut start = span.start;
    for line in text.split_inclusive('\n') {
        let shown = line.trim_end();
        let end = start + shown.len() as u32;
        if end > start {
            let whole = SemanticToken {
                span: Span::new(start, end),
                kind: if is_annotation(shown) { TokenKind::Annotation } else { TokenKind::Comment },
                modifiers: TokenModifiers::default(),
            };
            match map.at(end).filter(|name| name.span.end == end && name.span.start > start) {
                Some(name) => {
                    found.push(SemanticToken { span: Span::new(start, name.span.start), ..whole });
                    found.push(named(document, name, &[]));
                }
                None => found.push(whole),
            }
        }
        start += line.len() as u32;
    }
}

/// Whether a comment says something about a formula.
fn is_annotation(line: &str) -> bool {
    let Some((key, _)) = line.trim_start_matches('-').split_once(':') else { return false };
    ["name", "expect", "atl", "savoir"].iter().any(|known| key.trim().eq_ignore_ascii_case(known))
}
