//! What is legal but suspicious. Each lint is one function that looks at the whole model; none explores states.

mod coverage;
mod division;
mod influence;
mod usage;
mod values;

use crate::Model;
use savoir_syntax::Diagnostic;

/// Everything suspicious, in the order of the text.
#[must_use]
pub fn lint(model: &Model) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    usage::unused_variables(model, &mut found);
    usage::unused_actions(model, &mut found);
    usage::unused_propositions(model, &mut found);
    coverage::lines_that_never_fire(model, &mut found);
    coverage::stuck_local_states(model, &mut found);
    division::inexact_divisions(model, &mut found);
    found.sort_by_key(|diagnostic| diagnostic.primary.span.start);
    found
}
