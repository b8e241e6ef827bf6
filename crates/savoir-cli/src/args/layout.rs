//! Options about the layout of pictures.

use clap::{Args, ValueEnum};

#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct LayoutArguments {
    /// Make SVG pictures at most so wide.
    ///
    /// In pixels: labels stand below each other rather than side by side, and what is still too wide is drawn smaller.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(100..=100_000), hide_short_help = true)]
    pub(crate) width: Option<u32>,
    /// Where time goes in SVG pictures.
    #[arg(long, value_enum, default_value_t = TimeDirection::Down, hide_short_help = true)]
    pub(crate) layout: TimeDirection,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TimeDirection {
    /// From the top to the bottom.
    Down,
    /// From the left to the right.
    Right,
}
