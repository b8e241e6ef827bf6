//! What a text declares, as a tree; and what several texts declare, by name.

use crate::Document;
use savoir_syntax::Span;

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SymbolKind {
    /// An agent.
    Agent,
    /// A section.
    Section,
    /// A variable.
    Variable,
    /// An action.
    Action,
    /// A proposition.
    Proposition,
    /// A group.
    Group,
    /// A formula to be checked.
    Formula,
    /// A line of a protocol or an evolution, a condition, a fairness constraint.
    Statement,
}

/// Something that a text declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentSymbol {
    /// Its name; of a formula, its own name or its text. Never empty.
    pub name: String,
    /// A few words about it, perhaps none.
    pub detail: String,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub span: Span,
    /// Its name, inside of `span`.
    pub name_span: Span,
    /// What it contains.
    pub children: Vec<DocumentSymbol>,
}

/// Something that one of several texts declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkspaceSymbol {
    /// Which text, by its index.
    pub document: usize,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: SymbolKind,
    /// Its name in that text.
    pub span: Span,
    /// What it belongs to.
    pub container: Option<String>,
}

/// What a text declares, in its order.
#[must_use]
pub fn symbols(_document: &Document) -> Vec<DocumentSymbol> {
    Vec::new()
}

/// What texts declare whose names have the letters of `query` in this order, better matches first.
#[must_use]
pub fn workspace_symbols(_documents: &[&Document], _query: &str) -> Vec<WorkspaceSymbol> {
    Vec::new()
}
