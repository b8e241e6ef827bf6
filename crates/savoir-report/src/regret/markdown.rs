//! Regret as a Markdown table.

use super::table::{cells, headings};
use super::{Report, START};
use crate::escape::markdown;
use std::fmt::Write;

/// The table, and mean and worst case below it.
#[must_use]
pub fn markdown(report: &Report) -> String {
    let mut out = String::new();
    let mut line = |cells: &[String]| {
        let _ = writeln!(out, "| {} |", cells.iter().map(|cell| markdown::cell(cell)).collect::<Vec<_>>().join(" | "));
    };
    line(&headings().map(|(heading, _)| heading.to_owned()).collect::<Vec<_>>());
    line(&headings().map(|(_, left)| if left { "---" } else { "---:" }.to_owned()).collect::<Vec<_>>());
    report.rows.iter().for_each(|row| line(&cells(report, row)));
    let half = report.half.as_ref().map_or_else(String::new, |half| format!(", the half for {half}"));
    let _ = writeln!(
        out,
        "\nSavoir {}, {} cores{half}, limit {} s of processor time{}; {START} s added on both sides.",
        report.version,
        report.cores,
        report.limit_seconds,
        report.limit_bytes.map_or_else(String::new, |bytes| format!(" and {} MB", bytes >> 20)),
    );
    if let (Some(mean), Some((row, worst))) = (report.mean(), super::worst_of(report.regrets())) {
        let name = markdown::code(&row.name);
        let _ = writeln!(out, "Geometric mean {mean:.2}, worst {:.2} ({name}).", worst.ratio);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regret::samples;

    #[test]
    fn every_line_has_all_columns() {
        let text = markdown(&samples::report());
        let bars: Vec<usize> =
            text.lines().take_while(|line| !line.is_empty()).map(|line| line.matches('|').count()).collect();
        assert_eq!(bars, [7; 6]);
        assert!(text.contains("the half for tuning") && text.contains("worst 30.00 (`limit`)"), "{text}");
    }
}
