//! `savoir check`: decide the formulas of models.

use super::evidence::{self, Collector};
use super::request::request;
use super::{files, rewrite, watch};
use crate::args::{CheckArguments, EvidenceFormat, ReportFormat, SymbolicArguments};
use crate::exit::Exit;
use crate::processes::{self, Leader, Role, Shared};
use crate::{output, write};
use savoir::{
    Answer, Budget, CheckError, CheckRequest, ConsistencyAnswer, Diagnostic, Effort, Engine, Loaded, Mending,
    NotesWish, Outcome, PartsError, Severity, SourceFile, check,
};
use savoir_report::json::{FileReport, Written};
use savoir_report::text::Totals;
use savoir_report::{consistency, diagnostics, notes, plan, strategies, text};

pub(crate) fn run(arguments: &CheckArguments) -> Exit {
    match processes::join(arguments) {
        Ok(Role::Alone) => run_here(arguments, None),
        Ok(Role::Leader(leader)) => {
            let exit = run_here(arguments, Some(&leader));
            leader.end(exit)
        }
        Ok(Role::Helper(helper)) => helper.serve(arguments),
        Err(exit) => exit,
    }
}

fn run_here(arguments: &CheckArguments, leader: Option<&Leader>) -> Exit {
    if arguments.watch {
        return watch::run(arguments);
    }
    let Some(files) = files::find(&arguments.files) else { return Exit::Usage };
    if let Err(problem) = evidence::fits(arguments, &files) {
        output::error(&problem);
        return Exit::Usage;
    }
    if let Some(problem) = rewrite::refuse(&files).filter(|_| arguments.fix) {
        output::error(problem);
        return Exit::Usage;
    }
    let mut run = Run { arguments, leader, files: files.len(), selected: false, totals: Totals::default() };
    let mut exit =
        files::each(&files, arguments.format, &arguments.levels.asked(), &arguments.limits, |file, loaded, report| {
            let fix = |loaded: &Loaded| rewrite::fix(file, loaded, Mending::Text).ok_or(Exit::Usage);
            let mended = loaded.ok().filter(|_| arguments.fix).map(fix);
            let loaded = mended.as_ref().map_or(loaded, |mended| mended.as_ref().map_err(|exit| *exit));
            let (exit, checked) =
                loaded.map_or_else(|exit| (exit, not_read(exit)), |loaded| run.check_file(loaded, report));
            match checked {
                Checked::Done(outcome) => run.totals.add(Some(&outcome)),
                Checked::Unusable => run.totals.add(None),
                Checked::Skipped => {}
            }
            exit
        });
    if !arguments.only.is_empty() && !run.selected && exit == Exit::Met {
        output::error(&format!("no file has a formula `{}`", arguments.only.join("` or `")));
        exit = Exit::Usage;
    }
    if run.files > 1 && run.totals.files > 0 && arguments.format == ReportFormat::Text && !run.writes_evidence_only() {
        output::out(&run.totals.text());
    }
    match exit {
        Exit::NotMet | Exit::Undecided if arguments.exit_zero => Exit::Met,
        other => other,
    }
}

/// Checks formulas of one file that was read, as if it were the only one.
pub(crate) fn check_loaded(arguments: &CheckArguments, loaded: &Loaded) -> Exit {
    if let Err(problem) = evidence::fits(arguments, &arguments.files) {
        output::error(&problem);
        return Exit::Usage;
    }
    let mut run = Run { arguments, leader: None, files: 1, selected: false, totals: Totals::default() };
    run.check_file(loaded, &mut FileReport::new(&loaded.source.name)).0
}

/// The exit when a model could not be checked in parts: what is asked for does not fit, or nothing was decided.
fn failed_parts(problem: &PartsError) -> Exit {
    match problem {
        PartsError::Failed(_) => Exit::Undecided,
        PartsError::Explicit
        | PartsError::Evidence
        | PartsError::Consistency
        | PartsError::Formula(..)
        | PartsError::Symbolic
        | PartsError::DistributedEvidence
        | PartsError::DistributedConsistency
        | PartsError::DistributedFormula(..) => Exit::Usage,
    }
}

