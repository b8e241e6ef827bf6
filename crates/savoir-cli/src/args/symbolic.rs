//! How the symbolic engine works. No choice here changes an answer.

use clap::{Args, ValueEnum};
use savoir::{Grouping, LeaveOut, OrderChoice, OrderError, PaperOrder, Reach, Reorder, SavedOrder, SymbolicOptions};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(next_help_heading = "Symbolic engine")]
pub(crate) struct SymbolicArguments {
    /// Order of variables to start with: 1 to 4 are those of MCMAS.
    #[arg(long, hide_short_help = true, value_enum, default_value_t = Order::Auto, hide_possible_values = true, value_name = "auto|1|2|3|4")]
    order: Order,
    /// What stays together when the order is improved.
    #[arg(long, hide_short_help = true, value_enum, default_value_t = Group::Variables)]
    group: Group,
    /// When the order is improved by sifting.
    #[arg(long, hide_short_help = true, value_enum, default_value_t = ReorderWhen::Grow)]
    reorder: ReorderWhen,
    /// How reachable states are found.
    #[arg(long, hide_short_help = true, value_enum, default_value_t = ReachBy::Auto)]
    reach: ReachBy,
    /// When bits that follow from others are left out of the diagrams.
    #[arg(long, hide_short_help = true, value_enum, default_value_t = LeaveOutWhen::Grow)]
    leave_out: LeaveOutWhen,
    /// Start with the order in this file.
    #[arg(long, hide_short_help = true, value_name = "FILE", conflicts_with = "order")]
    pub(crate) load_order: Option<PathBuf>,
    /// Write the order at the end of the run to this file.
    #[arg(long, hide_short_help = true, value_name = "FILE")]
    pub(crate) save_order: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// The best of several that follow from who reads what.
    Auto,
    /// All states, then all actions.
    #[value(name = "1")]
    StatesThenActions,
    /// Agent by agent, each with its action.
    #[value(name = "2")]
    Interleaved,
    /// Agent by agent: states, action, next states.
    #[value(name = "3")]
    ActionsBetween,
    /// Agent by agent: states, next states, action.
    #[value(name = "4")]
    ActionsLast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Group {
    /// Each bit with its next value.
    Bits,
    /// All bits of a variable.
    Variables,
    /// Everything of an agent.
    Agents,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReorderWhen {
    Never,
    /// When the diagrams have become large.
    Grow,
    /// Whenever they have grown.
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReachBy {
    /// Chaining where single actions change little, frontier elsewhere.
    Auto,
    /// Successors of all states in each step.
    Bfs,
    /// Successors of the last successors.
    Layers,
    /// Successors of the new states.
    Frontier,
    /// Action by action, each on what those before it found.
    Chaining,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LeaveOutWhen {
    Never,
    /// When the set of reachable states has become large.
    Grow,
    /// After every step of the search.
    Always,
}

impl SymbolicArguments {
    /// The options; `saved` is the text of the file to load.
    pub(crate) fn options(&self, saved: Option<(&str, &savoir::Model)>) -> Result<SymbolicOptions, OrderError> {
        let order = match (saved, self.order) {
            (Some((text, model)), _) => OrderChoice::Saved(SavedOrder::read(text, model)?),
            (None, Order::Auto) => OrderChoice::Auto,
            (None, Order::StatesThenActions) => OrderChoice::Paper(PaperOrder::StatesThenActions),
            (None, Order::Interleaved) => OrderChoice::Paper(PaperOrder::Interleaved),
            (None, Order::ActionsBetween) => OrderChoice::Paper(PaperOrder::ActionsBetween),
            (None, Order::ActionsLast) => OrderChoice::Paper(PaperOrder::ActionsLast),
        };
        Ok(SymbolicOptions {
            order,
            grouping: match self.group {
                Group::Bits => Grouping::Bits,
                Group::Variables => Grouping::Variables,
                Group::Agents => Grouping::Agents,
            },
            reorder: match self.reorder {
                ReorderWhen::Never => Reorder::Never,
                ReorderWhen::Grow => Reorder::Grow,
                ReorderWhen::Always => Reorder::Always,
            },
            reach: match self.reach {
                ReachBy::Auto => Reach::Auto,
                ReachBy::Bfs => Reach::Bfs,
                ReachBy::Layers => Reach::Layers,
                ReachBy::Frontier => Reach::Frontier,
                ReachBy::Chaining => Reach::Chaining,
            },
            leave_out: match self.leave_out {
                LeaveOutWhen::Never => LeaveOut::Never,
                LeaveOutWhen::Grow => LeaveOut::Grow,
                LeaveOutWhen::Always => LeaveOut::Always,
            },
            ..SymbolicOptions::default()
        })
    }
}
