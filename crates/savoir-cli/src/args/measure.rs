//! The arguments of `generate` and `bench`.

use super::named::named;
use super::{ForceArguments, bytes, duration};
use clap::{Args, ValueEnum};
use savoir::Engine;
use savoir_families::Setting;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir generate --list
  savoir generate dining 40 -o dining-40.ispl
  savoir generate muddy 5 | savoir check -
  savoir generate castles 7 --set workers=3,3,1 --set life=4

The text names the expected verdicts.")]
pub(crate) struct GenerateArguments {
    /// The family; `--list` shows all of them.
    #[arg(required_unless_present = "list", value_name = "FAMILY")]
    pub(crate) family: Option<String>,
    /// The size of the model.
    #[arg(required_unless_present = "list", value_name = "N")]
    pub(crate) size: Option<usize>,
    /// Give a parameter of the family another value than its usual one; may be given several times.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) settings: Vec<Setting>,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: ForceArguments,
    /// List the families, with their parameters.
    #[arg(long, conflicts_with_all = ["family", "size", "settings", "output"])]
    pub(crate) list: bool,
}

/// Reads `NAME=NUMBER` or `NAME=NUMBER,NUMBER`.
fn setting(text: &str) -> Result<Setting, String> {
    let form = || "expected a name and numbers, such as `life=3` or `workers=3,2,2`".to_owned();
    let (name, values) = text.split_once('=').ok_or_else(form)?;
    let values: Result<Vec<usize>, _> = values.split(',').map(|value| value.trim().parse()).collect();
    Ok(Setting { name: name.trim().to_owned(), values: values.map_err(|_| form())? })
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir bench                                  every family at small sizes
  savoir bench dining:10,20..40,100 muddy:20    these sizes only
  savoir bench --suite paper --against 'mcmas {}' --timeout 2m --markdown table.md
  savoir bench --suite scaling --json new.json --svg curves.svg --baseline old.json
  savoir bench --suite aamas12                  how long it takes to find groups
  savoir bench --suite scaling --fit            how time grows with N
  savoir bench --regret --half tuning           what forced choices would win over the usual one

Each row runs this program in a process of its own, one at a time. A size that reaches a limit is
the last one of its family.

Exit code 1 if a verdict is not the expected one, or contradicts another program or choice.")]
pub(crate) struct BenchArguments {
    /// Families, with sizes such as `dining:5,10..12,40`; without sizes, those of the quick suite.
    #[arg(value_name = "FAMILY[:N,N..M]")]
    pub(crate) families: Vec<String>,
    /// Run a set of families and sizes [default: quick, if nothing else is named].
    #[arg(long, value_enum, conflicts_with = "families")]
    pub(crate) suite: Option<Suite>,
    /// Measure these files too, or instead of the default suite.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) models: Vec<PathBuf>,
    /// Stop a run after this time.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub(crate) timeout: Duration,
    /// Stop our runs beyond this much memory, as `savoir check` does.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
    /// The engine, as in `savoir check`; without it, the one that `check` takes by itself.
    #[arg(long, value_parser = named(Engine::NAMED))]
    pub(crate) engine: Option<Engine>,
    /// Run this command on each model as well, where `{}` stands for the file; may be given several times.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) against: Vec<String>,
    /// Compare the symbolic engine with the algorithms that work on parts of models, as `--suite ecai10` does.
    #[arg(long, hide_short_help = true, conflicts_with = "engine")]
    pub(crate) parts: bool,
    /// Say how time grows with N: as a power of it, or exponentially.
    ///
    /// That is the processor time of each family.
    #[arg(long)]
    pub(crate) fit: bool,
    /// Compare what is chosen by itself with what can be forced.
    ///
    /// Engine, order, search, cone: on the corpus, or on the families and models that are named. Reports how much more processor time is used than by the
    /// best choice, and whether all agree. A choice that is far behind is stopped.
    #[arg(long, conflicts_with_all = ["suite", "engine", "against", "parts", "baseline", "svg", "fit"])]
    pub(crate) regret: bool,
    /// Only this half of the corpus.
    #[arg(long, hide_short_help = true, value_enum, requires = "regret")]
    pub(crate) half: Option<HalfName>,
    /// Only some rows of the corpus, of all kinds: two minutes.
    #[arg(long, hide_short_help = true, requires = "regret")]
    pub(crate) quick: bool,
    /// Only rows of the corpus whose name contains this text; may be given several times.
    #[arg(long, hide_short_help = true, value_name = "TEXT", requires = "regret")]
    pub(crate) rows: Vec<String>,
    /// Write the models of the rows to this directory instead of measuring them.
    #[arg(long, hide_short_help = true, value_name = "DIRECTORY", requires = "regret")]
    pub(crate) write: Option<PathBuf>,
    /// Compare with the measurements in this file, written by `--json`.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Run each row this many times and keep the median [default: 1].
    ///
    /// With `--regret` choices that are close are run three times without it.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) repeat: Option<u16>,
    /// Write the table as Markdown.
    #[arg(long, value_name = "FILE")]
    pub(crate) markdown: Option<PathBuf>,
    /// Write the measurements as JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Draw the time over N.
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: ForceArguments,
}

/// A half of the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HalfName {
    /// What numbers are set by.
    Tuning,
    /// What shows whether they are good.
    HeldOut,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Suite {
    /// Every family at small sizes: less than a minute.
    Quick,
    /// The rows of the tables in the papers about MCMAS.
    Paper,
    /// As far as it goes: for the curves.
    Scaling,
    /// The tables of the paper about group synthesis: `savoir synth`, with the paper's numbers beside ours.
    Aamas12,
    /// The tables of the paper about parallel checking: the whole model beside the four algorithms that work on parts.
    Ecai10,
}
