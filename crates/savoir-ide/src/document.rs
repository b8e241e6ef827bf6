//! A snapshot of a text with all that the front end knows about it.

use savoir::Loaded;
use savoir_model::{PartialModel, lint};
use savoir_syntax::{Diagnostic, Findings, LineIndex, Span, Tree};
use std::cell::Cell;

/// Lints ask so many times whether to go on, each time after a fixed number of steps; then they end. Some models that are
/// no longer than others keep them busy for seconds, and nobody waits so long after a keystroke. Counting polls and not
/// seconds, the same text has the same findings.
const MOST_POLLS: u32 = 16;

/// A text at one moment. It does not change; another text is another document.
#[derive(Clone, Debug)]
pub struct Document {
    loaded: Loaded,
    partial: PartialModel,
    lines: LineIndex,
    diagnostics: Vec<Diagnostic>,
}

impl Document {
    /// Reads a text; `name` is shown in diagnostics.
    #[must_use]
    pub fn new(name: &str, text: &str) -> Document {
        Document::of(Loaded::from_text(name, text))
    }

    /// The document of a text that was read already.
    #[must_use]
    pub fn of(loaded: Loaded) -> Document {
        let mut diagnostics = loaded.diagnostics.clone();
        diagnostics.extend(lints(&loaded));
        diagnostics.sort_by_key(|found| found.primary.span.start);
        let lines = LineIndex::new(&loaded.source.text);
        Document { partial: loaded.partial(), lines, diagnostics, loaded }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.loaded.source.name
    }

    /// The text that all places refer to.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.loaded.source.text
    }

    /// Where its lines start.
    #[must_use]
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }

    /// What checks are made of.
    #[must_use]
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// The model as far as it goes.
    #[must_use]
    pub fn partial(&self) -> &PartialModel {
        &self.partial
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.loaded.tree
    }

    /// The text at a place.
    pub(crate) fn slice(&self, span: Span) -> &str {
        self.text().get(span.range()).unwrap_or_default()
    }
}

/// What is suspicious about a model, as far as it is found soon.
pub(crate) fn lints(loaded: &Loaded) -> Vec<Diagnostic> {
    let Some(model) = &loaded.model else { return Vec::new() };
    let polls = Cell::new(0);
    let stop = || {
        polls.set(polls.get() + 1);
        polls.get() > MOST_POLLS
    };
    let found = lint::lint_until(model, &loaded.tree, &stop).found;
    let mut findings = Findings::default();
    loaded.judge(found).into_iter().for_each(|found| findings.add(found));
    findings.into_vec()
}

/// What is wrong with a text and what is suspicious about it, in the order of the text, with edits that mend it. Lints
/// that take long stay undecided; [`Loaded::lints_within`] decides them where there is time.
#[must_use]
pub fn diagnostics(document: &Document) -> &[Diagnostic] {
    &document.diagnostics
}
