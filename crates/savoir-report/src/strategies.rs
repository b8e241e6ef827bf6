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

/// Perfect information comes first, then a bound from below; then algorithms, by their names.
fn tried(record: &UniformRecord) -> String {
    let below = record.won_at_once.as_ref().map(|_| "lower bound".to_owned());
    let names = record.algorithms.iter().map(ToString::to_string);
    std::iter::once("perfect information".to_owned()).chain(below).chain(names).collect::<Vec<_>>().join(", ")
}

/// What it came to, and what it took.
fn found(record: &UniformRecord) -> String {
    let mut parts: Vec<String> = won_at_once(record).into_iter().collect();
    if record.algorithms.is_empty() && parts.is_empty() {
        return "even with perfect information no strategy wins from all of a start set".to_owned();
    }
    if !record.algorithms.is_empty() {
        parts.push(decided(record));
    }
    for (number, one, many) in [
        (record.states as u64, "state", "states"),
        (record.rounds, "strategy proposed", "strategies proposed"),
        (record.conflicts, "conflict", "conflicts"),
    ] {
        if number > 0 {
            parts.push(format!("{number} {}", if number == 1 { one } else { many }));
        }
    }
    if record.threads > 1 {
        parts.push(format!("{} threads", record.threads));
    }
    if record.is_unfinished {
        parts.push("not finished".to_owned());
    }
    parts.join(" · ")
}

fn decided(record: &UniformRecord) -> String {
    let other = if has_bound(record) { "other " } else { "" };
    format!("a strategy wins from {} of {} {other}start sets", record.won, record.start_sets)
}

/// Whether a bound from below has found something.
fn has_bound(record: &UniformRecord) -> bool {
    record.won_at_once.as_ref().is_some_and(|states| states.bits() > 0)
}

/// What a bound from below has found.
fn won_at_once(record: &UniformRecord) -> Option<String> {
    let states = record.won_at_once.as_ref()?.to_string();
    let noun = if states == "1" { "state" } else { "states" };
    Some(format!("one strategy wins from {states} {noun}"))
}

/// What is known where a search was not finished.
pub(crate) fn bounds(search: &StrategySearch) -> String {
    let StrategySearch { formula, record } = search;
    if !record.is_unfinished {
        return format!("{formula}: {}", found(record));
    }
    let known: Vec<String> = (won_at_once(record).filter(|_| has_bound(record)).into_iter())
        .chain((record.start_sets > 0).then(|| format!("{} that are decided", decided(record))))
        .collect();
    if known.is_empty() {
        return format!("{formula}: with perfect information there is a strategy; whether a uniform one wins is open");
    }
    format!("{formula}: {}; with perfect information there is a strategy from the others", known.join("; "))
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
            won_at_once: None,
            start_sets,
            won,
            threads: 1,
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
        let shared = found(&UniformRecord { threads: 3, ..search.record });
        assert_eq!(shared, expected.replace(" · not", " · 3 threads · not"));
    }

    #[test]
    fn a_bound_from_below_is_a_part_of_what_is_known() {
        let bounded = |states: u32, mut search: StrategySearch| {
            search.record.won_at_once = Some(states.into());
            search
        };
        assert_eq!(bounds(&bounded(0, unfinished(0, 0))), bounds(&unfinished(0, 0)));
        let one = bounds(&bounded(1, unfinished(0, 0)));
        assert!(one.starts_with("<g>F p: one strategy wins from 1 state; with perfect"), "{one}");
        let more = bounds(&bounded(7, unfinished(5, 2)));
        assert!(
            more.starts_with("<g>F p: one strategy wins from 7 states; a strategy wins from 2 of 5 other"),
            "{more}"
        );
        let mut alone = bounded(7, unfinished(0, 0)).record;
        (alone.algorithms, alone.is_unfinished) = (Vec::new(), false);
        (alone.states, alone.rounds, alone.conflicts) = (0, 0, 0);
        assert_eq!(tried(&alone), "perfect information, lower bound");
        assert_eq!(found(&alone), "one strategy wins from 7 states");
    }
}
