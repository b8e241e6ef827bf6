//! Whether a text with another name says the same.

use super::{RenameRefused, refuse};
use crate::syntax::descendants;
use crate::{Document, TextEdit};
use savoir::Loaded;
use savoir_model::{EnumValueId, Occurrence, Symbol};
use savoir_syntax::{LineIndex, Span, Tree};
use std::collections::BTreeMap;

/// Compares a document with what came of it by `edits`, all of which write `name`.
pub(super) fn same_meaning(
    before: &Document,
    edits: &[TextEdit],
    after: &Loaded,
    name: &str,
) -> Result<(), RenameRefused> {
    let moved = Moved { edits, written: name.len() as u32 };
    check_findings(before, after, &moved, name)?;
    if !have_same_shape(before.tree(), &after.tree) {
        return refuse(format!("With the name `{name}` the text would be read in another way."));
    }
    let map = after.partial().map;
    let (old, new) = (before.partial().map.occurrences(), map.occurrences());
    let mut values = Values::default();
    // A word that stands for nothing in a broken text may come to stand for something.
    let of_some_word =
        || refuse(format!("With the name `{name}` some word of the text would stand for something else."));
    for (old, new) in old.iter().zip(new) {
        if moved.span(old.span) != new.span {
            return of_some_word();
        }
        if old.role != new.role || !values.same(old.symbol, new.symbol) {
            return refuse(other_meaning(before, old, new, name));
        }
    }
    if old.len() == new.len() { Ok(()) } else { of_some_word() }
}

/// There must be no finding that was not there before.
fn check_findings(before: &Document, after: &Loaded, moved: &Moved<'_>, name: &str) -> Result<(), RenameRefused> {
    let known: Vec<_> =
        before.loaded().diagnostics.iter().map(|found| (found.code, moved.span(found.primary.span))).collect();
    for found in &after.diagnostics {
        if !known.contains(&(found.code, found.primary.span)) {
            let line = LineIndex::new(&after.source.text).line(found.primary.span.start) + 1;
            return refuse(format!("`{name}` does not fit: {} (line {line}).", found.message));
        }
    }
    Ok(())
}

fn other_meaning(before: &Document, old: &Occurrence, new: &Occurrence, name: &str) -> String {
    let line = before.lines().line(old.span.start) + 1;
    match (old.symbol, new.symbol) {
        (Symbol::EnumValue(_), Symbol::EnumValue(_)) => format!(
            "`{name}` is the value of an enumeration already, and values with equal names are one value (line {line})."
        ),
        _ => {
            let word = before.slice(old.span);
            format!("With the name `{name}`, `{word}` in line {line} would stand for something else.")
        }
    }
}

/// Where things stand after edits.
struct Moved<'e> {
    edits: &'e [TextEdit],
    /// The length of what each edit writes.
    written: u32,
}

impl Moved<'_> {
    fn offset(&self, offset: u32) -> u32 {
        let before = &self.edits[..self.edits.partition_point(|edit| edit.span.start < offset)];
        // All edits replace the same name.
        let replaced = self.edits.first().map_or(0, |edit| edit.span.end - edit.span.start);
        offset + before.len() as u32 * self.written - before.len() as u32 * replaced
    }

    fn span(&self, span: Span) -> Span {
        Span::new(self.offset(span.start), self.offset(span.end))
    }
}

/// Values of enumerations are numbered by their names, so another name may change their numbers.
#[derive(Default)]
struct Values {
    forth: BTreeMap<EnumValueId, EnumValueId>,
    back: BTreeMap<EnumValueId, EnumValueId>,
}

impl Values {
    fn same(&mut self, old: Symbol, new: Symbol) -> bool {
        let (Symbol::EnumValue(old), Symbol::EnumValue(new)) = (old, new) else { return old == new };
        *self.forth.entry(old).or_insert(new) == new && *self.back.entry(new).or_insert(old) == old
    }
}

/// Whether two texts have the same kinds of words and the same grammar.
fn have_same_shape(before: &Tree, after: &Tree) -> bool {
    let words = |tree: &Tree| tree.tokens().iter().map(|token| token.kind).collect::<Vec<_>>();
    let nodes = |tree: &Tree| descendants(tree.root()).map(|node| node.kind()).collect::<Vec<_>>();
    words(before) == words(after) && nodes(before) == nodes(after)
}
