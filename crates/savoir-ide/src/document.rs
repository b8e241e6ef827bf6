//! A snapshot of a text with all that the front end knows about it.

use savoir::Loaded;
use savoir_model::PartialModel;
use savoir_syntax::{Diagnostic, LineIndex, Span, Tree};

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
        diagnostics.extend(loaded.lints());
        diagnostics.sort_by_key(|found| found.primary.span);
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

/// What is wrong with a text and what is suspicious about it, in the order of the text, with edits that mend it.
#[must_use]
pub fn diagnostics(document: &Document) -> &[Diagnostic] {
    &document.diagnostics
}
