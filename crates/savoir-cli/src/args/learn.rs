//! The arguments of `explain`, `completions` and `man`.

use super::{ForceArguments, ReadingArguments};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir explain E0101
  savoir explain --list
  savoir explain --formula 'AG (p -> K(Alice, q))' model.ispl
  savoir explain --formula '<{Alice, Bob}>F q' --atl uniform model.ispl")]
pub(crate) struct ExplainArguments {
    /// The code or name of a diagnostic, such as E0101; with `--formula`, a model.
    #[arg(value_name = "CODE|MODEL", required_unless_present = "list")]
    pub(crate) subject: Option<String>,
    /// Explain how this formula about the model is read.
    #[arg(long, short = 'f', value_name = "FORMULA")]
    pub(crate) formula: Option<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    /// List all codes.
    #[arg(long, conflicts_with_all = ["subject", "formula"])]
    pub(crate) list: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir completions bash > ~/.local/share/bash-completion/completions/savoir
  savoir completions zsh > \"${fpath[1]}/_savoir\"
  savoir completions fish > ~/.config/fish/completions/savoir.fish")]
pub(crate) struct CompletionsArguments {
    /// The shell.
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir man | man -l -
  savoir man check > savoir-check.1
  savoir man --directory ~/.local/share/man/man1")]
pub(crate) struct ManArguments {
    /// The command to describe [default: the program as a whole].
    #[arg(value_name = "COMMAND", conflicts_with = "directory")]
    pub(crate) command: Option<String>,
    /// Write the pages of the program and of all its commands there; the directory is made if need be.
    #[arg(long, value_name = "DIRECTORY")]
    pub(crate) directory: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: ForceArguments,
}
