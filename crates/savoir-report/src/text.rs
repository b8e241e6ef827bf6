//! Verdicts for people.

use crate::style::{BAD, BOLD, DIM, GOOD, OPEN, paint, wrap};
use crate::{notes, strategies};
use savoir::{FairnessSemantics, FormulaResult, Outcome, Verdict};
use std::fmt::Write;

const WIDTH: usize = 100;

/// What was checked, before the verdicts.
#[must_use]
pub fn heading(file: &str) -> String {
    format!("{}\n", paint(BOLD, file))
}

/// One verdict: whether it is as expected, its number, the verdict, name and formula.
#[must_use]
pub fn result(result: &FormulaResult) -> String {
    let (mark, style) = match result.as_expected() {
        Some(true) => ("✓", GOOD),
        Some(false) => ("✗", BAD),
        None => ("?", OPEN),
    };
    let (verdict, reason) = match result.verdict {
        Verdict::True => ("true", None),
        Verdict::False => ("false", None),
        Verdict::Unknown(stop) => ("unknown", Some(stop.to_string())),
    };
    let mut out = format!("  {} {:>3}  {}", paint(style, mark), result.index, paint(style, &format!("{verdict:<7}")));
    let indent = " ".repeat(18);
    let formula = wrap(&result.property.text, WIDTH - indent.len());
    let mut notes = Vec::new();
    notes.extend(reason);
    let where_false = notes::coverage(result);
    match (result.as_expected(), result.property.expected, where_false) {
        (Some(false), None, Some(states)) => notes.push(format!("does not hold {states}")),
        (Some(false), None, None) => notes.push("does not hold".to_owned()),
        (Some(false), Some(expected), states) => {
            notes.push(format!("expected {expected}"));
            notes.extend(states.map(|states| format!("{verdict} {states}")));
        }
        (Some(true) | None, _, states) => notes.extend(states.map(|states| format!("{verdict} {states}"))),
    }
    let note = if notes.is_empty() { String::new() } else { format!("  ({})", notes.join(", ")) };
    match &result.property.name {
        Some(name) => {
            let _ = writeln!(out, "  {}{note}", paint(BOLD, name));
            formula.iter().for_each(|line| {
                let _ = writeln!(out, "{indent}{}", paint(DIM, line));
            });
        }
        None => {
            let last = formula.len() - 1;
            for (index, line) in formula.iter().enumerate() {
                let start = if index == 0 { "  " } else { &indent };
                let end = if index == last { note.as_str() } else { "" };
                let _ = writeln!(out, "{start}{line}{end}");
            }
        }
    }
    let reading = result.reading.to_string();
    if !reading.is_empty() {
        let _ = writeln!(out, "{indent}{}", paint(DIM, &format!("({reading})")));
    }
    out += &notes::below(result);
    if let Verdict::Unknown(_) = result.verdict {
        for search in &result.searches {
            for line in wrap(&strategies::bounds(search), WIDTH - indent.len()) {
                let _ = writeln!(out, "{indent}{}", paint(DIM, &line));
            }
        }
    }
    out
}

/// How a verdict was found: the names of the shortcuts, under the verdict.
#[must_use]
pub fn shortcuts(result: &FormulaResult) -> String {
    let names: Vec<String> = result.shortcuts.iter().map(ToString::to_string).collect();
    let how = match (result.verdict, names.as_slice()) {
        (Verdict::Unknown(_), _) => return String::new(),
        (Verdict::True | Verdict::False, []) => "decided by definition".to_owned(),
        (Verdict::True | Verdict::False, [only]) => format!("shortcut: {only}"),
        (Verdict::True | Verdict::False, several) => format!("shortcuts: {}", several.join(", ")),
    };
    format!("{}{}\n", " ".repeat(18), paint(DIM, &how))
}

/// What a run over several files came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Totals {
    /// Files.
    pub files: usize,
    /// Files with errors.
    pub unusable: usize,
    /// Formulas that hold.
    pub yes: usize,
    /// Formulas that do not.
    pub no: usize,
    /// Formulas without verdict.
    pub open: usize,
    /// Formulas whose verdict is not the expected one.
    pub unexpected: usize,
    /// Checks of models as a whole that found something.
    pub troubles: usize,
    /// Such checks without an answer.
    pub open_checks: usize,
}

impl Totals {
    /// Adds the results of one file; `None` if it could not be checked.
    pub fn add(&mut self, outcome: Option<&Outcome>) {
        self.files += 1;
        let Some(outcome) = outcome else {
            self.unusable += 1;
            return;
        };
        for result in &outcome.results {
            match result.verdict {
                Verdict::True => self.yes += 1,
                Verdict::False => self.no += 1,
                Verdict::Unknown(_) => self.open += 1,
            }
            self.unexpected += usize::from(result.as_expected() == Some(false));
        }
        for result in &outcome.consistency {
            match result.verdict() {
                Verdict::True => {}
                Verdict::False => self.troubles += 1,
                Verdict::Unknown(_) => self.open_checks += 1,
            }
        }
    }

