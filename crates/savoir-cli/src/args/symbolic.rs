//! How the symbolic engine works. No choice here changes an answer.

use super::named::{default_name, named};
use clap::Args;
use savoir::{Grouping, LeaveOut, OrderChoice, OrderError, Reach, Reorder, SavedOrder, SymbolicOptions};
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Symbolic engine")]
pub(crate) struct SymbolicArguments {
    /// Order of variables to start with: 1 to 4 are those of MCMAS.
    #[arg(long, hide_short_help = true, value_parser = named(OrderChoice::NAMED), default_value = default_name(OrderChoice::NAMED), hide_possible_values = true, value_name = "auto|1|2|3|4")]
    order: OrderChoice,
    /// What stays together when the order is improved.
    #[arg(long, hide_short_help = true, value_parser = named(Grouping::NAMED), default_value = default_name(Grouping::NAMED))]
    group: Grouping,
    /// When the order is improved by sifting.
    #[arg(long, hide_short_help = true, value_parser = named(Reorder::NAMED), default_value = default_name(Reorder::NAMED))]
    reorder: Reorder,
    /// How reachable states are found.
    #[arg(long, hide_short_help = true, value_parser = named(Reach::NAMED), default_value = default_name(Reach::NAMED))]
    reach: Reach,
    /// When bits that follow from others are left out of the diagrams.
    #[arg(long, hide_short_help = true, value_parser = named(LeaveOut::NAMED), default_value = default_name(LeaveOut::NAMED))]
    leave_out: LeaveOut,
    /// Start with the order in this file.
    #[arg(long, hide_short_help = true, value_name = "FILE", conflicts_with = "order")]
    pub(crate) load_order: Option<PathBuf>,
    /// Write the order at the end of the run to this file.
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    pub(crate) save_order: Option<PathBuf>,
}

impl SymbolicArguments {
    /// The options; `saved` is the text of the file to load.
    pub(crate) fn options(&self, saved: Option<(&str, &savoir::Model)>) -> Result<SymbolicOptions, OrderError> {
        let order = match saved {
            Some((text, model)) => OrderChoice::Saved(SavedOrder::read(text, model)?),
            None => self.order.clone(),
        };
        let SymbolicArguments { group, reorder, reach, leave_out, .. } = *self;
        Ok(SymbolicOptions { order, grouping: group, reorder, reach, leave_out, ..SymbolicOptions::default() })
    }
}
