//! The simulation on a terminal.
//!
//! `worker` owns the session on a thread of its own, so that the screen answers while something long runs; `app` is what
//! the screen shows and what is selected; `keys` changes it; `gone` notices that nobody is there any more; `draw` and `panels` draw it.

mod app;
mod closed_terminal;
mod draw;
mod help;
mod keys;
mod panels;
mod selection;
mod worker;

use super::{refuse, settings};
use crate::args::SimulateArguments;
use crate::exit::Exit;
use crate::{interrupt, memory, output};
use app::App;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use savoir::{Budget, Loaded, Semantics};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use worker::{Answer, Worker};

/// Time between two looks at the keyboard.
const TICK: Duration = Duration::from_millis(50);

pub(super) fn run(arguments: &SimulateArguments, semantics: Semantics, mut loaded: Loaded) -> Exit {
    let Some(model) = loaded.model.take().map(Arc::new) else { return Exit::Usage };
    let cancel = Arc::new(AtomicBool::new(false));
    let budget = memory::limited(Budget::unlimited().with_cancel(cancel.clone()), arguments.limits.memory);
    let source = loaded.source.clone();
    let worker = Worker::start((model.clone(), source), settings(arguments, semantics, budget), arguments.seed, cancel);
    let worker = match worker {
        Ok(worker) => worker,
        Err(cause) => {
            output::error(&format!("cannot start a thread: {cause}"));
            return Exit::Undecided;
        }
    };
    // The handler is there before the terminal changes: whoever kills us gets a whole terminal back.
    interrupt::flag();
    closed_terminal::watch();
    let mut terminal = match ratatui::try_init() {
        Ok(terminal) => terminal,
        Err(cause) => {
            output::error(&format!("cannot use this terminal: {cause}"));
            return Exit::Usage;
        }
    };
    let mut app = App::new(model, &loaded.source.name, worker, arguments.limits.timeout);
    if let Some(file) = &arguments.evidence {
        app.open_first(file);
    }
    let end = go_on(&mut terminal, &mut app);
    // After a crash of the session that was done before its message was printed.
    if !matches!(end, Ok(End::Crashed)) {
        ratatui::restore();
    }
    match end {
        Ok(End::Quit) => Exit::Met,
        Ok(End::Interrupted) => Exit::Interrupted,
        Ok(End::NoStart(reason)) => refuse(&loaded, *reason),
        Ok(End::Crashed) => Exit::Internal,
        Err(cause) => {
            output::error(&format!("the terminal went away: {cause}"));
            Exit::Usage
        }
    }
}

/// How a simulation ends.
enum End {
    Quit,
    Interrupted,
    NoStart(Box<savoir::simulate::NoStart>),
    Crashed,
}

fn go_on(terminal: &mut DefaultTerminal, app: &mut App) -> std::io::Result<End> {
    loop {
        while let Some(answer) = app.worker.answer() {
            match answer {
                Answer::NoStart(reason) => return Ok(End::NoStart(reason)),
                Answer::Gone => return Ok(End::Crashed),
                Answer::Done(done) => app.receive(*done),
            }
        }
        app.watch_the_clock();
        app.type_ahead();
        terminal.draw(|frame| draw::draw(frame, app))?;
        if app.over || interrupt::happened() {
            app.worker.interrupt();
            return Ok(if app.interrupted || interrupt::happened() { End::Interrupted } else { End::Quit });
        }
        if event::poll(TICK)?
            && let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
        {
            app.press(key);
        }
    }
}
