//! `savoir mcmas`, and `savoir` under the name `mcmas`: the command line and the output of MCMAS 1.3.0, so that
//! programs which run MCMAS and read what it prints need not change. The answers are ours.

mod checks;
mod dialogue;
pub mod options;
mod report;
#[cfg(test)]
mod tests;

use crate::args::Limits;
use crate::{interrupt, output};
use checks::{Asked, Questions};
use options::{HELP, Options, Wish};
use report::Page;
use savoir::{
    CheckError, ConsistencyAnswer, ConsistencyResult, Diagnostic, EvidenceOutcome, FormulaEvidence, FormulaResult,
    GraphError, GraphLimits, LineIndex, Loaded, Model, Outcome, SourceFile, Verdict, state_graph,
};
use savoir_report::escape::visible;
use savoir_report::mcmas::Witness;
use std::ffi::OsString;
use std::process::ExitCode;

/// Larger state graphs are not exported.
const LARGEST_GRAPH: GraphLimits = GraphLimits { states: 1_000_000, joint_actions: 10_000_000 };

/// How MCMAS ends when it has come to its end, whatever the verdicts are.
const DONE: u8 = 0;
/// How MCMAS ends after a wrong option.
const WRONG_OPTION: u8 = 1;
/// How MCMAS ends after an error in a model.
const WRONG_MODEL: u8 = 255;
/// How we end if something was not decided, as all our commands do.
const UNDECIDED: u8 = 3;
/// How we end after Ctrl-C, as all our commands do.
const INTERRUPTED: u8 = 130;
/// How we end when we notice a bug of ours, as all our commands do.
const INTERNAL: u8 = 101;

/// Whether the program was called by the name of MCMAS.
pub(crate) fn is_called_mcmas(program: &OsString) -> bool {
    std::path::Path::new(program).file_stem().is_some_and(|name| name.eq_ignore_ascii_case("mcmas"))
}

/// Runs as MCMAS would; `program` is what the user calls it.
pub(crate) fn run(program: &str, words: &[OsString]) -> ExitCode {
    let options = match options::read(words) {
        Ok(Wish::Run(options)) => options,
        Ok(Wish::Help) => {
            output::out(HELP);
            return end(DONE);
        }
        Err(problem) => {
            output::note(&format!("mcmas: {problem}"));
            return ExitCode::from(WRONG_OPTION);
        }
    };
    let exit = match crate::input::load(&options.file) {
        Ok(loaded) => {
            report::banner(&options, program, words);
            check(&options, &loaded, &Limits { timeout: None, memory: None, threads: None }, &output::out)
        }
        Err(error) => {
            output::error(&error.to_string());
            if interrupt::happened() { INTERRUPTED } else { WRONG_MODEL }
        }
    };
    end(exit)
}

/// What is left to do at the end.
fn end(exit: u8) -> ExitCode {
    crate::progress::end();
    if output::lost() { ExitCode::from(WRONG_OPTION) } else { ExitCode::from(exit) }
}

/// Checks a model; what MCMAS writes to standard output is printed.
fn check(options: &Options, loaded: &Loaded, limits: &Limits, print: &dyn Fn(&str)) -> u8 {
    let name = &visible(&loaded.source.name);
    let Some(model) = &loaded.model else { return refuse(loaded, print) };
    if let Err(problem) = checks::applies(options, model) {
        output::note(&format!("mcmas: {problem}"));
        return WRONG_OPTION;
    }
    // MCMAS warns of what it reads twice before it says that it has read the file.
    for warning in &loaded.diagnostics {
        print(&format!("warning: {}\n", visible(&warning.message)));
    }
    print(&format!("{name} has been parsed successfully.\nGlobal syntax checking...\n"));
    if let Some(problem) = checks::unequal_enumerations(options, model) {
        print(&format!("        {problem}\n0\n0\n0\n{name} has error(s).\n"));
        return WRONG_MODEL;
    }
    let semantics = match checks::semantics(options, model) {
        Ok(semantics) => semantics,
        Err(problem) => {
            print(&format!("{problem}\n"));
            return WRONG_MODEL;
        }
    };
    let questions = Questions::new(options, loaded);
    let mut page = Page::new(options, &questions, print);
    page.begin(model);
    if options.interactive {
        dialogue::run(model, limits.threads(), &mut std::io::stdin().lock());
        return DONE;
    }
    // From here on Ctrl-C leads to the end of the page.
    let budget = limits.budget();
    page.encode();
    let request = checks::request(options, semantics, limits);
    match savoir::check(&questions.loaded, &request, &budget, &mut |answer| page.answer(answer)) {
        Ok(outcome) => {
            let exported = export(options, model, &page, limits);
            page.end(&outcome);
            conclude(&questions, &outcome, exported)
        }
        Err(CheckError::Model(found)) => {
            let errors = list(&loaded.source, &found, "        ", "error");
            print(&format!("{errors}{name} has error(s).\n"));
            WRONG_MODEL
        }
        // No formula is given apart from the file, and it is not checked in parts.
        Err(CheckError::Formulas(_) | CheckError::Parts(_)) => WRONG_MODEL,
    }
}

