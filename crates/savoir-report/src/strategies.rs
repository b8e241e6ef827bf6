//! How uniform strategies were looked for, for people.

use crate::style::{BOLD, DIM, paint};
use savoir::{FollowedChoice, FormulaResult, InducedRecord, StrategySearch, UniformRecord};
use std::fmt::Write;

/// More choices than this are not read by anybody.
const MOST_CHOICES: usize = 40;

/// All searches of a run, formula by formula; nothing if there were none.
#[must_use]
pub fn render(results: &[FormulaResult]) -> String {
    let mut out = String::new();
    let mut entry = |index: usize, formula: &str, tried: &str, found: &str| {
        if out.is_empty() {
            let _ = writeln!(out, "\n  {}", paint(BOLD, "strategies"));
        }
        let _ = writeln!(out, "  {index:>3}  {formula}");
        let _ = writeln!(out, "       {}", paint(DIM, &format!("tried: {tried}")));
        let _ = writeln!(out, "       {found}");
    };
    for result in results {
        for search in &result.searches {
            entry(result.index, &search.formula, &tried(&search.record), &found(&search.record));
        }
        if let Some(search) = &result.induced {
            entry(result.index, &result.property.text, "induced models", &looked_at(&search.record));
        }
    }
    out
}

/// What a search for an induced model took.
fn looked_at(record: &InducedRecord) -> String {
    let unfinished = if record.is_unfinished { " · not finished" } else { "" };
    let InducedRecord { models, refuted, checked, states, .. } = record;
    format!("{models} looked at, with {states} states · {refuted} refuted by bounds · {checked} checked{unfinished}")
}

/// What agents do in the induced model that satisfies a formula; nothing if there is none.
#[must_use]
pub fn followed(result: &FormulaResult) -> String {
    let Some(search) = result.induced.as_ref().filter(|search| !search.followed.is_empty()) else {
        return String::new();
    };
    let mut out = "      It is true of the model where\n\n".to_owned();
    for FollowedChoice { agent, observation, action } in search.followed.iter().take(MOST_CHOICES) {
        let seen: Vec<String> = observation.iter().map(|(variable, value)| format!("{variable} = {value}")).collect();
        let when = if seen.is_empty() { "always".to_owned() } else { format!("if {}", seen.join(", ")) };
        let _ = writeln!(out, "        {when}  →  {agent}: {action}");
    }
    let more = search.followed.len().saturating_sub(MOST_CHOICES);
    if more > 0 {
        let _ = writeln!(out, "        and so on; --format json with --explain-plan has {more} more");
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
        return "even with perfect information no strategy wins from all of a start set".to_owned();
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

#[cfg(test)]
mod tests {
    use super::*;
    use savoir::{Temporal, UniformAlgorithm};

    fn unfinished(start_sets: u64, won: u64) -> StrategySearch {
        let record = UniformRecord {
            coalition: Vec::new(),
            temporal: Temporal::Finally(0usize.into()),
            algorithms: vec![UniformAlgorithm::Sat, UniformAlgorithm::Backward],
            start_sets,
            won,
            states: 1,
            rounds: 2,
            conflicts: 30,
            is_unfinished: true,
        };
        StrategySearch { formula: "<g>F p".to_owned(), record }
    }

    #[test]
    fn what_is_known_about_an_unfinished_search_is_said() {
        let nothing = bounds(&unfinished(0, 0));
        assert_eq!(nothing, "<g>F p: with perfect information there is a strategy; whether a uniform one wins is open");
        let some = bounds(&unfinished(5, 2));
        assert!(some.starts_with("<g>F p: a strategy wins from 2 of 5 start sets that are decided; "), "{some}");
        let search = unfinished(5, 2);
        assert_eq!(tried(&search.record), "perfect information, sat, backward");
        let expected =
            "a strategy wins from 2 of 5 start sets · 1 state · 2 strategies proposed · 30 conflicts · not finished";
        assert_eq!(found(&search.record), expected);
    }
}
