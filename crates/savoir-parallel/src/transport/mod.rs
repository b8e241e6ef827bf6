//! Messages between the ranks of a computation in parts.

mod connection;
#[cfg(feature = "mpi")]
mod mpi;
mod threads;

pub use connection::{Connection, ConnectionOptions, ProcessTransport, Wire};
#[cfg(feature = "mpi")]
pub use mpi::{MpiError, connect_by_mpi, mpi_wire};
pub use threads::ThreadTransport;

use savoir_check::Stop;

/// The number of a part of the computation, from 0. All parts do the same work on different data.
pub type Rank = usize;

/// Why a message could not be exchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransportError {
    /// The other rank has ended, or cannot be reached any more.
    #[error("rank {0} is gone")]
    Lost(Rank),
    /// The other rank has given up for this reason, and says so.
    #[error("rank {0} has given up: {1}")]
    GivenUp(Rank, Stop),
    /// What arrived is not what was sent.
    #[error("a message from rank {0} arrived damaged: {1}")]
    Damaged(Rank, String),
    /// A limit of the user was met while waiting.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// What one rank has of a connection with all others.
///
/// Messages from one rank to another arrive in the order in which they were sent. Whoever waits asks its budget from time to
/// time, and hears within seconds if the other rank is gone.
pub trait Transport {
    /// Who this is.
    fn rank(&self) -> Rank;

    /// How many ranks there are, this one included.
    fn size(&self) -> usize;

    /// Hands a message over; does not wait until it is received.
    ///
    /// # Errors
    /// If the other rank is known to be gone.
    fn send(&self, to: Rank, message: Vec<u8>) -> Result<(), TransportError>;

    /// The next message from a rank; waits for it.
    ///
    /// # Errors
    /// If the other rank is gone or has given up, the message is damaged, or a limit of the user is met.
    fn receive(&self, from: Rank) -> Result<Vec<u8>, TransportError>;

    /// Tells all others that this rank gives up, so that nobody waits for it.
    fn give_up(&self, reason: Stop);

    /// Bytes that this rank has sent so far.
    fn sent_bytes(&self) -> u64;

    /// Why nothing more will come, if somebody is known to be gone or to have given up, even if nobody has waited for it yet.
    fn failure(&self) -> Option<TransportError> {
        None
    }
}
