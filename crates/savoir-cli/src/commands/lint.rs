//! `savoir lint`: find what is legal but suspicious.

use super::reports::{Reports, Sheet};
use super::{files, overwriting, reports, rewrite};
use crate::args::{LintArguments, OutputFormat};
use crate::exit::Exit;
use crate::output;
use savoir::{Linted, Loaded, Mending};
use savoir_report::diagnostics;
use savoir_report::escape::visible;
use std::path::PathBuf;

pub(crate) fn run(arguments: &LintArguments) -> Exit {
    let Some(files) = files::find(&arguments.files) else { return Exit::Usage };
    if let Some(problem) = rewrite::refuse(&files).filter(|_| arguments.fix) {
        output::error(problem);
        return Exit::Usage;
    }
    if let Err(problem) = fits(arguments, &files) {
        output::error(&problem);
        return Exit::Usage;
    }
    let mut reports = Reports::new(arguments.format, &arguments.outputs, &files);
    let levels = arguments.levels.asked();
    let exit = files::each(&files, &mut reports, &levels, &arguments.limits, |file, loaded, sheet| {
        let loaded = match loaded {
            Ok(loaded) => loaded,
            Err(exit) => return exit,
        };
        if !arguments.fix {
            return lint_file(arguments, loaded, sheet);
        }
        let mended = rewrite::fix(file, loaded, Mending::Lints);
        mended.map_or(Exit::Usage, |mended| lint_file(arguments, &mended, sheet))
    });
    reports.finish(exit)
}

/// Whether the results can go where they are wanted; if not, what to say.
fn fits(arguments: &LintArguments, files: &[PathBuf]) -> Result<(), String> {
    if arguments.outputs.output.iter().any(|output| output.format == OutputFormat::Html) {
        return Err("pages show evidence, and lints have none: use another format for `--output`".to_owned());
    }
    overwriting::refuse(reports::targets(&arguments.outputs), files)
}

fn lint_file(arguments: &LintArguments, loaded: &Loaded, sheet: &mut Sheet) -> Exit {
    let budget = arguments.limits.budget_after(loaded.seconds);
    let Linted { found: suspicious, stop } = savoir::lint(loaded, arguments.limits.threads(), &budget);
    let mut found = loaded.diagnostics.clone();
    found.extend(suspicious);
    sheet.report.add_diagnostics(&loaded.source, &found);
    sheet.print(&diagnostics::render(&loaded.source, &found));
    if found.is_empty() && stop.is_none() {
        sheet.print(&format!("{}: nothing suspicious\n", visible(&loaded.source.name)));
    }
    if let Some(stop) = stop {
        let problem = format!("`{}` was not looked at in full: {stop}", loaded.source.name);
        output::error(&problem);
        sheet.report.add_error(&problem);
    }
    if found.iter().any(savoir::Diagnostic::is_error) {
        Exit::Usage
    } else if found.is_empty() {
        if stop.is_some() { Exit::Undecided } else { Exit::Met }
    } else {
        Exit::NotMet
    }
}
