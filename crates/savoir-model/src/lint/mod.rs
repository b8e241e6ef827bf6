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

/// The finding with a way to mend it, if there is one.
fn mended(found: Diagnostic, fix: Option<Fix>) -> Diagnostic {
    match fix {
        Some(fix) => found.fix(fix),
        None => found,
    }
}
