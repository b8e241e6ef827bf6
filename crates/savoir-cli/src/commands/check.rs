//! `savoir check`: decide the formulas of models.

use super::evidence::{self, Collector};
use super::judging::{denied, failed_parts, judge};
use super::reports::{Reports, Sheet};
use super::request::request;
use super::{files, rewrite, watch};
use crate::args::{CheckArguments, EvidenceFormat, ReportFormat};
use crate::exit::Exit;
use crate::processes::{self, Leader, Role, Shared};
use crate::write::Target;
use crate::{output, write};
use savoir::{
    Answer, Budget, CheckError, CheckRequest, Diagnostic, Effort, Engine, Loaded, Mending, NotesWish, Outcome,
    Parallel, SourceFile, check,
};
use savoir_report::contents::Reloading;
use savoir_report::json::Written;
use savoir_report::text::Totals;
use savoir_report::{consistency, diagnostics, notes, plan, strategies, text};
use std::path::PathBuf;

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
    let mut reports = Reports::new(arguments.format, &arguments.outputs, &files);
    let mut run = Run { arguments, leader, files: files.len(), selected: false, totals: Totals::default() };
    let levels = arguments.levels.asked();
    let mut exit = files::each(&files, &mut reports, &levels, &arguments.limits, |file, loaded, sheet| {
        let fix = |loaded: &Loaded| rewrite::fix(file, loaded, Mending::Text).ok_or(Exit::Usage);
        let mended = loaded.ok().filter(|_| arguments.fix).map(fix);
        let loaded = mended.as_ref().map_or(loaded, |mended| mended.as_ref().map_err(|exit| *exit));
        let (exit, checked) = loaded.map_or_else(|exit| (exit, not_read(exit)), |loaded| run.check_file(loaded, sheet));
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
    if run.files > 1 && run.totals.files > 0 {
        reports.add_totals(&run.totals.text());
        if arguments.format == ReportFormat::Text && !run.writes_evidence_only() {
            output::out(&run.totals.text());
        }
    }
    match reports.finish(exit) {
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
    let reports = Reports::new(arguments.format, &arguments.outputs, &arguments.files);
    run.check_file(loaded, &mut reports.sheet(0, &loaded.source.name)).0
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
            let shortcuts = if tells_shortcuts(arguments) { text::shortcuts(result) } else { String::new() };
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
fn unusable(problem: &str, sheet: &mut Sheet) -> Checked {
    output::error(problem);
    sheet.report.add_error(problem);
    Checked::Unusable
}

/// Says what was found in a text.
fn tell(source: &SourceFile, found: &[Diagnostic], sheet: &mut Sheet) {
    sheet.report.add_diagnostics(source, found);
    output::err(&diagnostics::render(source, found));
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
    fn check_file(&mut self, loaded: &Loaded, sheet: &mut Sheet) -> (Exit, Checked) {
        let (arguments, leader, files) = (self.arguments, self.leader, self.files);
        tell(&loaded.source, &loaded.diagnostics, sheet);
        if loaded.has_errors() {
            return (Exit::Usage, Checked::Unusable);
        }
        let (mut request, mut collector) = match self.prepare(loaded, &sheet.name) {
            Ok(Some(prepared)) => prepared,
            Ok(None) => return (Exit::Met, Checked::Skipped),
            Err(problem) => return (Exit::Usage, unusable(&problem, sheet)),
        };
        if collector.takes_standard_output() {
            sheet.leave_screen();
        }
        let limits = arguments.limits.budget_after(loaded.seconds);
        let (shared, budget) = match share(leader, (loaded, files), &mut request, limits) {
            Ok(ready) => ready,
            Err((exit, problem)) => return (exit, unusable(&problem, sheet)),
        };
        let mut page = Page { file: &loaded.source.name, sheet, begun: false };
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
                tell(&loaded.source, &found, sheet);
                report_outcome(arguments, loaded, &outcome, &collector, sheet);
                let exit = judge(&outcome)
                    .and(parted(leader))
                    .and(denied(loaded.diagnostics.iter().chain(&found)))
                    .and(save_order(order_target(arguments), outcome.engine, &outcome.effort))
                    .and(collector.finish(loaded, &outcome.results, Reloading::Never));
                (exit, Checked::Done(Box::new(outcome)))
            }
            Err(CheckError::Model(found)) => {
                tell(&loaded.source, &found, sheet);
                (Exit::Usage, Checked::Unusable)
            }
            Err(CheckError::Formulas(wrong)) => {
                for formula in wrong {
                    tell(&self.named_for(loaded, formula.source), &formula.diagnostics, sheet);
                }
                (Exit::Usage, Checked::Unusable)
            }
            Err(CheckError::Parts(problem)) => (failed_parts(&problem), unusable(&problem.to_string(), sheet)),
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
    fn prepare(&mut self, loaded: &Loaded, name: &str) -> Result<Option<(CheckRequest, Collector<'_>)>, String> {
        let Some(request) = request(self.arguments, loaded, self.files)? else { return Ok(None) };
        self.selected = true;
        let collector = Collector::new(self.arguments, loaded, self.place_of_evidence(name))?;
        let request = CheckRequest { evidence: collector.wish(), strategies: collector.strategies(), ..request };
        Ok(Some((request, collector)))
    }

    /// Where the evidence about a file with this name goes, if that is not standard output.
    fn place_of_evidence(&self, name: &str) -> Option<PathBuf> {
        evidence::place(self.arguments.evidence.shown()?, name, self.files)
    }

    /// Whether standard output is for evidence.
    fn writes_evidence_only(&self) -> bool {
        let wanted = self.arguments.evidence.shown();
        wanted.is_some_and(|wanted| wanted.format != EvidenceFormat::Text && wanted.file.is_none())
    }
}

/// Whether it is said by which shortcuts formulas were decided. On parts of a model none is taken, and the plan is about parts.
fn tells_shortcuts(arguments: &CheckArguments) -> bool {
    arguments.stats || arguments.explain_plan && !matches!(arguments.parallel, Parallel::Parts(_))
}

/// Adds what was found to the report of a file.
pub(super) fn report_outcome(
    arguments: &CheckArguments,
    loaded: &Loaded,
    outcome: &Outcome,
    collector: &Collector<'_>,
    sheet: &mut Sheet,
) {
    let written = if arguments.formulas.is_empty() { Written::InFile } else { Written::Apart };
    let report = &mut sheet.report;
    report.add_outcome(&loaded.source, written, outcome);
    if evidence::is_part_of_results(arguments) {
        report.add_evidence(&outcome.results, collector.view());
    }
    if !arguments.evidence.is_off() {
        report.explain(&loaded.source, outcome, collector.view());
    }
    if evidence::has_pages(arguments) {
        sheet.page = Some(collector.page(loaded, &outcome.results));
    }
    let report = &mut sheet.report;
    if arguments.explain_plan {
        report.add_plan(outcome);
    }
    if tells_shortcuts(arguments) {
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

/// Where the order of variables goes, if that is wanted.
fn order_target(arguments: &CheckArguments) -> Option<Target<'_>> {
    evidence::order(&arguments.symbolic, arguments.outputs.force)
}

pub(super) fn save_order(target: Option<Target<'_>>, engine: Engine, effort: &Effort) -> Exit {
    let Some(target) = target else { return Exit::Met };
    let Some(order) = &effort.order else {
        let path = target.path.display();
        output::note(&format!("`{path}` was not written: the {engine} engine has no order of variables"));
        return Exit::Met;
    };
    match write::write(&target, order.as_bytes()) {
        Ok(()) => Exit::Met,
        Err(problem) => {
            output::error(&problem.to_string());
            Exit::Usage
        }
    }
}

/// The results for one file, under a heading that comes with the first of them.
struct Page<'f, 's> {
    file: &'f str,
    sheet: &'s mut Sheet,
    begun: bool,
}

impl Page<'_, '_> {
    fn print(&mut self, text: &str) {
        if !std::mem::replace(&mut self.begun, true) {
            self.sheet.print(&text::heading(self.file));
        }
        self.sheet.print(text);
    }
}
