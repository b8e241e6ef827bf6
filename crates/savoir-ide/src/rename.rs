//! Another name for a thing, in all places at once, unless the text would then say something else.

use crate::{Document, TextEdit};
use savoir_syntax::Span;

/// A name that can be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renameable {
    /// Where it stands.
    pub span: Span,
    /// The name as it is.
    pub name: String,
}

/// Why something is not renamed, as a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{sentence}")]
pub struct RenameRefused {
    /// The reason, with how to do it in another way if there is one.
    pub sentence: String,
}

/// The name at an offset if it can be changed; nothing where no name stands.
///
/// # Errors
/// When there is a name that must stay.
pub fn prepare_rename(_document: &Document, _offset: u32) -> Result<Option<Renameable>, RenameRefused> {
    Ok(None)
}

/// The edits that give the thing at an offset another name, in the order of the text.
///
/// # Errors
/// When the text would not say the same afterwards.
pub fn rename(_document: &Document, _offset: u32, _name: &str) -> Result<Vec<TextEdit>, RenameRefused> {
    Err(RenameRefused { sentence: "there is no name here".to_owned() })
}
