//! What the parts of a model tell each other.
//!
//! Parts are seats at a table. What all of them have together is found along a tree: a seat joins what the seats below it have with
//! its own and passes it on, and the seat at the top passes the result back down. Seats of one process are threads; the first seat of
//! each process also speaks for it in a tree of processes. A set that has not changed since it was last told travels as one
//! byte.

use super::cores::Cores;
use crate::{Rank, ThreadTransport, Transport, TransportError};
use num_bigint::BigUint;
use savoir_check::Stop;
use savoir_dd::Bdd;
use savoir_model::AgentId;
use savoir_symbolic::{Companions, Post, ReadError};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// What a message begins with.
mod kind {
    /// The set is the one that was last told about the same.
    pub(super) const SAME: u8 = 0;
    /// A set follows.
    pub(super) const SET: u8 = 1;
    /// Something else follows.
    pub(super) const PLAIN: u8 = 2;
}

/// Who is at the other end: a seat of this process, or another process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Neighbour {
    Seat(Rank),
    Process(Rank),
}

/// What a set is about: what these agents see.
type Topic = Vec<AgentId>;

/// The place of one part.
pub(super) struct Seat<'t> {
    local: ThreadTransport,
    /// Other processes, for the first seat of each.
    remote: Option<Remote<'t>>,
    cores: &'t Cores,
    told: RefCell<BTreeMap<(Neighbour, Topic), Vec<u8>>>,
    heard: RefCell<BTreeMap<(Neighbour, Topic), Bdd>>,
    remote_bytes: Cell<u64>,
    failure: RefCell<Option<TransportError>>,
}

/// The processes that take part.
#[derive(Clone, Copy)]
pub(super) struct Remote<'t> {
    pub(super) transport: &'t dyn Transport,
    /// How many of them have a part: the first ones.
    pub(super) processes: usize,
}

