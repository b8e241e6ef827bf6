//! The four algorithms of the ECAI 2010 paper: the initial states are divided, the states reachable from each part are found
//! on their own, and formulas are evaluated in all parts at once (Procedure 7).
//!
//! What holds in a state depends on what comes after it, and that is in the same part; only knowledge and norms look at
//! states of other parts. So each part is a [`SymbolicSystem`] with [companions](savoir_symbolic::Companions), and the logics of
//! `savoir-check` evaluate formulas in it as in any other system. All parts evaluate the same subformulas in the
//! same order, so that they meet where they have to tell each other something (Procedures 10 to 13).

mod cores;
mod deciding;
mod reaching;
mod record;
mod refusal;
mod table;

pub use deciding::decide;
pub use reaching::{Reach, reach_together};
pub use record::{PartitionRecord, SeatRecord, schedule};
pub use refusal::{Refusal, refusal};

use crate::{Rank, Transport, TransportError};
use num_bigint::BigUint;
use savoir_check::{Budget, Stop};
use savoir_model::{FormulaId, Model, Semantics};
use savoir_symbolic::{PartCount, SymbolicOptions};

/// An algorithm of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Algorithm {
    /// Parts only find states; one process has all of them and decides (Procedure 16).
    Semi,
    /// As many parts as workers (Procedure 8).
    Simple,
    /// More parts than workers; each worker merges the states of its parts (Procedure 14).
    Merge,
    /// More parts than workers, each evaluated on its own (Procedure 15).
    Full,
}

impl Algorithm {
    /// All of them, in the order of the paper's tables.
    pub const ALL: [Algorithm; 4] = [Algorithm::Semi, Algorithm::Simple, Algorithm::Merge, Algorithm::Full];

    /// Its name in small letters.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Semi => "semi",
            Algorithm::Simple => "simple",
            Algorithm::Merge => "merge",
            Algorithm::Full => "full",
        }
    }
}

/// How a model is divided, and by how many it is worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartitionOptions {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// How many parts; if nothing is said, as many as the model lists, and at least twice as many as there are workers.
    pub partitions: Option<usize>,
    /// Threads of this process that work at a time.
    pub threads: usize,
    /// Bytes of stack that each of them needs.
    pub stack_bytes: usize,
}

impl PartitionOptions {
    fn count(&self, workers: usize) -> PartCount {
        match self.partitions {
            Some(count) => PartCount::Exactly(count),
            None => PartCount::AtLeast(2 * workers),
        }
    }
}

/// A model in parts, and who works on it.
#[derive(Clone, Copy)]
pub struct Work<'w, 'm> {
    /// The model.
    pub model: &'m Model,
    /// How diagrams work.
    pub symbolic: &'w SymbolicOptions,
    /// How it is divided.
    pub options: PartitionOptions,
    /// Limits.
    pub budget: &'w Budget,
    /// Finds the states of a part.
    pub reach: &'w Reach<'w, 'm>,
}

/// Other processes that work on the same model, if there are any.
pub type Others<'t> = Option<&'t dyn Transport>;

/// A formula with its reading.
pub type Question = (FormulaId, Semantics);

/// What is told as it is found, by the first process, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// All reachable states were found: so many.
    States(BigUint),
    /// There are fairness constraints, but no path satisfies them all.
    NoFairPath,
    /// The verdict on the next formula.
    Verdict(bool),
}

/// Why parts could not decide.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartitionError {
    /// A limit of the user.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The parts could not tell each other what they found.
    #[error(transparent)]
    Transport(TransportError),
    /// There are not as many threads as there are parts.
    #[error("the system has no thread for part {0}; with fewer partitions it may have")]
    NoThread(usize),
    /// There are not as many threads as there are to be ranks.
    #[error("the system has no thread for rank {0}; with fewer threads it may have")]
    NoRank(Rank),
}
