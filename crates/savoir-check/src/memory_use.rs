//! What the whole program uses of the memory of the machine, asked for now and then.
//!
//! To ask the system takes as long as hundreds of small steps of a search, so an answer counts for a while: until the
//! computation has grown by [`FRESH_BYTES`], or [`FRESH_TIME`] is over.

use std::sync::Mutex;
use std::time::{Duration, Instant};

/// An answer counts as long as the computation has grown by no more than this.
const FRESH_BYTES: u64 = 1 << 20;
/// And no longer than this: what a computation does not count itself grows by a few megabytes in that time.
const FRESH_TIME: Duration = Duration::from_millis(1);

/// What a program uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct MemoryUse {
    /// Bytes of memory.
    pub resident: u64,
    /// Bytes of addresses, most of which may never be used.
    pub addresses: u64,
}

/// Asks the system, where it can be asked.
pub type MemorySource = fn() -> Option<MemoryUse>;

/// The last answer of the system.
#[derive(Debug, Default)]
pub(crate) struct LastReading(Mutex<Option<Reading>>);

#[derive(Clone, Copy, Debug)]
struct Reading {
    at: Instant,
    /// What the computation said it used.
    known: u64,
    found: MemoryUse,
}

impl LastReading {
    /// What the program uses, when a computation says that it uses so many bytes and wants to use `more`. Growth since
    /// the last answer counts.
    pub(crate) fn get(&self, source: MemorySource, known: u64, more: u64) -> MemoryUse {
        // A panic leaves the old reading or the new one.
        let mut last = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(reading) = *last {
            let grown = known.saturating_sub(reading.known);
            if more < FRESH_BYTES && grown < FRESH_BYTES && reading.at.elapsed() < FRESH_TIME {
                let MemoryUse { resident, addresses } = reading.found;
                return MemoryUse { resident: resident + grown, addresses };
            }
        }
        let found = source().unwrap_or_default();
        *last = Some(Reading { at: Instant::now(), known, found });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    static ASKED: AtomicU64 = AtomicU64::new(0);

    fn source() -> Option<MemoryUse> {
        let asked = ASKED.fetch_add(1, Ordering::Relaxed);
        Some(MemoryUse { resident: 1000 * asked, addresses: 0 })
    }

    #[test]
    fn the_system_is_asked_again_after_growth_or_a_while() {
        let last = LastReading::default();
        let start = Instant::now();
        let looks = 100_000_u64;
        for known in 0..looks {
            last.get(source, known, 0);
        }
        let most = 2 + start.elapsed().as_micros() as u64 / FRESH_TIME.as_micros() as u64;
        let asked = ASKED.load(Ordering::Relaxed);
        assert!(asked <= most && asked < looks / 10, "{asked} of {looks}, {most} expected");
        // Large steps are never taken without asking.
        for step in 1..=10 {
            last.get(source, looks + step * FRESH_BYTES, 0);
            last.get(source, looks + step * FRESH_BYTES, FRESH_BYTES);
        }
        assert!(ASKED.load(Ordering::Relaxed) >= asked + 20);
    }
}
