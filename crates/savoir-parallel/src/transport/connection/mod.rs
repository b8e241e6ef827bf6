//! Ranks that are processes: one thread of each owns the wire between them, all others ask that thread.
//!
//! What is sent in one [channel](ProcessTransport) is never mistaken for what belongs to another: each piece of work has a channel of
//! its own, so what is left of work that was given up disturbs nobody. The thread that owns the wire receives all the time, even while
//! it sends, so nobody waits for anybody who does not listen. It tells the others that it lives, and notices who does not.

mod courier;
mod frame;
#[cfg(test)]
mod tests;

use super::{Rank, Transport, TransportError};
use courier::{Command, Courier, Parcel};
use savoir_check::{Budget, Stop};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// How long somebody waits before the budget is asked again.
const PATIENCE: Duration = Duration::from_millis(20);

/// Carries frames between processes, in the order in which they are sent from one to another. It is made, used and dropped on one
/// thread.
pub trait Wire {
    /// Who this is.
    fn rank(&self) -> Rank;

    /// How many processes there are.
    fn size(&self) -> usize;

    /// Sends a few bytes without waiting for anything.
    fn post(&self, to: Rank, frame: &[u8]);

    /// Sends a frame; calls `meanwhile` again and again as long as it is under way.
    fn send(&self, to: Rank, frame: &[u8], meanwhile: &mut dyn FnMut());

    /// A frame that has arrived, and from whom.
    fn receive(&self) -> Option<(Rank, Vec<u8>)>;

    /// Ends all processes, whatever they do; this one with this exit code.
    fn abort(&self, code: u8);
}

/// How processes speak with each other.
#[derive(Clone, Debug)]
pub struct ConnectionOptions {
    /// No frame carries more bytes of a message than these.
    pub frame_bytes: usize,
    /// Time between two signs of life.
    pub beat: Duration,
    /// Who has been silent for so long is taken for gone.
    pub silence: Duration,
    /// If it is set, this process has been asked to end.
    pub interrupted: Arc<AtomicBool>,
}

impl Default for ConnectionOptions {
    /// Frames far below the 2 GiB that MPI counts to, and ten missing signs of life before a process is given up: a machine that is
    /// busy or swaps loses some.
    fn default() -> ConnectionOptions {
        ConnectionOptions {
            frame_bytes: 16 << 20,
            beat: Duration::from_secs(1),
            silence: Duration::from_secs(10),
            interrupted: Arc::default(),
        }
    }
}

/// What one process has of a connection with others. The first process sees all of them; if one is gone, all hear of it.
pub struct Connection {
    rank: Rank,
    size: usize,
    commands: Sender<Command>,
    trouble: Arc<OnceLock<TransportError>>,
    ended: Mutex<Receiver<()>>,
}

/// What is known about a channel besides its messages.
#[derive(Default)]
struct Standing {
    /// Set when there is nothing more to wait for: somebody gave up or is gone, or this process was asked to end.
    is_over: Arc<AtomicBool>,
    given_up: OnceLock<TransportError>,
}

