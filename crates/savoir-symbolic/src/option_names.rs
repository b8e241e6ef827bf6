//! The choices of a user by name, each with what it does. Programs with a command line offer these tables.

use crate::{Grouping, LeaveOut, OrderChoice, PaperOrder, Reach, Reorder};

impl OrderChoice {
    /// The choices with names and help. A saved order has no name.
    pub const NAMED: &[(OrderChoice, &str, &str)] = &[
        (OrderChoice::Auto, "auto", "The best of several that follow from who reads what"),
        (OrderChoice::Paper(PaperOrder::StatesThenActions), "1", "All states, then all actions"),
        (OrderChoice::Paper(PaperOrder::Interleaved), "2", "Agent by agent, each with its action"),
        (OrderChoice::Paper(PaperOrder::ActionsBetween), "3", "Agent by agent: states, action, next states"),
        (OrderChoice::Paper(PaperOrder::ActionsLast), "4", "Agent by agent: states, next states, action"),
    ];
}

impl Grouping {
    /// The choices with names and help.
    pub const NAMED: &[(Grouping, &str, &str)] = &[
        (Grouping::Bits, "bits", "Each bit with its next value"),
        (Grouping::Variables, "variables", "All bits of a variable"),
        (Grouping::Agents, "agents", "Everything of an agent"),
    ];
}

impl Reorder {
    /// The choices with names and help, where there is something to say.
    pub const NAMED: &[(Reorder, &str, &str)] = &[
        (Reorder::Never, "never", ""),
        (Reorder::Grow, "grow", "When the diagrams have become large"),
        (Reorder::Always, "always", "Whenever they have grown"),
    ];
}

impl Reach {
    /// The choices with names and help.
    pub const NAMED: &[(Reach, &str, &str)] = &[
        (
            Reach::Auto,
            "auto",
            "Chaining where single actions change little, else from the new states or all, whatever has the smaller diagram",
        ),
        (Reach::Bfs, "bfs", "Successors of all states in each step"),
        (Reach::Layers, "layers", "Successors of the last successors"),
        (Reach::Frontier, "frontier", "Successors of the new states"),
        (Reach::Chaining, "chaining", "Action by action, each on what those before it found"),
    ];
}

impl LeaveOut {
    /// The choices with names and help, where there is something to say.
    pub const NAMED: &[(LeaveOut, &str, &str)] = &[
        (LeaveOut::Never, "never", ""),
        (LeaveOut::Grow, "grow", "When the set of reachable states has become large"),
        (LeaveOut::Always, "always", "After every step of the search"),
    ];
}
