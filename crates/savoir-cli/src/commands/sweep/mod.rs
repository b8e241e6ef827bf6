//! `savoir sweep`: many models, formulas and options, in parallel, with limits; safe to kill at any moment.

mod job;
mod plan;
mod results;

use crate::args::SweepArguments;
use crate::exit::Exit;
use crate::{interrupt, output, progress};
use job::Limits;
use plan::Task;
use results::{Earlier, Results};
use savoir_report::sweep::{End, Job, Record, table};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The time of a job without a limit: about a century.
const FOR_EVER: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

pub(crate) fn run(arguments: &SweepArguments) -> Exit {
    match sweep(arguments) {
        Ok(exit) => exit,
        Err(problem) => {
            output::error(&problem);
            Exit::Usage
        }
    }
}

fn sweep(arguments: &SweepArguments) -> Result<Exit, String> {
    let plan = plan::tasks(arguments)?;
    let earlier = if arguments.resume { Earlier::Kept } else { Earlier::Refused };
    let results = Results::open(&arguments.output, earlier)?;
    if let Some(lost) = results.repaired {
        output::note(&format!(
            "the last line of `{}` was cut short after {lost} bytes; its job is done again",
            arguments.output.display()
        ));
    }
    if let Some(directory) = arguments.evidence.as_ref().and_then(|wanted| wanted.file.as_ref()) {
        let failed = |cause| format!("cannot make the directory `{}`: {cause}", directory.display());
        std::fs::create_dir_all(directory).map_err(failed)?;
    }
    let limits = Limits { time: arguments.timeout, memory: arguments.memory };
    let (done, todo) = standing(&plan, &results.known, &limits);
    let workers =
        arguments.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let queue = Queue { todo: &todo, next: AtomicUsize::new(0), gathered: Mutex::default() };
    // The handler must be there before the first job runs.
    interrupt::flag();
    std::thread::scope(|scope| {
        for _ in 0..workers.min(todo.len()) {
            scope.spawn(|| queue.work(&limits, &results));
        }
    });
    let Gathered { fresh, problem } = queue.gathered.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(problem) = problem {
        return Err(problem);
    }
    let records: Vec<&Record> = done.into_iter().chain(&fresh).collect();
    if !records.is_empty() {
        output::out(&table(records.iter().copied()));
    }
    let missing = plan.len() - records.len();
    if missing > 0 {
        output::note(&format!("{missing} of {} jobs are left; go on with --resume", plan.len()));
    }
    // What is left is left because somebody ended this program or one of its jobs.
    let start = if missing > 0 || interrupt::happened() { Exit::Interrupted } else { Exit::Met };
    Ok(records.iter().fold(start, |exit, record| exit.and(judge(record))))
}

/// The results that stand, and the jobs that are to be done: those without a result, and those whose model, options or limits
/// have changed since. Of several results of a job the last one counts.
fn standing<'a>(plan: &'a [Task], known: &'a [Record], limits: &Limits) -> (Vec<&'a Record>, Vec<&'a Task>) {
    let last: BTreeMap<&Job, &Record> = known.iter().map(|record| (&record.job, record)).collect();
    let (mut done, mut todo) = (Vec::new(), Vec::new());
    let mut changed = 0;
    for task in plan {
        match last.get(&task.job) {
            Some(record) if record.stands(&job::inputs(task, limits)) => done.push(*record),
            found => {
                changed += usize::from(found.is_some());
                todo.push(task);
            }
        }
    }
    if changed > 0 {
        let what = if changed == 1 { "1 result is" } else { &format!("{changed} results are") };
        output::note(&format!("{what} about another content or other limits: done again"));
    }
    (done, todo)
}

fn judge(record: &Record) -> Exit {
    match record.end {
        End::Error | End::Crash => Exit::Usage,
        _ if record.is_unexpected() => Exit::NotMet,
        _ if record.is_decided() => Exit::Met,
        _ => Exit::Undecided,
    }
}

/// The jobs that are left, and what has come of the others.
struct Queue<'j> {
    todo: &'j [&'j Task],
    next: AtomicUsize,
    gathered: Mutex<Gathered>,
}

/// What the workers bring in.
#[derive(Default)]
struct Gathered {
    fresh: Vec<Record>,
    /// Why the sweep cannot go on.
    problem: Option<String>,
}

impl Queue<'_> {
    /// Does one job after the other until none is left, results cannot be kept, or Ctrl-C is pressed.
    fn work(&self, limits: &Limits, results: &Results) {
        while let Some(task) = self.todo.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if interrupt::happened() || self.gathered().problem.is_some() {
                return;
            }
            let done = job::run(task, limits).and_then(|record| match record {
                Some(record) => results.append(&record).map(|()| Some(record)),
                None => Ok(None),
            });
            match done {
                Ok(Some(record)) => {
                    let mut gathered = self.gathered();
                    gathered.fresh.push(record);
                    self.tell(&gathered.fresh);
                }
                Ok(None) => return,
                Err(problem) => {
                    self.gathered().problem.get_or_insert(problem);
                    return;
                }
            }
        }
    }

    fn gathered(&self) -> MutexGuard<'_, Gathered> {
        self.gathered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far we are, if somebody is watching.
    fn tell(&self, fresh: &[Record]) {
        let Some(record) = fresh.last().filter(|_| std::io::stderr().is_terminal()) else { return };
        let Job { file, only, options, .. } = &record.job;
        let formula = only.map_or_else(String::new, |number| format!(" formula {number}"));
        let options = if options.is_empty() { String::new() } else { format!(" {options}") };
        let end = if record.end == End::Done { String::new() } else { format!(" ({:?})", record.end).to_lowercase() };
        let (number, all, seconds) = (fresh.len(), self.todo.len(), record.seconds);
        let bar = progress::bar(number as u64, all as u64);
        output::note(&format!("{bar} {number}/{all}  {file}{formula}{options}: {seconds:.1} s{end}"));
    }
}