/// Says what could not be done, and how the run ends.
fn conclude(questions: &Questions, outcome: &Outcome, exported: Result<(), String>) -> u8 {
    for index in &outcome.sought {
        if let Asked::Formula(number) = questions.asked(*index) {
            output::err(&refusal(number));
        }
    }
    if interrupt::happened() {
        return INTERRUPTED;
    }
    if is_refuted(outcome) {
        return INTERNAL;
    }
    if !outcome.sought.is_empty() {
        return WRONG_MODEL;
    }
    if let Err(problem) = exported {
        output::error(&problem);
        return WRONG_OPTION;
    }
    let is_open = |result: &FormulaResult| matches!(result.verdict, Verdict::Unknown(_));
    let unchecked = |result: &ConsistencyResult| matches!(result.answer, ConsistencyAnswer::Stopped(_));
    let undecided = outcome.results.iter().any(is_open) || outcome.consistency.iter().any(unchecked);
    if undecided { UNDECIDED } else { DONE }
}

/// Whether something that was found does not agree with the model, which was said where it was found.
fn is_refuted(outcome: &Outcome) -> bool {
    let wrong = |found: &FormulaEvidence| matches!(found.outcome, EvidenceOutcome::Refuted(..));
    outcome.results.iter().filter_map(|result| result.evidence.as_ref()).any(wrong)
        || outcome.consistency.iter().any(|result| matches!(result.answer, ConsistencyAnswer::Refuted(..)))
}

/// What is said about a formula that MCMAS does not have and that is not decided.
fn refusal(number: usize) -> String {
    format!("formula number {number} has a group variable: `savoir synth` finds its groups\n")
}

/// Writes the state graph, if that is asked for.
fn export(options: &Options, model: &Model, page: &Page<'_>, limits: &Limits) -> Result<(), String> {
    if !options.exports_model {
        return Ok(());
    }
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
fn refuse(loaded: &Loaded, print: &dyn Fn(&str)) -> u8 {
    let name = visible(&loaded.source.name);
    let syntax = loaded.diagnostics.iter().any(|found| found.code.as_str().starts_with("E00"));
    if syntax {
        output::err(&list(&loaded.source, &loaded.diagnostics, "", "syntax error"));
        print(&format!("{name} has syntax error(s).\n"));
    } else {
        print(&format!("{name} has been parsed successfully.\nGlobal syntax checking...\n"));
        let errors = list(&loaded.source, &loaded.diagnostics, "        ", "error");
        print(&format!("{errors}0\n0\n0\n{name} has error(s).\n"));
    }
    WRONG_MODEL
}

/// Errors, one a line, with their places as Bison writes them.
fn list(source: &SourceFile, found: &[Diagnostic], indent: &str, kind: &str) -> String {
    let lines = LineIndex::new(&source.text);
    let line = |error: &Diagnostic| {
        let place = lines.line_column(&source.text, error.primary.span.start);
        let help: String = error.help.iter().map(|help| format!("; {help}")).collect();
        let text = format!("{}:{}.{}: {kind}, {}{help}", source.name, place.line, place.column, error.message);
        format!("{indent}{}\n", visible(&text))
    };
    found.iter().filter(|found| found.is_error()).map(line).collect()
}
