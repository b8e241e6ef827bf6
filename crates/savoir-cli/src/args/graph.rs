//! Options of `savoir graph`.

use super::{ForceArguments, Limits};
use crate::write::Kind;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir graph model.ispl --format svg --output model.svg
  savoir graph model.ispl --format html --output model.html --max-states 1000
  savoir graph model.ispl | dot -Tpdf > model.pdf
  savoir graph model.ispl --agents Alice,Bob --no-epistemic

Exit code 2 if the model has more states than --max-states, or too many joint actions.")]
pub(crate) struct GraphArguments {
    /// ISPL file; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Output format.
    #[arg(long, value_enum, default_value_t = GraphFormat::Dot)]
    pub(crate) format: GraphFormat,
    /// Write to this file instead of standard output.
    #[arg(long, short, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: ForceArguments,
    /// Show only the variables, actions and doubts of these agents.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub(crate) agents: Vec<String>,
    /// Do not show which states look the same to an agent.
    #[arg(long)]
    pub(crate) no_epistemic: bool,
    /// Draw no model with more reachable states than this.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_states: u32,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

impl GraphFormat {
    /// What such a file is.
    pub(crate) fn kind(self) -> Kind {
        match self {
            GraphFormat::Dot => Kind::Dot,
            GraphFormat::Svg => Kind::Svg,
            GraphFormat::Html => Kind::Page,
            GraphFormat::Tikz => Kind::Tikz,
            GraphFormat::Json => Kind::GraphJson,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// For Graphviz.
    Dot,
    /// A picture.
    Svg,
    /// A page with tick boxes for the agents.
    Html,
    /// For LaTeX.
    Tikz,
    /// For programs.
    Json,
}
