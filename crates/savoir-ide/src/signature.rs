//! What the operator takes inside of which the cursor stands.

use crate::Document;
use std::ops::Range;

/// One of the things that an operator takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Where it stands in the label of its signature, in bytes; labels are ASCII.
    pub label: Range<usize>,
    /// What it is.
    pub documentation: String,
}

/// An operator with what it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// As documentation writes it: `K(i, f)`.
    pub label: String,
    /// What it says, as Markdown.
    pub documentation: String,
    /// What it takes.
    pub parameters: Vec<Parameter>,
}

/// The operators that may be meant at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureHelp {
    /// At least one.
    pub signatures: Vec<Signature>,
    /// The one that fits best, by its index.
    pub active: usize,
    /// Which of its parameters the cursor is in, if it is in one.
    pub parameter: Option<usize>,
}

/// The innermost operator with brackets around an offset.
#[must_use]
pub fn signature_help(_document: &Document, _offset: u32) -> Option<SignatureHelp> {
    None
}
