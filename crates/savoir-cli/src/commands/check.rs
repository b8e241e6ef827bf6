//! `savoir check`: decide the formulas of models.

use crate::args::{CheckArguments, EngineChoice, Format};
use crate::exit::Exit;
use crate::{input, interrupt, output};
use savoir::{CheckError, CheckRequest, Engine, Outcome, check};
use savoir_report::json::FileReport;
use savoir_report::{diagnostics, json, text};
use std::path::Path;

pub(crate) fn run(arguments: &CheckArguments) -> Exit {
    let mut exit = Exit::Met;
    let mut reports = Vec::new();
    for file in &arguments.files {
        let mut report = FileReport::new(&file.display().to_string());
        exit = exit.and(check_file(arguments, file, &mut report));
        reports.push(report);
        if interrupt::happened() {
            exit = Exit::Interrupted;
            break;
        }
    }
    if arguments.format == Format::Json {
        output::out(&json::render(reports));
    }
    match exit {
        Exit::NotMet | Exit::Undecided if arguments.exit_zero => Exit::Met,
        other => other,
    }
}

fn check_file(arguments: &CheckArguments, file: &Path, report: &mut FileReport) -> Exit {
    let loaded = match input::load(file) {
        Ok(loaded) => loaded,
        Err(error) => {
            output::error(&error.to_string());
            report.add_error(&error.to_string());
            return Exit::Usage;
        }
    };
    report.add_diagnostics(&loaded.source, &loaded.diagnostics);
    output::err(&diagnostics::render(&loaded.source, &loaded.diagnostics));
    if loaded.has_errors() {
        return Exit::Usage;
    }
    let request = CheckRequest {
        engine: match arguments.engine {
            EngineChoice::Explicit => Engine::Explicit,
            EngineChoice::Symbolic => Engine::Symbolic,
        },
        formulas: arguments.formulas.clone(),
        threads: arguments.limits.threads(),
        ..CheckRequest::default()
    };
    let as_text = arguments.format == Format::Text;
    if as_text {
        output::out(&text::heading(&loaded.source.name));
    }
    let outcome = check(&loaded, &request, &arguments.limits.budget(), &mut |result| {
        if as_text {
            output::out(&text::result(result));
        }
    });
    match outcome {
        Ok(outcome) => {
            report.add_outcome(&outcome);
            report.add_diagnostics(&loaded.source, &outcome.diagnostics);
            if as_text {
                output::out(&text::summary(&outcome));
            }
            output::err(&diagnostics::render(&loaded.source, &outcome.diagnostics));
            judge(&outcome)
        }
        Err(CheckError::Model(found)) => {
            report.add_diagnostics(&loaded.source, &found);
            output::err(&diagnostics::render(&loaded.source, &found));
            Exit::Usage
        }
        Err(CheckError::Formula { source, diagnostics: found }) => {
            report.add_diagnostics(&source, &found);
            output::err(&diagnostics::render(&source, &found));
            Exit::Usage
        }
    }
}

/// Failed expectations outrank undecided formulas.
fn judge(outcome: &Outcome) -> Exit {
    outcome.results.iter().fold(Exit::Met, |exit, result| {
        exit.and(match result.as_expected() {
            Some(true) => Exit::Met,
            Some(false) => Exit::NotMet,
            None => Exit::Undecided,
        })
    })
}
