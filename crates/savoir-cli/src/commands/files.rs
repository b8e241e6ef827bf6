//! Going through the files of a command line: directories, loading, errors of loading, Ctrl-C, and reports.

use super::directories;
use super::reports::{Reports, Sheet};
use crate::args::{Limits, misplaced_format};
use crate::exit::Exit;
use crate::{input, interrupt, output};
use savoir::{Budget, Level, LintSelector, Loaded};
use savoir_report::json::FileReport;
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
/// the limits, is an exit. Reports are printed file by file, if their format wants that.
pub(crate) fn each(
    files: &[PathBuf],
    reports: &mut Reports<'_>,
    levels: &[(LintSelector, Level)],
    limits: &Limits,
    mut work: impl FnMut(&Path, Result<&Loaded, Exit>, &mut Sheet) -> Exit,
) -> Exit {
    let mut exit = Exit::Met;
    for (number, file) in files.iter().enumerate() {
        let mut sheet = reports.sheet(number, &file.display().to_string());
        let loaded = load_within(file, &limits.reading(), &mut sheet.report).map(|loaded| loaded.with_levels(levels));
        let done = work(file, loaded.as_ref().map_err(|exit| *exit), &mut sheet);
        exit = exit.and(done);
        sheet.report.conclude(done == Exit::Met);
        reports.add(sheet);
        if interrupt::happened() {
            return Exit::Interrupted;
        }
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
