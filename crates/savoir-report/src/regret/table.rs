//! Regret for people: a line for each row as it is finished, and what they come to.

use super::{Contradiction, Regret, Report, Row, processor_time, worst_of};
use crate::bench::{count, seconds};
use crate::escape::visible;
use crate::style::{BAD, BOLD, DIM, GOOD, OPEN, paint};
use std::fmt::Write;

/// Headings with widths; those of text are negative.
const COLUMNS: [(&str, isize); 6] =
    [("model", -40), ("states", 9), ("auto s", 8), ("best s", 8), ("regret", 8), ("best choice", -16)];

/// From here on a row stands out.
const LOST: f64 = 1.5;

/// From here on it loses too much.
const TOO_MUCH: f64 = 3.0;

/// The headings.
pub(super) fn headings() -> impl Iterator<Item = (&'static str, bool)> {
    COLUMNS.iter().map(|(heading, width)| (*heading, *width < 0))
}

/// What stands in the columns for one row.
pub(super) fn cells(report: &Report, row: &Row) -> [String; 6] {
    let unknown = || "–".to_owned();
    let regret = row.regret(report.limit_seconds);
    let states = row.runs.iter().zip(&report.choices).filter(|(_, choice)| choice.counts_states);
    let states = states.filter_map(|(run, _)| run.states.clone()).next();
    let auto = row.runs.first().and_then(processor_time);
    [
        row.name.clone(),
        states.map_or_else(unknown, |digits| count(&digits)),
        auto.map_or_else(|| format!(">{}", report.limit_seconds), seconds),
        regret.and_then(|regret| processor_time(&row.runs[regret.best])).map_or_else(unknown, seconds),
        regret.map_or_else(unknown, |it| format!("{}{:.2}", if it.at_least { ">" } else { "" }, it.ratio)),
        regret.map_or_else(unknown, |regret| report.choices[regret.best].name.clone()),
    ]
}

/// The line above the rows.
#[must_use]
pub fn heading() -> String {
    let headings = COLUMNS.map(|(heading, _)| heading.to_owned());
    format!("{}\n", paint(DIM, &line(&headings)))
}

/// One row.
#[must_use]
pub fn row(report: &Report, row: &Row) -> String {
    let line = line(&cells(report, row));
    let style = match row.regret(report.limit_seconds) {
        None => DIM,
        Some(regret) if regret.ratio > TOO_MUCH => BAD,
        Some(regret) if regret.ratio > LOST => OPEN,
        Some(_) => return format!("{}\n", visible(&line)),
    };
    format!("{}\n", paint(style, &line))
}

/// What must not be: contradictions, verdicts that are not the expected ones, choices without an answer.
#[must_use]
pub fn notes(report: &Report, row: &Row) -> String {
    let name = |choice: usize| &report.choices[choice].name;
    let contradiction = |found: &Contradiction| match found {
        Contradiction::Verdict { formula, holds, fails } => {
            format!("formula {formula}: {} says true, {} says false", name(*holds), name(*fails))
        }
        Contradiction::States { one, other } => {
            let states = |choice: usize| row.runs[choice].states.clone().unwrap_or_default();
            format!("{} counts {} states, {} counts {}", name(*one), states(*one), name(*other), states(*other))
        }
    };
    let mut out = String::new();
    for found in row.contradictions(&report.choices) {
        let text = format!("CONTRADICTION: {}, {}", row.name, contradiction(&found));
        let _ = writeln!(out, "{}", paint(BAD, &text));
    }
    for (run, choice) in row.runs.iter().zip(&report.choices) {
        if let Some(formula) = run.unexpected.first() {
            let text = format!("UNEXPECTED: {}, formula {formula}, {}", row.name, choice.name);
            let _ = writeln!(out, "{}", paint(BAD, &text));
        }
    }
    out
}

/// Mean, worst case and what stands out.
#[must_use]
pub fn summary(report: &Report) -> String {
    let measured = report.regrets().count();
    let mut out = format!("\n  {} of {} models measured", paint(BOLD, &measured.to_string()), report.rows.len());
    match report.rows.iter().filter(|row| row.is_wrong(&report.choices)).count() {
        0 => out.push_str(&format!(", {}\n", paint(GOOD, "no contradiction"))),
        number => out.push_str(&format!(", {}\n", paint(BAD, &format!("{number} not as they should be")))),
    }
    let mut line = |what: &str, mean: Option<f64>, worst: Option<(&Row, Regret)>| {
        let (Some(mean), Some((row, worst))) = (mean, worst) else { return false };
        let (ratio, name, best) = (worst.ratio, visible(&row.name), &report.choices[worst.best].name);
        let _ = writeln!(out, "  {what}: geometric mean {mean:.2}, worst {ratio:.2} ({name}, best: {best})");
        true
    };
    if line("regret", report.mean(), worst_of(report.regrets())) {
        line("beside choices that count all states", report.whole_mean(), worst_of(report.whole_regrets()));
        let _ = writeln!(out, "  above {LOST}: {}, above {TOO_MUCH}: {}", report.above(LOST), report.above(TOO_MUCH));
    }
    out
}

fn line(cells: &[String; 6]) -> String {
    let padded = COLUMNS.iter().zip(cells).map(|((_, width), cell)| {
        let size = width.unsigned_abs();
        if *width < 0 { format!("{cell:<size$}") } else { format!("{cell:>size$}") }
    });
    format!("  {}", padded.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regret::samples;

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn rows_and_means_are_shown() {
        let report = samples::report();
        let lines: Vec<String> = report.rows.iter().map(|it| plain(&row(&report, it))).collect();
        assert!(lines[1].contains("2.990") && lines[1].contains("10.00  explicit"), "{lines:?}");
        assert!(lines[2].contains(">60") && lines[2].contains(">30.00  cone"), "{lines:?}");
        assert!(lines[3].trim_end().ends_with('–'), "{lines:?}");
        let summary = plain(&summary(&report));
        for part in ["3 of 4 models", "no contradiction", "worst 30.00 (limit, best: cone)", "above 1.5: 2, above 3: 2"]
            .into_iter()
            .chain(["all states: geometric mean", "worst 10.00 (lost <&>, best: explicit)"])
        {
            assert!(summary.contains(part), "{part} in {summary}");
        }
    }

    #[test]
    fn contradictions_are_shown() {
        let mut report = samples::report();
        assert_eq!(notes(&report, &report.rows[1]), "");
        report.rows[1].runs[1].verdicts = "TT".to_owned();
        report.rows[1].runs[1].states = Some("7".to_owned());
        report.rows[1].runs[1].unexpected = vec![2];
        assert_eq!(
            plain(&notes(&report, &report.rows[1])),
            "CONTRADICTION: lost <&>, formula 2: explicit says true, auto says false\n\
             CONTRADICTION: lost <&>, auto counts 22020075 states, explicit counts 7\n\
             UNEXPECTED: lost <&>, formula 2, explicit\n"
        );
        assert!(plain(&summary(&report)).contains("1 not as they should be"));
    }
}
