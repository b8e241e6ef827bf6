//! Going through the files of a command line: loading, errors of loading, Ctrl-C, and JSON at the end.

use crate::args::Format;
use crate::exit::Exit;
use crate::{input, interrupt, output};
use savoir::Loaded;
use savoir_report::json::{self, FileReport};
use std::path::{Path, PathBuf};

/// Does `work` on every file that can be read and gives the worst exit; in JSON the reports are printed at the end.
pub(crate) fn each(
    files: &[PathBuf],
    format: Format,
    mut work: impl FnMut(&Path, &Loaded, &mut FileReport) -> Exit,
) -> Exit {
    if !stdin_at_most_once(files) {
        return Exit::Usage;
    }
    let mut exit = Exit::Met;
    let mut reports = Vec::new();
    for file in files {
        let mut report = FileReport::new(&file.display().to_string());
        exit = exit.and(load(file, &mut report).map_or(Exit::Usage, |loaded| work(file, &loaded, &mut report)));
        reports.push(report);
        if interrupt::happened() {
            exit = Exit::Interrupted;
            break;
        }
    }
    if format == Format::Json {
        output::out(&json::render(reports));
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
