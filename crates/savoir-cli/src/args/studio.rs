//! The arguments of `studio`.

use super::{bytes, duration};
use clap::Args;
use savoir_studio::Origin;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir studio
  savoir studio models/ --port 8017
  savoir studio --no-open
  savoir studio --timeout 1m --memory 2G

The address that is printed has a random word in it, which is the key to the files in DIR: show it
to nobody. Only this machine can be reached under it, and no request leaves this machine.

Ctrl-C ends the studio, with the exit code 130.")]
pub(crate) struct StudioArguments {
    /// The folder with the models. Nothing outside of it is read or written.
    #[arg(value_name = "DIR", default_value = ".")]
    pub(crate) folder: PathBuf,
    /// The port to listen on, on this machine only [default: a free one].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,
    /// Do not open the browser; only print the address.
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Let pages of this origin in, such as an editor on the web.
    ///
    /// They need the address with its random word all the same. May be given several times. Example: --allow-origin
    /// https://editor.example.org
    #[arg(long, value_name = "ORIGIN", hide_short_help = true)]
    pub(crate) allow_origin: Vec<Origin>,
    /// Stop a check after this time, whatever the page asks for.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10m")]
    pub(crate) timeout: Duration,
    /// Stop a check when the program uses more than this much memory.
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "4G")]
    pub(crate) memory: u64,
    /// Checks at a time, each with one thread [default: one per core, at least 2].
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), hide_short_help = true)]
    pub(crate) jobs: Option<u16>,
    /// Pages at a time.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64), default_value_t = 8, hide_short_help = true)]
    pub(crate) pages: u16,
}
