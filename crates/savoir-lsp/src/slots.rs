//! How many computations may run at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Time between two looks at whether whoever waits is still wanted.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Places for computations. Several servers of one program may share them: copies stand for the same places.
#[derive(Clone, Debug)]
pub struct Slots(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    most: usize,
    taken: Mutex<usize>,
    freed: Condvar,
}

impl Slots {
    /// So many places, at least one.
    #[must_use]
    pub fn new(most: usize) -> Slots {
        Slots(Arc::new(Shared { most: most.max(1), taken: Mutex::new(0), freed: Condvar::new() }))
    }

    /// How many places are taken.
    #[must_use]
    pub fn taken(&self) -> usize {
        // A panic elsewhere leaves the number as it was.
        *self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place; `None` once the flag is set.
    pub(crate) fn take(&self, cancelled: &AtomicBool) -> Option<Slot> {
        let mut taken = self.0.taken.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if cancelled.load(Ordering::Relaxed) {
                return None;
            }
            if *taken < self.0.most {
                *taken += 1;
                return Some(Slot(self.clone()));
            }
            taken = self.0.freed.wait_timeout(taken, POLL_INTERVAL).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// A place that is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Slot(Slots);

impl Drop for Slot {
    fn drop(&mut self) {
        *self.0.0.taken.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        self.0.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_taken_and_given_back() {
        let slots = Slots::new(1);
        let free = AtomicBool::new(false);
        let slot = slots.take(&free).unwrap();
        assert_eq!(slots.taken(), 1);
        // Who is not wanted any more does not wait.
        assert!(slots.take(&AtomicBool::new(true)).is_none());
        let waiting = {
            let slots = slots.clone();
            std::thread::spawn(move || slots.take(&AtomicBool::new(false)).is_some())
        };
        drop(slot);
        assert!(waiting.join().unwrap());
        assert_eq!(slots.taken(), 0);
    }
}
