//! All lints: those of the model alone, and those that need its states.

use crate::plan::BuildOptions;
use crate::select::{no_fair_path, no_initial_state};
use crate::session::Session;
use crate::{Engine, Loaded};
use num_bigint::BigUint;
use savoir_check::{Budget, Stop};
use savoir_model::Model;
use savoir_syntax::{Code, Diagnostic};

/// Protocol lines of models with more of them are not compared with the reachable states.
const MAX_LINES: usize = 2000;

/// Nor are they where more states would have to be looked at, all lines together.
const MAX_STATES: u64 = 200_000_000;

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
            Ok(mut more) => {
                // What no state satisfies need not be said again of the reachable ones.
                let known = |new: &Diagnostic| {
                    found.iter().any(|it| (it.code, it.primary.span) == (new.code, new.primary.span))
                };
                more.retain(|new| !known(new));
                found.extend(loaded.judge(more));
            }
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
    let mut found: Vec<Diagnostic> = fairless.then(|| no_fair_path(model)).into_iter().collect();
    found.extend(unreached_protocol_lines(model, &session)?);
    Ok(found)
}

/// Lines of protocols that apply in no reachable state.
fn unreached_protocol_lines(model: &Model, session: &Session<'_>) -> Result<Vec<Diagnostic>, Stop> {
    let lines = || model.agents.iter().flat_map(|agent| &agent.protocol);
    let looked_at = match session.engine() {
        Engine::Auto | Engine::Explicit => session.states() * lines().count(),
        Engine::Symbolic => lines().count().into(),
    };
    let mut found = Vec::new();
    if lines().count() > MAX_LINES || looked_at > MAX_STATES.into() {
        return Ok(found);
    }
    for (line, guard) in lines().filter_map(|line| Some((line, line.guard?))) {
        if !session.is_possible(guard)? {
            found.push(
                Diagnostic::new(Code::NeverApplies, line.span, "this protocol line never applies")
                    .label("no reachable state satisfies its condition")
                    .help("correct the condition, or remove the line if the case cannot occur"),
            );
        }
    }
    Ok(found)
}
