//! `savoir stats`: numbers about a model.

use super::files;
use crate::args::{Format, StatsArguments};
use crate::exit::Exit;
use crate::{interrupt, output};
use savoir_report::json::{Edition, FileReport};
use savoir_report::{diagnostics, json, stats};

pub(crate) fn run(arguments: &StatsArguments) -> Exit {
    let mut report = FileReport::new(&arguments.file.display().to_string());
    count(arguments, &mut report).unwrap_or_else(|exit| {
        if arguments.format == Format::Json {
            report.conclude(false);
            output::document(&json::render(&[report], false, Edition::Second));
        }
        exit
    })
}

/// Counts and prints; an error if the model cannot be read or has errors, which are in the report then.
fn count(arguments: &StatsArguments, report: &mut FileReport) -> Result<Exit, Exit> {
    let loaded = files::load_within(&arguments.file, &arguments.limits.reading(), report)?;
    report.add_diagnostics(&loaded.source, &loaded.diagnostics);
    output::err(&diagnostics::render(&loaded.source, &loaded.diagnostics));
    let model = loaded.model.as_ref().ok_or(Exit::Usage)?;
    let budget = arguments.limits.budget_after(loaded.seconds);
    let statistics = savoir::statistics(model, arguments.limits.threads(), &budget);
    report.add_diagnostics(&loaded.source, &statistics.diagnostics);
    output::err(&diagnostics::render(&loaded.source, &statistics.diagnostics));
    if !statistics.diagnostics.is_empty() {
        return Err(Exit::Usage);
    }
    match arguments.format {
        Format::Text => output::out(&stats::text(&loaded.source.name, &statistics)),
        Format::Json => output::document(&stats::json(&loaded.source.name, &statistics)),
    }
    Ok(match statistics.reachable {
        Ok(_) => Exit::Met,
        Err(_) if interrupt::happened() => Exit::Interrupted,
        Err(_) => Exit::Undecided,
    })
}
