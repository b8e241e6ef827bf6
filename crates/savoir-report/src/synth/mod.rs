//! Groups that make formulas true, for people; [`json`] is for programs.

pub mod json;
mod words;

use crate::style::{BAD, BOLD, DIM, GOOD, OPEN, paint, wrap};
use num_bigint::BigUint;
use savoir::{
    ChosenGroup, FoundGroups, ListLimit, SomeGroups, SynthAnswer, SynthOutcome, SynthResult, SynthWay, Valuation,
};
use std::fmt::Write;
use words::Names;

const WIDTH: usize = 100;
const INDENT: &str = "         ";

/// What is shown beside the number of groups and what they have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The smallest and the largest groups, where these say something.
    Ends,
    /// All groups, as many as the limit allows.
    All,
}

/// The groups of one formula.
#[must_use]
pub fn result(outcome: &SynthOutcome, result: &SynthResult, shown: Shown, limit: ListLimit) -> String {
    let (mark, style) = match result.as_expected() {
        Some(true) => ("✓", GOOD),
        Some(false) => ("✗", BAD),
        None => ("?", OPEN),
    };
    let mut out = format!("  {} {:>3}  ", paint(style, mark), result.index);
    let formula = wrap(&result.property.text, WIDTH - INDENT.len());
    let mut lines: Vec<String> = Vec::new();
    match &result.property.name {
        Some(name) => {
            let _ = writeln!(out, "{}", paint(BOLD, name));
            lines.extend(formula.iter().map(|line| paint(DIM, line)));
        }
        None => {
            let _ = writeln!(out, "{}", formula.first().map_or("", String::as_str));
            lines.extend(formula.iter().skip(1).cloned());
        }
    }
    let reading = result.reading.to_string();
    if !reading.is_empty() {
        lines.push(paint(DIM, &format!("({reading})")));
    }
    let names = Names { outcome, result };
    match &result.answer {
        SynthAnswer::Found(found) => lines.extend(found_lines(&names, found, shown, limit)),
        SynthAnswer::Undecided { stop, satisfying, failing } => {
            lines.push(paint(OPEN, &format!("undecided: {stop}")));
            let tried = satisfying + failing;
            if tried > BigUint::ZERO {
                lines.push(format!("so far {satisfying} of {tried} satisfy it, out of {}", result.possible));
            }
        }
    }
    for line in lines {
        let _ = writeln!(out, "{INDENT}{line}");
    }
    out
}

fn found_lines(names: &Names<'_>, found: &FoundGroups, shown: Shown, limit: ListLimit) -> Vec<String> {
    let is_one = names.result.possible == BigUint::from(1u32);
    let count = format!("{} of {} {}", found.satisfying, names.result.possible, names.what(is_one));
    let mut lines = vec![paint(BOLD, &count)];
    let wrapped = |text: &str| -> Vec<String> {
        let parts = wrap(text, WIDTH - INDENT.len() - 4);
        let later = |(index, line): (usize, String)| if index == 0 { line } else { format!("  {line}") };
        parts.into_iter().enumerate().map(later).collect()
    };
    let nobody = names.result.possible == BigUint::ZERO;
    let description = match nobody {
        true => vec!["no group meets the constraints".to_owned()],
        false => names.description(&found.description),
    };
    for line in description {
        lines.extend(wrapped(&line));
    }
    if let (Some(chosen), Some(valuation)) = (found.chosen, &names.result.chosen) {
        let groups = names.valuation(valuation);
        lines.push(match chosen {
            ChosenGroup::Satisfies => format!("{} {groups} satisfies it", paint(GOOD, "✓")),
            ChosenGroup::Fails => format!("{} {groups} does not satisfy it", paint(BAD, "✗")),
            ChosenGroup::NotPossible => format!("{} {groups} does not come into question", paint(BAD, "✗")),
        });
    }
    let is_trivial = found.satisfying <= BigUint::from(1u32);
    let both =
        [("smallest", &found.minimal, found.closure.downward), ("largest", &found.maximal, found.closure.upward)];
    for (name, some, says_nothing) in both {
        if !is_trivial && !says_nothing {
            lines.extend(some_lines(names, name, some, &wrapped, limit));
        }
    }
    if shown == Shown::All && !is_trivial {
        lines.extend(some_lines(names, "all", &found.groups, &wrapped, limit));
    }
    lines
}

/// Some groups, one a line.
fn some_lines(
    names: &Names<'_>,
    name: &str,
    some: &SomeGroups,
    wrapped: &dyn Fn(&str) -> Vec<String>,
    limit: ListLimit,
) -> Vec<String> {
    let listed: &[Valuation] = &some.listed.elements;
    let mut lines = vec![format!("{name} ({}):", some.count)];
    for valuation in listed.iter().take(limit.0) {
        lines.extend(wrapped(&names.valuation(valuation)).into_iter().map(|line| format!("  {line}")));
    }
    if !some.listed.is_complete {
        lines.push(format!("  … (--limit {} shows more)", limit.0.max(1).saturating_mul(10)));
    }
    lines
}

/// Numbers and reading, after the groups.
#[must_use]
pub fn summary(outcome: &SynthOutcome) -> String {
    let states = match (outcome.explored, outcome.states.to_string().as_str()) {
        (false, _) => "states not all found".to_owned(),
        (true, "1") => "1 reachable state".to_owned(),
        (true, number) => format!("{number} reachable states"),
    };
    let mut ways: Vec<String> = outcome.results.iter().filter_map(|result| result.way.map(way)).collect();
    ways.dedup();
    let way = match &ways[..] {
        // Nothing was looked for.
        [] => String::new(),
        [way] => format!(" · {way}"),
        _ => " · found in several ways".to_owned(),
    };
    let agents = match outcome.candidates.len() {
        1 => "1 agent".to_owned(),
        several => format!("{several} agents"),
    };
    let line = format!("{states} · {} engine · groups out of {agents}{way}", outcome.engine);
    format!("\n  {}\n", paint(DIM, &line))
}

fn way(way: SynthWay) -> String {
    match way {
        SynthWay::Symbolic => "all groups at once".to_owned(),
        SynthWay::Enumeration { .. } => "one group after the other".to_owned(),
        SynthWay::Guided { monotone: false, .. } => "group by group".to_owned(),
        SynthWay::Guided { monotone: true, .. } => {
            "group by group, larger ones can do whatever smaller ones can".to_owned()
        }
    }
}
