//! The `savoir` program: one file per command, exit codes and streams in one place each.
//!
//! Results go to standard output, diagnostics and progress to standard error.

mod args;
mod commands;
mod exit;
mod input;
mod interrupt;
mod orphan;
mod output;
mod process;
mod progress;
mod temporary;

use args::{Arguments, Command};
use clap::Parser;
use exit::Exit;
use savoir::STACK_BYTES;
use std::process::ExitCode;

fn main() -> ExitCode {
    output::install_panic_message();
    orphan::end_with_parent();
    let mut words = std::env::args_os();
    if let Some(program) = words.next().filter(commands::mcmas::is_called_mcmas) {
        let words: Vec<_> = words.collect();
        return with_room(|| commands::mcmas::run(&program.to_string_lossy(), &words));
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are no errors; clap knows where each goes.
            let exit = if error.use_stderr() { Exit::Usage } else { Exit::Met };
            let unwritten = error.print().is_err_and(|cause| cause.kind() != std::io::ErrorKind::BrokenPipe);
            return if unwritten { Exit::Usage.into() } else { exit.into() };
        }
    };
    arguments.color.apply();
    match &arguments.command {
        // The library starts the thread it needs, and one more would take a good part of the time of a small model.
        Command::Check(_) | Command::Synth(_) => run(&arguments.command),
        command => with_room(|| run(command)),
    }
}

/// Runs on a thread with room for the recursion of the engines.
fn with_room(work: impl Fn() -> ExitCode + Sync) -> ExitCode {
    std::thread::scope(|scope| match std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, &work) {
        Ok(worker) => worker.join().unwrap_or(ExitCode::from(101)),
        Err(_) => work(),
    })
}

fn run(command: &Command) -> ExitCode {
    end(match command {
        Command::Bench(options) => commands::bench::run(options),
        Command::Check(options) => commands::check::run(options),
        Command::Completions(options) => commands::completions::run(options),
        Command::Explain(options) => commands::explain::run(options),
        Command::Fmt(options) => commands::fmt::run(options),
        Command::Generate(options) => commands::generate::run(options),
        Command::Graph(options) => commands::graph::run(options),
        Command::Lint(options) => commands::lint::run(options),
        Command::Man(options) => commands::man::run(options),
        Command::Mcmas(options) => return commands::mcmas::run("savoir mcmas", &options.words),
        Command::Replay(options) => commands::replay::run(options),
        Command::Simulate(options) => commands::simulate::run(options),
        Command::Stats(options) => commands::stats::run(options),
        Command::Sweep(options) => commands::sweep::run(options),
        Command::Synth(options) => commands::synth::run(options),
    })
}

/// What is left to do when a command has done its work.
fn end(exit: Exit) -> ExitCode {
    progress::end();
    if output::lost() { exit.and(Exit::Usage).into() } else { exit.into() }
}
