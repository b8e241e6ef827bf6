//! All lints: those of the model alone, and those that need its states.

use crate::Loaded;
use crate::plan::BuildOptions;
use crate::select::{no_fair_path, no_initial_state};
use crate::session::Session;
use num_bigint::BigUint;
use savoir_check::{Budget, Stop};
use savoir_model::Model;
use savoir_syntax::Diagnostic;

/// What lints have found.
#[derive(Clone, Debug)]
pub struct Linted {
    /// Everything suspicious about a model, and what keeps it from being checked, in the order of the text. What is allowed
    /// is left out.
    pub found: Vec<Diagnostic>,
    /// The limit that was met before everything was looked at. A lint that could not be decided is no finding.
    pub stop: Option<Stop>,
}

/// Looks for all that is suspicious about a model.
#[must_use]
pub fn lint(loaded: &Loaded, threads: usize, budget: &Budget) -> Linted {
    let (mut found, mut stop) = loaded.lints_within(budget);
    if let Some(model) = loaded.model.as_ref().filter(|_| stop.is_none()) {
        match behaviour(model, threads, budget) {
            Ok(more) => found.extend(loaded.judge(more)),
            Err(met) => stop = Some(met),
        }
    }
    found.sort_by_key(|diagnostic| diagnostic.primary.span.start);
    Linted { found, stop }
}

fn behaviour(model: &Model, threads: usize, budget: &Budget) -> Result<Vec<Diagnostic>, Stop> {
    let mut session = Session::open(model, &BuildOptions::with_threads(threads), budget).map_err(|not| not.stop)?;
    if *session.states() == BigUint::ZERO {
        return Ok(vec![no_initial_state(model)]);
    }
    let fairless = !model.fairness.is_empty() && session.has_no_fair_path()?;
    Ok(if fairless { vec![no_fair_path(model)] } else { Vec::new() })
}
