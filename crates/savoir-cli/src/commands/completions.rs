//! `savoir completions`: what shells need to complete our command lines.

use crate::args::{Arguments, CompletionsArguments, Shell};
use crate::exit::Exit;
use crate::output;
use clap::CommandFactory;
use clap_complete::{generate, shells};

pub(crate) fn run(arguments: &CompletionsArguments) -> Exit {
    let mut command = Arguments::command();
    let mut script = Vec::new();
    match arguments.shell {
        Shell::Bash => generate(shells::Bash, &mut command, "savoir", &mut script),
        Shell::Zsh => generate(shells::Zsh, &mut command, "savoir", &mut script),
        Shell::Fish => generate(shells::Fish, &mut command, "savoir", &mut script),
    }
    output::document(&String::from_utf8_lossy(&script));
    Exit::Met
}
