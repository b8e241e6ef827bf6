//! The thread that has the session. Requests are done one after the other; each gets one answer.

use super::super::evidence;
use super::super::script::{script_text, write_script};
use savoir::simulate::{
    Command, Filter, Here, InitialChoice, NoStart, Options, Reply, Settings, Simulation, StateKnowledge, Step, Trouble,
    Truths,
};
use savoir::{Model, Progress, SourceFile, Stop, stack_bytes};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// So many places of the path are shown on either side of the current one.
const WINDOW: usize = 250;

/// What the screen asks for.
#[derive(Debug)]
pub(super) enum Request {
    /// Just the view.
    Look,
    Run(Command),
    /// A step from the list.
    Take(Step),
    /// What everybody knows here.
    Knowledge,
    /// Evidence in a file, to walk along, or the commands of a script.
    Load(String),
}

/// All that is drawn about the session.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) here: Here,
    pub(super) options: Options,
    /// Places of the path around the current one.
    pub(super) history: Vec<Here>,
    pub(super) initial: InitialChoice,
    /// What is true here.
    pub(super) truths: Truths,
    /// How many states are reachable, if that is known.
    pub(super) reachable: Option<String>,
}

/// What came of a request.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) view: View,
    pub(super) result: Result<Outcome, Problem>,
}

#[derive(Debug)]
pub(super) enum Outcome {
    Nothing,
    Replied(Reply),
    Knowledge(Vec<StateKnowledge>),
    /// So many commands of a file were executed.
    Loaded(usize),
}

#[derive(Debug)]
pub(super) enum Problem {
    /// A limit, or Esc.
    Stopped(Stop),
    Wrong(String),
}

pub(super) enum Answer {
    Done(Box<Done>),
    NoStart(Box<NoStart>),
    /// The thread has crashed.
    Gone,
}

/// The screen's side.
pub(super) struct Worker {
    requests: Sender<(Request, Filter)>,
    answers: Receiver<Answer>,
    cancel: Arc<AtomicBool>,
    progress: Arc<Mutex<Option<Progress>>>,
}

impl Worker {
    pub(super) fn start(
        (model, source): (Arc<Model>, SourceFile),
        mut settings: Settings,
        seed: u64,
        cancel: Arc<AtomicBool>,
    ) -> std::io::Result<Worker> {
        let (requests, inbox) = channel();
        let (outbox, answers) = channel();
        let progress = Arc::new(Mutex::new(None));
        let sink = progress.clone();
        settings.budget = settings.budget.with_progress(Arc::new(move |progress: &Progress| {
            *sink.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress.clone());
        }));
        let flag = cancel.clone();
        std::thread::Builder::new()
            .stack_size(stack_bytes())
            .spawn(move || work((&model, &source), settings, seed, &flag, &inbox, &outbox))?;
        Ok(Worker { requests, answers, cancel, progress })
    }

    /// Asks for something.
    pub(super) fn ask(&self, request: Request, filter: Filter) {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.cancel.store(false, Ordering::Relaxed);
        // A thread that is gone is noticed when its answer is waited for.
        let _ = self.requests.send((request, filter));
    }

    /// What has been answered.
    pub(super) fn answer(&self) -> Option<Answer> {
        match self.answers.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Answer::Gone),
        }
    }

    /// Stops what is being done.
    pub(super) fn interrupt(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// How far it is.
    pub(super) fn progress(&self) -> Option<Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn work(
    (model, source): (&Model, &SourceFile),
    settings: Settings,
    seed: u64,
    cancel: &AtomicBool,
    inbox: &Receiver<(Request, Filter)>,
    outbox: &Sender<Answer>,
) {
    let mut session = match Simulation::new(model, settings, seed) {
        Ok(session) => session,
        Err(reason) => {
            let _ = outbox.send(Answer::NoStart(Box::new(reason)));
            return;
        }
    };
    while let Ok((request, filter)) = inbox.recv() {
        let result = answer(&mut session, source, request, cancel).map_err(|trouble| match trouble {
            Trouble::Stopped(stop) => Problem::Stopped(stop),
            other => Problem::Wrong(other.text()),
        });
        // What was interrupted is over; the list of steps is made anew.
        cancel.store(false, Ordering::Relaxed);
        if outbox.send(Answer::Done(Box::new(Done { view: view(&mut session, &filter), result }))).is_err() {
            return;
        }
    }
}

fn answer(
    session: &mut Simulation<'_>,
    source: &SourceFile,
    request: Request,
    cancel: &AtomicBool,
) -> Result<Outcome, Trouble> {
    match request {
        Request::Look => Ok(Outcome::Nothing),
        Request::Take(step) => {
            session.take(step);
            Ok(Outcome::Nothing)
        }
        Request::Run(command) => session.execute(&command).and_then(write_script).map(Outcome::Replied),
        Request::Knowledge => match session.execute(&Command::Knows(None))? {
            Reply::Knowledge(found) => Ok(Outcome::Knowledge(found)),
            _ => Ok(Outcome::Nothing),
        },
        Request::Load(file) => {
            let path = Path::new(&file);
            let text = script_text(path).map_err(Trouble::Wrong)?;
            if evidence::is_evidence(&text) {
                return evidence::open(session, source, path).map(Outcome::Replied);
            }
            load(session, &file, &text, cancel).map(Outcome::Loaded)
        }
    }
}

/// Executes the commands of a file; stops at the first that does not fit.
fn load(session: &mut Simulation<'_>, file: &str, text: &str, cancel: &AtomicBool) -> Result<usize, Trouble> {
    let mut count = 0;
    for (index, line) in text.lines().enumerate() {
        let wrong = |message: String| Trouble::Wrong(format!("{file}:{}: {message}", index + 1));
        if cancel.load(Ordering::Relaxed) {
            return Err(Trouble::Stopped(Stop::Cancelled));
        }
        if let Some(command) = Command::parse(line).map_err(wrong)? {
            session.execute(&command).and_then(write_script).map_err(|trouble| match trouble {
                Trouble::Stopped(stop) => Trouble::Stopped(stop),
                other => wrong(other.text()),
            })?;
            count += 1;
        }
    }
    Ok(count)
}

/// What is true here; what could not be found out is left open.
fn truths(session: &mut Simulation<'_>) -> Truths {
    session.truths().unwrap_or_else(|_| Truths {
        propositions: session.propositions(),
        watched: session.watched().map(|formula| (formula.to_owned(), None)).collect(),
    })
}

fn view(session: &mut Simulation<'_>, filter: &Filter) -> View {
    let truths = truths(session);
    let here = session.here();
    let first = here.step.saturating_sub(WINDOW);
    View {
        history: (first..=here.step + WINDOW).map_while(|at| session.place(at)).collect(),
        here,
        options: session.options(filter),
        initial: session.initial(),
        truths,
        reachable: session.reachable().map(|count| count.to_string()),
    }
}