impl<'t> Seat<'t> {
    pub(super) fn new(local: ThreadTransport, remote: Option<Remote<'t>>, cores: &'t Cores) -> Seat<'t> {
        let remote = remote.filter(|remote| local.rank() == 0 && remote.processes > 1);
        Seat {
            local,
            remote,
            cores,
            told: RefCell::default(),
            heard: RefCell::default(),
            remote_bytes: Cell::new(0),
            failure: RefCell::default(),
        }
    }

    /// Whether there is no other part.
    pub(super) fn is_alone(&self) -> bool {
        self.neighbours() == (Vec::new(), None)
    }

    /// What went wrong between the parts, if something did.
    pub(super) fn failure(&self) -> Option<TransportError> {
        self.failure.borrow().clone()
    }

    /// Bytes that this seat has told others.
    pub(super) fn bytes(&self) -> u64 {
        self.local.sent_bytes() + self.remote_bytes.get()
    }

    /// Tells everybody that there will be no more from here.
    pub(super) fn give_up(&self, reason: Stop) {
        self.local.give_up(reason);
        if let Some(remote) = self.remote {
            remote.transport.give_up(reason);
        }
    }

    /// The neighbours below, and the one above if there is one.
    fn neighbours(&self) -> (Vec<Neighbour>, Option<Neighbour>) {
        let (mut below, mut above) = (Vec::new(), None);
        let (own, seats) = (self.local.rank(), self.local.size());
        below.extend(children(own, seats).map(Neighbour::Seat));
        if own > 0 {
            above = Some(Neighbour::Seat(parent(own)));
        } else if let Some(Remote { transport, processes }) = self.remote {
            below.extend(children(transport.rank(), processes).map(Neighbour::Process));
            above = (transport.rank() > 0).then(|| Neighbour::Process(parent(transport.rank())));
        }
        (below, above)
    }

    fn send(&self, to: Neighbour, message: Vec<u8>) -> Result<(), Stop> {
        let sent = match (to, self.remote) {
            (Neighbour::Seat(rank), _) => self.local.send(rank, message),
            (Neighbour::Process(rank), Some(remote)) => {
                self.remote_bytes.set(self.remote_bytes.get() + message.len() as u64);
                remote.transport.send(rank, message)
            }
            (Neighbour::Process(rank), None) => Err(TransportError::Lost(rank)),
        };
        sent.map_err(|error| self.fail(error))
    }

    fn receive(&self, from: Neighbour) -> Result<Vec<u8>, Stop> {
        let received = self.cores.rest(|| match (from, self.remote) {
            (Neighbour::Seat(rank), _) => self.local.receive(rank),
            (Neighbour::Process(rank), Some(remote)) => remote.transport.receive(rank),
            (Neighbour::Process(rank), None) => Err(TransportError::Lost(rank)),
        });
        received.map_err(|error| self.fail(error))
    }

    /// Remembers what went wrong. Whoever evaluates formulas only hears that it is over.
    fn fail(&self, error: TransportError) -> Stop {
        let stop = match error {
            TransportError::Stopped(stop) | TransportError::GivenUp(_, stop) => stop,
            TransportError::Lost(_) | TransportError::Damaged(..) => Stop::Cancelled,
        };
        self.failure.borrow_mut().get_or_insert(error);
        stop
    }

    fn damaged(&self, from: Neighbour, problem: &dyn ToString) -> Stop {
        let (Neighbour::Seat(rank) | Neighbour::Process(rank)) = from;
        self.fail(TransportError::Damaged(rank, problem.to_string()))
    }

    fn tell_set(&self, to: Neighbour, topic: &[AgentId], set: &Bdd, post: &Post<'_>) -> Result<(), Stop> {
        let bytes = post.write(set);
        let key = (to, topic.to_vec());
        if self.told.borrow().get(&key) == Some(&bytes) {
            return self.send(to, vec![kind::SAME]);
        }
        let mut message = Vec::with_capacity(bytes.len() + 1);
        message.push(kind::SET);
        message.extend_from_slice(&bytes);
        self.told.borrow_mut().insert(key, bytes);
        self.send(to, message)
    }

    fn hear_set(&self, from: Neighbour, topic: &[AgentId], post: &Post<'_>) -> Result<Bdd, Stop> {
        let message = self.receive(from)?;
        let key = (from, topic.to_vec());
        match message.split_first() {
            Some((&kind::SAME, [])) => {
                let last = self.heard.borrow().get(&key).cloned();
                last.ok_or_else(|| self.damaged(from, &"nothing was told before"))
            }
            Some((&kind::SET, bytes)) => {
                let set = post.read(bytes).map_err(|error| match error {
                    ReadError::Stopped(stop) => stop,
                    other => self.damaged(from, &other),
                })?;
                self.heard.borrow_mut().insert(key, set.clone());
                Ok(set)
            }
            _ => Err(self.damaged(from, &"a set was expected")),
        }
    }

    fn tell_plainly(&self, to: Neighbour, content: &[u8]) -> Result<(), Stop> {
        let mut message = vec![kind::PLAIN];
        message.extend_from_slice(content);
        self.send(to, message)
    }

    fn hear_plainly(&self, from: Neighbour) -> Result<Vec<u8>, Stop> {
        let mut message = self.receive(from)?;
        if message.first() != Some(&kind::PLAIN) {
            return Err(self.damaged(from, &"something else was expected"));
        }
        message.remove(0);
        Ok(message)
    }

    /// What all have together, at the top; what is passed on, elsewhere.
    fn upwards(&self, topic: &[AgentId], mine: Bdd, post: &Post<'_>) -> Result<Bdd, Stop> {
        let (below, above) = self.neighbours();
        let mut all = mine;
        for neighbour in below {
            all = post.union(&all, &self.hear_set(neighbour, topic, post)?)?;
        }
        if let Some(above) = above {
            self.tell_set(above, topic, &all, post)?;
        }
        Ok(all)
    }

    /// The sum of what all have.
    pub(super) fn sum(&self, mine: &BigUint) -> Result<BigUint, Stop> {
        let (below, above) = self.neighbours();
        let mut sum = mine.clone();
        for &neighbour in &below {
            sum += BigUint::from_bytes_le(&self.hear_plainly(neighbour)?);
        }
        if let Some(above) = above {
            self.tell_plainly(above, &sum.to_bytes_le())?;
            sum = BigUint::from_bytes_le(&self.hear_plainly(above)?);
        }
        for &neighbour in &below {
            self.tell_plainly(neighbour, &sum.to_bytes_le())?;
        }
        Ok(sum)
    }

    /// What all have to say, for the seat at the top: everything that is told below it, in no special order. A text has no
    /// line breaks.
    pub(super) fn collect(&self, mine: String) -> Result<Option<Vec<String>>, Stop> {
        let (below, above) = self.neighbours();
        let mut lines = vec![mine];
        for neighbour in below {
            let text = self.hear_plainly(neighbour)?;
            let text = String::from_utf8(text).map_err(|error| self.damaged(neighbour, &error))?;
            lines.extend(text.lines().map(str::to_owned));
        }
        match above {
            Some(above) => self.tell_plainly(above, lines.join("\n").as_bytes()).map(|()| None),
            None => Ok(Some(lines)),
        }
    }
}

impl Companions for &Seat<'_> {
    fn union(&self, observers: &[AgentId], mine: Bdd, post: &Post<'_>) -> Result<Bdd, Stop> {
        let (below, above) = self.neighbours();
        let mut all = self.upwards(observers, mine, post)?;
        if let Some(above) = above {
            all = self.hear_set(above, observers, post)?;
        }
        for neighbour in below {
            self.tell_set(neighbour, observers, &all, post)?;
        }
        Ok(all)
    }

    fn gather(&self, mine: Bdd, post: &Post<'_>) -> Result<Option<Bdd>, Stop> {
        let all = self.upwards(&[], mine, post)?;
        Ok(self.neighbours().1.is_none().then_some(all))
    }

    fn all(&self, mine: bool) -> Result<bool, Stop> {
        // So many say no.
        let no = BigUint::from(u32::from(!mine));
        Ok(self.sum(&no)? == BigUint::ZERO)
    }
}

fn parent(rank: Rank) -> Rank {
    (rank - 1) / 2
}

fn children(rank: Rank, size: usize) -> impl Iterator<Item = Rank> {
    [2 * rank + 1, 2 * rank + 2].into_iter().filter(move |child| *child < size)
}
