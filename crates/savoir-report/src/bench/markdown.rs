//! Measurements as a Markdown table.

use super::cells::{cells, columns};
use super::compare::speedups;
use super::{Comparison, Report, geometric_mean};
use crate::escape::markdown;
use std::fmt::Write;

/// The table, and the means below it.
#[must_use]
pub fn markdown(report: &Report, baseline: Option<&Comparison<'_>>) -> String {
    let columns = columns(report, baseline.is_some());
    let mut out = String::new();
    let mut line = |cells: &[String]| {
        let _ = writeln!(out, "| {} |", cells.iter().map(|cell| markdown::cell(cell)).collect::<Vec<_>>().join(" | "));
    };
    line(&columns.iter().map(|column| column.heading.clone()).collect::<Vec<_>>());
    line(&columns.iter().map(|column| if column.left { "---" } else { "---:" }.to_owned()).collect::<Vec<_>>());
    report.rows.iter().for_each(|row| line(&cells(report, row, baseline)));
    out.push('\n');
    let _ = writeln!(
        out,
        "Savoir {}, {} cores, limit {} s{}; {}.",
        report.version,
        report.cores,
        report.limit_seconds,
        report.limit_bytes.map_or_else(String::new, |bytes| format!(" and {} MB", bytes >> 20)),
        if report.repeat == 1 { "one run each".to_owned() } else { format!("median of {} runs", report.repeat) }
    );
    for (other, name) in report.against.iter().enumerate() {
        let speedups = speedups(report, other);
        if let Some(mean) = geometric_mean(&speedups) {
            let _ = writeln!(
                out,
                "Speed-up over {}: {mean:.2}, the geometric mean of {} rows.",
                markdown::code(name),
                speedups.len()
            );
        }
    }
    if let Some(baseline) = baseline
        && let Some(mean) = geometric_mean(&baseline.ratios(report))
    {
        let _ = writeln!(out, "New time over old time: {mean:.2}, geometric mean.");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::samples;

    #[test]
    fn every_line_has_all_columns() {
        let report = samples::report();
        let text = markdown(&report, Some(&Comparison { old: &report }));
        let bars: Vec<usize> =
            text.lines().take_while(|line| !line.is_empty()).map(|line| line.matches('|').count()).collect();
        assert_eq!(bars.len(), 7);
        assert!(bars.iter().all(|count| *count == bars[0]), "{text}");
        assert!(text.contains("Speed-up over `other <&> {}`: 4.00"), "{text}");
    }
}
