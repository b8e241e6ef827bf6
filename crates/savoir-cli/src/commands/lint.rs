//! `savoir lint`: find what is legal but suspicious.

use super::{files, rewrite};
use crate::args::{LintArguments, ReportFormat};
use crate::exit::Exit;
use crate::output;
use savoir::{Linted, Loaded, Mending};
use savoir_report::diagnostics;
use savoir_report::json::FileReport;

pub(crate) fn run(arguments: &LintArguments) -> Exit {
    let Some(files) = files::find(&arguments.files) else { return Exit::Usage };
    if let Some(problem) = rewrite::refuse(&files).filter(|_| arguments.fix) {
        output::error(problem);
        return Exit::Usage;
    }
    files::each(&files, arguments.format, &arguments.levels.asked(), &arguments.limits, |file, loaded, report| {
        let loaded = match loaded {
            Ok(loaded) => loaded,
            Err(exit) => return exit,
        };
        if !arguments.fix {
            return lint_file(arguments, loaded, report);
        }
        let mended = rewrite::fix(file, loaded, Mending::Lints);
        mended.map_or(Exit::Usage, |mended| lint_file(arguments, &mended, report))
    })
}

fn lint_file(arguments: &LintArguments, loaded: &Loaded, report: &mut FileReport) -> Exit {
    let budget = arguments.limits.budget_after(loaded.seconds);
    let Linted { found: suspicious, stop } = savoir::lint(loaded, arguments.limits.threads(), &budget);
    let mut found = loaded.diagnostics.clone();
    found.extend(suspicious);
    report.add_diagnostics(&loaded.source, &found);
    if arguments.format == ReportFormat::Text {
        output::out(&diagnostics::render(&loaded.source, &found));
        if found.is_empty() && stop.is_none() {
            output::line(&format!("{}: nothing suspicious", loaded.source.name));
        }
    }
    if let Some(stop) = stop {
        let problem = format!("`{}` was not looked at in full: {stop}", loaded.source.name);
        output::error(&problem);
        report.add_error(&problem);
    }
    if found.iter().any(savoir::Diagnostic::is_error) {
        Exit::Usage
    } else if found.is_empty() {
        if stop.is_some() { Exit::Undecided } else { Exit::Met }
    } else {
        Exit::NotMet
    }
}
