//! What every word is, for colours.

mod words;

use savoir_syntax::Span;
pub use words::semantic_tokens;

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
