//! `savoir studio`: the workbench in the browser.

use crate::args::StudioArguments;
use crate::exit::Exit;
use crate::{interrupt, memory, output};
use savoir::Budget;
use savoir_lsp::{ServerOptions, Slots};
use savoir_studio::{Limits, NoBrowser, Settings, Studio, show};

/// Models that a page may have open at once.
const OPEN_DOCUMENTS: usize = 64;

pub(crate) fn run(arguments: &StudioArguments) -> Exit {
    // Signals are heard before there is an address to send anybody to.
    interrupt::flag();
    let studio = match Studio::open(settings(arguments)) {
        Ok(studio) => studio,
        Err(problem) => {
            output::error(&problem.to_string());
            return Exit::Usage;
        }
    };
    output::line(&studio.address());
    if !arguments.no_open {
        open(&studio);
    }
    output::note("Ctrl-C ends the studio.");
    match studio.serve(&interrupt::happened) {
        Ok(()) => Exit::Interrupted,
        Err(problem) => {
            output::error(&problem.to_string());
            Exit::Usage
        }
    }
}

fn settings(arguments: &StudioArguments) -> Settings {
    Settings {
        folder: arguments.folder.clone(),
        port: arguments.port,
        origins: arguments.allow_origin.clone(),
        language: language(arguments),
        limits: Limits { sessions: usize::from(arguments.pages), ..Limits::default() },
    }
}

/// What the pages may use, all of them together and each by itself.
fn language(arguments: &StudioArguments) -> ServerOptions {
    let default = ServerOptions::default();
    ServerOptions {
        slots: arguments.jobs.map_or(default.slots, |jobs| Slots::new(jobs.into())),
        budget: memory::limited(Budget::unlimited(), Some(arguments.memory)),
        megabytes: arguments.memory >> 20,
        time: arguments.timeout,
        open_documents: OPEN_DOCUMENTS,
        ..default
    }
}

/// Shows the page. Whoever has no browser can still copy the address.
fn open(studio: &Studio) {
    let shown = studio.welcome().map_err(|problem| problem.to_string()).and_then(|address| {
        show(&address).map_err(|problem| match problem {
            NoBrowser::Screen => "there is no screen to open a browser on".to_owned(),
            NoBrowser::Start(cause) => format!("no browser was opened: {cause}"),
        })
    });
    if let Err(problem) = shown {
        output::note(&format!("{problem}; open the address above in one"));
    }
}
