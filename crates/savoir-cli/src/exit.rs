//! Exit codes, the same for every command.

use std::process::ExitCode;

/// How a run ended. Later ones outrank earlier ones when several files are given, except as [`Exit::and`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Every checked formula met its expectation.
    Met,
    /// Something was not decided.
    Undecided,
    /// At least one formula did not meet its expectation, or a file is not as it should be.
    NotMet,
    /// The input or the command line has an error.
    Usage,
    /// Savoir has a bug, and noticed.
    Internal,
    /// The user interrupted the run.
    Interrupted,
}

impl Exit {
    /// The worse of two: interruption, then bugs, then errors, then failed expectations, then undecided formulas.
    pub(crate) fn and(self, other: Exit) -> Exit {
        if self.rank() >= other.rank() { self } else { other }
    }

    /// The exit code.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Met => 0,
            Exit::NotMet => 1,
            Exit::Usage => 2,
            Exit::Undecided => 3,
            Exit::Internal => 101,
            Exit::Interrupted => 130,
        }
    }

    /// The exit that has this code; other codes are no good news.
    pub(crate) fn from_code(code: u8) -> Exit {
        let all = [Exit::Met, Exit::NotMet, Exit::Usage, Exit::Undecided, Exit::Interrupted];
        all.into_iter().find(|exit| exit.code() == code).unwrap_or(Exit::Internal)
    }

    fn rank(self) -> u8 {
        match self {
            Exit::Met => 0,
            Exit::Undecided => 1,
            Exit::NotMet => 2,
            Exit::Usage => 3,
            Exit::Internal => 4,
            Exit::Interrupted => 5,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
