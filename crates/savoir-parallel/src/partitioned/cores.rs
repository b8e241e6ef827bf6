//! Who may compute: there may be more parts than cores, and a part that waits for others leaves its core to one of them.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// So many threads may compute at a time.
pub(super) struct Cores {
    free: Mutex<usize>,
    freed: Condvar,
}

/// While it lives, its thread may compute.
pub(super) struct AtWork<'c>(&'c Cores);

impl Cores {
    pub(super) fn new(count: usize) -> Cores {
        Cores { free: Mutex::new(count.max(1)), freed: Condvar::new() }
    }

    /// Waits for a core.
    pub(super) fn work(&self) -> AtWork<'_> {
        self.take();
        AtWork(self)
    }

    /// Waits for something while another thread may have the core of this one.
    pub(super) fn rest<T>(&self, wait: impl FnOnce() -> T) -> T {
        self.leave();
        let got = wait();
        self.take();
        got
    }

    // Nothing can go wrong while the lock is held.
    fn free(&self) -> MutexGuard<'_, usize> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) {
        let mut free = self.free();
        while *free == 0 {
            free = self.freed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
    }

    fn leave(&self) {
        *self.free() += 1;
        self.freed.notify_one();
    }
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn no_more_compute_than_there_are_cores() {
        let (cores, now, most) = (Cores::new(2), AtomicUsize::new(0), AtomicUsize::new(0));
        let compute = || {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            std::thread::yield_now();
            now.fetch_sub(1, Ordering::SeqCst);
        };
        std::thread::scope(|scope| {
            for _ in 0..9 {
                scope.spawn(|| {
                    let _work = cores.work();
                    for _ in 0..50 {
                        compute();
                        cores.rest(std::thread::yield_now);
                    }
                });
            }
        });
        assert!(most.load(Ordering::SeqCst) <= 2);
    }
}
