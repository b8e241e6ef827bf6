//! The thread of a simulation.

use crate::check::Means;
use crate::documents::Snapshot;
use crate::server::{Event, Failure, RequestId};
use crate::settings::Limits;
use crossbeam_channel::{Receiver, Sender, unbounded};
use savoir::simulate::{Command, EvidencePath, NoStart, Reply, Settings, Simulation, Trouble};
use savoir::{Budget, BuildOptions, CheckError, Semantics, Stop, stack_bytes};
use savoir_report::simulation::json::entry_value;
use savoir_report::workbench::state_codes;
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A random walk has no more steps than this at once.
const MOST_STEPS: usize = 10_000;
/// A reply has no more bytes than this.
const MOST_BYTES: usize = 16 << 20;

/// A thread with a simulation. It ends when this is dropped, once its commands are executed.
pub(super) struct SimulationThread(Sender<Doing>);

/// A command with whoever gives it.
pub(super) struct Doing {
    pub(super) request: RequestId,
    pub(super) line: String,
    pub(super) limits: Limits,
    pub(super) cancelled: Arc<AtomicBool>,
}

/// What a simulation begins with.
pub(super) struct Beginning {
    pub(super) request: RequestId,
    pub(super) name: String,
    pub(super) snapshot: Arc<Snapshot>,
    /// Evidence to walk along.
    pub(super) paths: Option<Vec<EvidencePath>>,
    pub(super) limits: Limits,
    pub(super) cancelled: Arc<AtomicBool>,
}

impl SimulationThread {
    /// Starts a thread; `None` if the system has none left.
    pub(super) fn start(beginning: Beginning, means: Means) -> Option<SimulationThread> {
        let (commands, waiting) = unbounded();
        let thread = std::thread::Builder::new().name("simulation".to_owned()).stack_size(stack_bytes());
        let work = move || {
            let (request, name) = (beginning.request.clone(), beginning.name.clone());
            if catch_unwind(AssertUnwindSafe(|| simulate(beginning, &means, &waiting))).is_err() {
                means.tell(request, Err(Failure::internal()));
                drop(means.events.send(Event::Ended { simulation: name }));
            }
        };
        thread.spawn(work).ok()?;
        Some(SimulationThread(commands))
    }

    /// Hands a command over; whether the thread is there.
    pub(super) fn give(&self, doing: Doing) -> bool {
        self.0.send(doing).is_ok()
    }
}

fn simulate(beginning: Beginning, means: &Means, commands: &Receiver<Doing>) {
    let Beginning { request, name, snapshot, paths, limits, cancelled } = beginning;
    let begun = match means.slots.take(&cancelled) {
        Some(_slot) => {
            begin(&snapshot, paths, limits.apply(means.budget.clone()).with_cancel(cancelled.clone()), means)
        }
        None => Err(Failure::cancelled()),
    };
    let mut simulation = match begun {
        Ok((simulation, entries)) => {
            let state = state_codes(&simulation.here().state);
            let answer = json!({ "simulation": name, "entries": entries, "state": state });
            drop(means.events.send(Event::Begun { request, simulation: name.clone(), answer }));
            simulation
        }
        Err(failure) => {
            means.tell(request, Err(failure));
            drop(means.events.send(Event::Ended { simulation: name }));
            return;
        }
    };
    for doing in commands {
        let Some(_slot) = means.slots.take(&doing.cancelled) else {
            means.tell(doing.request, Err(Failure::cancelled()));
            continue;
        };
        simulation.limit(&doing.limits.apply(means.budget.clone()).with_cancel(doing.cancelled));
        let executed = catch_unwind(AssertUnwindSafe(|| execute(&mut simulation, &doing.line)));
        let is_usable = executed.is_ok();
        means.tell(doing.request, executed.unwrap_or_else(|_| Err(Failure::internal())));
        if !is_usable {
            // Nobody knows what is left of it.
            drop(means.events.send(Event::Ended { simulation: name }));
            return commands.try_iter().for_each(|doing| means.tell(doing.request, Err(Failure::internal())));
        }
    }
}

/// The simulation and what is said at its beginning.
fn begin<'m>(
    snapshot: &'m Snapshot,
    paths: Option<Vec<EvidencePath>>,
    budget: Budget,
    means: &Means,
) -> Result<(Simulation<'m>, Vec<Value>), Failure> {
    let model = snapshot.model().ok_or_else(|| Failure::failed("the text has errors"))?;
    let build = BuildOptions::with_threads(means.threads);
    let settings = Settings { build, semantics: Semantics::default(), budget };
    let mut simulation = Simulation::new(model, settings, 0).map_err(no_start)?;
    let mut entries = Vec::new();
    if let Some(paths) = paths {
        let has_paths = !paths.is_empty();
        let offered = simulation.offer(paths);
        entries.push(entry_value(model, "evidence", &offered));
        if has_paths && offered.is_ok() {
            let walked = simulation.execute(&Command::Evidence(Some(1)));
            entries.push(entry_value(model, "evidence 1", &walked));
        }
    }
    entries.push(entry_value(model, "show", &Ok(Reply::Here(simulation.here()))));
    Ok((simulation, entries))
}

fn no_start(reason: NoStart) -> Failure {
    match reason {
        NoStart::Model(CheckError::Model(found)) => {
            Failure::failed(found.first().map_or_else(String::new, |found| found.message.clone()))
        }
        NoStart::Model(CheckError::Formulas(_) | CheckError::Parts(_)) => Failure::internal(),
        NoStart::Stopped(Stop::Cancelled) => Failure::cancelled(),
        NoStart::Stopped(stop) => Failure::failed(format!("the initial states were not found: {stop}")),
    }
}

/// Executes a line of the script language. What is wrong with it is a reply too.
fn execute(simulation: &mut Simulation<'_>, line: &str) -> Result<Value, Failure> {
    let reply = match Command::parse(line) {
        Err(problem) => Err(Trouble::Wrong(problem)),
        Ok(None) => Ok(Reply::Done),
        Ok(Some(Command::Random(steps))) if steps > MOST_STEPS => {
            Err(Trouble::Wrong(format!("at most {MOST_STEPS} random steps are taken at once")))
        }
        Ok(Some(command)) => simulation.execute(&command),
    };
    let mut entry = entry_value(simulation.model(), line, &reply);
    // Nothing is written here: whoever asks writes it where it is to be.
    if let Ok(Reply::Save { script, .. }) = &reply {
        entry["reply"]["script"] = Value::from(script.as_str());
    }
    if entry.to_string().len() > MOST_BYTES {
        return Err(Failure::failed("the reply is too large to be sent"));
    }
    Ok(json!({ "entry": entry, "state": state_codes(&simulation.here().state) }))
}
