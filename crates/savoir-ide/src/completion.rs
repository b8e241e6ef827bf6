//! What may stand at the cursor.

use crate::Document;
use savoir_syntax::Span;

/// What a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompletionKind {
    /// A variable.
    Variable,
    /// An action.
    Action,
    /// The value of an enumeration, a number or a truth value.
    Value,
    /// An agent.
    Agent,
    /// A group.
    Group,
    /// A proposition.
    Proposition,
    /// An operator of formulas.
    Operator,
    /// A keyword.
    Keyword,
    /// A piece of text with places to fill in.
    Snippet,
}

/// What is inserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insert {
    /// This text.
    Plain(String),
    /// A snippet: `${1:words}` are places to fill in, `$0` is where the cursor ends up.
    Snippet(String),
}

/// Something that may stand at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is shown, and compared with what was typed.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// What is replaced: the word at the cursor.
    pub span: Span,
    /// What is inserted.
    pub insert: Insert,
    /// A few words beside the label.
    pub detail: Option<String>,
    /// More about it, as Markdown.
    pub documentation: Option<String>,
}

/// What may stand at an offset, the most likely first. All that fits the place is given, whatever the word at the cursor
/// begins with; editors choose among them.
#[must_use]
pub fn completions(_document: &Document, _offset: u32) -> Vec<Completion> {
    Vec::new()
}
