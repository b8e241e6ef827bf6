//! From a name to where it is declared and to where it is used.

use crate::Document;
use savoir_syntax::Span;

/// Whether the places where something gets its name are among the references to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncludeDeclaration {
    /// They are.
    Yes,
    /// They are not.
    No,
}

/// Where the name at an offset is declared; several places for the value of several enumerations.
#[must_use]
pub fn definition(document: &Document, offset: u32) -> Vec<Span> {
    let map = &document.partial().map;
    map.at(offset).map(|found| map.declarations(found.symbol).collect()).unwrap_or_default()
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
