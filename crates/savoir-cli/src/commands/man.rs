//! `savoir man`: manual pages.

use crate::args::{Arguments, ManArguments};
use crate::exit::Exit;
use crate::write::{Kind, Named, Overwrite};
use crate::{output, write};
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use std::path::Path;

pub(crate) fn run(arguments: &ManArguments) -> Exit {
    let mut program = Arguments::command();
    // Names of subcommands become `savoir-check` and so on.
    program.build();
    let done = match (&arguments.directory, &arguments.command) {
        (Some(directory), _) => write_all(&program, directory, arguments.force.overwrite()),
        (None, None) => page(&program).map(|text| output::document(&text)),
        (None, Some(name)) => match program.find_subcommand(name) {
            Some(command) => page(command).map(|text| output::document(&text)),
            None => Err(unknown(&program, name)),
        },
    };
    match done {
        Ok(()) => Exit::Met,
        Err(problem) => {
            output::error(&problem);
            Exit::Usage
        }
    }
}

/// The page of a command.
fn page(command: &Command) -> Result<String, String> {
    let mut text = Vec::new();
    let source = format!("savoir {}", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone())
        .source(source)
        .render(&mut text)
        .map_err(|cause| format!("cannot write the page: {cause}"))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The page of the program and those of its commands.
fn write_all(program: &Command, directory: &Path, overwrite: Overwrite) -> Result<(), String> {
    std::fs::create_dir_all(directory)
        .map_err(|cause| format!("cannot make the directory `{}`: {cause}", directory.display()))?;
    let commands = program.get_subcommands().filter(|command| command.get_name() != "help");
    let pages = std::iter::once(program).chain(commands).map(|command| {
        let name = command.get_display_name().unwrap_or(command.get_name());
        Ok((format!("{name}.1"), page(command)?))
    });
    let pages: Vec<(String, String)> = pages.collect::<Result<_, String>>()?;
    let files: Vec<Named<'_>> =
        pages.iter().map(|(name, page)| Named { name, kind: Kind::ManualPage, content: page.as_bytes() }).collect();
    write::write_own(directory, &files, overwrite).map_err(|problem| problem.to_string())
}

fn unknown(program: &Command, name: &str) -> String {
    let names = program.get_subcommands().map(Command::get_name);
    let hint = savoir::closest(name, names).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    format!("there is no command `{name}`{hint}")
}
