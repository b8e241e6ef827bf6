//! The `savoir` program: one file per command, exit codes and streams in one place each.
//!
//! Results go to standard output, diagnostics and progress to standard error. It is a library so that what reads the words
//! of a command line can be fuzzed; `main.rs` calls [`main`] and does nothing else.

mod args;
mod commands;
mod exit;
mod input;
mod interrupt;
mod memory;
mod orphan;
mod output;
mod process;
mod processes;
mod progress;
mod write;

pub use commands::mcmas::options as mcmas_options;
pub use memory::Allocator;

use args::{Arguments, Command};
use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use exit::Exit;
use savoir::stack_bytes;
use savoir_report::escape::visible;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

/// Runs the program: reads its arguments, does what they say, and gives the exit code.
#[must_use]
pub fn main() -> ExitCode {
    memory::prepare();
    output::install_panic_message();
    orphan::end_with_parent();
    interrupt::survive_large_files();
    let mut words = std::env::args_os();
    if let Some(program) = words.next().filter(commands::mcmas::is_called_mcmas) {
        let words: Vec<_> = words.collect();
        return with_room(|| commands::mcmas::run(&program.to_string_lossy(), &words));
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            return end(if processes::speaks() {
                refuse(&error)
            } else {
                processes::let_speak();
                exit_of(&error)
            });
        }
    };
    arguments.color.apply();
    match &arguments.command {
        // The library starts the thread it needs, and one more would take a good part of the time of a small model.
        Command::Check(_) | Command::Synth(_) => run(&arguments.command),
        command => with_room(|| run(command)),
    }
}

fn exit_of(error: &clap::Error) -> Exit {
    if error.use_stderr() { Exit::Usage } else { Exit::Met }
}

/// Says what is wrong with the command line, or prints help or version, which are no errors.
fn refuse(error: &clap::Error) -> Exit {
    if let Some(file) = model_without_command(error) {
        output::error(&format!("`{file}` is no command; to check the model, run `savoir check {file}`"));
        return Exit::Usage;
    }
    let print: fn(&str) = if error.use_stderr() { output::err } else { output::out };
    // The message may quote any word, between styles of its own. So the words are made visible before they are parsed once
    // more. What is then right was wrong for what it hid, and the message is shown without styles.
    let words: Vec<OsString> = std::env::args_os().collect();
    let shown: Vec<String> = words.iter().map(|word| visible(&word.to_string_lossy()).into_owned()).collect();
    if shown.iter().zip(&words).all(|(shown, word)| shown.as_str() == word) {
        print(&error.render().ansi().to_string());
    } else {
        match Arguments::try_parse_from(&shown) {
            Err(error) => print(&error.render().ansi().to_string()),
            Ok(_) => output::note(&error.render().to_string()),
        }
    }
    exit_of(error)
}

/// The word in place of a command that looks like a model: `savoir model.ispl`.
fn model_without_command(error: &clap::Error) -> Option<String> {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return None;
    }
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let is_model = Path::new(word).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("ispl"));
    (is_model || Path::new(word).exists()).then(|| visible(word).into_owned())
}

/// Runs on a thread with room for the recursion of the engines.
fn with_room(work: impl Fn() -> ExitCode + Sync) -> ExitCode {
    std::thread::scope(|scope| match std::thread::Builder::new().stack_size(stack_bytes()).spawn_scoped(scope, &work) {
        Ok(worker) => worker.join().unwrap_or(ExitCode::from(101)),
        Err(_) => work(),
    })
}

fn run(command: &Command) -> ExitCode {
    if let Err(exit) = processes::fit(command) {
        return end(exit);
    }
    end(match command {
        Command::Bench(options) => commands::bench::run(options),
        Command::Check(options) => commands::check::run(options),
        Command::Completions(options) => commands::completions::run(options),
        Command::Explain(options) => commands::explain::run(options),
        Command::Fmt(options) => commands::fmt::run(options),
        Command::Generate(options) => commands::generate::run(options),
        Command::Graph(options) => commands::graph::run(options),
        Command::Lint(options) => commands::lint::run(options),
        Command::Lsp(options) => return commands::lsp::run(options),
        Command::Man(options) => commands::man::run(options),
        Command::Mcmas(options) => return commands::mcmas::run("savoir mcmas", &options.words),
        Command::Replay(options) => commands::replay::run(options),
        Command::Simulate(options) => commands::simulate::run(options),
        Command::Stats(options) => commands::stats::run(options),
        Command::Studio(options) => commands::studio::run(options),
        Command::Sweep(options) => commands::sweep::run(options),
        Command::Synth(options) => commands::synth::run(options),
    })
}

/// What is left to do when a command has done its work.
fn end(exit: Exit) -> ExitCode {
    progress::end();
    if output::lost() { exit.and(Exit::Usage).into() } else { exit.into() }
}