    /// One line about all files.
    #[must_use]
    pub fn text(&self) -> String {
        let mut parts = Vec::new();
        for (number, word) in [(self.yes, "true"), (self.no, "false"), (self.open, "unknown")] {
            if number > 0 {
                parts.push(format!("{number} {word}"));
            }
        }
        if self.unusable > 0 {
            let text = format!("{} with errors", count(self.unusable, "file", "files"));
            parts.push(paint(BAD, &text));
        }
        if self.troubles > 0 {
            let text = format!("{} of models not passed", count(self.troubles, "check", "checks"));
            parts.push(paint(BAD, &text));
        }
        match (self.unexpected, self.troubles, self.open + self.unusable + self.open_checks) {
            (0, 0, 0) => parts.push(paint(GOOD, "all as expected")),
            (0, 0, _) => parts.push(paint(OPEN, "not all decided")),
            (0, _, _) => {}
            (wrong, _, _) => parts.push(paint(BAD, &format!("{wrong} not as expected"))),
        }
        format!("\n{}: {}\n", count(self.files, "file", "files"), parts.join(", "))
    }
}

/// A number with its noun.
fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Numbers and reading, after the verdicts.
#[must_use]
pub fn summary(outcome: &Outcome) -> String {
    let count = |wanted: fn(&FormulaResult) -> bool| outcome.results.iter().filter(|result| wanted(result)).count();
    let (yes, no) = (count(|result| result.verdict == Verdict::True), count(|result| result.verdict == Verdict::False));
    let open = outcome.results.len() - yes - no;
    let wrong = count(|result| result.as_expected() == Some(false));
    let mut parts = Vec::new();
    for (number, word) in [(yes, "true"), (no, "false"), (open, "unknown")] {
        if number > 0 {
            parts.push(format!("{number} {word}"));
        }
    }
    let judgement = match (outcome.results.len(), wrong, open) {
        (0, _, _) => "no formulas".to_owned(),
        (_, 0, 0) => paint(GOOD, "all as expected"),
        (_, 0, _) => paint(OPEN, "not all decided"),
        (_, wrong, _) => paint(BAD, &format!("{wrong} not as expected")),
    };
    parts.push(judgement);
    let checks =
        |wanted: fn(&Verdict) -> bool| outcome.consistency.iter().filter(|result| wanted(&result.verdict())).count();
    let (troubles, unknown) =
        (checks(|verdict| *verdict == Verdict::False), checks(|verdict| matches!(verdict, Verdict::Unknown(_))));
    for (number, style, what) in [(troubles, BAD, "not passed"), (unknown, OPEN, "undecided")] {
        match number {
            0 => {}
            1 => parts.push(paint(style, &format!("1 check of the model {what}"))),
            _ => parts.push(paint(style, &format!("{number} checks of the model {what}"))),
        }
    }
    let states = match (outcome.explored, outcome.states.to_string().as_str()) {
        (false, _) => "states not all found".to_owned(),
        (true, "1") => "1 reachable state".to_owned(),
        (true, number) => format!("{number} reachable states"),
    };
    let states = match outcome.left_out.len() {
        0 => states,
        1 => format!("{states} without 1 variable that does not matter"),
        number => format!("{states} without {number} variables that do not matter"),
    };
    format!(
        "\n  {}\n{}  {}\n",
        parts.join(", "),
        sought(&outcome.sought),
        paint(DIM, &format!("{states} · {} engine · {}", outcome.engine, semantics(outcome)))
    )
}

/// Where to go with formulas that have group variables.
fn sought(numbers: &[usize]) -> String {
    let text: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    match &text[..] {
        [] => String::new(),
        [one] => format!("  formula {one} has a group variable: `savoir synth` finds its groups\n"),
        [others @ .., last] => {
            let others = others.join(", ");
            format!("  formulas {others} and {last} have group variables: `savoir synth` finds their groups\n")
        }
    }
}

/// How the operators are read.
fn semantics(outcome: &Outcome) -> String {
    let FairnessSemantics::FairPaths = outcome.semantics.fairness;
    let own = |result: &FormulaResult| {
        let reading = result.reading.strategies.as_ref();
        reading.is_some_and(|reading| reading.atl != outcome.semantics.atl)
    };
    // The reading stands under each verdict that depends on it.
    let strategies = match outcome.results.iter().any(own) {
        true => "strategies as noted".to_owned(),
        false => outcome.strategies.brief(),
    };
    let paths = match outcome.fairness_constraints {
        0 => "all paths".to_owned(),
        1 => "fair paths (1 constraint)".to_owned(),
        n => format!("fair paths ({n} constraints)"),
    };
    format!("observational knowledge, {strategies}, {paths}")
}
