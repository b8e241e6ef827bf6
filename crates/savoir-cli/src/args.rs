//! The command line.

mod evidence;
mod graph;
mod layout;
mod learn;
mod levels;
mod lsp;
mod measure;
mod models;
mod named;
mod output;
mod simulate;
mod strategies;
mod studio;
mod sweep;
mod symbolic;
mod synth;

pub(crate) use evidence::{
    EvidenceArguments, EvidenceFormat, EvidenceOutput, ReplayArguments, ReplayLimits, StrategyLanguage, StrategyOutput,
    misplaced_format,
};
pub(crate) use graph::{GraphArguments, GraphFormat, MergeStates};
pub(crate) use layout::{LayoutArguments, TimeDirection};
pub(crate) use learn::{CompletionsArguments, ExplainArguments, ManArguments, Shell};
pub(crate) use levels::LevelArguments;
pub(crate) use lsp::LspArguments;
pub(crate) use measure::{BenchArguments, GenerateArguments, HalfName, Suite};
pub(crate) use models::{CheckArguments, FmtArguments, LintArguments, ReportFormat, StatsArguments};
pub(crate) use output::{ForceArguments, OutputArguments, OutputFormat, ReportOutput};
pub(crate) use simulate::SimulateArguments;
pub(crate) use strategies::{ReadingArguments, StrategyArguments};
pub(crate) use studio::StudioArguments;
pub(crate) use sweep::SweepArguments;
pub(crate) use symbolic::SymbolicArguments;
pub(crate) use synth::SynthArguments;

use crate::processes;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::time::Duration;

/// Savoir checks multi-agent systems: what agents know, what happens, what coalitions can enforce, and whether agents
/// behave as they ought.
#[derive(Debug, Parser)]
#[command(
    name = "savoir",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  savoir check examples/dining-cryptographers.ispl
  savoir check model.ispl --formula 'AG (p -> K(Alice, q))'
  savoir check models/ --timeout 1m

Exit codes: 0 as expected, 1 not as expected, 2 error in input or usage, 3 undecided,
101 internal error, 130 interrupted."
)]
pub(crate) struct Arguments {
    /// When to use colour.
    #[arg(long, global = true, hide_short_help = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub(crate) color: Color,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Measure how long families of models take.
    Bench(BenchArguments),
    /// Decide the formulas of models.
    Check(Box<CheckArguments>),
    /// Write what shells need to complete command lines.
    Completions(CompletionsArguments),
    /// Explain a diagnostic, or how a formula is read.
    Explain(ExplainArguments),
    /// Lay out models in the standard way.
    Fmt(FmtArguments),
    /// Write a model of a scalable family.
    Generate(GenerateArguments),
    /// Draw the whole state graph of a small model.
    Graph(GraphArguments),
    /// Find what is legal but suspicious.
    Lint(LintArguments),
    /// Serve an editor: diagnostics, verdicts and all the rest while you type.
    Lsp(LspArguments),
    /// Write manual pages.
    Man(ManArguments),
    /// Take the options of MCMAS 1.3.0 and print what it prints.
    Mcmas(McmasArguments),
    /// Check evidence against a model.
    Replay(ReplayArguments),
    /// Walk through a model step by step.
    Simulate(SimulateArguments),
    /// Count agents, variables, states and deadlocks.
    Stats(StatsArguments),
    /// Write, check and explore models in the browser.
    Studio(StudioArguments),
    /// Check many models with many options, in parallel and with limits.
    Sweep(SweepArguments),
    /// Find the groups that make formulas true.
    Synth(Box<SynthArguments>),
}

#[derive(Debug, Args)]
#[command(
    disable_help_flag = true,
    after_help = "\
Examples:
  savoir mcmas -h
  savoir mcmas -c 1 model.ispl
  ln -s \"$(command -v savoir)\" mcmas && ./mcmas model.ispl"
)]
pub(crate) struct McmasArguments {
    /// Options and file, as for MCMAS; `savoir mcmas -h` lists them.
    #[arg(value_name = "ARGUMENTS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub(crate) words: Vec<OsString>,
}

/// Limits on a run.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Limits {
    /// Stop after this time, for example 90, 30s, 5m or 500ms.
    ///
    /// What is not decided by then is unknown.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
    /// Stop beyond this much memory, for example 512M or 8G.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
    /// Threads to use [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    Always,
    Never,
}

impl Color {
    /// Makes it the choice for all output.
    pub(crate) fn apply(self) {
        match self {
            // A launcher may let us write to a terminal of its own, and the rest to a file.
            Color::Auto if processes::is_launched() => anstream::ColorChoice::Never,
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let wrong = || "expected a time such as 30s or 5m".to_owned();
    let number: f64 = digits.parse().map_err(|_| wrong())?;
    let factor = match &text[digits.len()..] {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        unit => return Err(format!("unknown unit `{unit}`; use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(number * factor).map_err(|_| wrong())
}

fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: u64 = digits.parse().map_err(|_| "expected a size such as 512M or 8G".to_owned())?;
    let shift = match text[digits.len()..].to_ascii_uppercase().trim_end_matches('B').trim_end_matches('I') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        unit => return Err(format!("unknown unit `{unit}`; use K, M or G")),
    };
    number.checked_mul(1 << shift).ok_or_else(|| "too large".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn times_and_sizes_have_units() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert!(duration("soon").is_err() && duration("-1").is_err() && duration("5x").is_err());
        assert_eq!(bytes("512M"), Ok(512 << 20));
        assert_eq!(bytes("8GiB"), Ok(8 << 30));
        assert!(bytes("many").is_err() && bytes("99999999999T").is_err());
    }
}
