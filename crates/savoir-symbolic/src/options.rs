//! How the engine is asked to work. Every choice gives the same answers; they differ in time and memory.

use crate::order::{OrderName, SavedOrder};
use crate::part::InitialPart;
use crate::tuning::SymbolicTuning;
use savoir_model::AgentId;

/// Choices about the encoding and the search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SymbolicOptions {
    /// The order of variables to start with.
    pub order: OrderChoice,
    /// What stays together when the order is improved.
    pub grouping: Grouping,
    /// When the order is improved.
    pub reorder: Reorder,
    /// How reachable states are found.
    pub reach: Reach,
    /// When bits that follow from others are left out.
    pub leave_out: LeaveOut,
    /// The groups that are sought, for which there are variables in the diagrams.
    pub sought: Sought,
    /// Which of the initial states count.
    pub part: InitialPart,
    /// The numbers that were set by measurement.
    pub tuning: SymbolicTuning,
}

/// Groups that are sought.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sought {
    /// How many groups.
    pub groups: u32,
    /// Who may be in them, sorted.
    pub agents: Vec<AgentId>,
}

/// The order of variables.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum OrderChoice {
    /// The best of several candidates that follow from who reads what.
    #[default]
    Auto,
    /// One of the orders of MCMAS (section 4.1.1 of the STTT paper).
    Paper(PaperOrder),
    /// An order that was saved before.
    Saved(SavedOrder),
}

impl OrderChoice {
    /// The order to begin with.
    #[must_use]
    pub fn first(&self) -> OrderName {
        match self {
            OrderChoice::Auto => OrderName::Force,
            OrderChoice::Paper(order) => OrderName::Mcmas(*order),
            OrderChoice::Saved(_) => OrderName::Saved,
        }
    }
}

/// The orders of MCMAS, by its numbers: agents as in the file, for each its variables `v`, their next values `v'` and
/// its action `x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperOrder {
    /// `v v' v v' …` of all agents, then all `x`.
    StatesThenActions,
    /// `v v' v v' … x` for each agent.
    Interleaved,
    /// `v v … x v' v' …` for each agent.
    ActionsBetween,
    /// `v v … v' v' … x` for each agent.
    ActionsLast,
}

/// What stays together while the order is improved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Grouping {
    /// Each bit with its next value.
    Bits,
    /// All bits of a variable with their next values.
    #[default]
    Variables,
    /// Everything of an agent.
    Agents,
}

/// When the order of variables is improved by sifting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reorder {
    /// Never.
    Never,
    /// When the diagrams have grown large.
    #[default]
    Grow,
    /// After every step in which the diagrams have grown.
    Always,
}

/// How reachable states are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reach {
    /// [`Reach::Chaining`] where single actions of one agent change little, and layers compete with that; elsewhere each step
    /// starts from the new states or from all, whatever has the smaller diagram.
    #[default]
    Auto,
    /// The successors of all states found so far, in each step (the first algorithm of the paper).
    Bfs,
    /// The successors of the successors found in the last step, new or not (the second).
    Layers,
    /// The successors of the states that were new in the last step (the third).
    Frontier,
    /// The transitions split by the actions of one agent, each applied to what those before it have found.
    Chaining,
}

/// When bits that follow from others in all reachable states are left out of the diagrams. There is no occasion for it
/// while the transitions are split ([`Reach::Chaining`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum LeaveOut {
    /// Never.
    Never,
    /// When the set of reachable states has grown large and they make a difference.
    #[default]
    Grow,
    /// After every step of the search for reachable states.
    Always,
}
