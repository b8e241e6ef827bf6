//! Rounds: how the ranks of a distributed exploration tell each other what they have found.
//!
//! In a round every rank works for a while, hands each other rank one message, and takes one from each other rank (a
//! superstep of the bulk-synchronous model: Valiant, *A bridging model for parallel computation*, CACM 33(8), 1990). A message
//! has a batch, which may be empty, and says whether its sender has more to do.
//!
//! - **Flow control.** Nobody begins a round before it has the messages of the last one from everybody, so there are never more
//!   than two messages from one rank in the mailbox of another, and a batch ends when it has reached its size.
//! - **Termination** is detected by the rounds themselves: they are waves that count (Mattern, *Algorithms for
//!   distributed termination detection*, Distributed Computing 2, 1987), and since each of them takes everything that was sent in it,
//!   nothing is ever under way between two of them. So it is over after a round in which nobody had more to do and nobody sent
//!   anything. Everybody has heard the same, so everybody ends after the same round.
//! - **The same in every run.** Messages are taken in the order of the ranks, so what a rank finds, in which order, and what it sends does
//!   not depend on who was faster.

use super::ledger::Ledger;
use crate::{Rank, Transport, TransportError};
use savoir_check::Stop;
use std::cell::{Cell, RefCell};

/// What a round is about. Ranks that are not in step notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Topic {
    /// Numbers to be added up.
    Sum = 1,
    /// States that were found.
    States,
    /// States, each with the number of a predecessor.
    Transitions,
    /// Numbers of states that have a successor in a set.
    Predecessors,
    /// What is observed in some states.
    Observations,
    /// Whether some state with an observation is in a set.
    Doubts,
    /// What it took.
    Records,
}

/// Topic, whether there is more to do, a number, the checksum of the batch.
const HEADER: usize = 1 + 1 + 8 + 4;

/// The most messages from one rank that wait for another one.
const MAILBOX: usize = 2;

/// The batches of the next round, by rank.
pub(super) struct Outbox {
    batches: Vec<Vec<u8>>,
    size: usize,
}

impl Outbox {
    /// Empty batches for so many ranks, which are full when they have so many bytes.
    pub(super) fn new(ranks: usize, size: usize) -> Outbox {
        Outbox { batches: vec![Vec::new(); ranks], size }
    }

    /// The batch for a rank, to append to.
    #[inline]
    pub(super) fn to(&mut self, rank: Rank) -> &mut Vec<u8> {
        let batch = &mut self.batches[rank];
        if batch.is_empty() {
            batch.resize(HEADER, 0);
        }
        batch
    }

    /// Whether the batch for some rank has reached its size.
    pub(super) fn is_full(&self) -> bool {
        self.batches.iter().any(|batch| batch.len() >= self.size)
    }

    /// Bytes that wait.
    pub(super) fn bytes(&self) -> u64 {
        self.batches.iter().map(|batch| batch.capacity() as u64).sum()
    }

    fn is_empty(&self) -> bool {
        self.batches.iter().all(Vec::is_empty)
    }

    fn take(&mut self, rank: Rank) -> Vec<u8> {
        std::mem::take(&mut self.batches[rank])
    }
}

/// Why a batch was not taken.
pub(super) enum NotTaken {
    /// A limit of the user.
    Stopped(Stop),
    /// It does not make sense.
    Damaged(&'static str),
}

impl From<Stop> for NotTaken {
    fn from(stop: Stop) -> NotTaken {
        NotTaken::Stopped(stop)
    }
}

/// What a rank says about itself in a round.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    /// It has more to do, whatever it hears.
    pub(super) is_busy: bool,
    /// A number to be added up.
    pub(super) number: u64,
}

/// What everybody knows after a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heard {
    /// Somebody has more to do, or has sent something.
    pub(super) goes_on: bool,
    /// The sum of what everybody said.
    pub(super) sum: u64,
}

/// One rank's part in the rounds.
pub(super) struct Crew<'t> {
    transport: &'t dyn Transport,
    /// Bytes that were sent before, about something else.
    sent_before: u64,
    pub(super) ledger: Ledger<'t>,
    batches: Cell<u64>,
    rounds: Cell<u64>,
    failure: RefCell<Option<TransportError>>,
}

