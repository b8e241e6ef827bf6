//! `savoir replay`: check evidence against a model.

use super::files;
use crate::args::ReplayArguments;
use crate::exit::Exit;
use crate::{input, output};
use savoir::{Model, replay};
use savoir_report::evidence::json::Entry;
use savoir_report::evidence::{read, replayed};
use savoir_report::json::FileReport;
use savoir_report::{diagnostics, text};

pub(crate) fn run(arguments: &ReplayArguments) -> Exit {
    let name = arguments.evidence.display().to_string();
    if input::is_stdin(&arguments.evidence) && input::is_stdin(&arguments.model) {
        output::error("`-` is given more than once, but standard input can be read only once");
        return Exit::Usage;
    }
    let document = match input::text(&arguments.evidence).map(|text| read::document(&text)) {
        Ok(Ok(document)) => document,
        Ok(Err(problem)) => {
            output::error(&format!("`{name}` is no evidence: {problem}"));
            return Exit::Usage;
        }
        Err(error) => {
            output::error(&error.to_string());
            return Exit::Usage;
        }
    };
    let mut report = FileReport::new(&arguments.model.display().to_string());
    let Some(loaded) = files::load(&arguments.model, &mut report) else { return Exit::Usage };
    output::err(&diagnostics::render(&loaded.source, &loaded.diagnostics));
    let Some(mut model) = loaded.model else { return Exit::Usage };
    output::out(&text::heading(&name));
    document.formulas.iter().fold(Exit::Met, |exit, entry| exit.and(check(&mut model, &name, entry)))
}

/// Replays the evidence for one formula.
fn check(model: &mut Model, name: &str, entry: &Entry) -> Exit {
    match read::evidence(model, entry) {
        Err(problem) => {
            output::error(&format!("`{name}`, formula {}: {problem}", entry.index));
            Exit::Usage
        }
        Ok(None) => {
            output::out(&replayed::undecided(entry));
            Exit::Met
        }
        Ok(Some(evidence)) => {
            let found = replay(model, &evidence);
            output::out(&replayed::render(model, entry, &found));
            if found.is_ok() { Exit::Met } else { Exit::NotMet }
        }
    }
}
