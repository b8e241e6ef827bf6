//! Commands above formulas.

use crate::{Document, FormulaProgress, Verdicts};
use savoir_model::Symbol;
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
    /// Which formula, from 1 in the order of the text.
    pub formula: usize,
}

/// The commands for all formulas without errors.
#[must_use]
pub fn code_lenses(document: &Document, verdicts: &Verdicts) -> Vec<CodeLens> {
    let partial = document.partial();
    let mut found = Vec::new();
    for &(span, symbol) in partial.map.definitions() {
        let Symbol::Property(id) = symbol else { continue };
        if !partial.is_whole(symbol) {
            continue;
        }
        let check = match verdicts.formula(id.index()) {
            FormulaProgress::Pending => "Check",
            FormulaProgress::Running => "Checking …",
            FormulaProgress::Answered { .. } => "Check again",
        };
        let commands =
            [(check, LensCommand::Check), ("Evidence", LensCommand::Evidence), ("Simulate", LensCommand::Simulate)];
        let lens =
            |(title, command): (&str, _)| CodeLens { span, title: title.to_owned(), command, formula: id.index() + 1 };
        found.extend(commands.map(lens));
    }
    found
}
