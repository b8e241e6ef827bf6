//! Going through the files of a command line: directories, loading, errors of loading, Ctrl-C, and reports.

use super::directories;
use crate::args::ReportFormat;
use crate::exit::Exit;
use crate::{input, interrupt, output};
use savoir::{Level, LintSelector, Loaded};
use savoir_report::json::{self, FileReport};
use savoir_report::{github, junit, sarif};
use std::path::{Path, PathBuf};

/// The files of a command line, with those in its directories; `None`, after a message, if some argument is wrong.
pub(crate) fn find(arguments: &[PathBuf]) -> Option<Vec<PathBuf>> {
    if !stdin_at_most_once(arguments) {
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

/// Does `work` on every file that can be read, with these levels of lints, and gives the worst exit. Reports are printed
/// file by file or at the end, as their format wants it.
pub(crate) fn each(
    files: &[PathBuf],
    format: ReportFormat,
    levels: &[(LintSelector, Level)],
    mut work: impl FnMut(&Path, Option<&Loaded>, &mut FileReport) -> Exit,
) -> Exit {
    let mut exit = Exit::Met;
    let mut reports = Vec::new();
    for file in files {
        let mut report = FileReport::new(&file.display().to_string());
        let loaded = load(file, &mut report).map(|loaded| loaded.with_levels(levels));
        exit = exit.and(work(file, loaded.as_ref(), &mut report));
        match format {
            ReportFormat::Jsonl => output::out(&json::line(report)),
            ReportFormat::Github => output::out(&github::render(&report)),
            ReportFormat::Text => {}
            ReportFormat::Json | ReportFormat::Junit | ReportFormat::Sarif => reports.push(report),
        }
        if interrupt::happened() {
            exit = Exit::Interrupted;
            break;
        }
    }
    match format {
        ReportFormat::Json => output::out(&json::render(reports)),
        ReportFormat::Junit => output::out(&junit::render(&reports)),
        ReportFormat::Sarif => output::out(&sarif::render(&reports)),
        ReportFormat::Text | ReportFormat::Jsonl | ReportFormat::Github => {}
    }
    exit
}

/// Loads a file; if it cannot be read, says so on standard error and in the report.
pub(crate) fn load(file: &Path, report: &mut FileReport) -> Option<Loaded> {
    match input::load(file) {
        Ok(loaded) => Some(loaded),
        Err(error) => {
            output::error(&error.to_string());
            report.add_error(&error.to_string());
            None
        }
    }
}

/// What was read from standard input once is gone.
fn stdin_at_most_once(files: &[PathBuf]) -> bool {
    let good = files.iter().filter(|file| input::is_stdin(file)).count() <= 1;
    if !good {
        output::error("`-` is given more than once, but standard input can be read only once");
    }
    good
}
