//! `savoir explain`: what a diagnostic means, and how a formula is read.

use super::{files, request};
use crate::args::{ExplainArguments, ReadingArguments};
use crate::exit::Exit;
use crate::output;
use savoir::{Code, SourceFile, closest, resolve_formula};
use savoir_report::json::FileReport;
use savoir_report::{diagnostics, explain};
use std::path::Path;

pub(crate) fn run(arguments: &ExplainArguments) -> Exit {
    match (&arguments.subject, &arguments.formula) {
        (None, _) => {
            output::out(&explain::list());
            Exit::Met
        }
        (Some(code), None) => explain_code(code),
        (Some(model), Some(formula)) => explain_formula(Path::new(model), formula, &arguments.reading),
    }
}

fn explain_code(text: &str) -> Exit {
    match Code::parse(text) {
        Some(code) => {
            output::out(&explain::code(code));
            Exit::Met
        }
        None => {
            let codes = closest(&text.to_uppercase(), Code::ALL.iter().map(|code| code.as_str()));
            let hint = match codes.or_else(|| closest(text, Code::ALL.iter().map(|code| code.name()))) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`savoir explain --list` shows all of them".to_owned(),
            };
            output::error(&format!("there is no diagnostic `{text}`; {hint}"));
            Exit::Usage
        }
    }
}

fn explain_formula(file: &Path, text: &str, reading: &ReadingArguments) -> Exit {
    let mut report = FileReport::new(&file.display().to_string());
    let loaded = match files::load(file, &mut report) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    output::err(&diagnostics::render(&loaded.source, &loaded.diagnostics));
    let Some(mut model) = loaded.model.clone() else { return Exit::Usage };
    let semantics = match request::semantics(reading, &loaded) {
        Ok(semantics) => semantics,
        Err(problem) => {
            output::error(&problem);
            return Exit::Usage;
        }
    };
    match resolve_formula(&mut model, text) {
        Ok(property) => {
            output::out(&explain::formula(&loaded, &model, &property, semantics));
            Exit::Met
        }
        Err(found) => {
            let source = SourceFile { name: "formula".to_owned(), text: text.to_owned() };
            output::err(&diagnostics::render(&source, &found));
            Exit::Usage
        }
    }
}
