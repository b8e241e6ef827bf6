//! `savoir stats`: numbers about a model.

use super::files;
use crate::args::{Format, StatsArguments};
use crate::exit::Exit;
use crate::{interrupt, output};
use savoir_report::json::FileReport;
use savoir_report::{diagnostics, json, stats};

pub(crate) fn run(arguments: &StatsArguments) -> Exit {
    let mut report = FileReport::new(&arguments.file.display().to_string());
    match count(arguments, &mut report) {
        Some(exit) => exit,
        None => {
            if arguments.format == Format::Json {
                output::out(&json::render(vec![report]));
            }
            Exit::Usage
        }
    }
}

/// Counts and prints; `None` if the model has errors, which are in the report then.
fn count(arguments: &StatsArguments, report: &mut FileReport) -> Option<Exit> {
    let loaded = files::load(&arguments.file, report)?;
    report.add_diagnostics(&loaded.source, &loaded.diagnostics);
    output::err(&diagnostics::render(&loaded.source, &loaded.diagnostics));
    let model = loaded.model.as_ref()?;
    let statistics = savoir::statistics(model, arguments.limits.threads(), &arguments.limits.budget());
    report.add_diagnostics(&loaded.source, &statistics.diagnostics);
    output::err(&diagnostics::render(&loaded.source, &statistics.diagnostics));
    if !statistics.diagnostics.is_empty() {
        return None;
    }
    output::out(&match arguments.format {
        Format::Text => stats::text(&loaded.source.name, &statistics),
        Format::Json => stats::json(&loaded.source.name, &statistics),
    });
    Some(match statistics.reachable {
        Ok(_) => Exit::Met,
        Err(_) if interrupt::happened() => Exit::Interrupted,
        Err(_) => Exit::Undecided,
    })
}
