//! One version of a text with all that is known from reading it.

use super::Text;
use savoir::{Loaded, Model};
use std::sync::Arc;

/// One version of a text, which does not change any more.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) version: i32,
    pub(crate) text: Arc<Text>,
    pub(crate) loaded: Loaded,
}

impl Snapshot {
    pub(crate) fn new(name: &str, version: i32, text: Arc<Text>) -> Snapshot {
        let loaded = Loaded::from_text(name, text.whole());
        Snapshot { version, text, loaded }
    }

    /// What was read.
    pub(crate) fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// The model, if the text has no errors.
    pub(crate) fn model(&self) -> Option<&Model> {
        self.loaded().model.as_ref()
    }
}
