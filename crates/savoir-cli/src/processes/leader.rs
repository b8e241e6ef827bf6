//! The first of several processes.

use super::orders::{Order, Reply, Sameness, hear, tell};
use crate::exit::Exit;
use crate::output;
use savoir::{
    Budget, CheckRequest, Connection, EvidenceWish, Loaded, OtherProcesses, ProcessTransport, Stop, TransportError,
};
use std::cell::Cell;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// So long the end of all processes may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The first of several processes, with its connection to the others.
pub(crate) struct Leader {
    connection: Connection,
    /// The channel of the next file.
    next: Cell<u32>,
}

/// A file that several processes check together. When it is dropped, the others do no more work on it.
pub(crate) struct Shared<'l> {
    leader: &'l Leader,
    channel: u32,
    /// The limits of this process; they end when the work of the others has.
    pub(crate) budget: Budget,
}

impl Drop for Shared<'_> {
    fn drop(&mut self) {
        self.leader.connection.give_up(self.channel, Stop::Cancelled);
    }
}

impl Leader {
    pub(super) fn new(connection: Connection) -> Leader {
        Leader { connection, next: Cell::new(1) }
    }

    /// Makes all processes ready to check a file, one of so many, as the request says. From then on they wait for each other.
    ///
    /// # Errors
    /// The exit and the reason, if they cannot.
    pub(crate) fn share(
        &self,
        (loaded, files): (&Loaded, usize),
        request: &mut CheckRequest,
        budget: Budget,
    ) -> Result<Shared<'_>, (Exit, String)> {
        let channel = self.next.replace(self.next.get() + 1);
        let mut transport = self.connection.open(channel);
        let shared = Shared { leader: self, channel, budget: transport.limit(budget) };
        match self.agree(&transport, (loaded, files), request) {
            Ok(Ok(threads)) => request.threads = threads,
            Ok(Err(problem)) => return Err((Exit::Usage, problem)),
            // The request will meet the same limit at once.
            Err(TransportError::Stopped(_) | TransportError::GivenUp(..)) => {}
            Err(trouble) => return Err((Exit::Undecided, failed(&trouble))),
        }
        request.others = Some(OtherProcesses(Arc::new(Mutex::new(transport))));
        Ok(shared)
    }

    /// How many threads each process has, or why one of them cannot take part.
    fn agree(
        &self,
        transport: &ProcessTransport,
        (loaded, files): (&Loaded, usize),
        request: &CheckRequest,
    ) -> Result<Result<usize, String>, TransportError> {
        let file = loaded.source.name.clone();
        let with_evidence = request.evidence == EvidenceWish::Wanted;
        let order = Order::Read { file, files, with_evidence, sameness: Sameness::new(&loaded.source, request) };
        self.tell_all(transport, &order)?;
        let mut threads = request.threads;
        let mut unable = Vec::new();
        for rank in 1..self.connection.size() {
            match hear::<Reply>(transport, rank)? {
                Reply::Ready { threads: there } => threads = threads.min(there),
                Reply::Unable { reason } => unable.push(format!("rank {rank} {reason}")),
            }
        }
        if let Some(first) = unable.first() {
            let more = unable.len() - 1;
            return Ok(Err(if more == 0 { first.clone() } else { format!("{first}; so do {more} more") }));
        }
        self.tell_all(transport, &Order::Check { threads })?;
        Ok(Ok(threads))
    }

    fn tell_all(&self, transport: &ProcessTransport, order: &Order) -> Result<(), TransportError> {
        (1..self.connection.size()).try_for_each(|rank| tell(transport, rank, order))
    }

    /// Why the processes cannot work together any more, if they cannot.
    pub(crate) fn trouble(&self) -> Option<String> {
        self.connection.trouble().map(|trouble| failed(&trouble))
    }

    /// Ends all processes with the same exit code.
    pub(crate) fn end(self, exit: Exit) -> Exit {
        let exit = if output::lost() { exit.and(Exit::Usage) } else { exit };
        let code = exit.code();
        let told = self.tell_all(&self.connection.open(self.next.get()), &Order::End { code });
        if told.is_err() || self.connection.trouble().is_some() {
            // Who does not listen is ended by the launcher.
            self.connection.abort(code, PATIENCE);
        } else {
            self.connection.end(PATIENCE);
        }
        exit
    }
}

/// What to say when processes cannot work together.
pub(super) fn failed(trouble: &TransportError) -> String {
    format!("checking in parts has failed: {trouble}")
}
