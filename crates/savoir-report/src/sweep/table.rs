//! A table about the results of a sweep: a row for each set of options.

use super::{End, Record};
use crate::escape::visible;
use crate::style::{BOLD, DIM, paint};
use std::borrow::Cow;
use std::collections::BTreeMap;

#[derive(Default)]
struct Row {
    jobs: usize,
    yes: usize,
    no: usize,
    unknown: usize,
    unexpected: usize,
    limits: usize,
    failed: usize,
    seconds: f64,
    slowest: f64,
    memory: u64,
}

impl Row {
    fn add(&mut self, record: &Record) {
        self.jobs += 1;
        for (verdict, expected) in record.verdicts() {
            match verdict {
                "true" => self.yes += 1,
                "false" => self.no += 1,
                _ => self.unknown += 1,
            }
            self.unexpected += usize::from(verdict != "unknown" && verdict != expected);
        }
        match record.end {
            End::Done => {}
            End::Time | End::Memory => self.limits += 1,
            End::Error | End::Crash => self.failed += 1,
        }
        self.seconds += record.seconds;
        self.slowest = self.slowest.max(record.seconds);
        self.memory = self.memory.max(record.memory);
    }

    fn cells(&self) -> [String; 10] {
        [
            self.jobs.to_string(),
            self.yes.to_string(),
            self.no.to_string(),
            self.unknown.to_string(),
            self.unexpected.to_string(),
            self.limits.to_string(),
            self.failed.to_string(),
            format!("{:.1} s", self.seconds),
            format!("{:.1} s", self.slowest),
            format!("{} MB", self.memory >> 20),
        ]
    }
}

const HEADS: [&str; 10] =
    ["jobs", "true", "false", "unknown", "unexpected", "killed", "failed", "time", "slowest", "memory"];

/// A row for each set of options, and the sum.
#[must_use]
pub fn table<'r>(records: impl Iterator<Item = &'r Record>) -> String {
    let mut rows: BTreeMap<Cow<'_, str>, Row> = BTreeMap::new();
    let mut sum = Row::default();
    for record in records {
        let options = record.job.options.as_str();
        rows.entry(visible(if options.is_empty() { "(no options)" } else { options })).or_default().add(record);
        sum.add(record);
    }
    let mut lines: Vec<(&str, [String; 10])> = rows.iter().map(|(name, row)| (name.as_ref(), row.cells())).collect();
    if lines.len() != 1 {
        lines.push(("all", sum.cells()));
    }
    let name_width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(7);
    let width = |column: usize| {
        let cells = lines.iter().map(|(_, cells)| cells[column].len());
        cells.max().unwrap_or(0).max(HEADS[column].len())
    };
    let line = |name: &str, cells: &[String; 10]| {
        let cells: String =
            cells.iter().enumerate().map(|(column, cell)| format!("  {cell:>width$}", width = width(column))).collect();
        format!("{name:<name_width$}{cells}")
    };
    let mut out = format!("{}\n", paint(DIM, &line("options", &HEADS.map(str::to_owned))));
    for (name, cells) in &lines {
        let text = line(name, cells);
        out += &if *name == "all" { format!("{}\n", paint(BOLD, &text)) } else { format!("{text}\n") };
    }
    out
}
