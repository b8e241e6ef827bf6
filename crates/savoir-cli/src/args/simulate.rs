//! The arguments of `simulate`.

use super::named::{default_name, named};
use super::{Format, Limits, ReadingArguments};
use clap::Args;
use savoir::Engine;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir simulate examples/two-doors.ispl                      on the terminal; `?` shows the keys
  savoir simulate examples/two-doors.ispl --steps 10 --seed 7  a random walk
  savoir simulate model.ispl --script session.txt --format json
  savoir simulate model.ispl --evidence evidence.json          step through a counterexample

A script has one command a line: start, do, step, random, seed, back, forward, jump, until, goal,
show, initial, actions, history, knows, possible, is, expect, truth, watch, unwatch, evidence, set,
save. Sessions are saved in it.

Exit code 1 if a goal is not reached or an `expect` fails, 3 if an answer is unknown.")]
pub(crate) struct SimulateArguments {
    /// ISPL file; `-` is standard input.
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
    /// Take this many random steps from a random initial state, without a terminal.
    #[arg(long, value_name = "N", conflicts_with = "script", value_parser = clap::value_parser!(u32).range(..=1_000_000))]
    pub(crate) steps: Option<u32>,
    /// Execute the commands in this file, without a terminal; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) script: Option<PathBuf>,
    /// Open this evidence, written by `savoir check --evidence=json:FILE`, and step through it.
    #[arg(long, value_name = "FILE")]
    pub(crate) evidence: Option<PathBuf>,
    /// Seed of random choices: the same seed, the same walk.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Output format, without a terminal.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// How the reachable states are found where they are needed.
    #[arg(long, value_parser = named(Engine::NAMED), default_value = default_name(Engine::NAMED))]
    pub(crate) engine: Engine,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    #[command(flatten)]
    pub(crate) limits: Limits,
}
