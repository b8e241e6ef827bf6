//! How uniform strategies were looked for, for programs.

use savoir::{FollowedChoice, FormulaResult, InducedSearch, StrategySearch};
use serde::Serialize;
use std::collections::BTreeMap;

/// One search.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SearchReport {
    formula: String,
    /// The algorithms that were tried, in order; none if perfect information is not enough already.
    algorithms: Vec<String>,
    /// Of the states that were asked about, how many one strategy wins from that a bound from below has found; null if no
    /// bound was looked for.
    won_at_once: Option<String>,
    /// Start sets that were decided one by one.
    start_sets: u64,
    /// Those of them from which a strategy wins.
    won: u64,
    /// Threads that decided start sets beside each other.
    threads: usize,
    /// States that were listed.
    states: usize,
    /// Strategies that were proposed or tried.
    rounds: u64,
    conflicts: u64,
    finished: bool,
}

/// All searches for a formula.
pub(crate) fn report(result: &FormulaResult) -> Vec<SearchReport> {
    let one = |search: &StrategySearch| {
        let record = &search.record;
        SearchReport {
            formula: search.formula.clone(),
            algorithms: record.algorithms.iter().map(ToString::to_string).collect(),
            won_at_once: record.won_at_once.as_ref().map(ToString::to_string),
            start_sets: record.start_sets,
            won: record.won,
            threads: record.threads,
            states: record.states,
            rounds: record.rounds,
            conflicts: record.conflicts,
            finished: !record.is_unfinished,
        }
    };
    result.searches.iter().map(one).collect()
}

/// The search for an induced model.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct InducedReport {
    /// Models that were looked at, with all or some of the choices made.
    models: u64,
    /// Those that a checker had to decide.
    checked: u64,
    /// Those that bounds refuted, with all their completions.
    refuted: u64,
    states: usize,
    finished: bool,
    /// What agents do in the model that satisfies the formula; null if there is none.
    strategy: Option<Vec<FollowedReport>>,
}

#[derive(Clone, Debug, Serialize)]
struct FollowedReport {
    agent: String,
    observes: BTreeMap<String, String>,
    action: String,
}

/// The search for an induced model, for programs.
pub(crate) fn induced(search: &InducedSearch) -> InducedReport {
    let record = &search.record;
    let one = |choice: &FollowedChoice| FollowedReport {
        agent: choice.agent.clone(),
        observes: choice.observation.iter().cloned().collect(),
        action: choice.action.clone(),
    };
    InducedReport {
        models: record.models,
        checked: record.checked,
        refuted: record.refuted,
        states: record.states,
        finished: !record.is_unfinished,
        strategy: record.strategy.is_some().then(|| search.followed.iter().map(one).collect()),
    }
}
