//! Processes that a launcher of MPI has started.
//!
//! All calls of MPI are made by the thread that owns the wire, which also initialises MPI. So `MPI_THREAD_FUNNELED` is enough, every
//! implementation has it, and none of them has to lock anything.

use super::Rank;
use super::connection::{Connection, ConnectionOptions, Wire};
use mpi::Threading;
use mpi::environment::Universe;
use mpi::point_to_point::{Destination, MatchedReceiveVec, Source};
use mpi::topology::{Communicator, SimpleCommunicator};

/// Short frames that may be under way to each process: signs of life, and the last words of somebody who gives up.
const POSTED: usize = 64;
/// Bytes that such a frame takes, with what MPI needs for itself.
const POSTED_BYTES: usize = 1024;

/// Why processes have no connection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MpiError {
    /// The library is in use already.
    #[error("MPI cannot be initialised a second time")]
    Initialised,
    /// All calls come from one thread, but not from the first one of the process.
    #[error("this MPI library works without threads only")]
    NoThreads,
    /// No thread for it.
    #[error("the system refused a thread")]
    Refused,
}

struct MpiWire {
    world: SimpleCommunicator,
    // Its end is the end of MPI, so it stands last.
    _universe: Universe,
}

/// Connects this process with the others that the launcher has started. A process can do that once.
///
/// # Errors
/// If MPI cannot be had.
pub fn connect_by_mpi(options: ConnectionOptions) -> Result<Connection, MpiError> {
    Connection::start(mpi_wire, options, MpiError::Refused)
}

/// The wire alone. MPI is initialised here, and ends when the wire is dropped.
///
/// # Errors
/// If MPI cannot be had.
pub fn mpi_wire() -> Result<impl Wire, MpiError> {
    let (mut universe, threading) = mpi::initialize_with_threading(Threading::Funneled).ok_or(MpiError::Initialised)?;
    if threading < Threading::Funneled {
        return Err(MpiError::NoThreads);
    }
    let world = universe.world();
    universe.set_buffer_size(POSTED * POSTED_BYTES * (rank(world.size()) + 1));
    Ok(MpiWire { world, _universe: universe })
}

// MPI counts processes with signed numbers.
fn rank(number: i32) -> Rank {
    usize::try_from(number).unwrap_or_default()
}

impl MpiWire {
    fn process(&self, to: Rank) -> mpi::topology::Process<'_> {
        self.world.process_at_rank(i32::try_from(to).unwrap_or_default())
    }
}

impl Wire for MpiWire {
    fn rank(&self) -> Rank {
        rank(self.world.rank())
    }

    fn size(&self) -> usize {
        rank(self.world.size())
    }

    fn post(&self, to: Rank, frame: &[u8]) {
        self.process(to).buffered_send(frame);
    }

    fn send(&self, to: Rank, frame: &[u8], meanwhile: &mut dyn FnMut()) {
        mpi::request::scope(|scope| {
            let mut request = self.process(to).immediate_send(scope, frame);
            while let Err(unfinished) = request.test() {
                request = unfinished;
                meanwhile();
            }
        });
    }

    fn receive(&self) -> Option<(Rank, Vec<u8>)> {
        let (frame, status) = self.world.any_process().immediate_matched_probe()?.matched_receive_vec::<u8>();
        Some((rank(status.source_rank()), frame))
    }

    fn abort(&self, code: u8) {
        self.world.abort(i32::from(code))
    }
}
