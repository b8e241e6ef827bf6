//! `savoir check --watch`: check again on every save, and show what changed.

mod compare;
mod watched;

use super::check::{extent, report_outcome};
use super::evidence::{self, Collector};
use super::judging::judge;
use super::reports::{Reports, Sheet};
use super::request::request;
use crate::args::{CheckArguments, EvidenceFormat, ReportFormat};
use crate::exit::Exit;
use crate::{input, interrupt, output, progress};
use compare::{Change, Snapshot};
use savoir::{Answer, CheckError, CheckRequest, FormulaResult, Loaded, OpenModel, Outcome, SourceFile};
use savoir_report::contents::Reloading;
use savoir_report::evidence::text as evidence_text;
use savoir_report::{consistency, diagnostics, notes, text};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use watched::{Event, TICK, Watched};

/// A file with what was last found out about it.
struct Subject {
    watched: Watched,
    path: PathBuf,
    before: Option<Snapshot>,
    /// The model with its states: they are not found again if only formulas change.
    model: OpenModel,
    /// Where evidence goes, if that is not standard output.
    place: Option<PathBuf>,
    /// What was last reported about it.
    sheet: Sheet,
    exit: Exit,
    /// What was last found, for the files that are written once more at the end.
    results: Option<(Loaded, Vec<FormulaResult>)>,
}

pub(super) fn run(arguments: &CheckArguments) -> Exit {
    if let Err(message) = suitable(arguments) {
        output::error(&message);
        return Exit::Usage;
    }
    let mut subjects = subjects(arguments);
    let names: Vec<String> = arguments.files.iter().map(|path| path.display().to_string()).collect();
    for subject in &mut subjects {
        subject.check(arguments);
    }
    write_reports(arguments, &subjects, Reloading::EverySoOften);
    output::out("\n");
    output::line(&format!("watching {}; Ctrl-C ends", names.join(", ")));
    while !interrupt::happened() {
        std::thread::sleep(TICK);
        let mut changed = false;
        for subject in &mut subjects {
            let name = subject.path.display().to_string();
            match subject.watched.look() {
                Event::Nothing => {}
                Event::Gone => {
                    output::out("\n");
                    output::line(&format!("{name} is gone; waiting for it"));
                }
                Event::Changed => {
                    subject.check(arguments);
                    changed = true;
                }
            }
        }
        if changed {
            write_reports(arguments, &subjects, Reloading::EverySoOften);
        }
    }
    // Nothing changes any more, so pages need not look.
    write_reports(arguments, &subjects, Reloading::Never);
    subjects.iter().for_each(|subject| subject.write_evidence(arguments, Reloading::Never));
    Exit::Interrupted
}

fn subjects(arguments: &CheckArguments) -> Vec<Subject> {
    let files = &arguments.files;
    let reports = Reports::new(ReportFormat::Text, &arguments.outputs, files);
    let subject = |(number, path): (usize, &PathBuf)| {
        let sheet = reports.sheet(number, &path.display().to_string());
        Subject {
            watched: Watched::new(path),
            path: path.clone(),
            before: None,
            model: OpenModel::default(),
            place: arguments.evidence.shown().and_then(|wanted| evidence::place(wanted, &sheet.name, files.len())),
            sheet,
            exit: Exit::Met,
            results: None,
        }
    };
    files.iter().enumerate().map(subject).collect()
}

/// Writes the files of `--output` anew. What cannot be written now may be the next time.
fn write_reports(arguments: &CheckArguments, subjects: &[Subject], reloading: Reloading) {
    let mut reports = Reports::new(ReportFormat::Text, &arguments.outputs, &arguments.files);
    let exit = subjects.iter().fold(Exit::Met, |exit, subject| exit.and(subject.exit));
    subjects.iter().for_each(|subject| reports.add(subject.sheet.clone()));
    reports.write_files(exit, reloading);
}

