//! From a name to where it is declared and to where it is used.

use crate::Document;
use crate::syntax::{path, word_at};
use savoir_model::Symbol;
use savoir_syntax::{Node, Span, SyntaxKind as K};

/// Whether the places where something gets its name are among the references to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncludeDeclaration {
    /// They are.
    Yes,
    /// They are not.
    No,
}

/// Where the name at an offset is declared; several places for the value of several enumerations. `Action` and `RedStates`
/// lead to the sections of their agent.
#[must_use]
pub fn definition(document: &Document, offset: u32) -> Vec<Span> {
    let map = &document.partial().map;
    match map.at(offset) {
        Some(found) => map.declarations(found.symbol).collect(),
        None => section(document, offset).into_iter().collect(),
    }
}

/// The heading of the section that a word such as `RedStates` in `Guard.RedStates` speaks of.
fn section(document: &Document, offset: u32) -> Option<Span> {
    let tree = document.tree();
    let word = tree.token(word_at(tree, offset)?);
    let around = path(tree, word.span.start);
    let innermost = *around.last()?;
    let section = match (word.kind, innermost.kind()) {
        (K::ActionKw, K::ActionName) => K::ActionsSection,
        (K::RedStatesKw | K::GreenStatesKw, K::ColourRef) => K::RedStatesSection,
        _ => return None,
    };
    let agent = match innermost.name() {
        Some((_, name)) => named_agent(document, name),
        None => around.into_iter().find(|node| node.kind() == K::Agent),
    };
    let (_, heading) = agent?.child(section)?.own_tokens().next()?;
    Some(tree.token(heading).span)
}

/// The node of the agent whose name stands at a place.
fn named_agent(document: &Document, name: Span) -> Option<Node<'_>> {
    let map = &document.partial().map;
    let found = map.at(name.start).filter(|found| matches!(found.symbol, Symbol::Agent(_)))?;
    let whole = map.definition(found.symbol)?;
    document.tree().root().children_of(K::Agent).find(|node| node.span() == whole)
}

/// Where the thing is referred to whose name stands at an offset, in the order of the text.
#[must_use]
pub fn references(document: &Document, offset: u32, declaration: IncludeDeclaration) -> Vec<Span> {
    let map = &document.partial().map;
    let Some(found) = map.at(offset) else { return Vec::new() };
    match declaration {
        IncludeDeclaration::Yes => map.places(found.symbol).map(|place| place.span).collect(),
        IncludeDeclaration::No => map.uses(found.symbol).collect(),
    }
}
