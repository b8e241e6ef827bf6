//! What is selected on the screen, and what is being typed.

/// The panel that the arrow keys are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    Steps,
    Side,
    State,
    Agents,
}

impl Focus {
    const ORDER: [Focus; 4] = [Focus::Steps, Focus::Side, Focus::State, Focus::Agents];

    /// The panel so many places further.
    pub(super) fn turned(self, by: usize) -> Focus {
        let at = Focus::ORDER.iter().position(|focus| *focus == self).unwrap_or(0);
        Focus::ORDER[(at + by) % Focus::ORDER.len()]
    }
}

/// What the lower right panel shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    History,
    Knowledge,
    Set,
    Evidence,
}

/// What a line that is being typed is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Command,
    Filter,
    Random,
    Goal,
    Until,
    Jump,
    Is,
    Save,
    Load,
    Refine,
    Watch,
}

/// A line that is being typed.
#[derive(Clone, Debug)]
pub(super) struct Prompt {
    pub(super) purpose: Purpose,
    pub(super) text: String,
}

/// Where a list is: the selected line.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lines {
    pub(super) steps: usize,
    pub(super) agents: usize,
    pub(super) state: usize,
    pub(super) side: usize,
    pub(super) initial: usize,
    pub(super) help: usize,
}
