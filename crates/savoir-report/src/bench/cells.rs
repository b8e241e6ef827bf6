//! The cells of a row, the same for terminals and for Markdown.

use super::{Comparison, End, Published, Report, Row, Run};
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
    let mut columns = vec![left("family", family), column("N", 4)];
    if seeks_groups(report) {
        columns.push(left("formula", 8));
    }
    columns.extend([column("states", 8), column("vars", 5), column("nodes", 8)]);
    columns.extend(Phases::default().in_order().map(|(phase, _)| column(phase, 6)));
    columns.extend([column("total s", 7), column("MB", 6)]);
    if seeks_groups(report) {
        columns.extend([column("satisfying", EXACT), column("possible", EXACT)]);
        columns.extend([column("paper s", 7), column("paper satisfying", 16)]);
    }
    columns.push(left("verdicts", 12));
    for name in &report.against {
        let heading = format!("{name} s");
        columns.push(column(&heading, heading.chars().count().max(8)));
        columns.push(column("MB", 6));
        columns.push(column("ratio", 7));
        if has_parts(report) {
            columns.extend([column("parts", 5), column("W1/max", 6), column("W1/sum", 6), column("bytes", 8)]);
        }
    }
    if with_baseline {
        columns.extend([column("before s", 8), column("new/old", 7)]);
    }
    columns
}

/// What stands in the columns for one row.
pub(crate) fn cells(report: &Report, row: &Row, baseline: Option<&Comparison<'_>>) -> Vec<String> {
    let run = &row.run;
    let mut cells = vec![row.family.clone(), row.size.map_or_else(String::new, |size| size.to_string())];
    if seeks_groups(report) {
        cells.push(row.formula.clone().unwrap_or_default());
    }
    cells.extend([
        run.states.as_deref().map_or_else(unknown, count),
        run.variables.map_or_else(unknown, |number| number.to_string()),
        run.nodes.map_or_else(unknown, |number| count(&number.to_string())),
    ]);
    cells.extend(run.phases.in_order().map(|(_, time)| time.map_or_else(unknown, seconds)));
    cells.extend([time(report, run), memory(run)]);
    if seeks_groups(report) {
        cells.extend(groups(run));
        cells.extend(published(row.published.as_ref()));
    }
    cells.push(verdicts(run));
    for other in &row.against {
        cells.extend([time(report, other), memory(other), ratio(other.finished_seconds(), run.finished_seconds())]);
        if has_parts(report) {
            cells.extend(parts(report, run, other));
        }
    }
    if let Some(baseline) = baseline {
        let before = baseline.before(row);
        cells.push(before.map_or_else(unknown, |before| time(baseline.old, &before.run)));
        let before = before.and_then(|before| before.run.finished_seconds());
        cells.push(ratio(run.finished_seconds(), before));
    }
    cells
}

/// Whether some runs are about parts of models.
fn has_parts(report: &Report) -> bool {
    report.workers.is_some()
}

/// How many parts there are, the work of the whole model beside that of the slowest worker and that of all, and bytes told.
fn parts(report: &Report, whole: &Run, run: &Run) -> [String; 4] {
    let workers = report.workers.unwrap_or(1);
    let work = run.parts_work(workers).zip(whole.work);
    // Steps are counted by the thousands, so little work is none.
    let ratio =
        |work: u64, whole: u64| if work == 0 { unknown() } else { format!("{:.2}", whole as f64 / work as f64) };
    [
        run.parts.as_ref().map_or_else(unknown, |parts| parts.parts.to_string()),
        work.map_or_else(unknown, |((_, longest), whole)| ratio(longest, whole)),
        work.map_or_else(unknown, |((all, _), whole)| ratio(all, whole)),
        run.parts.as_ref().map_or_else(unknown, |parts| count(&parts.bytes.to_string())),
    ]
}

/// Whether some rows are about the groups of a formula.
fn seeks_groups(report: &Report) -> bool {
    report.rows.iter().any(|row| row.formula.is_some())
}

/// How many groups satisfy a formula, and how many come into question.
fn groups(run: &Run) -> [String; 2] {
    let number = |digits: Option<&String>| digits.map_or_else(unknown, |digits| short(digits, EXACT));
    let groups = run.groups.as_ref();
    [number(groups.and_then(|groups| groups.satisfying.as_ref())), number(groups.map(|groups| &groups.possible))]
}

/// The time of a paper and how many groups it has.
fn published(published: Option<&Published>) -> [String; 2] {
    let Some(published) = published else { return [unknown(), unknown()] };
    let time = match (published.end, published.seconds) {
        (End::Finished, Some(time)) => seconds(time),
        (End::Timeout, _) => "timeout".to_owned(),
        (End::Memory, _) => "memory".to_owned(),
        (End::Finished | End::Failed | End::Skipped | End::Interrupted, _) => unknown(),
    };
    [time, published.satisfying.as_ref().map_or_else(unknown, |digits| short(digits, EXACT))]
}

fn unknown() -> String {
    "–".to_owned()
}

/// So many digits of numbers of groups are exact: 40 agents have fewer than 2^40.
const EXACT: usize = 13;

/// Exact up to six digits, then as a power of ten.
pub(crate) fn count(digits: &str) -> String {
    short(digits, 6)
}

/// Exact up to so many digits, at least four, then as a power of ten.
fn short(digits: &str, exact: usize) -> String {
    if digits.len() <= exact || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
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
    fn groups_stand_beside_those_of_the_paper() {
        let report = samples::groups();
        let cells = cells(&report, &report.rows[0], None);
        assert_eq!(cells.len(), columns(&report, false).len());
        assert_eq!(cells[..3], ["dining-group", "18", "dc2"]);
        assert_eq!(cells[12..], ["65535", "68718952449", "651.2", "65535", "T"]);
        assert_eq!(short("1267650600228229401496703205375", EXACT), "1.27e30");
        let printed = |end| published(Some(&Published { end, seconds: None, satisfying: None }));
        assert_eq!([End::Timeout, End::Memory].map(printed), [["timeout", "–"], ["memory", "–"]]);
        assert_eq!(report.rows[0].name(), "dining-group 18 dc2");
    }

    #[test]
    fn verdicts_that_are_not_expected_are_marked() {
        let run = Run { unexpected: vec![2], ..samples::run(End::Finished, 1.0, "TF?") };
        assert_eq!(verdicts(&run), "TF!?");
        let run = Run { unexpected: vec![1, 20], ..samples::run(End::Finished, 1.0, &"TF".repeat(10)) };
        assert_eq!(verdicts(&run), "T!FTFTFTF…20 1!");
    }
}