/// An answer as text.
fn rendered(
    answer: &Answer<'_>,
    (arguments, loaded): (&CheckArguments, &Loaded),
    collector: &mut Collector<'_>,
) -> String {
    match answer {
        Answer::Consistency(result) => consistency::render(result, &loaded.source, collector.view()),
        Answer::Formula(result) => {
            let shortcuts = if arguments.stats { text::shortcuts(result) } else { String::new() };
            let operands = notes::operand_list(result, collector.view());
            collector.add(result, &format!("{}{operands}{shortcuts}", text::result(result)))
        }
    }
}

/// Makes other processes ready to check a file, if there are any; with the limits that then count.
fn share<'l>(
    leader: Option<&'l Leader>,
    file: (&Loaded, usize),
    request: &mut CheckRequest,
    limits: Budget,
) -> Result<(Option<Shared<'l>>, Budget), (Exit, String)> {
    let Some(leader) = leader else { return Ok((None, limits)) };
    let shared = leader.share(file, request, limits)?;
    let budget = shared.budget.clone();
    Ok((Some(shared), budget))
}

/// Says why other processes are of no help any more, if they are not.
fn parted(leader: Option<&Leader>) -> Exit {
    match leader.and_then(Leader::trouble) {
        Some(problem) => {
            output::error(&problem);
            Exit::Undecided
        }
        None => Exit::Met,
    }
}

/// Says why a file was not checked.
fn unusable(problem: &str, report: &mut FileReport) -> Checked {
    output::error(problem);
    report.add_error(problem);
    Checked::Unusable
}

/// What became of a file.
enum Checked {
    Done(Box<Outcome>),
    /// It has errors.
    Unusable,
    /// It has none of the formulas that are asked for, or there was no time or room to read it.
    Skipped,
}

/// What became of a file that could not be read: within the limits, or at all.
fn not_read(exit: Exit) -> Checked {
    match exit {
        Exit::Undecided | Exit::Interrupted => Checked::Skipped,
        Exit::Met | Exit::NotMet | Exit::Usage | Exit::Internal => Checked::Unusable,
    }
}

/// A run over all files.
struct Run<'a> {
    arguments: &'a CheckArguments,
    /// With whom models are checked together.
    leader: Option<&'a Leader>,
    /// How many files there are.
    files: usize,
    /// Whether `--only` has chosen something in some file.
    selected: bool,
    totals: Totals,
}

