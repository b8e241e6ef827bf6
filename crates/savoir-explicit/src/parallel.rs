//! Doing independent pieces of work on several threads, with the results in order.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Applies `work` to the numbers below `count` on up to `threads` threads, the calling one among them; each thread makes
/// its own `context`. Where the system refuses a thread, fewer do the work.
pub(crate) fn map<C, R: Send>(
    threads: usize,
    count: usize,
    context: impl Fn() -> C + Sync,
    work: impl Fn(&mut C, usize) -> R + Sync,
) -> Vec<R> {
    if threads <= 1 || count <= 1 {
        let mut own = context();
        return (0..count).map(|index| work(&mut own, index)).collect();
    }
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<R>>> = Mutex::new((0..count).map(|_| None).collect());
    let worker = || {
        let mut own = context();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return;
            }
            let result = work(&mut own, index);
            // A thread that panics ends the scope, so a poisoned lock is never read.
            if let Ok(mut results) = results.lock() {
                results[index] = Some(result);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(count) {
            if std::thread::Builder::new().spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        worker();
    });
    results.into_inner().map_or_else(|_| Vec::new(), |results| results.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 7, 64] {
            let squares = map(threads, 3_000, || (), |(), index| index * index);
            assert!(squares.iter().enumerate().all(|(index, square)| *square == index * index), "{threads}");
        }
    }
}