/// Whether the files can be watched.
fn suitable(arguments: &CheckArguments) -> Result<(), String> {
    if arguments.format != ReportFormat::Text {
        return Err("`--watch` shows text: leave out `--format`".to_owned());
    }
    for path in &arguments.files {
        if input::is_stdin(path) {
            return Err("standard input cannot be watched: name a file".to_owned());
        }
        // What cannot be read now is a mistake on the command line; later it may come back.
        input::load(path).map_err(|error| error.to_string())?;
    }
    if arguments.evidence.shown().is_some_and(|wanted| wanted.file.is_none() && wanted.format != EvidenceFormat::Text) {
        return Err("`--watch` shows text: name a file for the evidence, as in `--evidence=html:page.html`".to_owned());
    }
    evidence::fits(arguments, &arguments.files)
}

impl Subject {
    /// Checks the file; starts over if it changes meanwhile.
    fn check(&mut self, arguments: &CheckArguments) {
        let name = self.path.display().to_string();
        let loaded = match input::load(&self.path) {
            Ok(loaded) => loaded.with_levels(&arguments.levels.asked()),
            Err(error) => return output::error(&error.to_string()),
        };
        let first = self.before.is_none();
        self.sheet.begin_again();
        output::out(&if first {
            text::heading(&name)
        } else {
            format!("\n{}", text::heading(&format!("{name} changed")))
        });
        self.sheet.keep(&text::heading(&name));
        let mut now = Snapshot::default();
        self.tell(&loaded.source, &mut now, &loaded.diagnostics);
        let answered = if loaded.has_errors() { Answered::Errors } else { self.decide(arguments, &loaded, &mut now) };
        match answered {
            Answered::Interrupted => return,
            Answered::Errors => {
                output::line(&format!("  {name} has errors: no verdicts"));
                self.sheet.keep("  errors: no verdicts\n");
                self.exit = Exit::Usage;
                // The verdicts from before the error are what the next ones are compared with.
                now.verdicts = self.before.take().map_or_else(Vec::new, |before| before.verdicts);
            }
            Answered::Verdicts(outcome) => {
                if !first {
                    self.show_changes(arguments, &now, &outcome.results);
                }
                let below = notes::on_model(&outcome, &loaded.source, extent(arguments));
                let summary = format!("{}{below}", text::summary(&outcome));
                output::out(&summary);
                self.sheet.keep(&summary);
                self.exit = judge(&outcome);
                self.results = Some((loaded, outcome.results));
                self.write_evidence(arguments, Reloading::EverySoOften);
            }
        }
        self.sheet.report.conclude(self.exit == Exit::Met);
        self.before = Some(now);
    }

    /// Writes the file of `--evidence` anew, if there is one. A model with errors leaves the last one as it is.
    fn write_evidence(&self, arguments: &CheckArguments, reloading: Reloading) {
        let Some((loaded, results)) = &self.results else { return };
        let Ok(mut collector) = Collector::new(arguments, loaded, self.place.clone()) else { return };
        for result in results {
            // Text is collected for a file; on the screen it stands with the verdicts that changed.
            collector.add(result, &text::result(result));
        }
        collector.finish(loaded, results, reloading);
    }

    /// Shows the diagnostics that were not there before.
    fn tell(&mut self, source: &SourceFile, now: &mut Snapshot, found: &[savoir::Diagnostic]) {
        self.sheet.report.add_diagnostics(source, found);
        let new: Vec<savoir::Diagnostic> = found
            .iter()
            .filter(|found| !self.before.as_ref().is_some_and(|before| before.has(found)))
            .cloned()
            .collect();
        output::err(&diagnostics::render(source, &new));
        let old = found.len() - new.len();
        if old > 0 {
            output::note(&format!("  {old} {} as before", if old == 1 { "finding" } else { "findings" }));
        }
        now.add_diagnostics(found);
    }

