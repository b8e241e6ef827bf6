//! What is legal but suspicious. Each lint is one function that looks at the whole model; none explores states.

mod competition;
mod constant;
mod coverage;
mod division;
mod effort;
mod influence;
mod removal;
mod trial;
mod usage;
mod values;

use crate::Model;
use savoir_syntax::{Diagnostic, Fix, Tree};
use trial::Trial;

/// Whether everything was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All that the lints look at, up to a fixed number of steps.
    Whole,
    /// Only what there was time for.
    Stopped,
}

/// What lints have found.
#[derive(Clone, Debug)]
pub struct Lints {
    /// Everything suspicious, in the order of the text.
    pub found: Vec<Diagnostic>,
    /// How far they came.
    pub extent: Extent,
    /// How many values were tried out and parts of conditions evaluated.
    pub steps: u64,
}

/// Everything suspicious about the model of a text, in the order of the text.
#[must_use]
pub fn lint(model: &Model, tree: &Tree) -> Vec<Diagnostic> {
    lint_until(model, tree, &|| false).found
}

/// The same as long as `stop` does not say so.
#[must_use]
pub fn lint_until(model: &Model, tree: &Tree, stop: &dyn Fn() -> bool) -> Lints {
    let trial = Trial::new(model, stop);
    let mut found = Vec::new();
    usage::unused_variables(&trial, tree, &mut found);
    usage::unused_actions(model, tree, &mut found);
    usage::unused_propositions(model, tree, &mut found);
    coverage::lines_that_never_fire(&trial, tree, &mut found);
    coverage::protocol_lines_that_never_apply(&trial, tree, &mut found);
    coverage::stuck_local_states(&trial, &mut found);
    constant::formulas(&trial, &mut found);
    division::inexact_divisions(&trial, &mut found);
    // Last, since it may try out most.
    competition::lines(&trial, tree, &mut found);
    found.sort_by_key(|diagnostic| diagnostic.primary.span.start);
    let extent = if trial.effort.is_stopped() { Extent::Stopped } else { Extent::Whole };
    Lints { found, extent, steps: trial.effort.steps() }
}

/// Of more findings than this, only the first come with a fix: each fix looks through the whole text.
const MAX_FIXES: usize = 100;

/// Adds a finding, with a way to mend it if there is one and not too many have been made.
fn add(found: &mut Vec<Diagnostic>, finding: Diagnostic, fix: impl FnOnce() -> Option<Fix>) {
    let fix = if found.len() < MAX_FIXES { fix() } else { None };
    found.push(fix.into_iter().fold(finding, Diagnostic::fix));
}
