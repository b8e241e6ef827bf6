//! `savoir simulate`: walk through a model, on the terminal or by a script.

mod evidence;
mod script;
mod terminal;

use super::request;
use crate::args::{Format, SimulateArguments};
use crate::exit::Exit;
use crate::{input, output};
use savoir::simulate::{NoStart, Settings};
use savoir::{AtlSemantics, Budget, BuildOptions, CheckError, Loaded, Semantics};
use savoir_report::diagnostics;
use std::io::IsTerminal;

pub(crate) fn run(arguments: &SimulateArguments) -> Exit {
    let without_terminal = arguments.steps.is_some() || arguments.script.is_some();
    if !without_terminal && let Err(message) = terminal_is_there(arguments) {
        output::error(message);
        return Exit::Usage;
    }
    let files = [Some(&arguments.model), arguments.script.as_ref(), arguments.evidence.as_ref()];
    if files.into_iter().flatten().filter(|file| input::is_stdin(file)).count() > 1 {
        output::error("only one of the model, the script and the evidence can come from standard input");
        return Exit::Usage;
    }
    let loaded = match input::load_within(&arguments.model, &arguments.limits.reading()) {
        Ok(loaded) => loaded,
        Err(error) => {
            output::error(&error.to_string());
            return input::exit(&error);
        }
    };
    output::err(&diagnostics::render(&loaded.source, &loaded.diagnostics));
    if loaded.model.is_none() {
        return Exit::Usage;
    }
    let semantics = match semantics(arguments, &loaded) {
        Ok(semantics) => semantics,
        Err(problem) => {
            output::error(&problem);
            return Exit::Usage;
        }
    };
    if without_terminal {
        script::run(arguments, semantics, &loaded)
    } else {
        terminal::run(arguments, semantics, loaded)
    }
}

/// Whether somebody can see and type.
fn terminal_is_there(arguments: &SimulateArguments) -> Result<(), &'static str> {
    if arguments.format != Format::Text {
        return Err("`--format json` needs `--steps N` or `--script FILE`");
    }
    let here = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if here { Ok(()) } else { Err("this is no terminal: give `--steps N` or `--script FILE` to simulate without one") }
}

/// How conditions are read.
fn semantics(arguments: &SimulateArguments, loaded: &Loaded) -> Result<Semantics, String> {
    let semantics = request::semantics(&arguments.reading, loaded)?;
    match semantics.atl {
        AtlSemantics::PerfectInformation | AtlSemantics::Uniform(_) => Ok(semantics),
        AtlSemantics::UniformModel(_) => Err(
            "`--atl uniform-model` cannot be used: it is about other models, but a simulation walks through this one"
                .to_owned(),
        ),
    }
}

fn settings(arguments: &SimulateArguments, semantics: Semantics, budget: Budget) -> Settings {
    let build = BuildOptions { engine: arguments.engine, ..BuildOptions::with_threads(arguments.limits.threads()) };
    Settings { build, semantics, budget }
}

/// Says why a simulation cannot begin.
fn refuse(loaded: &Loaded, reason: NoStart) -> Exit {
    match reason {
        NoStart::Model(CheckError::Model(found)) => {
            output::err(&diagnostics::render(&loaded.source, &found));
            Exit::Usage
        }
        NoStart::Model(CheckError::Formulas(_) | CheckError::Parts(_)) => Exit::Usage,
        NoStart::Stopped(stop) => {
            output::error(&format!("the initial states were not found: {stop}"));
            stopped(stop)
        }
    }
}

/// The exit for an answer that is unknown.
fn stopped(stop: savoir::Stop) -> Exit {
    if stop == savoir::Stop::Cancelled { Exit::Interrupted } else { Exit::Undecided }
}
