//! How uniform strategies were looked for, for people.

use crate::style::{BOLD, DIM, paint};
use savoir::{FormulaResult, StrategySearch, UniformRecord};
use std::fmt::Write;

/// All searches of a run, formula by formula; nothing if there were none.
#[must_use]
pub fn render(results: &[FormulaResult]) -> String {
    let mut out = String::new();
    for result in results {
        for search in &result.searches {
            if out.is_empty() {
                let _ = writeln!(out, "\n  {}", paint(BOLD, "strategies"));
            }
            let _ = writeln!(out, "  {:>3}  {}", result.index, search.formula);
            let _ = writeln!(out, "       {}", paint(DIM, &format!("tried: {}", tried(&search.record))));
            let _ = writeln!(out, "       {}", found(&search.record));
        }
    }
    out
}

/// Perfect information comes first; then algorithms, by their names.
fn tried(record: &UniformRecord) -> String {
    let names = record.algorithms.iter().map(ToString::to_string);
    std::iter::once("perfect information".to_owned()).chain(names).collect::<Vec<_>>().join(", ")
}

/// What it came to, and what it took.
fn found(record: &UniformRecord) -> String {
    if record.algorithms.is_empty() {
        return "with perfect information there is no strategy either".to_owned();
    }
    let mut parts = vec![decided(record)];
    for (number, one, many) in [
        (record.states as u64, "state", "states"),
        (record.rounds, "strategy proposed", "strategies proposed"),
        (record.conflicts, "conflict", "conflicts"),
    ] {
        if number > 0 {
            parts.push(format!("{number} {}", if number == 1 { one } else { many }));
        }
    }
    if record.is_unfinished {
        parts.push("not finished".to_owned());
    }
    parts.join(" · ")
}

fn decided(record: &UniformRecord) -> String {
    format!("a strategy wins from {} of {} start sets", record.won, record.start_sets)
}

/// What is known where a search was not finished.
pub(crate) fn bounds(search: &StrategySearch) -> String {
    let StrategySearch { formula, record } = search;
    if !record.is_unfinished {
        return format!("{formula}: {}", found(record));
    }
    match record.start_sets {
        0 => format!("{formula}: with perfect information there is a strategy; whether a uniform one wins is open"),
        _ => format!(
            "{formula}: {} that are decided; with perfect information there is a strategy from the others",
            decided(record)
        ),
    }
}
