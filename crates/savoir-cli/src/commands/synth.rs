//! `savoir synth`: find the groups that make formulas true.

use super::request::{semantics, symbolic_options};
use super::{check, evidence, overwriting, selection};
use crate::args::{EvidenceFormat, Format, SynthArguments};
use crate::exit::Exit;
use crate::{input, interrupt, output};
use savoir::{
    Candidates, CheckError, CheckRequest, ChosenGroup, Diagnostic, GroupConstraint, ListLimit, Loaded, SourceFile,
    Stop, SynthAnswer, SynthError, SynthOutcome, SynthRequest, SynthResult, explain_groups, synthesise,
};
use savoir_report::synth::json::{self, Content};
use savoir_report::synth::{self, Shown};
use savoir_report::{diagnostics, plan, text};

pub(crate) fn run(arguments: &SynthArguments) -> Exit {
    let written = evidence::written(&arguments.evidence, &arguments.symbolic, arguments.force);
    let apart = overwriting::refuse(written, std::slice::from_ref(&arguments.file));
    if let Err(problem) = fits(arguments).map_err(str::to_owned).and(apart) {
        output::error(&problem);
        return Exit::Usage;
    }
    let loaded = match input::load_within(&arguments.file, &arguments.limits.reading()) {
        Ok(loaded) => loaded,
        Err(error) => {
            wrong(arguments, &error.to_string());
            return input::exit(&error);
        }
    };
    output::err(&diagnostics::render(&loaded.source, &loaded.diagnostics));
    if loaded.has_errors() {
        return unusable(arguments, &[(&loaded.source, &loaded.diagnostics)]);
    }
    let request = match request(arguments, &loaded) {
        Ok(request) => request,
        Err(problem) => return wrong(arguments, &problem),
    };
    match find(arguments, &loaded, &request) {
        Ok(outcome) => {
            let saved = check::save_order(
                evidence::order(&arguments.symbolic, arguments.force),
                outcome.engine,
                &outcome.effort,
            );
            let exit = judge(&outcome).and(saved).and(explain(arguments, &loaded, &outcome));
            match exit {
                Exit::NotMet | Exit::Undecided if arguments.exit_zero => Exit::Met,
                exit => exit,
            }
        }
        Err(SynthError::Check(CheckError::Model(found))) => {
            output::err(&diagnostics::render(&loaded.source, &found));
            unusable(arguments, &[(&loaded.source, &found)])
        }
        Err(SynthError::Check(CheckError::Formulas(formulas))) => {
            let found: Vec<(&SourceFile, &[Diagnostic])> =
                formulas.iter().map(|formula| (&formula.source, &formula.diagnostics[..])).collect();
            for (source, diagnostics) in &found {
                output::err(&diagnostics::render(source, diagnostics));
            }
            unusable(arguments, &found)
        }
        Err(error) => wrong(arguments, &error.to_string()),
    }
}

/// Whether the result and evidence have places of their own.
fn fits(arguments: &SynthArguments) -> Result<(), &'static str> {
    match arguments.evidence.shown() {
        Some(wanted) if wanted.file.is_none() && arguments.format == Format::Json => {
            Err("with `--format json`, name a file for the evidence: `--evidence=json:FILE`")
        }
        Some(wanted) if wanted.file.is_none() && wanted.format != EvidenceFormat::Text => {
            Err("groups go to standard output: name a file for the evidence, as in `--evidence=html:FILE`")
        }
        Some(_) | None => Ok(()),
    }
}

/// What was said about sources is reported to programs as well.
fn unusable(arguments: &SynthArguments, diagnostics: &[(&SourceFile, &[Diagnostic])]) -> Exit {
    if arguments.format == Format::Json {
        output::document(&json::render(&file(arguments), &Content { diagnostics, ..Content::default() }));
    }
    Exit::Usage
}

/// Something else is wrong.
fn wrong(arguments: &SynthArguments, error: &str) -> Exit {
    output::error(error);
    if arguments.format == Format::Json {
        output::document(&json::render(&file(arguments), &Content { error: Some(error), ..Content::default() }));
    }
    Exit::Usage
}

fn file(arguments: &SynthArguments) -> String {
    arguments.file.display().to_string()
}

