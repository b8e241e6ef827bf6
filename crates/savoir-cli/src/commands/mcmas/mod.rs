//! `savoir mcmas`, and `savoir` under the name `mcmas`: the command line and the output of MCMAS 1.3.0, so that
//! programs which run MCMAS and read what it prints need not change. The answers are ours.

mod checks;
mod dialogue;
mod options;
mod report;

use crate::args::Limits;
use crate::{interrupt, output};
use options::{HELP, Options, Wish};
use savoir::{CheckError, Diagnostic, GraphError, GraphLimits, LineIndex, Loaded, SourceFile, state_graph};
use savoir_report::mcmas::Witness;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Larger state graphs are not exported.
const LARGEST_GRAPH: GraphLimits = GraphLimits { states: 1_000_000, joint_actions: 10_000_000 };

/// How MCMAS ends after a wrong option.
const WRONG_OPTION: u8 = 1;
/// How MCMAS ends after an error in a model.
const WRONG_MODEL: u8 = 255;

/// Whether the program was called by the name of MCMAS.
pub(crate) fn is_called_mcmas(program: &OsString) -> bool {
    std::path::Path::new(program).file_stem().is_some_and(|name| name.eq_ignore_ascii_case("mcmas"))
}

/// Runs as MCMAS would; `program` is what the user calls it.
pub(crate) fn run(program: &str, words: &[OsString]) -> ExitCode {
    // A file name need not be text; the last word is the file.
    let file = words.last().map(PathBuf::from);
    let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let options = match options::read(&words) {
        Ok(Wish::Run(options)) => Options { file: file.unwrap_or_default(), ..options },
        Ok(Wish::Help) => {
            output::out(HELP);
            return ExitCode::SUCCESS;
        }
        Err(problem) => {
            output::err(&format!("mcmas: {problem}\n"));
            return ExitCode::from(WRONG_OPTION);
        }
    };
    let exit = match crate::input::load(&options.file) {
        Ok(loaded) => {
            report::banner(&options, program, &words);
            check(&options, loaded)
        }
        Err(error) => {
            output::error(&error.to_string());
            WRONG_MODEL
        }
    };
    crate::progress::end();
    if output::lost() { ExitCode::from(WRONG_OPTION) } else { ExitCode::from(exit) }
}

fn check(options: &Options, mut loaded: Loaded) -> u8 {
    let name = loaded.source.name.clone();
    let Some(model) = loaded.model.as_mut() else { return refuse(&loaded) };
    if let Err(problem) = checks::applies(options, model) {
        output::err(&format!("mcmas: {problem}\n"));
        return WRONG_OPTION;
    }
    // MCMAS warns of what it reads twice before it says that it has read the file.
    for warning in &loaded.diagnostics {
        output::out(&format!("warning: {}\n", warning.message));
    }
    output::out(&format!("{name} has been parsed successfully.\nGlobal syntax checking...\n"));
    if let Some(problem) = checks::unequal_enumerations(options, model) {
        output::out(&format!("        {problem}\n0\n0\n0\n{name} has error(s).\n"));
        return WRONG_MODEL;
    }
    let semantics = match checks::semantics(options, model) {
        Ok(semantics) => semantics,
        Err(problem) => {
            output::out(&format!("{problem}\n"));
            return WRONG_MODEL;
        }
    };
    let limits = Limits { timeout: None, memory: None, threads: None };
    let mut page = report::Page::new(options, model);
    page.begin(model);
    if options.interactive {
        dialogue::run(model, limits.threads(), &mut std::io::stdin().lock());
        return 0;
    }
    page.encode();
    let budget = limits.budget();
    let request = checks::request(options, semantics, &limits);
    let prepared = checks::prepared(options, &loaded);
    let outcome = savoir::check(&prepared, &request, &budget, &mut |answer| page.answer(answer));
    match outcome {
        Ok(outcome) => {
            let exported = export(options, &loaded, &page, &limits);
            page.end(&outcome);
            let refused: String = outcome.sought.iter().map(|number| refusal(*number)).collect();
            output::err(&refused);
            match (interrupt::happened(), refused.is_empty(), exported) {
                (true, _, _) => 130,
                (false, false, _) => WRONG_MODEL,
                (false, true, Err(problem)) => {
                    output::error(&problem);
                    WRONG_OPTION
                }
                (false, true, Ok(())) => 0,
            }
        }
        Err(CheckError::Model(found)) => {
            let errors = list(&loaded.source, &found, "        ", "error");
            output::out(&format!("{errors}{name} has error(s).\n"));
            WRONG_MODEL
        }
        Err(CheckError::Formulas(_)) => WRONG_MODEL,
    }
}

/// What is said about a formula that MCMAS does not have and that is not decided.
fn refusal(number: usize) -> String {
    format!("formula number {number} has a group variable: `savoir synth` finds its groups\n")
}

/// Writes the state graph, if that is asked for.
fn export(options: &Options, loaded: &Loaded, page: &report::Page<'_>, limits: &Limits) -> Result<(), String> {
    let Some(model) = loaded.model.as_ref().filter(|_| options.exports_model) else { return Ok(()) };
    let graph = state_graph(model, LARGEST_GRAPH, limits.threads(), &limits.budget()).map_err(|error| match error {
        GraphError::TooManyStates => format!("the model has more than {} states to export", LARGEST_GRAPH.states),
        GraphError::TooManyJointActions => {
            format!("the model has more than {} joint actions to export", LARGEST_GRAPH.joint_actions)
        }
        GraphError::Stopped(stop) => stop.to_string(),
        GraphError::Model(_) => "the model has no states to export".to_owned(),
    })?;
    page.write("model", "statespace", &Witness::of_graph(&graph), model);
    Ok(())
}

/// Says what is wrong with a model, where MCMAS says it.
fn refuse(loaded: &Loaded) -> u8 {
    let name = &loaded.source.name;
    let syntax = loaded.diagnostics.iter().any(|found| found.code.as_str().starts_with("E00"));
    if syntax {
        output::err(&list(&loaded.source, &loaded.diagnostics, "", "syntax error"));
        output::out(&format!("{name} has syntax error(s).\n"));
    } else {
        output::out(&format!("{name} has been parsed successfully.\nGlobal syntax checking...\n"));
        let errors = list(&loaded.source, &loaded.diagnostics, "        ", "error");
        output::out(&format!("{errors}0\n0\n0\n{name} has error(s).\n"));
    }
    WRONG_MODEL
}

/// Errors, one a line, with their places as Bison writes them.
fn list(source: &SourceFile, found: &[Diagnostic], indent: &str, kind: &str) -> String {
    let lines = LineIndex::new(&source.text);
    let line = |error: &Diagnostic| {
        let place = lines.line_column(&source.text, error.primary.span.start);
        let help: String = error.help.iter().map(|help| format!("; {help}")).collect();
        format!("{indent}{}:{}.{}: {kind}, {}{help}\n", source.name, place.line, place.column, error.message)
    };
    found.iter().filter(|found| found.is_error()).map(line).collect()
}
