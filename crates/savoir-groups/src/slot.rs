//! One question about a valuation.

/// "This agent is in the group that this variable stands for." By variable first, then by agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    /// The group variable.
    pub variable: usize,
    /// The agent.
    pub agent: usize,
}

impl Slot {
    /// The slot of an agent in the group of a variable.
    #[must_use]
    pub const fn new(variable: usize, agent: usize) -> Slot {
        Slot { variable, agent }
    }

    /// All slots agent by agent, those of one agent side by side: a good order for diagrams, since conditions that relate
    /// variables mostly compare the same agent in each.
    #[must_use]
    pub fn by_agent(variables: usize, agents: usize) -> Vec<Slot> {
        let of = |agent| (0..variables).map(move |variable| Slot { variable, agent });
        (0..agents).flat_map(of).collect()
    }
}