/// Finds the groups, and prints them as they are found.
fn find(arguments: &SynthArguments, loaded: &Loaded, request: &SynthRequest) -> Result<SynthOutcome, SynthError> {
    let is_text = arguments.format == Format::Text;
    let shown = if arguments.list { Shown::All } else { Shown::Ends };
    let mut begun = false;
    let outcome = synthesise(loaded, request, &arguments.limits.budget(), &mut |outcome, result| {
        if is_text {
            if !begun {
                output::out(&text::heading(&loaded.source.name));
            }
            begun = true;
            output::out(&synth::result(outcome, result, shown, request.listed));
        }
    })?;
    if is_text {
        output::out(&synth::summary(&outcome));
        if arguments.explain_plan {
            output::out(&plan::render(&outcome.plan));
        }
    } else {
        let diagnostics = [(&loaded.source, &loaded.diagnostics[..])];
        let plan = arguments.explain_plan.then_some(&outcome.plan);
        let content = Content { outcome: Some(&outcome), diagnostics: &diagnostics, error: None, plan };
        output::document(&json::render(&loaded.source.name, &content));
    }
    Ok(outcome)
}

fn request(arguments: &SynthArguments, loaded: &Loaded) -> Result<SynthRequest, String> {
    let only = match &loaded.model {
        Some(model) => selection::numbers(&arguments.only, model, 1)?,
        None => Vec::new(),
    };
    let check = CheckRequest {
        engine: arguments.engine,
        formulas: arguments.formulas.clone(),
        only,
        init: arguments.init.clone(),
        threads: arguments.limits.threads(),
        symbolic: symbolic_options(&arguments.symbolic, loaded)?,
        semantics: semantics(&arguments.strategies.reading, loaded)?,
        uniform: arguments.strategies.uniform_by,
        ..CheckRequest::default()
    };
    let constraints = arguments.require.iter().cloned().map(GroupConstraint::Require);
    let constraints = constraints.chain(arguments.forbid.iter().cloned().map(GroupConstraint::Forbid));
    let constraints = constraints.chain(arguments.together.iter().cloned().map(GroupConstraint::Together));
    let constraints = constraints.chain(arguments.split.iter().cloned().map(GroupConstraint::Split));
    let sizes = arguments.size.iter().cloned().map(|(variable, range)| GroupConstraint::Size(variable, range));
    Ok(SynthRequest {
        check,
        candidates: if arguments.env { Candidates::AgentsAndEnvironment } else { Candidates::Agents },
        constraints: constraints.chain(sizes).collect(),
        chosen: arguments.chosen.clone(),
        listed: ListLimit(arguments.limit),
        algorithm: arguments.by,
        ..SynthRequest::default()
    })
}

/// Whether there are groups as expected, and the chosen ones are among them.
fn judge(outcome: &SynthOutcome) -> Exit {
    outcome.results.iter().fold(Exit::Met, |exit, result| exit.and(judge_one(result)))
}

fn judge_one(result: &SynthResult) -> Exit {
    match &result.answer {
        SynthAnswer::Undecided { stop: Stop::Cancelled, .. } if interrupt::happened() => Exit::Interrupted,
        SynthAnswer::Undecided { .. } => Exit::Undecided,
        SynthAnswer::Found(found) => match (found.chosen, result.as_expected()) {
            (Some(ChosenGroup::Fails | ChosenGroup::NotPossible), _) | (None, Some(false)) => Exit::NotMet,
            (Some(ChosenGroup::Satisfies), _) | (None, _) => Exit::Met,
        },
    }
}

/// Shows why, if that is wanted: the chosen groups of each formula, or else the first minimal ones, are checked like any other
/// formula, and then without each of their members.
fn explain(arguments: &SynthArguments, loaded: &Loaded, outcome: &SynthOutcome) -> Exit {
    if arguments.evidence.shown().is_none() && arguments.evidence.strategy.is_none() {
        return Exit::Met;
    }
    let explained: Vec<_> = outcome.results.iter().filter_map(|result| explain_groups(outcome, result)).collect();
    let formulas: Vec<String> = explained.into_iter().flat_map(|explained| explained.formulas).collect();
    if formulas.is_empty() {
        let is_open = |result: &SynthResult| matches!(result.answer, SynthAnswer::Undecided { .. });
        output::err(match outcome.results.iter().any(is_open) {
            true => "the groups are not known, so none is explained\n",
            false => "there are no groups to be explained\n",
        });
        return Exit::Met;
    }
    if arguments.format == Format::Text {
        output::out("\n");
    }
    match check::check_loaded(&arguments.check(formulas), loaded) {
        // Whether the groups are as expected was said before.
        Exit::NotMet => Exit::Met,
        exit => exit,
    }
}
