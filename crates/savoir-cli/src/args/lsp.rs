//! The arguments of `lsp`.

use clap::Args;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir lsp                       what editors start
  savoir lsp --jobs 1 --memory 2G  on a small machine

Editors start this command and speak with it over standard input and output; there is nothing to
type. The book says how to set up VS Code, Neovim, Helix, Emacs and Zed.

Exit code 0 if the editor has announced the end, 1 if it is gone.")]
pub(crate) struct LspArguments {
    /// Speak over standard input and output, which is what happens anyway.
    #[arg(long)]
    pub(crate) stdio: bool,
    /// How many checks, simulations and other computations run at once [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
    /// The most memory that one of them may be given, whatever the editor asks for.
    #[arg(long, value_name = "SIZE", value_parser = super::bytes)]
    pub(crate) memory: Option<u64>,
    /// Threads that one of them may use.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: u16,
}
