//! What a server may use, and what it does when its client is gone.

use crate::Slots;
use savoir::Budget;
use std::time::Duration;

/// What a server may use.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// How many computations run at once; servers that share the slots share them all.
    pub slots: Slots,
    /// What every budget is made from: how the memory of the program is measured, if it is. It has no limits of its own.
    pub budget: Budget,
    /// The most memory that one computation may be given, whatever a client asks for.
    pub megabytes: u64,
    /// The most time that one computation may be given, whatever a client asks for.
    pub time: Duration,
    /// How many simulations and plays may be open at once.
    pub open_walks: usize,
    /// How many documents may be open at once.
    pub open_documents: usize,
    /// How many documents keep what was found out about their states; the least recently asked ones forget it.
    pub kept_models: usize,
    /// How many bytes a document may have. Larger ones are not looked at.
    pub document_bytes: usize,
    /// Threads that one computation may use.
    pub threads: usize,
    /// Time without edits before a check starts by itself.
    pub pause: Duration,
    /// What the server does about the process that started it.
    pub parent: Parent,
}

/// What a server does about the process that started it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parent {
    /// It ends when the process that the client names is gone.
    Watched,
    /// Nothing: the connection closes when the client is gone.
    Ignored,
}

impl Default for ServerOptions {
    fn default() -> ServerOptions {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        ServerOptions {
            slots: Slots::new(cores.max(2)),
            budget: Budget::unlimited(),
            megabytes: 16 << 10,
            time: Duration::from_secs(24 * 60 * 60),
            open_walks: 16,
            open_documents: 1_000,
            kept_models: 8,
            document_bytes: 16 << 20,
            threads: 1,
            pause: Duration::from_millis(250),
            parent: Parent::Watched,
        }
    }
}
