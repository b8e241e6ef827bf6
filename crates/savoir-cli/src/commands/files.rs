//! Going through the files of a command line: directories, loading, errors of loading, Ctrl-C, and reports.

use super::directories;
use crate::args::{Limits, ReportFormat, misplaced_format};
use crate::exit::Exit;
use crate::{input, interrupt, output};
use savoir::{Budget, Level, LintSelector, Loaded};
use savoir_report::json::{self, FileReport};
use savoir_report::{github, junit, sarif};
use std::path::{Path, PathBuf};

/// The files of a command line, with those in its directories; `None`, after a message, if some argument is wrong.
pub(crate) fn find(arguments: &[PathBuf]) -> Option<Vec<PathBuf>> {
    if !stdin_at_most_once(arguments) {
        return None;
    }
    let misplaced: Vec<String> = arguments.iter().filter_map(|word| misplaced_format(word)).collect();
    if !misplaced.is_empty() {
        misplaced.iter().for_each(|problem| output::error(problem));
        return None;
    }
    match directories::expand(arguments) {
        Ok(files) => Some(files),
        Err(problems) => {
            problems.iter().for_each(|problem| output::error(problem));
            None
        }
    }
}

/// Does `work` on every file, with these levels of lints, and gives the worst exit. A file that cannot be read, or not within
/// the limits, is an exit. Reports are printed file by file or at the end, as their format wants it.
pub(crate) fn each(
    files: &[PathBuf],
    format: ReportFormat,
    levels: &[(LintSelector, Level)],
    limits: &Limits,
    mut work: impl FnMut(&Path, Result<&Loaded, Exit>, &mut FileReport) -> Exit,
) -> Exit {
    let mut exit = Exit::Met;
    let mut reports = Vec::new();
    for file in files {
        let mut report = FileReport::new(&file.display().to_string());
        let loaded = load_within(file, &limits.reading(), &mut report).map(|loaded| loaded.with_levels(levels));
        exit = exit.and(work(file, loaded.as_ref().map_err(|exit| *exit), &mut report));
        match format {
            ReportFormat::Jsonl => output::document(&json::line(report)),
            ReportFormat::Github => output::document(&github::render(&report)),
            ReportFormat::Text => {}
            ReportFormat::Json | ReportFormat::Junit | ReportFormat::Sarif => reports.push(report),
        }
        if interrupt::happened() {
            exit = Exit::Interrupted;
            break;
        }
    }
    match format {
        ReportFormat::Json => output::document(&json::render(reports)),
        ReportFormat::Junit => output::document(&junit::render(&reports)),
        ReportFormat::Sarif => output::document(&sarif::render(&reports)),
        ReportFormat::Text | ReportFormat::Jsonl | ReportFormat::Github => {}
    }
    exit
}

/// Loads a file; if it cannot be read, says so on standard error and in the report.
pub(crate) fn load(file: &Path, report: &mut FileReport) -> Result<Loaded, Exit> {
    load_within(file, &Budget::unlimited().with_cancel(interrupt::flag()), report)
}

/// Loads a file within limits; if it cannot be read, says so on standard error and in the report.
pub(crate) fn load_within(file: &Path, budget: &Budget, report: &mut FileReport) -> Result<Loaded, Exit> {
    input::load_within(file, budget).map_err(|error| {
        output::error(&error.to_string());
        report.add_error(&error.to_string());
        input::exit(&error)
    })
}

/// What was read from standard input once is gone.
fn stdin_at_most_once(files: &[PathBuf]) -> bool {
    let good = files.iter().filter(|file| input::is_stdin(file)).count() <= 1;
    if !good {
        output::error("`-` is given more than once, but standard input can be read only once");
    }
    good
}
