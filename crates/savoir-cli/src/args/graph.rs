//! Options of `savoir graph`.

use super::layout::LayoutArguments;
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
  savoir graph model.ispl --format html --merge bisimulation --output model.html

A graph with more than 60 states or 200 arrows, or wider than 4000 pixels, is summarised, unless
--merge says otherwise: by what its propositions can tell, and in a page also by what each agent
sees. Exit code 2 if the model has more states than --max-states, or too many joint actions.")]
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
    ///
    /// States that have the same values of these agents are drawn as one.
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    pub(crate) agents: Vec<String>,
    /// Do not show which states look the same to an agent.
    #[arg(long)]
    pub(crate) no_epistemic: bool,
    /// Which states are drawn as one.
    #[arg(long, value_enum, default_value_t = MergeStates::Auto)]
    pub(crate) merge: MergeStates,
    /// Say which propositions hold in the states.
    #[arg(long)]
    pub(crate) show_propositions: bool,
    #[command(flatten)]
    pub(crate) layout: LayoutArguments,
    /// Draw no model with more reachable states than this.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
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
pub(crate) enum MergeStates {
    /// Those with the same values of --agents; if the graph is large, whatever makes a picture that can be read.
    Auto,
    /// None.
    Nothing,
    /// Those with the same values of --agents.
    Values,
    /// Those in which the same propositions hold.
    Propositions,
    /// Those in which the same propositions hold, now and after whatever happens.
    Bisimulation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// For Graphviz.
    Dot,
    /// A picture.
    Svg,
    /// A page to explore.
    Html,
    /// For LaTeX.
    Tikz,
    /// For programs.
    Json,
}
