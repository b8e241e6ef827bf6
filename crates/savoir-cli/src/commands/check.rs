//! `savoir check`: decide the formulas of models.

use super::evidence::Collector;
use super::{files, watch};
use crate::args::{CheckArguments, EngineChoice, Format, SymbolicArguments};
use crate::exit::Exit;
use crate::output;
use savoir::{
    Answer, CheckError, CheckRequest, ConsistencyAnswer, ConsistencyCheck, Diagnostic, Engine, EvidenceWish, Loaded,
    Outcome, Scope, SourceFile, StrategyOptions, SymbolicOptions, check,
};
use savoir_report::json::FileReport;
use savoir_report::{consistency, diagnostics, text};

pub(crate) fn run(arguments: &CheckArguments) -> Exit {
    if arguments.watch {
        return watch::run(arguments);
    }
    let exit =
        files::each(&arguments.files, arguments.format, |_, loaded, report| check_file(arguments, loaded, report));
    match exit {
        Exit::NotMet | Exit::Undecided if arguments.exit_zero => Exit::Met,
        other => other,
    }
}

fn check_file(arguments: &CheckArguments, loaded: &Loaded, report: &mut FileReport) -> Exit {
    let mut tell = |source: &SourceFile, found: &[Diagnostic]| {
        report.add_diagnostics(source, found);
        output::err(&diagnostics::render(source, found));
    };
    tell(&loaded.source, &loaded.diagnostics);
    if loaded.has_errors() {
        return Exit::Usage;
    }
    let symbolic = match symbolic_options(&arguments.symbolic, loaded) {
        Ok(options) => options,
        Err(message) => {
            output::error(&message);
            report.add_error(&message);
            return Exit::Usage;
        }
    };
    let mut collector = match Collector::new(arguments, loaded) {
        Ok(collector) => collector,
        Err(problem) => {
            output::error(&problem);
            report.add_error(&problem);
            return Exit::Usage;
        }
    };
    let request =
        CheckRequest { evidence: collector.wish(), strategies: collector.strategies(), ..request(arguments, symbolic) };
    let shows_text = arguments.format == Format::Text && !collector.takes_standard_output();
    let mut page = Page { file: &loaded.source.name, enabled: shows_text, begun: false };
    let outcome = check(loaded, &request, &arguments.limits.budget(), &mut |answer| {
        page.print(&match answer {
            Answer::Consistency(result) => consistency::render(result, &loaded.source, collector.view()),
            Answer::Formula(result) => collector.add(result, &text::result(result)),
        });
    });
    match outcome {
        Ok(outcome) => {
            page.print(&text::summary(&outcome));
            tell(&loaded.source, &outcome.diagnostics);
            report.add_outcome(&loaded.source, &outcome);
            judge(&outcome)
                .and(save_order(&arguments.symbolic, &outcome))
                .and(collector.finish(loaded, &outcome.results))
        }
        Err(CheckError::Model(found)) => {
            tell(&loaded.source, &found);
            Exit::Usage
        }
        Err(CheckError::Formulas(wrong)) => {
            for formula in wrong {
                // A formula may be right for one file and wrong for another.
                let name = match arguments.files.len() {
                    1 => formula.source.name,
                    _ => format!("{} for {}", formula.source.name, loaded.source.name),
                };
                tell(&SourceFile { name, text: formula.source.text }, &formula.diagnostics);
            }
            Exit::Usage
        }
    }
}

fn consistency_checks(arguments: &CheckArguments) -> Vec<ConsistencyCheck> {
    let wanted = [(arguments.deadlock, ConsistencyCheck::Deadlock), (arguments.overflow, ConsistencyCheck::Overflow)];
    wanted.into_iter().filter(|(wanted, _)| *wanted).map(|(_, check)| check).collect()
}

/// What the command line asks for, without evidence.
pub(super) fn request(arguments: &CheckArguments, symbolic: SymbolicOptions) -> CheckRequest {
    CheckRequest {
        evidence: EvidenceWish::None,
        strategies: StrategyOptions::default(),
        engine: match arguments.engine {
            EngineChoice::Auto => Engine::Auto,
            EngineChoice::Explicit => Engine::Explicit,
            EngineChoice::Symbolic => Engine::Symbolic,
        },
        formulas: arguments.formulas.clone(),
        threads: arguments.limits.threads(),
        symbolic,
        consistency: consistency_checks(arguments),
        scope: if arguments.cone { Scope::Cone } else { Scope::Whole },
    }
}

/// The options of the symbolic engine, with the order in the file to load.
pub(super) fn symbolic_options(arguments: &SymbolicArguments, loaded: &Loaded) -> Result<SymbolicOptions, String> {
    let (Some(path), Some(model)) = (&arguments.load_order, &loaded.model) else {
        return arguments.options(None).map_err(|error| error.to_string());
    };
    let text = std::fs::read_to_string(path).map_err(|cause| format!("cannot read `{}`: {cause}", path.display()))?;
    arguments.options(Some((&text, model))).map_err(|error| format!("`{}`, {error}", path.display()))
}

fn save_order(arguments: &SymbolicArguments, outcome: &Outcome) -> Exit {
    let Some(path) = &arguments.save_order else { return Exit::Met };
    let Some(order) = &outcome.effort.order else {
        output::err(&format!(
            "`{}` was not written: the {} engine has no order of variables\n",
            path.display(),
            outcome.engine
        ));
        return Exit::Met;
    };
    match std::fs::write(path, order) {
        Ok(()) => Exit::Met,
        Err(cause) => {
            output::error(&format!("cannot write `{}`: {cause}", path.display()));
            Exit::Usage
        }
    }
}

/// The results for one file, under a heading that comes with the first of them.
struct Page<'f> {
    file: &'f str,
    enabled: bool,
    begun: bool,
}

impl Page<'_> {
    fn print(&mut self, text: &str) {
        if self.enabled {
            if !self.begun {
                output::out(&text::heading(self.file));
            }
            self.begun = true;
            output::out(text);
        }
    }
}

/// Formulas that were left out outrank failed expectations, and these outrank undecided formulas.
fn judge(outcome: &Outcome) -> Exit {
    let start = if outcome.diagnostics.iter().any(Diagnostic::is_error) { Exit::Usage } else { Exit::Met };
    let start = outcome.consistency.iter().fold(start, |exit, result| {
        exit.and(match result.answer {
            ConsistencyAnswer::Free => Exit::Met,
            ConsistencyAnswer::Trouble(_) => Exit::NotMet,
            ConsistencyAnswer::Stopped(_) => Exit::Undecided,
            ConsistencyAnswer::Refuted(..) => Exit::Internal,
        })
    });
    outcome.results.iter().fold(start, |exit, result| {
        exit.and(match result.as_expected() {
            Some(true) => Exit::Met,
            Some(false) => Exit::NotMet,
            None => Exit::Undecided,
        })
    })
}
