//! Why an exploration ended before all states were found.

use crate::limits::LimitMet;
use savoir_check::Stop;

/// Why work ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// A limit of the user was met.
    Limit(Stop),
    /// What was allowed for this attempt is used up.
    Allowance(LimitMet),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Limit(stop)
    }
}

impl Halt {
    /// The limit that was met, where nothing but limits of the user can end the work.
    pub(crate) fn limit(self) -> Stop {
        match self {
            Halt::Limit(stop) => stop,
            Halt::Allowance(_) => Stop::TooLarge,
        }
    }
}
