//! What several texts declare, by name.

use super::{DocumentSymbol, SymbolKind, symbols};
use crate::Document;
use savoir_syntax::Span;

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

/// What texts declare whose names have the letters of `query` in this order, better matches first.
#[must_use]
pub fn workspace_symbols(documents: &[&Document], query: &str) -> Vec<WorkspaceSymbol> {
    let query: Vec<char> = query.chars().filter(|letter| !letter.is_whitespace()).collect();
    let mut found: Vec<(u32, WorkspaceSymbol)> = Vec::new();
    for (document, snapshot) in documents.iter().enumerate() {
        collect(document, &symbols(snapshot), None, &query, &mut found);
    }
    // The sort is stable: equals stay in the order of the texts.
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, symbol)| symbol).collect()
}

fn collect(
    document: usize,
    level: &[DocumentSymbol],
    container: Option<&str>,
    query: &[char],
    found: &mut Vec<(u32, WorkspaceSymbol)>,
) {
    for symbol in level {
        let is_named = match symbol.kind {
            SymbolKind::Section | SymbolKind::Statement => false,
            // Beside a name of its own stands its text.
            SymbolKind::Formula => !symbol.detail.is_empty(),
            _ => true,
        };
        if let Some(rank) = rank(&symbol.name, query).filter(|_| is_named) {
            let (name, kind, span) = (symbol.name.clone(), symbol.kind, symbol.name_span);
            let container = container.map(str::to_owned);
            found.push((rank, WorkspaceSymbol { document, name, kind, span, container }));
        }
        // Sections are no names; what is in them belongs to the agent, or to nobody.
        let inner = if symbol.kind == SymbolKind::Agent { Some(symbol.name.as_str()) } else { container };
        collect(document, &symbol.children, inner, query, found);
    }
}

/// How well a name matches: 0 if it is the query, then names that begin with it, that contain it, and that have its letters.
fn rank(name: &str, query: &[char]) -> Option<u32> {
    let lower = |letter: &char| letter.to_ascii_lowercase();
    let name: Vec<char> = name.chars().map(|letter| letter.to_ascii_lowercase()).collect();
    let query: Vec<char> = query.iter().map(lower).collect();
    if query.is_empty() || name == query {
        return Some(0);
    }
    if name.starts_with(&query) {
        return Some(1);
    }
    if name.windows(query.len()).any(|part| part == query) {
        return Some(2);
    }
    let mut letters = name.iter();
    query.iter().all(|wanted| letters.any(|letter| letter == wanted)).then_some(3)
}
