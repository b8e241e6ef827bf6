//! `savoir check --watch`: check again on every save, and show what changed.

mod compare;
mod watched;

use super::check::extent;
use super::request::request;
use crate::args::{CheckArguments, ReportFormat};
use crate::exit::Exit;
use crate::{input, interrupt, output, progress};
use compare::{Change, Snapshot};
use savoir::{Answer, CheckError, FormulaResult, Loaded, OpenModel, Outcome};
use savoir_report::evidence::View;
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
}

pub(super) fn run(arguments: &CheckArguments) -> Exit {
    if let Err(message) = suitable(arguments) {
        output::error(&message);
        return Exit::Usage;
    }
    let mut subjects: Vec<Subject> = arguments
        .files
        .iter()
        .map(|path| Subject {
            watched: Watched::new(path),
            path: path.clone(),
            before: None,
            model: OpenModel::default(),
        })
        .collect();
    let names: Vec<String> = arguments.files.iter().map(|path| path.display().to_string()).collect();
    for subject in &mut subjects {
        subject.check(arguments);
    }
    output::out("\n");
    output::line(&format!("watching {}; Ctrl-C ends", names.join(", ")));
    while !interrupt::happened() {
        std::thread::sleep(TICK);
        for subject in &mut subjects {
            let name = subject.path.display().to_string();
            match subject.watched.look() {
                Event::Nothing => {}
                Event::Gone => {
                    output::out("\n");
                    output::line(&format!("{name} is gone; waiting for it"));
                }
                Event::Changed => subject.check(arguments),
            }
        }
    }
    Exit::Interrupted
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
    Ok(())
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
        output::out(&if first {
            text::heading(&name)
        } else {
            format!("\n{}", text::heading(&format!("{name} changed")))
        });
        let mut now = Snapshot::default();
        self.tell(&loaded, &mut now, &loaded.diagnostics);
        let answered = if loaded.has_errors() { Answered::Errors } else { self.decide(arguments, &loaded, &mut now) };
        match answered {
            Answered::Interrupted => return,
            Answered::Errors => {
                output::line(&format!("  {name} has errors: no verdicts"));
                // The verdicts from before the error are what the next ones are compared with.
                now.verdicts = self.before.take().map_or_else(Vec::new, |before| before.verdicts);
            }
            Answered::Verdicts(outcome) => {
                if !first {
                    self.show_changes(&now, &outcome.results);
                }
                output::out(&text::summary(&outcome));
                output::out(&notes::on_model(&outcome, &loaded.source, extent(arguments)));
            }
        }
        self.before = Some(now);
    }

    /// Shows the diagnostics that were not there before.
    fn tell(&self, loaded: &Loaded, now: &mut Snapshot, found: &[savoir::Diagnostic]) {
        let new: Vec<savoir::Diagnostic> = found
            .iter()
            .filter(|found| !self.before.as_ref().is_some_and(|before| before.has(found)))
            .cloned()
            .collect();
        output::err(&diagnostics::render(&loaded.source, &new));
        let old = found.len() - new.len();
        if old > 0 {
            output::note(&format!("  {old} {} as before", if old == 1 { "finding" } else { "findings" }));
        }
        now.add_diagnostics(found);
    }

    fn decide(&mut self, arguments: &CheckArguments, loaded: &Loaded, now: &mut Snapshot) -> Answered {
        let request = match request(arguments, loaded, 1) {
            // With one file, a formula that is not there is an error.
            Ok(request) => request.unwrap_or_default(),
            Err(message) => {
                output::error(&message);
                return Answered::Errors;
            }
        };
        let stop = Arc::new(AtomicBool::new(false));
        let budget = arguments.limits.budget().with_cancel(stop.clone());
        let first = self.before.is_none();
        let model = &mut self.model;
        let outcome = self.watched.meanwhile(&stop, || {
            model.check(loaded, &request, &budget, &mut |answer| match answer {
                Answer::Consistency(result) => {
                    output::out(&consistency::render(result, &loaded.source, &View::default()));
                }
                Answer::Formula(result) if first => output::out(&text::result(result)),
                Answer::Formula(_) => {}
            })
        });
        progress::end();
        if stop.load(Ordering::Relaxed) {
            // The next look sees the change, or Ctrl-C ends the loop.
            return Answered::Interrupted;
        }
        match outcome {
            Ok(outcome) => {
                self.tell(loaded, now, &loaded.judge(outcome.diagnostics.clone()));
                now.add_results(&outcome.results);
                Answered::Verdicts(Box::new(outcome))
            }
            Err(CheckError::Model(found)) => {
                self.tell(loaded, now, &found);
                Answered::Errors
            }
            Err(CheckError::Formulas(wrong)) => {
                for formula in wrong {
                    output::err(&diagnostics::render(&formula.source, &formula.diagnostics));
                }
                Answered::Errors
            }
            Err(CheckError::Parts(problem)) => {
                output::error(&problem.to_string());
                Answered::Errors
            }
        }
    }

    fn show_changes(&self, now: &Snapshot, results: &[FormulaResult]) {
        let nothing = Snapshot::default();
        let changes = compare::changes(self.before.as_ref().unwrap_or(&nothing), now);
        for change in &changes {
            match change {
                Change::Verdict { at, was } => output::out(&marked(&results[*at], &format!("was {was}"))),
                Change::Added { at } => output::out(&marked(&results[*at], "new")),
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