    fn decide(&mut self, arguments: &CheckArguments, loaded: &Loaded, now: &mut Snapshot) -> Answered {
        // With one file, a formula that is not there is an error.
        let asked = request(arguments, loaded, 1).map(Option::unwrap_or_default);
        let prepared = asked.and_then(|request| Ok((request, Collector::new(arguments, loaded, self.place.clone())?)));
        let (request, mut collector) = match prepared {
            Ok(prepared) => prepared,
            Err(message) => return self.refuse(&message),
        };
        let request = CheckRequest { evidence: collector.wish(), strategies: collector.strategies(), ..request };
        let stop = Arc::new(AtomicBool::new(false));
        let budget = arguments.limits.budget().with_cancel(stop.clone());
        let first = self.before.is_none();
        let (model, sheet) = (&mut self.model, &mut self.sheet);
        let outcome = self.watched.meanwhile(&stop, || {
            model.check(loaded, &request, &budget, &mut |answer| match answer {
                Answer::Consistency(result) => {
                    sheet.print(&consistency::render(result, &loaded.source, collector.view()));
                }
                Answer::Formula(result) => {
                    let shown = collector.add(result, &text::result(result));
                    sheet.keep(&shown);
                    if first {
                        output::out(&shown);
                    }
                }
            })
        });
        progress::end();
        if stop.load(Ordering::Relaxed) {
            // The next look sees the change, or Ctrl-C ends the loop.
            return Answered::Interrupted;
        }
        match outcome {
            Ok(outcome) => {
                self.tell(&loaded.source, now, &loaded.judge(outcome.diagnostics.clone()));
                report_outcome(arguments, loaded, &outcome, &collector, &mut self.sheet);
                now.add_results(&outcome.results);
                Answered::Verdicts(Box::new(outcome))
            }
            Err(CheckError::Model(found)) => {
                self.tell(&loaded.source, now, &found);
                Answered::Errors
            }
            Err(CheckError::Formulas(wrong)) => {
                for formula in wrong {
                    self.sheet.report.add_diagnostics(&formula.source, &formula.diagnostics);
                    output::err(&diagnostics::render(&formula.source, &formula.diagnostics));
                }
                Answered::Errors
            }
            Err(CheckError::Parts(problem)) => self.refuse(&problem.to_string()),
        }
    }

    /// Says why the file was not checked.
    fn refuse(&mut self, problem: &str) -> Answered {
        output::error(problem);
        self.sheet.report.add_error(problem);
        Answered::Errors
    }

    fn show_changes(&self, arguments: &CheckArguments, now: &Snapshot, results: &[FormulaResult]) {
        let with_evidence = self.place.is_none() && arguments.evidence.shown().is_some();
        let why = |result: &FormulaResult| match result.evidence.as_ref().filter(|_| with_evidence) {
            Some(found) => format!("\n{}", evidence_text::render(found, &evidence::view(&arguments.evidence))),
            None => String::new(),
        };
        let nothing = Snapshot::default();
        let changes = compare::changes(self.before.as_ref().unwrap_or(&nothing), now);
        for change in &changes {
            match change {
                Change::Verdict { at, was } => {
                    output::out(&(marked(&results[*at], &format!("was {was}")) + &why(&results[*at])));
                }
                Change::Added { at } => output::out(&(marked(&results[*at], "new") + &why(&results[*at]))),
                Change::Removed { name, verdict } => {
                    output::line(&format!("         removed  {name} (was {verdict})"));
                }
            }
        }
        let touched = changes.iter().filter(|change| !matches!(change, Change::Removed { .. })).count();
        let same = results.len() - touched;
        if same > 0 {
            output::line(&format!("         {same} as before"));
        }
    }
}

/// What came of a check.
enum Answered {
    Verdicts(Box<Outcome>),
    Errors,
    /// The file changed, or Ctrl-C was pressed.
    Interrupted,
}

/// A verdict with a note at the end of its first line.
fn marked(result: &FormulaResult, note: &str) -> String {
    let text = text::result(result);
    match text.split_once('\n') {
        Some((first, rest)) => format!("{first}  [{note}]\n{rest}"),
        None => text,
    }
}
