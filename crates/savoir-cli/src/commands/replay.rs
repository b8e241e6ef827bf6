//! `savoir replay`: what a file of evidence proves about a model.

use super::{files, request, selection};
use crate::args::ReplayArguments;
use crate::exit::Exit;
use crate::{input, output};
use savoir::{Budget, Loaded, Model, Property, ReplayLimits, Semantics, resolve_condition, resolve_formula};
use savoir_report::evidence::json::{Document, Origin};
use savoir_report::evidence::judge::{Asked, Judgements, Standing, fits, judgements};
use savoir_report::evidence::{read, replayed};
use savoir_report::json::FileReport;
use savoir_report::{diagnostics, text};

/// Reading evidence takes about so many bytes for each of its own.
const BYTES_IN_MEMORY: u64 = 32;

pub(crate) fn run(arguments: &ReplayArguments) -> Exit {
    if input::is_stdin(&arguments.evidence) && input::is_stdin(&arguments.model) {
        output::error("`-` is given more than once, but standard input can be read only once");
        return Exit::Usage;
    }
    let budget = arguments.limits.budget();
    let document = match document(arguments) {
        Ok(document) => document,
        Err(message) => {
            output::error(&message);
            return Exit::Usage;
        }
    };
    let mut report = FileReport::new(&arguments.model.display().to_string());
    let loaded = match files::load_within(&arguments.model, &budget, &mut report) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    output::err(&diagnostics::render(&loaded.source, &loaded.diagnostics));
    let Some(mut model) = loaded.model.clone() else { return Exit::Usage };
    let asked = match asked(arguments, &loaded, &mut model) {
        Ok(asked) => asked,
        Err(message) => {
            output::error(&message);
            return Exit::Usage;
        }
    };
    output::out(&text::heading(&arguments.evidence.display().to_string()));
    let found = fits(&document, &model, &loaded.source).and_then(|()| {
        let stop = || budget.check_memory(0).is_err();
        judgements(&model, &document, asked, ReplayLimits { stop: Some(&stop), ..ReplayLimits::default() })
    });
    match found {
        Err(wrong) => {
            output::out(&replayed::wrong_document(&model, &wrong));
            Exit::NotMet
        }
        Ok(found) => {
            output::out(&replayed::render(&model, &found));
            exit(&found, &budget)
        }
    }
}

/// Nothing that was not asked for is proved, and nothing at all by nothing.
fn exit(found: &Judgements, budget: &Budget) -> Exit {
    let of = |standing: &Standing| match standing {
        Standing::Proved(_) => Exit::Met,
        Standing::NotProved(_) => Exit::Undecided,
        Standing::Refuted(_) => Exit::NotMet,
    };
    let none = if found.formulas.is_empty() { Exit::Undecided } else { Exit::Met };
    let interrupted = match budget.check() {
        Err(savoir::Stop::Cancelled) => Exit::Interrupted,
        _ => Exit::Met,
    };
    found.formulas.iter().fold(none.and(interrupted), |exit, one| exit.and(of(&one.standing)))
}

fn document(arguments: &ReplayArguments) -> Result<Document, String> {
    let name = arguments.evidence.display();
    let wrong = |problem: String| format!("`{name}` is no evidence: {problem}");
    let memory = arguments.limits.memory.map_or(u64::MAX, |memory| memory / BYTES_IN_MEMORY);
    let most = read::MOST_BYTES.min(memory);
    let text = input::text_within(&arguments.evidence, most).map_err(|error| error.to_string())?;
    let text = text.ok_or_else(|| wrong(format!("it is too large, the limit is {most} bytes")))?;
    read::document(&text).map_err(wrong)
}

/// The formulas that the file should prove something about: those of the model, unless others are named.
fn asked(arguments: &ReplayArguments, loaded: &Loaded, model: &mut Model) -> Result<Vec<Asked>, String> {
    let semantics = request::semantics(&arguments.reading, loaded)?;
    let reading = |property: &Property| Semantics { atl: property.reading.unwrap_or(semantics.atl), ..semantics };
    let first = |found: &[savoir::Diagnostic]| found.first().map_or_else(String::new, |first| first.message.clone());
    if let Some(text) = &arguments.init {
        let init = resolve_condition(model, text).map_err(|found| format!("`--init`: {}", first(&found)))?;
        model.init = init;
    }
    if arguments.formulas.is_empty() {
        let only = selection::numbers(&arguments.only, model, 1)?;
        let wanted = |index: usize| only.is_empty() || only.contains(&index);
        // `synth` is for formulas with group variables: they have no verdict.
        let is_sought = |property: &Property| model.formulas.group_variable(property.formula).is_some();
        let all = model.properties.iter().zip(1..).filter(|(property, index)| wanted(*index) && !is_sought(property));
        let asked = all.map(|(property, index)| Asked {
            index,
            origin: Origin::Model,
            semantics: reading(property),
            property: property.clone(),
        });
        return Ok(asked.collect());
    }
    let mut asked = Vec::new();
    for (text, index) in arguments.formulas.iter().zip(1..) {
        let wrong = |found: Vec<savoir::Diagnostic>| format!("formula {index} on the command line: {}", first(&found));
        let property = resolve_formula(model, text).map_err(wrong)?;
        if model.formulas.group_variable(property.formula).is_some() {
            return Err(format!("formula {index} on the command line has a group variable, which has no verdict"));
        }
        asked.push(Asked { index, origin: Origin::CommandLine, semantics: reading(&property), property });
    }
    Ok(asked)
}
