//! Commands above formulas.

use crate::{Document, Verdicts};
use savoir_syntax::Span;

/// What a lens does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LensCommand {
    /// Checks the formula.
    Check,
    /// Shows why the verdict is what it is.
    Evidence,
    /// Simulates, along the evidence if there is any.
    Simulate,
}

/// A command above a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeLens {
    /// The formula.
    pub span: Span,
    /// What is shown.
    pub title: String,
    /// What it does.
    pub command: LensCommand,
    /// With which formula, from 1 in the order of the text.
    pub formula: usize,
}

/// The commands for all formulas that can be checked.
#[must_use]
pub fn code_lenses(_document: &Document, _verdicts: &Verdicts) -> Vec<CodeLens> {
    Vec::new()
}
