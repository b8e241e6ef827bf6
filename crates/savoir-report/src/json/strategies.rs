//! How uniform strategies were looked for, for programs.

use savoir::{FormulaResult, StrategySearch};
use serde::Serialize;

/// One search.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SearchReport {
    formula: String,
    /// The algorithms that were tried, in order; none if perfect information is not enough already.
    algorithms: Vec<String>,
    /// Start sets that were decided one by one.
    start_sets: u64,
    /// Those of them from which a strategy wins.
    won: u64,
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
            start_sets: record.start_sets,
            won: record.won,
            states: record.states,
            rounds: record.rounds,
            conflicts: record.conflicts,
            finished: !record.is_unfinished,
        }
    };
    result.searches.iter().map(one).collect()
}
