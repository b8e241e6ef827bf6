//! `savoir lint`: find what is legal but suspicious.

use crate::args::{Format, LintArguments};
use crate::exit::Exit;
use crate::{input, interrupt, output};
use savoir_report::json::FileReport;
use savoir_report::{diagnostics, json};
use std::path::Path;

pub(crate) fn run(arguments: &LintArguments) -> Exit {
    let mut exit = Exit::Met;
    let mut reports = Vec::new();
    for file in &arguments.files {
        let mut report = FileReport::new(&file.display().to_string());
        exit = exit.and(lint_file(arguments, file, &mut report));
        reports.push(report);
        if interrupt::happened() {
            exit = Exit::Interrupted;
            break;
        }
    }
    if arguments.format == Format::Json {
        output::out(&json::render(reports));
    }
    exit
}

fn lint_file(arguments: &LintArguments, file: &Path, report: &mut FileReport) -> Exit {
    let loaded = match input::load(file) {
        Ok(loaded) => loaded,
        Err(error) => {
            output::error(&error.to_string());
            report.add_error(&error.to_string());
            return Exit::Usage;
        }
    };
    let mut found = loaded.diagnostics.clone();
    found.extend(savoir::lint(&loaded, arguments.limits.threads(), &arguments.limits.budget()));
    report.add_diagnostics(&loaded.source, &found);
    if arguments.format == Format::Text {
        output::out(&diagnostics::render(&loaded.source, &found));
        if found.is_empty() {
            output::out(&format!("{}: nothing suspicious\n", loaded.source.name));
        }
    }
    if found.iter().any(savoir::Diagnostic::is_error) {
        Exit::Usage
    } else if found.is_empty() {
        Exit::Met
    } else {
        Exit::NotMet
    }
}
