//! Evidence in the files of MCMAS 1.3.0: for each formula a graph of numbered states in `formulaN.dot`, and the states in
//! `formulaN.info`.

use crate::mcmas::Witness;
use savoir::{EvidenceOutcome, FormulaResult, Shown, Verdict};

/// A file to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub content: String,
}

/// The two files for a formula; none if there is no state to draw.
#[must_use]
pub fn files(result: &FormulaResult) -> Vec<File> {
    let Some(found) = &result.evidence else { return Vec::new() };
    let EvidenceOutcome::Shown(evidence, _) = &found.outcome else { return Vec::new() };
    let Shown::Tree(tree) = &evidence.shown else { return Vec::new() };
    let witness = Witness::of_tree(tree);
    let name = |end: &str| format!("formula{}.{end}", result.index);
    let kind = if matches!(result.verdict, Verdict::True) { "witness" } else { "counterexample" };
    vec![
        File { name: name("dot"), content: witness.dot(&found.model, &format!("{kind}{}", result.index - 1)) },
        File { name: name("info"), content: witness.info(&found.model) },
    ]
}
