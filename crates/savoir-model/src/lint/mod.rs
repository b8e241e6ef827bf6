//! What is legal but suspicious. Each lint is one function that looks at the whole model; none explores states.

mod coverage;
mod division;
mod influence;
mod removal;
mod usage;
mod values;

use crate::Model;
use savoir_syntax::{Diagnostic, Fix, Tree};

/// Everything suspicious about the model of a text, in the order of the text.
#[must_use]
pub fn lint(model: &Model, tree: &Tree) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    usage::unused_variables(model, tree, &mut found);
    usage::unused_actions(model, tree, &mut found);
    usage::unused_propositions(model, tree, &mut found);
    coverage::lines_that_never_fire(model, tree, &mut found);
    coverage::stuck_local_states(model, &mut found);
    division::inexact_divisions(model, &mut found);
    found.sort_by_key(|diagnostic| diagnostic.primary.span.start);
    found
}

/// Of more findings than this, only the first come with a fix: each fix looks through the whole text.
const MAX_FIXES: usize = 100;

/// Adds a finding, with a way to mend it if there is one and not too many have been made.
fn add(found: &mut Vec<Diagnostic>, finding: Diagnostic, fix: impl FnOnce() -> Option<Fix>) {
    let fix = if found.len() < MAX_FIXES { fix() } else { None };
    found.push(fix.into_iter().fold(finding, Diagnostic::fix));
}