impl Run<'_> {
    /// Checks one file.
    fn check_file(&mut self, loaded: &Loaded, report: &mut FileReport) -> (Exit, Checked) {
        let (arguments, leader, files) = (self.arguments, self.leader, self.files);
        let mut tell = |source: &SourceFile, found: &[Diagnostic]| {
            report.add_diagnostics(source, found);
            output::err(&diagnostics::render(source, found));
        };
        tell(&loaded.source, &loaded.diagnostics);
        if loaded.has_errors() {
            return (Exit::Usage, Checked::Unusable);
        }
        let (mut request, mut collector) = match self.prepare(loaded) {
            Ok(Some(prepared)) => prepared,
            Ok(None) => return (Exit::Met, Checked::Skipped),
            Err(problem) => return (Exit::Usage, unusable(&problem, report)),
        };
        let shows_text = arguments.format == ReportFormat::Text && !collector.takes_standard_output();
        let mut page = Page { file: &loaded.source.name, enabled: shows_text, begun: false };
        let limits = arguments.limits.budget_after(loaded.seconds);
        let (shared, budget) = match share(leader, (loaded, files), &mut request, limits) {
            Ok(ready) => ready,
            Err((exit, problem)) => return (exit, unusable(&problem, report)),
        };
        let outcome = check(loaded, &request, &budget, &mut |answer| {
            page.print(&rendered(&answer, (arguments, loaded), &mut collector));
        });
        drop(shared);
        match outcome {
            Ok(outcome) => {
                page.print(&text::summary(&outcome));
                page.print(&notes::on_model(&outcome, &loaded.source, extent(arguments)));
                if arguments.explain_plan {
                    page.print(&plan::render(&outcome.plan));
                    page.print(&strategies::render(&outcome.results));
                }
                let found = loaded.judge(outcome.diagnostics.clone());
                tell(&loaded.source, &found);
                report_outcome(arguments, loaded, &outcome, report);
                let exit = judge(&outcome)
                    .and(parted(leader))
                    .and(denied(loaded.diagnostics.iter().chain(&found)))
                    .and(save_order(&arguments.symbolic, outcome.engine, &outcome.effort))
                    .and(collector.finish(loaded, &outcome.results));
                (exit, Checked::Done(Box::new(outcome)))
            }
            Err(CheckError::Model(found)) => {
                tell(&loaded.source, &found);
                (Exit::Usage, Checked::Unusable)
            }
            Err(CheckError::Formulas(wrong)) => {
                for formula in wrong {
                    tell(&self.named_for(loaded, formula.source), &formula.diagnostics);
                }
                (Exit::Usage, Checked::Unusable)
            }
            Err(CheckError::Parts(problem)) => (failed_parts(&problem), unusable(&problem.to_string(), report)),
        }
    }

    /// A formula as a source. It may be right for one file and wrong for another.
    fn named_for(&self, loaded: &Loaded, formula: SourceFile) -> SourceFile {
        match self.files {
            1 => formula,
            _ => SourceFile { name: format!("{} for {}", formula.name, loaded.source.name), ..formula },
        }
    }

    /// What to ask, and where evidence goes; nothing if the file has none of the formulas that are asked for.
    fn prepare(&mut self, loaded: &Loaded) -> Result<Option<(CheckRequest, Collector<'_>)>, String> {
        let Some(request) = request(self.arguments, loaded, self.files)? else { return Ok(None) };
        self.selected = true;
        let collector = Collector::new(self.arguments, loaded)?;
        let request = CheckRequest { evidence: collector.wish(), strategies: collector.strategies(), ..request };
        Ok(Some((request, collector)))
    }

    /// Whether standard output is for evidence.
    fn writes_evidence_only(&self) -> bool {
        let wanted = self.arguments.evidence.evidence.as_ref();
        wanted.is_some_and(|wanted| wanted.format != EvidenceFormat::Text && wanted.file.is_none())
    }
}

/// Adds what was found to the report of a file.
fn report_outcome(arguments: &CheckArguments, loaded: &Loaded, outcome: &Outcome, report: &mut FileReport) {
    let written = if arguments.formulas.is_empty() { Written::InFile } else { Written::Apart };
    report.add_outcome(&loaded.source, written, outcome);
    if arguments.explain_plan {
        report.add_plan(outcome);
    }
    if arguments.stats {
        report.add_shortcuts(&outcome.results);
    }
}

/// How much is said about a model.
pub(super) fn extent(arguments: &CheckArguments) -> notes::Extent {
    match arguments.notes {
        NotesWish::All => notes::Extent::All,
        NotesWish::Brief | NotesWish::Off => notes::Extent::Brief,
    }
}

/// A finding that is denied is not as it should be, although the formulas could be checked.
fn denied<'d>(mut found: impl Iterator<Item = &'d Diagnostic>) -> Exit {
    if found.any(|found| found.severity() == Severity::Denied) { Exit::NotMet } else { Exit::Met }
}

pub(super) fn save_order(arguments: &SymbolicArguments, engine: Engine, effort: &Effort) -> Exit {
    let Some(path) = &arguments.save_order else { return Exit::Met };
    let Some(order) = &effort.order else {
        output::note(&format!("`{}` was not written: the {} engine has no order of variables", path.display(), engine));
        return Exit::Met;
    };
    match write::write(path, order.as_bytes()) {
        Ok(()) => Exit::Met,
        Err(problem) => {
            output::error(&problem.to_string());
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

/// Failed expectations outrank undecided formulas.
fn judge(outcome: &Outcome) -> Exit {
    let start = outcome.consistency.iter().fold(Exit::Met, |exit, result| {
        exit.and(match result.answer {
            ConsistencyAnswer::Free => Exit::Met,
            ConsistencyAnswer::Found(..) => Exit::NotMet,
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
