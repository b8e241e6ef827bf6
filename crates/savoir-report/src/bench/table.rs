//! Measurements for people: a line for each row as it is finished, and what they come to.

use super::cells::{cells, columns};
use super::compare::speedups;
use super::{Comparison, End, Report, Row, geometric_mean};
use crate::escape::visible;
use crate::style::{BAD, BOLD, DIM, GOOD, OPEN, paint};
use std::fmt::Write;

/// The line above the rows.
#[must_use]
pub fn heading(report: &Report, with_baseline: bool) -> String {
    let columns = columns(report, with_baseline);
    let headings: Vec<String> = columns.iter().map(|column| column.heading.clone()).collect();
    format!("{}\n", paint(DIM, &line(report, with_baseline, &headings)))
}

/// One row.
#[must_use]
pub fn row(report: &Report, row: &Row, baseline: Option<&Comparison<'_>>) -> String {
    let line = line(report, baseline.is_some(), &cells(report, row, baseline));
    let style = match row.run.end {
        End::Finished if row.run.unexpected.is_empty() => return format!("{}\n", visible(&line)),
        End::Finished | End::Failed => BAD,
        End::Timeout | End::Memory | End::Interrupted => OPEN,
        End::Skipped => DIM,
    };
    format!("{}\n", paint(style, &line))
}

/// Two programs contradict each other; nothing if they do not.
#[must_use]
pub fn disagreement(report: &Report, row: &Row) -> String {
    let Some((other, formula)) = row.disagreement() else { return String::new() };
    let letter = |verdicts: &str| verdicts.chars().nth(formula - 1).unwrap_or('?');
    let text = format!(
        "DISAGREEMENT: {}, formula {formula}: savoir says {}, {} says {}",
        row.name(),
        letter(&row.run.verdicts),
        report.against[other],
        letter(&row.against[other].verdicts)
    );
    format!("{}\n", paint(BAD, &text))
}

/// Means and what stands out.
#[must_use]
pub fn summary(report: &Report, baseline: Option<&Comparison<'_>>) -> String {
    let mut out = String::from("\n");
    let count = |end: End| report.rows.iter().filter(|row| row.run.end == end).count();
    let unexpected: usize = report.rows.iter().map(|row| row.run.unexpected.len()).sum();
    let finished = count(End::Finished);
    let judgement = match unexpected {
        0 => paint(GOOD, "all verdicts as expected"),
        1 => paint(BAD, "1 verdict not as expected"),
        number => paint(BAD, &format!("{number} verdicts not as expected")),
    };
    let _ =
        writeln!(out, "  {} of {} rows finished, {judgement}", paint(BOLD, &finished.to_string()), report.rows.len());
    for (other, name) in report.against.iter().enumerate() {
        out.push_str(&versus(report, other, name));
    }
    if let Some(baseline) = baseline {
        let ratios = baseline.ratios(report);
        let mean = geometric_mean(&ratios).map_or_else(|| "–".to_owned(), |mean| format!("{mean:.2}"));
        let _ = writeln!(out, "  new/old: geometric mean {mean} on {} rows", ratios.len());
        for (what, rows) in [("lost", baseline.lost(report)), ("gained", baseline.gained(report))] {
            let names: Vec<String> = rows.iter().map(|row| row.name()).collect();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let _ = writeln!(out, "  rows {what}: {}", visible(&names));
        }
    }
    out
}

fn versus(report: &Report, other: usize, name: &str) -> String {
    let speedups = speedups(report, other);
    let mean = geometric_mean(&speedups).map_or_else(|| "–".to_owned(), |mean| format!("{mean:.2}"));
    let only = |ours: bool| {
        let finished = |row: &&Row| {
            let theirs = row.against.get(other).is_some_and(|run| run.finished_seconds().is_some());
            row.run.finished_seconds().is_some() == ours && theirs != ours
        };
        report.rows.iter().filter(finished).count()
    };
    let apart = report.rows.iter().filter(|row| row.disagreement().is_some_and(|(index, _)| index == other)).count();
    let judgement = match apart {
        0 => "no disagreement".to_owned(),
        number => paint(BAD, &format!("disagreement in {number} rows")),
    };
    let name = visible(name);
    format!(
        "  against {name}: speed-up {mean} (geometric mean of {} rows); only savoir finished {}, only the other {}; {judgement}\n",
        speedups.len(),
        only(true),
        only(false),
    )
}

fn line(report: &Report, with_baseline: bool, cells: &[String]) -> String {
    let columns = columns(report, with_baseline);
    let padded = columns.iter().zip(cells).map(|(column, cell)| {
        let width = column.width;
        if column.left { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
    });
    format!("  {}", padded.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::samples;

    #[test]
    fn rows_and_means_are_shown() {
        let report = samples::report();
        let plain = |text: &str| anstream::adapter::strip_str(text).to_string();
        let first = plain(&row(&report, &report.rows[0], None));
        assert!(first.contains("dining") && first.contains("2.20e7") && first.ends_with("2.00\n"), "{first}");
        let last = plain(&row(&report, &report.rows[4], None));
        assert!(last.contains(">60 s") && last.contains("skipped"), "{last}");
        assert_eq!(
            plain(&disagreement(&report, &report.rows[1])),
            "DISAGREEMENT: dining 20, formula 1: savoir says T, other <&> {} says F\n"
        );
        assert_eq!(disagreement(&report, &report.rows[0]), "");
        let summary = plain(&summary(&report, Some(&Comparison { old: &report })));
        for part in [
            "4 of 5 rows",
            "speed-up 4.00",
            "only savoir finished 2",
            "new/old: geometric mean 1.00",
            "rows lost: none",
        ] {
            assert!(summary.contains(part), "{part} in {summary}");
        }
    }
}
