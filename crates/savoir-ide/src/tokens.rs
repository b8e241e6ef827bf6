//! What every word is, for colours.

use crate::Document;
use crate::syntax::descendants;
use savoir_model::{NameRole, Occurrence, Symbol, Visibility};
use savoir_syntax::{Span, SyntaxKind as K};

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenKind {
    /// A word of the language.
    Keyword,
    /// An operator, by word or by sign.
    Operator,
    /// A comment.
    Comment,
    /// A number.
    Number,
    /// An agent.
    Agent,
    /// A group, or a group variable.
    Group,
    /// A variable.
    Variable,
    /// An action.
    Action,
    /// The value of an enumeration, `true` or `false`.
    Value,
    /// A proposition.
    Proposition,
    /// The name of a built-in type.
    Type,
    /// What a comment says about a formula: `name:`, `expect:`, `atl:`.
    Annotation,
}

/// What else a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenModifier {
    /// It gives a thing its name.
    Declaration,
    /// Its thing belongs to the environment and is seen by every agent.
    Shared,
    /// A variable that gets a value here.
    Assigned,
}

/// A set of modifiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TokenModifiers(u32);

/// A word with what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SemanticToken {
    /// Where it stands, within one line.
    pub span: Span,
    /// What it is.
    pub kind: TokenKind,
    /// What else it is.
    pub modifiers: TokenModifiers,
}

impl TokenKind {
    /// All kinds, in the order of their numbers.
    pub const ALL: &[TokenKind] = &[
        TokenKind::Keyword,
        TokenKind::Operator,
        TokenKind::Comment,
        TokenKind::Number,
        TokenKind::Agent,
        TokenKind::Group,
        TokenKind::Variable,
        TokenKind::Action,
        TokenKind::Value,
        TokenKind::Proposition,
        TokenKind::Type,
        TokenKind::Annotation,
    ];

    /// What editors call it, so that every theme has a colour for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TokenKind::Keyword => "keyword",
            TokenKind::Operator => "operator",
            TokenKind::Comment => "comment",
            TokenKind::Number => "number",
            TokenKind::Agent => "class",
            TokenKind::Group => "namespace",
            TokenKind::Variable => "variable",
            TokenKind::Action => "function",
            TokenKind::Value => "enumMember",
            TokenKind::Proposition => "property",
            TokenKind::Type => "type",
            TokenKind::Annotation => "decorator",
        }
    }
}

impl TokenModifier {
    /// All modifiers, in the order of their bits.
    pub const ALL: &[TokenModifier] = &[TokenModifier::Declaration, TokenModifier::Shared, TokenModifier::Assigned];

    /// What editors call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TokenModifier::Declaration => "declaration",
            TokenModifier::Shared => "static",
            TokenModifier::Assigned => "modification",
        }
    }
}

impl TokenModifiers {
    /// The set with one more modifier.
    #[must_use]
    pub fn with(self, modifier: TokenModifier) -> TokenModifiers {
        TokenModifiers(self.0 | 1 << modifier as u32)
    }

    /// As bits, by the places of modifiers in [`TokenModifier::ALL`].
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }
}

/// What the words of a text are, in its order; no two overlap, and none goes over the end of a line. Names that stand for
/// nothing are left out.
#[must_use]
pub fn semantic_tokens(document: &Document) -> Vec<SemanticToken> {
    let (text, map) = (document.text(), &document.partial().map);
    let assigned = assigned(document);
    let mut names = map.occurrences().iter().peekable();
    let mut found = Vec::new();
    for token in document.tree().tokens() {
        while names.next_if(|name| name.span.start < token.span.start).is_some() {}
        match names.peek().filter(|name| name.span == token.span) {
            Some(name) => found.push(named(document, **name, &assigned)),
            None if token.kind == K::Comment => comment(document, token.span, &mut found),
            None => found.extend(plain(token.kind, token.span)),
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
