//! Which attempts at finding the states were made, for people.

use crate::style::{BOLD, DIM, GOOD, paint};
use crate::{parts, ranks};
use savoir::{
    AttemptName, ExplorationLimits, IndependentFormulas, Pause, PlanTrace, Reached, Record, SearchStanding,
    SearchSteps, Way, Why,
};
use std::fmt::Write;

/// All attempts: what was tried with how much, what it reached, and why the next one followed.
#[must_use]
pub fn render(trace: &PlanTrace) -> String {
    if let Some(record) = &trace.parts {
        return parts::render(record);
    }
    if let Some(record) = &trace.ranks {
        return ranks::render(record);
    }
    let mut out = format!("\n  {}\n", paint(BOLD, "plan"));
    for (place, record) in trace.records.iter().enumerate() {
        let name = format!("{}: {}", record.attempt.name, way(&record.attempt.way));
        let allowed = match &record.attempt.way {
            Way::Explicit(_) if record.attempt.name == AttemptName::Beside => {
                "about as much work as diagrams".to_owned()
            }
            Way::Explicit(limits) => explicit_allowance(limits),
            Way::Symbolic(_, pause) => symbolic_allowance(pause),
        };
        let _ = writeln!(out, "  {:>3}  {name}", place + 1);
        let _ = writeln!(out, "       {}", paint(DIM, &format!("allowed: {allowed}")));
        let _ = writeln!(out, "       {}", reached(&record.reached));
        let is_taken = trace.taken == Some(place);
        let style = if is_taken { GOOD } else { DIM };
        let _ = writeln!(out, "       {}", paint(style, &format!("→ {}", why(trace, record, is_taken))));
    }
    if let Some(found) = &trace.independent {
        let _ = writeln!(out, "\n  {}\n{}", paint(BOLD, "formulas"), independent(found));
    }
    out
}

/// Which formulas were decided independently of each other, and why. It is the same whoever has decided them.
fn independent(found: &IndependentFormulas) -> String {
    let IndependentFormulas { before, left, built, decided, .. } = *found;
    let first = if before == 1 { "the first one".to_owned() } else { format!("the first {before}") };
    format!(
        "       the last {left} are decided independently of each other: {first} took {} thousand steps, the states {}",
        grouped(usize::try_from(decided / 1000).unwrap_or(usize::MAX)),
        grouped(usize::try_from(built / 1000).unwrap_or(usize::MAX)),
    )
}

fn why(trace: &PlanTrace, record: &Record, is_taken: bool) -> String {
    match (record.why, trace.taken) {
        (Why::EarlierTaken, Some(taken)) if !is_taken => format!("what attempt {} has found is taken", taken + 1),
        (why, _) => why.to_string(),
    }
}

fn way(way: &Way) -> String {
    match way {
        Way::Explicit(_) => "states one by one".to_owned(),
        Way::Symbolic(order, _) => format!("diagrams, order `{order}`"),
    }
}

fn explicit_allowance(limits: &ExplorationLimits) -> String {
    if *limits == ExplorationLimits::NONE {
        return "as much as the limits of the run".to_owned();
    }
    let ExplorationLimits { initial_states, states, .. } = limits;
    format!("{} states, {} of them initial", grouped(*states), grouped(*initial_states))
}

fn symbolic_allowance(pause: &Pause) -> String {
    if *pause == Pause::NEVER {
        return "as much as the limits of the run".to_owned();
    }
    let mut text = format!("work of {}", polls(pause.work));
    if pause.encodings > 0 {
        let _ = write!(text, " or {} times the encoding", pause.encodings);
        if pause.beyond < u64::MAX {
            let _ = write!(text, " (at most {} more)", grouped(usize::try_from(pause.beyond).unwrap_or(usize::MAX)));
        }
    }
    if pause.encoding != pause.work {
        let _ = write!(text, ", {} for the encoding", polls(pause.encoding));
    }
    if pause.stages < usize::MAX {
        let _ = match pause.stages {
            0 | 1 => write!(text, ", up to the encoding"),
            stages => write!(text, ", up to stage {}", grouped(stages)),
        };
    }
    if pause.slices < usize::MAX {
        let _ = write!(text, ", {} slices", pause.slices);
    }
    text
}

fn polls(number: u64) -> String {
    count(usize::try_from(number).unwrap_or(usize::MAX), "poll")
}

fn reached(reached: &Reached) -> String {
    match reached {
        Reached::Explored(states) => format!("finished: {}", count(*states, "state")),
        Reached::Encoded { nodes, peak, bytes, states, steps, .. } => {
            let mut text = format!("finished: {}", count(*nodes, "node"));
            if peak > nodes {
                let _ = write!(text, " (at most {})", grouped(*peak));
            }
            let _ = write!(text, ", {}", megabytes(*bytes));
            if let Some(states) = states {
                let _ = write!(text, ", {states} states");
            }
            text += "; ";
            text += &search_steps(*steps);
            text
        }
        Reached::TooManyStates(explored, met) => {
            let (states, levels) = (count(explored.states, "state"), count(explored.levels, "level"));
            format!("given up: {met}; {states} after {levels}")
        }
        Reached::Paused(SearchStanding { work, stages, nodes, slices, .. }) => {
            let far = match stages {
                0 => "the encoding is not finished".to_owned(),
                1 => format!("encoded with {}", count(*nodes, "node")),
                // Where ways to search compete, their steps are not the same.
                stages if slices.is_some_and(|slices| slices > 1) => {
                    format!("{} with {}", count(*stages, "stage"), count(*nodes, "node"))
                }
                stages => format!("{} with {}", count(stages - 1, "step"), count(*nodes, "node")),
            };
            let slices =
                slices.filter(|slices| *slices > 1).map_or_else(String::new, |slices| format!(", {slices} slices"));
            format!("paused after work of {}: {far}{slices}", polls(*work))
        }
        Reached::NoRoom => "given up: no room beside what others hold".to_owned(),
        Reached::SetAside(explored) => {
            let (states, levels) = (count(explored.states, "state"), count(explored.levels, "level"));
            format!("set aside: {states} after {levels}")
        }
        Reached::Overtaken => "given up: overtaken".to_owned(),
        Reached::Stopped(stop) => format!("stopped: {stop}"),
    }
}

fn search_steps(steps: SearchSteps) -> String {
    let SearchSteps { new, all, rounds } = steps;
    match (new, all) {
        (0, 0) => format!("{} of chaining", count(rounds, "round")),
        (_, 0) => format!("{} from new states", count(new, "step")),
        (0, _) => format!("{} from all states", count(all, "step")),
        (..) => format!("{} from new states, {} from all", count(new, "step"), grouped(all)),
    }
}

fn megabytes(bytes: u64) -> String {
    match bytes >> 20 {
        0 => format!("{} kB", bytes.div_ceil(1024)),
        megabytes => format!("{megabytes} MB"),
    }
}

fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{} {noun}s", grouped(number)) }
}

/// A number with its digits in groups of three.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let first = (digits.len() + 2) % 3 + 1;
    let (head, tail) = digits.split_at(first);
    let mut text = head.to_owned();
    for group in tail.as_bytes().chunks(3) {
        text.push(',');
        text.extend(group.iter().map(|&digit| char::from(digit)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_in_groups() {
        for (number, text) in [(0, "0"), (12, "12"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(grouped(number), text);
        }
    }
}