impl Connection {
    /// Makes a wire on a thread of its own, which owns it from then on.
    ///
    /// # Errors
    /// Why there is no wire, or `refused` if there can be no thread.
    pub fn start<W: Wire, E: Send + 'static>(
        make: impl FnOnce() -> Result<W, E> + Send + 'static,
        options: ConnectionOptions,
        refused: E,
    ) -> Result<Connection, E> {
        let (commands, waiting) = channel();
        let (made, making) = channel();
        let (end, ended) = channel();
        let trouble = Arc::new(OnceLock::new());
        let known = trouble.clone();
        let run = move || {
            match make() {
                Ok(wire) => {
                    let courier = Courier::new((wire.rank(), wire.size()), options, waiting, known);
                    // Somebody waits for it.
                    drop(made.send(Ok((wire.rank(), wire.size()))));
                    courier.run(&wire);
                }
                Err(error) => drop(made.send(Err(error))),
            }
            // The wire is gone now. Maybe nobody waits any more.
            let _ = end.send(());
        };
        if std::thread::Builder::new().name("wire".to_owned()).spawn(run).is_err() {
            return Err(refused);
        }
        let (rank, size) = making.recv().unwrap_or(Err(refused))?;
        Ok(Connection { rank, size, commands, trouble, ended: Mutex::new(ended) })
    }

    /// Who this is.
    #[must_use]
    pub fn rank(&self) -> Rank {
        self.rank
    }

    /// How many processes there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// What makes further exchange impossible, if something does.
    #[must_use]
    pub fn trouble(&self) -> Option<TransportError> {
        self.trouble.get().cloned()
    }

    /// Opens the channel with this number; numbers have to grow. What was sent in it before is there.
    #[must_use]
    pub fn open(&self, number: u32) -> ProcessTransport {
        let (to, from) = (0..self.size).map(|_| channel()).unzip();
        let standing = Arc::new(Standing::default());
        let budget = Budget::unlimited().with_cancel(standing.is_over.clone());
        self.tell(Command::Open { number, to, standing: standing.clone() });
        ProcessTransport {
            rank: self.rank,
            number,
            commands: self.commands.clone(),
            from,
            trouble: self.trouble.clone(),
            standing,
            budget,
            sent_bytes: Cell::new(0),
        }
    }

    /// Tells all others that this process does no more work in a channel.
    pub fn give_up(&self, number: u32, reason: Stop) {
        self.tell(Command::GiveUp { number, reason });
    }

    /// Ends in good order, when everything is said; gives up waiting for the others after a while.
    pub fn end(&self, patience: Duration) {
        self.tell(Command::End);
        self.wait(patience);
    }

    /// Ends all processes, whatever they do. Does not return if the wire can do that.
    pub fn abort(&self, code: u8, patience: Duration) {
        self.tell(Command::Abort(code));
        self.wait(patience);
    }

    fn tell(&self, command: Command) {
        // If the thread is gone, so is the connection, and whoever waits hears of it.
        drop(self.commands.send(command));
    }

    fn wait(&self, patience: Duration) {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = ended.recv_timeout(patience);
    }
}

/// A channel between processes.
pub struct ProcessTransport {
    rank: Rank,
    number: u32,
    commands: Sender<Command>,
    from: Vec<Receiver<Parcel>>,
    trouble: Arc<OnceLock<TransportError>>,
    standing: Arc<Standing>,
    budget: Budget,
    sent_bytes: Cell<u64>,
}

impl ProcessTransport {
    /// Has these limits from now on. The budget that comes back ends, besides, when there is nothing more to wait for.
    #[must_use]
    pub fn limit(&mut self, budget: Budget) -> Budget {
        self.budget = budget.with_cancel(self.standing.is_over.clone());
        self.budget.clone()
    }
}

impl Transport for ProcessTransport {
    fn rank(&self) -> Rank {
        self.rank
    }

    fn size(&self) -> usize {
        self.from.len()
    }

    fn send(&self, to: Rank, message: Vec<u8>) -> Result<(), TransportError> {
        if let Some(trouble) = self.trouble.get() {
            return Err(trouble.clone());
        }
        self.sent_bytes.set(self.sent_bytes.get() + message.len() as u64);
        let command = Command::Send { number: self.number, to, message };
        self.commands.send(command).map_err(|_| TransportError::Lost(to))
    }

    fn receive(&self, from: Rank) -> Result<Vec<u8>, TransportError> {
        loop {
            match self.from[from].recv_timeout(PATIENCE) {
                Ok(Parcel::Message(message)) => return Ok(message),
                Ok(Parcel::GivenUp(stop)) => return Err(TransportError::GivenUp(from, stop)),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.failure().unwrap_or(TransportError::Lost(from)));
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.failure().map_or(Ok(()), Err)?;
                    self.budget.check()?;
                }
            }
        }
    }

    fn give_up(&self, reason: Stop) {
        drop(self.commands.send(Command::GiveUp { number: self.number, reason }));
    }

    fn sent_bytes(&self) -> u64 {
        self.sent_bytes.get()
    }

    fn failure(&self) -> Option<TransportError> {
        self.trouble.get().or_else(|| self.standing.given_up.get()).cloned()
    }
}

impl Standing {
    fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}
