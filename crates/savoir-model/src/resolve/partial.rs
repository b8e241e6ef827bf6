//! The model of a text with errors, as far as it goes: for editors, which need it while a text is being written.

use super::Resolver;
use crate::source_map::{SourceMap, Symbol};
use crate::{Atom, Model, PropertyId};
use savoir_syntax::{Diagnostic, Findings, Span, Tree};
use std::collections::BTreeSet;

/// What could be made of a text in spite of its errors. Where something is broken, anything may stand in its place: a
/// condition that never holds, a formula that always does, a truth value for a variable without a type. So this is no
/// model to be checked; [`resolve`](super::resolve) gives that.
#[derive(Clone, Debug)]
pub struct PartialModel {
    /// All that is declared, and all conditions and formulas.
    pub model: Model,
    /// What the names of the text stand for.
    pub map: SourceMap,
    broken: BTreeSet<Symbol>,
}

impl PartialModel {
    /// Gives a parsed text a meaning, without a word about what is wrong with it. `known` are the findings about it so far.
    #[must_use]
    pub fn of(tree: &Tree, known: &[Diagnostic]) -> PartialModel {
        let (model, map, findings) = recorded(tree);
        let is_full = findings.is_full();
        let diagnostics = findings.into_vec();
        let mut errors: Vec<Span> = known.iter().chain(&diagnostics).filter_map(place_of_error).collect();
        if is_full {
            // Further errors were not noted; they may be anywhere.
            errors.push(tree.root().span());
        }
        let broken = broken(&model, &map, &errors);
        PartialModel { model, map, broken }
    }

    /// Whether the definition of something is free of errors. A formula with a broken proposition is broken.
    #[must_use]
    pub fn is_whole(&self, symbol: Symbol) -> bool {
        !self.broken.contains(&symbol)
    }

    /// The formulas that are free of errors.
    pub fn whole_properties(&self) -> impl Iterator<Item = PropertyId> {
        let all = (0..self.model.properties.len()).map(PropertyId::from);
        all.filter(|id| self.is_whole(Symbol::Property(*id)))
    }
}

/// What the names of a text stand for.
pub(crate) fn source_map(tree: &Tree) -> SourceMap {
    recorded(tree).1
}

fn recorded(tree: &Tree) -> (Model, SourceMap, Findings) {
    let mut resolver = Resolver::new(super::empty_model(), super::Names::default(), &|| false);
    resolver.record = Some(SourceMap::default());
    resolver.file(tree.root());
    let Resolver { model, record, findings, .. } = resolver;
    let mut map = record.unwrap_or_default();
    map.finish();
    (model, map, findings)
}

fn place_of_error(found: &Diagnostic) -> Option<Span> {
    found.is_error().then_some(found.primary.span)
}

fn broken(model: &Model, map: &SourceMap, errors: &[Span]) -> BTreeSet<Symbol> {
    // Sorted by their ends, and by the least start of an error that ends there or later.
    let mut by_end: Vec<Span> = errors.to_vec();
    by_end.sort_by_key(|error| error.end);
    for index in (1..by_end.len()).rev() {
        by_end[index - 1].start = by_end[index - 1].start.min(by_end[index].start);
    }
    let hit = |span: Span| {
        let first = by_end.partition_point(|error| error.end < span.start);
        by_end.get(first).is_some_and(|error| error.start <= span.end)
    };
    let mut broken: BTreeSet<Symbol> =
        map.definitions().iter().filter(|(span, _)| hit(*span)).map(|(_, symbol)| *symbol).collect();
    for (index, property) in model.properties.iter().enumerate() {
        let is_broken = |atom: Atom| match atom {
            Atom::Proposition(id) => broken.contains(&Symbol::Proposition(id)),
            Atom::Condition(condition) => {
                let mut read = model.exprs.variables(condition).into_iter();
                read.any(|variable| broken.contains(&Symbol::Variable(variable)))
            }
            Atom::Red(_) | Atom::Green(_) => false,
        };
        if model.formulas.atoms(property.formula).any(is_broken) {
            broken.insert(Symbol::Property(PropertyId::from(index)));
        }
    }
    broken
}
