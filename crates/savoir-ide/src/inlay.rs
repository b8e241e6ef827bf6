//! Words shown between those of the text: verdicts beside formulas, numbers of states beside lines of protocols.

use crate::{Document, Verdicts};
use savoir_syntax::Span;

/// What a hint says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InlayKind {
    /// How a formula was decided.
    Verdict,
    /// In how many states a line applies.
    States,
}

/// Words beside those of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlayHint {
    /// Where they are shown.
    pub offset: u32,
    /// The words.
    pub label: String,
    /// What they say.
    pub kind: InlayKind,
    /// More about it, as Markdown.
    pub tooltip: String,
}

/// The hints inside a stretch of the text.
#[must_use]
pub fn inlay_hints(_document: &Document, _verdicts: &Verdicts, _span: Span) -> Vec<InlayHint> {
    Vec::new()
}
