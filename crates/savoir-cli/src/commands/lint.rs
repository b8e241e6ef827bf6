//! `savoir lint`: find what is legal but suspicious.

use super::{files, rewrite};
use crate::args::{LintArguments, ReportFormat};
use crate::exit::Exit;
use crate::output;
use savoir::{Loaded, Mending};
use savoir_report::diagnostics;
use savoir_report::json::FileReport;

pub(crate) fn run(arguments: &LintArguments) -> Exit {
    let Some(files) = files::find(&arguments.files) else { return Exit::Usage };
    if let Some(problem) = rewrite::refuse(&files).filter(|_| arguments.fix) {
        output::error(problem);
        return Exit::Usage;
    }
    files::each(&files, arguments.format, &arguments.levels.asked(), |file, loaded, report| {
        let Some(loaded) = loaded else { return Exit::Usage };
        if !arguments.fix {
            return lint_file(arguments, loaded, report);
        }
        let mended = rewrite::fix(file, loaded, Mending::Lints);
        mended.map_or(Exit::Usage, |mended| lint_file(arguments, &mended, report))
    })
}

fn lint_file(arguments: &LintArguments, loaded: &Loaded, report: &mut FileReport) -> Exit {
    let mut found = loaded.diagnostics.clone();
    found.extend(savoir::lint(loaded, arguments.limits.threads(), &arguments.limits.budget()));
    report.add_diagnostics(&loaded.source, &found);
    if arguments.format == ReportFormat::Text {
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
