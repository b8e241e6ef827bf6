//! `savoir lsp`: the language server on standard input and output.

use crate::args::LspArguments;
use crate::memory;
use savoir::Budget;
use savoir_lsp::{ServerOptions, Slots, serve_streams};
use std::io::BufReader;
use std::process::ExitCode;

pub(crate) fn run(arguments: &LspArguments) -> ExitCode {
    let default = ServerOptions::default();
    let options = ServerOptions {
        slots: arguments.jobs.map_or(default.slots, |jobs| Slots::new(jobs.into())),
        budget: memory::limited(Budget::unlimited(), None),
        megabytes: arguments.memory.map_or(default.megabytes, |bytes| bytes >> 20),
        threads: arguments.threads.into(),
        ..default
    };
    // Both streams belong to the protocol alone from now on; what goes wrong is told on standard error.
    let end = serve_streams(BufReader::new(std::io::stdin()), std::io::stdout(), options);
    ExitCode::from(end.code())
}
