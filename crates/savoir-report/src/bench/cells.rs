//! The cells of a row, the same for terminals and for Markdown.

use super::{Comparison, End, Report, Row, Run};
use crate::result::Phases;

/// A column: its heading, its width on a terminal, and whether it is text, to be aligned to the left.
pub(crate) struct Column {
    pub(crate) heading: String,
    pub(crate) width: usize,
    pub(crate) left: bool,
}

/// The columns of a report.
pub(crate) fn columns(report: &Report, with_baseline: bool) -> Vec<Column> {
    let column = |heading: &str, width: usize| Column { heading: heading.to_owned(), width, left: false };
    let left = |heading: &str, width: usize| Column { left: true, ..column(heading, width) };
    let family = report.rows.iter().map(|row| row.family.chars().count()).max().unwrap_or(0).max(10);
    let mut columns =
        vec![left("family", family), column("N", 4), column("states", 8), column("vars", 5), column("nodes", 8)];
    columns.extend(Phases::default().in_order().map(|(phase, _)| column(phase, 6)));
    columns.extend([column("total s", 7), column("MB", 6), left("verdicts", 12)]);
    for name in &report.against {
        let heading = format!("{name} s");
        columns.push(column(&heading, heading.chars().count().max(8)));
        columns.push(column("MB", 6));
        columns.push(column("ratio", 7));
    }
    if with_baseline {
        columns.extend([column("before s", 8), column("new/old", 7)]);
    }
    columns
}

/// What stands in the columns for one row.
pub(crate) fn cells(report: &Report, row: &Row, baseline: Option<&Comparison<'_>>) -> Vec<String> {
    let run = &row.run;
    let mut cells = vec![
        row.family.clone(),
        row.size.map_or_else(String::new, |size| size.to_string()),
        run.states.as_deref().map_or_else(unknown, count),
        run.variables.map_or_else(unknown, |number| number.to_string()),
        run.nodes.map_or_else(unknown, |number| count(&number.to_string())),
    ];
    cells.extend(run.phases.in_order().map(|(_, time)| time.map_or_else(unknown, seconds)));
    cells.extend([time(report, run), memory(run), verdicts(run)]);
    for other in &row.against {
        cells.extend([time(report, other), memory(other), ratio(other.finished_seconds(), run.finished_seconds())]);
    }
    if let Some(baseline) = baseline {
        let before = baseline.before(row);
        cells.push(before.map_or_else(unknown, |before| time(baseline.old, &before.run)));
        let before = before.and_then(|before| before.run.finished_seconds());
        cells.push(ratio(run.finished_seconds(), before));
    }
    cells
}

fn unknown() -> String {
    "–".to_owned()
}

/// Exact up to six digits, then as a power of ten.
fn count(digits: &str) -> String {
    if digits.len() <= 6 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return digits.to_owned();
    }
    let leading: u32 = digits[..4].parse().unwrap_or(0);
    let (rounded, exponent) = match (leading + 5) / 10 {
        1000 => (100, digits.len()),
        rounded => (rounded, digits.len() - 1),
    };
    format!("{}.{:02}e{exponent}", rounded / 100, rounded % 100)
}

/// About three digits.
pub(crate) fn seconds(seconds: f64) -> String {
    match seconds {
        few if few < 10.0 => format!("{few:.3}"),
        some if some < 1000.0 => format!("{some:.1}"),
        many => format!("{many:.0}"),
    }
}

fn time(report: &Report, run: &Run) -> String {
    match (run.end, run.seconds) {
        (End::Finished, Some(time)) => seconds(time),
        (End::Finished, None) => unknown(),
        (End::Timeout, _) => format!(">{} s", report.limit_seconds),
        (End::Memory, _) => "memory".to_owned(),
        (End::Failed, _) => "failed".to_owned(),
        (End::Skipped, _) => "skipped".to_owned(),
        (End::Interrupted, _) => "stopped".to_owned(),
    }
}

fn memory(run: &Run) -> String {
    run.peak_bytes.map_or_else(unknown, |bytes| format!("{:.0}", bytes as f64 / f64::from(1 << 20)))
}

pub(crate) fn ratio(one: Option<f64>, other: Option<f64>) -> String {
    match (one, other) {
        (Some(one), Some(other)) if other > 0.0 => format!("{:.2}", one / other),
        _ => unknown(),
    }
}

/// Longer lists of verdicts are cut.
const MAX_VERDICTS: usize = 12;

fn verdicts(run: &Run) -> String {
    let mark = |(index, letter): (usize, char)| {
        let mark = if run.unexpected.contains(&(index + 1)) { "!" } else { "" };
        format!("{letter}{mark}")
    };
    let letters: Vec<String> = run.verdicts.chars().enumerate().map(mark).collect();
    if letters.len() <= MAX_VERDICTS {
        return letters.concat();
    }
    let cut = letters[..MAX_VERDICTS - 4].concat();
    let unseen = run.unexpected.iter().filter(|index| **index > MAX_VERDICTS - 4).count();
    let marks = if unseen > 0 { format!(" {unseen}!") } else { String::new() };
    format!("{cut}…{}{marks}", letters.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::samples;

    #[test]
    fn numbers_are_short() {
        assert_eq!((count("123456").as_str(), count("22020075").as_str()), ("123456", "2.20e7"));
        assert_eq!((count("45079976738775").as_str(), count("9999999").as_str()), ("4.51e13", "1.00e7"));
        assert_eq!([0.0123, 12.34, 4321.0].map(seconds), ["0.012", "12.3", "4321"]);
        assert_eq!((ratio(Some(3.0), Some(2.0)), ratio(Some(3.0), None)), ("1.50".to_owned(), "–".to_owned()));
    }

    #[test]
    fn verdicts_that_are_not_expected_are_marked() {
        let run = Run { unexpected: vec![2], ..samples::run(End::Finished, 1.0, "TF?") };
        assert_eq!(verdicts(&run), "TF!?");
        let run = Run { unexpected: vec![1, 20], ..samples::run(End::Finished, 1.0, &"TF".repeat(10)) };
        assert_eq!(verdicts(&run), "T!FTFTFTF…20 1!");
    }
}