impl<'t> Crew<'t> {
    pub(super) fn new(transport: &'t dyn Transport, ledger: Ledger<'t>) -> Crew<'t> {
        let sent_before = transport.sent_bytes();
        Crew {
            transport,
            sent_before,
            ledger,
            batches: Cell::new(0),
            rounds: Cell::new(0),
            failure: RefCell::default(),
        }
    }

    pub(super) fn rank(&self) -> Rank {
        self.transport.rank()
    }

    pub(super) fn size(&self) -> usize {
        self.transport.size()
    }

    /// The rank that what has this hash belongs to. Tables use the low half of a hash, so this uses the high half.
    #[inline]
    pub(super) fn owner(&self, hash: u64) -> Rank {
        (((hash >> 32) * self.size() as u64) >> 32) as Rank
    }

    /// Bytes that this rank has sent.
    pub(super) fn sent_bytes(&self) -> u64 {
        self.transport.sent_bytes() - self.sent_before
    }

    /// Batches that it has sent, without empty ones.
    pub(super) fn batches(&self) -> u64 {
        self.batches.get()
    }

    /// Rounds so far; the same for all.
    pub(super) fn rounds(&self) -> u64 {
        self.rounds.get()
    }

    /// What went wrong between the ranks, if something did. Whoever evaluates formulas only hears that it is over.
    pub(super) fn failure(&self) -> Option<TransportError> {
        self.failure.borrow().clone()
    }

    /// A round: hands over the batches, and gives those of the others to `take`, in the order of the ranks.
    pub(super) fn round(
        &self,
        topic: Topic,
        outbox: &mut Outbox,
        standing: Standing,
        mut take: impl FnMut(Rank, &[u8]) -> Result<(), NotTaken>,
    ) -> Result<Heard, Stop> {
        self.ledger.check()?;
        self.rounds.set(self.rounds.get() + 1);
        let goes_on = standing.is_busy || !outbox.is_empty();
        let others = || (0..self.size()).filter(|rank| *rank != self.rank());
        for rank in others() {
            let mut message = outbox.take(rank);
            self.batches.set(self.batches.get() + u64::from(!message.is_empty()));
            message.resize(message.len().max(HEADER), 0);
            message[0] = topic as u8;
            message[1] = u8::from(goes_on);
            message[2..10].copy_from_slice(&standing.number.to_le_bytes());
            let checksum = crc32fast::hash(&message[HEADER..]);
            message[10..HEADER].copy_from_slice(&checksum.to_le_bytes());
            self.transport.send(rank, message).map_err(|error| self.fail(self.last_words(rank, error)))?;
        }
        let mut heard = Heard { goes_on, sum: standing.number };
        for rank in others() {
            let message = self.transport.receive(rank).map_err(|error| self.fail(error))?;
            let (standing, batch) = opened(topic, &message).map_err(|problem| self.damaged(rank, problem))?;
            heard.goes_on |= standing.is_busy;
            heard.sum = heard.sum.saturating_add(standing.number);
            take(rank, batch).map_err(|problem| match problem {
                NotTaken::Stopped(stop) => stop,
                NotTaken::Damaged(problem) => self.damaged(rank, problem),
            })?;
        }
        Ok(heard)
    }

    /// The sum of what all have.
    pub(super) fn sum(&self, mine: u64) -> Result<u64, Stop> {
        let mut nothing = Outbox::new(self.size(), 0);
        let standing = Standing { is_busy: false, number: mine };
        let heard = self.round(Topic::Sum, &mut nothing, standing, |_, _| Ok(()))?;
        Ok(heard.sum)
    }

    /// Whether it is so for all.
    pub(super) fn all(&self, mine: bool) -> Result<bool, Stop> {
        Ok(self.sum(u64::from(!mine))? == 0)
    }

    /// What all have to say, by rank, for the first one.
    pub(super) fn collect(&self, mine: &str) -> Result<Option<Vec<String>>, Stop> {
        let mut outbox = Outbox::new(self.size(), 0);
        if self.rank() > 0 {
            outbox.to(0).extend_from_slice(mine.as_bytes());
        }
        let mut all = vec![mine.to_owned()];
        self.round(Topic::Records, &mut outbox, Standing::default(), |_, batch| {
            let text = std::str::from_utf8(batch).map_err(|_| NotTaken::Damaged("it is no text"))?;
            all.push(text.to_owned());
            Ok(())
        })?;
        Ok((self.rank() == 0).then_some(all))
    }

    /// Why a rank that cannot be reached is gone, if it has said so.
    fn last_words(&self, rank: Rank, error: TransportError) -> TransportError {
        if error != TransportError::Lost(rank) {
            return error;
        }
        // Before that there may be messages of rounds that it took part in.
        let said = (0..MAILBOX + 1).find_map(|_| self.transport.receive(rank).err());
        if let Some(said @ TransportError::GivenUp(..)) = said { said } else { error }
    }

    fn damaged(&self, from: Rank, problem: &str) -> Stop {
        self.fail(TransportError::Damaged(from, problem.to_owned()))
    }

    fn fail(&self, error: TransportError) -> Stop {
        let stop = match error {
            TransportError::Stopped(stop) | TransportError::GivenUp(_, stop) => stop,
            TransportError::Lost(_) | TransportError::Damaged(..) => Stop::Cancelled,
        };
        self.failure.borrow_mut().get_or_insert(error);
        stop
    }
}

/// What a message says, and its batch.
fn opened(topic: Topic, message: &[u8]) -> Result<(Standing, &[u8]), &'static str> {
    let Some((header, batch)) = message.split_at_checked(HEADER) else { return Err("it is too short") };
    if header[0] != topic as u8 || header[1] > 1 {
        return Err("it is about something else than expected");
    }
    if crc32fast::hash(batch).to_le_bytes() != header[10..] {
        return Err("its checksum does not fit");
    }
    let number = header[2..10].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
    Ok((Standing { is_busy: header[1] == 1, number }, batch))
}
