//! How many connections there are.
//!
//! Anybody on this machine, and any page, can open connections; only some of them know the token. When all seats are taken, the
//! connection that has shown no token for the longest time gives way to the newest one. So a thousand connections that wait are
//! no reason for our own page to wait.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// All seats.
pub(crate) struct Seats {
    most: usize,
    taken: Mutex<Taken>,
}

#[derive(Default)]
struct Taken {
    /// The number of the next guest: later ones have larger numbers.
    next: u64,
    guests: BTreeMap<u64, Guest>,
}

struct Guest {
    standing: Standing,
    leave: Arc<Notify>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// It has asked for nothing, or without the token.
    Unknown,
    /// It has shown the token.
    Known,
}

/// The seat of a connection, free again when it is dropped.
pub(crate) struct Seat {
    seats: Arc<Seats>,
    number: u64,
    leave: Arc<Notify>,
}

impl Seats {
    pub(crate) fn new(most: usize) -> Arc<Seats> {
        Arc::new(Seats { most, taken: Mutex::default() })
    }

    /// A seat for a new connection, perhaps that of an unknown one, which is told to leave. Nothing if all guests are known.
    pub(crate) fn take(self: &Arc<Seats>) -> Option<Seat> {
        let is_full = self.taken().guests.len() >= self.most;
        if is_full && !self.make_room() {
            return None;
        }
        let mut taken = self.taken();
        let (number, leave) = (taken.next, Arc::new(Notify::new()));
        taken.next += 1;
        taken.guests.insert(number, Guest { standing: Standing::Unknown, leave: leave.clone() });
        Some(Seat { seats: self.clone(), number, leave })
    }

    /// Tells the oldest unknown guest to leave. Says whether there was one.
    pub(crate) fn make_room(&self) -> bool {
        let mut taken = self.taken();
        let unknown = taken.guests.iter().find(|(_, guest)| guest.standing == Standing::Unknown);
        let guest = unknown.map(|(number, _)| *number).and_then(|number| taken.guests.remove(&number));
        guest.inspect(|guest| guest.leave.notify_one()).is_some()
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Seat {
    /// From now on it is not given away.
    pub(crate) fn is_known(&self) {
        if let Some(guest) = self.seats.taken().guests.get_mut(&self.number) {
            guest.standing = Standing::Known;
        }
    }

    /// Waits until somebody else needs it.
    pub(crate) async fn given_away(&self) {
        self.leave.notified().await;
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.seats.taken().guests.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn must_leave(seat: &Seat) -> bool {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async { tokio::time::timeout(std::time::Duration::ZERO, seat.given_away()).await.is_ok() })
    }

    #[test]
    fn the_oldest_unknown_guest_gives_way() {
        let seats = Seats::new(3);
        let known = seats.take().unwrap();
        known.is_known();
        let (old, new) = (seats.take().unwrap(), seats.take().unwrap());
        let newest = seats.take().unwrap();
        assert!(must_leave(&old) && !must_leave(&known) && !must_leave(&new));
        // Its seat is no longer its own to give back.
        drop(old);
        new.is_known();
        newest.is_known();
        assert!(seats.take().is_none());
        drop(known);
        assert!(seats.take().is_some());
    }
}
