//! Ranks that are threads of one process: a channel between any two of them.

use super::{Rank, Transport, TransportError};
use savoir_check::{Budget, Stop};
use std::cell::Cell;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How long somebody waits before the budget is asked again.
const PATIENCE: Duration = Duration::from_millis(50);

enum Parcel {
    Message(Vec<u8>),
    GivenUp(Stop),
}

/// A thread's end of a connection among threads.
pub struct ThreadTransport {
    rank: Rank,
    budget: Budget,
    to: Vec<Sender<Parcel>>,
    from: Vec<Receiver<Parcel>>,
    sent_bytes: Cell<u64>,
}

impl ThreadTransport {
    /// So many ends that are connected with each other, by rank. Each goes to a thread of its own; when it is dropped, the
    /// others hear that its rank is gone.
    #[must_use]
    pub fn connect(size: usize, budget: &Budget) -> Vec<ThreadTransport> {
        let mut ends: Vec<ThreadTransport> = (0..size)
            .map(|rank| ThreadTransport {
                rank,
                budget: budget.clone(),
                to: Vec::with_capacity(size),
                from: Vec::with_capacity(size),
                sent_bytes: Cell::new(0),
            })
            .collect();
        for sender in 0..size {
            for receiver in 0..size {
                let (to, from) = channel();
                ends[sender].to.push(to);
                ends[receiver].from.push(from);
            }
        }
        ends
    }
}

impl Transport for ThreadTransport {
    fn rank(&self) -> Rank {
        self.rank
    }

    fn size(&self) -> usize {
        self.to.len()
    }

    fn send(&self, to: Rank, message: Vec<u8>) -> Result<(), TransportError> {
        self.sent_bytes.set(self.sent_bytes.get() + message.len() as u64);
        self.to[to].send(Parcel::Message(message)).map_err(|_| TransportError::Lost(to))
    }

    fn receive(&self, from: Rank) -> Result<Vec<u8>, TransportError> {
        loop {
            match self.from[from].recv_timeout(PATIENCE) {
                Ok(Parcel::Message(message)) => return Ok(message),
                Ok(Parcel::GivenUp(stop)) => return Err(TransportError::GivenUp(from, stop)),
                Err(RecvTimeoutError::Disconnected) => return Err(TransportError::Lost(from)),
                Err(RecvTimeoutError::Timeout) => self.budget.check()?,
            }
        }
    }

    fn give_up(&self, reason: Stop) {
        for to in &self.to {
            // Who is gone need not be told.
            let _ = to.send(Parcel::GivenUp(reason));
        }
    }

    fn sent_bytes(&self) -> u64 {
        self.sent_bytes.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive_in_order_and_from_whom_they_are() {
        let mut ends = ThreadTransport::connect(3, &Budget::unlimited()).into_iter();
        let (first, second, third) = (ends.next().unwrap(), ends.next().unwrap(), ends.next().unwrap());
        std::thread::scope(|scope| {
            scope.spawn(move || (0..100u8).for_each(|number| second.send(0, vec![1, number]).unwrap()));
            scope.spawn(move || (0..100u8).for_each(|number| third.send(0, vec![2, number]).unwrap()));
            for number in 0..100 {
                assert_eq!(first.receive(2).unwrap(), [2, number]);
                assert_eq!(first.receive(1).unwrap(), [1, number]);
            }
        });
    }

    #[test]
    fn nobody_waits_for_who_is_gone_or_has_given_up() {
        let mut ends = ThreadTransport::connect(3, &Budget::unlimited());
        drop(ends.pop());
        assert_eq!(ends[0].receive(2), Err(TransportError::Lost(2)));
        ends[1].give_up(Stop::Memory);
        assert_eq!(ends[0].receive(1), Err(TransportError::GivenUp(1, Stop::Memory)));
    }
}
