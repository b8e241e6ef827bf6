//! One version of a text with all that is known from reading it.

use super::{Revision, Text};
use savoir::{Loaded, Model};
use std::sync::Arc;

/// One version of a text, which does not change any more.
#[derive(Debug)]
pub(crate) struct Snapshot {
    /// What the client calls it.
    pub(crate) version: i32,
    pub(crate) revision: Revision,
    pub(crate) text: Arc<Text>,
    pub(crate) read: savoir_ide::Document,
}

impl Snapshot {
    pub(crate) fn new(name: &str, (version, revision): (i32, Revision), text: Arc<Text>) -> Snapshot {
        let read = savoir_ide::Document::new(name, text.whole());
        Snapshot { version, revision, text, read }
    }

    /// What checks are made of.
    pub(crate) fn loaded(&self) -> &Loaded {
        self.read.loaded()
    }

    /// The model, if the text has no errors.
    pub(crate) fn model(&self) -> Option<&Model> {
        self.loaded().model.as_ref()
    }
}
