//! Several processes that a launcher such as `mpirun` has started, and that check the same models together.
//!
//! The first one is the leader: it reads the command line as always, writes everything that is written, and tells the
//! others which file to read. Those are helpers; they write nothing. Each file has a channel of its own, in which the leader first
//! makes sure that all have the same file and the same options. At the end all processes have the same exit code.

mod helper;
mod launcher;
mod leader;
mod orders;

pub(crate) use leader::{Leader, Shared};

use crate::args::{CheckArguments, Command};
use crate::exit::Exit;
use crate::{input, output};
use helper::Helper;
use launcher::Launched;
use savoir::Connection;
use std::io::IsTerminal;
use std::time::Duration;

/// What this process is among those that were started.
pub(crate) enum Role {
    /// The only one.
    Alone,
    /// The first one.
    Leader(Leader),
    /// One of the others.
    Helper(Helper),
}

/// Whether what is wrong with the command line is for this process to say: all have the same one.
pub(crate) fn speaks() -> bool {
    launcher::launched().is_none_or(|launched| launched.rank == 0)
}

/// Whether a launcher has started this process, alone or with others.
pub(crate) fn is_launched() -> bool {
    launcher::is_between()
}

/// Whether people see what this process writes to standard output as if to a terminal.
pub(crate) fn writes_to_terminal() -> bool {
    std::io::stdout().is_terminal() && !launcher::is_between()
}

/// Refuses to do the same work several times.
///
/// # Errors
/// The exit, after a message, if the command cannot make use of the processes that were started.
pub(crate) fn fit(command: &Command) -> Result<(), Exit> {
    let is_for_one = match command {
        Command::Bench(_) | Command::Graph(_) | Command::Stats(_) | Command::Studio(_) | Command::Synth(_) => true,
        Command::Sweep(options) => options.shard.is_none(),
        // It finds out by itself what it does with them.
        Command::Check(_) => false,
        // These take no time.
        Command::Completions(_)
        | Command::Explain(_)
        | Command::Fmt(_)
        | Command::Generate(_)
        | Command::Lint(_)
        | Command::Lsp(_)
        | Command::Man(_)
        | Command::Mcmas(_)
        | Command::Replay(_)
        | Command::Simulate(_) => false,
    };
    match launcher::launched().filter(|_| is_for_one) {
        None => Ok(()),
        Some(launched) => {
            let help = "only `savoir check --parallel` and `savoir sweep --shard` make use of several";
            Err(refuse(launched, &format!("{} processes were started for the work of one; {help}", launched.size)))
        }
    }
}

/// Finds the other processes, if some were started for this check.
///
/// # Errors
/// The exit, after a message, if they cannot work together.
pub(crate) fn join(arguments: &CheckArguments) -> Result<Role, Exit> {
    let Some(launched) = launcher::launched() else { return Ok(Role::Alone) };
    if let Some(problem) = unsuitable(arguments, launched.size) {
        return Err(refuse(launched, &problem));
    }
    let connection = connect().map_err(|problem| refuse(launched, &problem))?;
    if connection.size() != launched.size {
        let problem = format!(
            "{} processes were started, but MPI finds {}: the launcher belongs to another MPI library than the one that savoir \
             was built with",
            launched.size,
            connection.size()
        );
        return Err(refuse(launched, &problem));
    }
    Ok(if connection.rank() == 0 {
        Role::Leader(Leader::new(connection))
    } else {
        Role::Helper(Helper::new(connection))
    })
}

fn refuse(launched: Launched, problem: &str) -> Exit {
    if launched.rank == 0 {
        output::error(problem);
    } else {
        let_speak();
    }
    Exit::Usage
}

/// Launchers end all processes as soon as one has failed. The first one should have said why by then.
pub(crate) fn let_speak() {
    std::thread::sleep(Duration::from_secs(1));
}

/// Why so many processes cannot do what is asked for.
fn unsuitable(arguments: &CheckArguments, size: usize) -> Option<String> {
    let problem = if !arguments.parallel.spans_processes() {
        format!(
            "{size} processes were started, but `--parallel {}` is for one; semi, simple, merge, full and distributed are for several",
            arguments.parallel
        )
    } else if arguments.watch || arguments.fix {
        format!("{size} processes were started, but `--watch` and `--fix` are for one")
    } else if arguments.files.iter().any(|file| input::is_stdin(file)) {
        "standard input reaches only one of several processes; name a file that all of them can read".to_owned()
    } else {
        return None;
    };
    Some(problem)
}

#[cfg(feature = "mpi")]
fn connect() -> Result<Connection, String> {
    let options = savoir::ConnectionOptions { interrupted: crate::interrupt::flag(), ..Default::default() };
    savoir::connect_by_mpi(options).map_err(|error| error.to_string())
}

#[cfg(not(feature = "mpi"))]
fn connect() -> Result<Connection, String> {
    Err("several processes were started, but this savoir was built without MPI; build it with `--features mpi`, or start it \
         without a launcher"
        .to_owned())
}
