//! `savoir stats`: numbers about a model.

use crate::args::{Format, StatsArguments};
use crate::exit::Exit;
use crate::{input, interrupt, output};
use savoir_report::{diagnostics, stats};

pub(crate) fn run(arguments: &StatsArguments) -> Exit {
    let loaded = match input::load(&arguments.file) {
        Ok(loaded) => loaded,
        Err(error) => {
            output::error(&error.to_string());
            return Exit::Usage;
        }
    };
    output::err(&diagnostics::render(&loaded.source, &loaded.diagnostics));
    let Some(model) = &loaded.model else { return Exit::Usage };
    let statistics = savoir::statistics(model, arguments.limits.threads(), &arguments.limits.budget());
    match arguments.format {
        Format::Text => output::out(&stats::text(&loaded.source.name, &statistics)),
        Format::Json => output::out(&format!("{:#}\n", stats::json(&loaded.source.name, &statistics))),
    }
    match statistics.reachable {
        Ok(_) => Exit::Met,
        Err(_) if interrupt::happened() => Exit::Interrupted,
        Err(_) => Exit::Undecided,
    }
}
