//! Checking in parts that exchange what they find: on the threads of one machine, or on many machines.
//!
//! [`Transport`] carries messages between the ranks of a computation. What is computed in parts stands over it and does not know
//! whether the other ranks are threads or processes.
//!
//! What must not be here: parsing, printing, how models or verdicts are shown.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod distributed;
mod partitioned;
mod transport;

pub use distributed::{
    DistributedOptions, DistributedRecord, DistributedRefusal, DistributedTuning, RankRecord, decide_distributed,
    distributed_refusal,
};
pub use partitioned::{
    Algorithm, Others, PartitionError, PartitionOptions, PartitionRecord, Question, Reach, Refusal, SeatRecord, Told,
    Work, decide, reach_together, refusal, schedule,
};
pub use transport::{
    Connection, ConnectionOptions, ProcessTransport, Rank, ThreadTransport, Transport, TransportError, Wire,
};
#[cfg(feature = "mpi")]
pub use transport::{MpiError, connect_by_mpi, mpi_wire};
