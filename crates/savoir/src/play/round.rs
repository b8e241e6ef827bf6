//! What there is to say about a moment of a play.

use savoir_model::{ActionId, AgentId};
use savoir_reference::{JointAction, State};

/// A moment of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// How many steps were taken.
    pub number: usize,
    /// Where the play is.
    pub state: State,
    /// What everybody did to get here; while outcomes are to be chosen, what everybody does now.
    pub did: Option<JointAction>,
    /// What the user may choose for each agent of its side that has actions; none if there is nothing to choose any more.
    /// Not every combination needs to be possible.
    pub choices: Vec<(AgentId, Vec<ActionId>)>,
    /// What may come of what everybody does, if the user is to choose that.
    pub outcomes: Vec<State>,
    /// How it stands.
    pub status: Status,
    /// After how many more steps it is decided at the latest.
    pub within: Option<u32>,
    /// After how many steps the play was here before.
    pub before: Option<usize>,
}

/// How a play stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is not decided, and will be.
    GoingOn,
    /// The coalition has reached what it can enforce.
    Reached,
    /// What the winner has to avoid has not happened, and never will.
    AvoidedSoFar,
    /// The coalition's goal cannot be reached any more.
    Lost,
    /// The coalition has no move, so it has not reached its goal.
    Stuck,
}

impl Status {
    /// Whether the play is over.
    #[must_use]
    pub fn is_over(self) -> bool {
        match self {
            Status::GoingOn | Status::AvoidedSoFar => false,
            Status::Reached | Status::Lost | Status::Stuck => true,
        }
    }

    /// The word for it in data.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Status::GoingOn => "going on",
            Status::Reached => "reached",
            Status::AvoidedSoFar => "avoided so far",
            Status::Lost => "lost",
            Status::Stuck => "stuck",
        }
    }
}
