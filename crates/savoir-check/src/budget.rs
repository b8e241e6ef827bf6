//! What a computation may use, and how it says how far it is. Every long loop polls its budget.

use crate::memory_use::{LastReading, MemorySource};
use crate::watch::{Companion, Watch};
use num_bigint::BigUint;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// The limit of the user that a computation met before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The time limit was reached.
    #[error("time limit reached")]
    Time,
    /// The memory limit was reached.
    #[error("memory limit reached")]
    Memory,
    /// Somebody asked it to stop.
    #[error("interrupted")]
    Cancelled,
    /// The model is beyond what this engine can represent, or may.
    #[error("too many states for this engine")]
    TooLarge,
}

/// What a computation is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Finding the initial states.
    Initial,
    /// Exploring the reachable states.
    Explore,
    /// Preparing to go backwards along transitions.
    Connect,
    /// Evaluating formulas.
    Evaluate,
    /// Looking for uniform strategies.
    Strategies,
    /// Deciding formulas for one group after the other.
    Groups,
}

/// How far a search for uniform strategies is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct SearchProgress {
    /// Start sets that are decided.
    pub decided: u64,
    /// Those of them from which a strategy wins.
    pub won: u64,
    /// How often a solver had to revise what it assumed.
    pub conflicts: u64,
}

/// How far a computation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it is doing.
    pub phase: Phase,
    /// Steps of the current loop so far.
    pub iteration: u64,
    /// States found so far.
    pub states: BigUint,
    /// Nodes of decision diagrams, where there are any.
    pub nodes: Option<usize>,
    /// What a search for strategies has found.
    pub search: Option<SearchProgress>,
}

impl Progress {
    /// The beginning of a phase.
    #[must_use]
    pub fn new(phase: Phase) -> Progress {
        Progress { phase, iteration: 0, states: BigUint::ZERO, nodes: None, search: None }
    }

    /// So many steps into a phase, with so many states.
    #[must_use]
    pub fn at(phase: Phase, iteration: u64, states: usize) -> Progress {
        Progress { iteration, states: BigUint::from(states), ..Progress::new(phase) }
    }
}

/// Receives progress reports.
pub type ProgressSink = Arc<dyn Fn(&Progress) + Send + Sync>;

/// Limits on time and memory, a way to cancel, and where progress goes.
#[derive(Clone, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    memory: Option<u64>,
    /// Bytes of addresses, beyond which the system refuses memory.
    addresses: Option<u64>,
    /// What the whole program uses, where that can be found out.
    usage: Option<MemorySource>,
    /// What it used a moment ago; copies of a budget share it.
    reading: Arc<LastReading>,
    cancelled: Arc<AtomicBool>,
    progress: Option<ProgressSink>,
    /// Another budget that counts instead of this one, and may be exchanged.
    current: Option<Arc<RwLock<Budget>>>,
    /// For a part of the computation that may not be needed any more.
    dismissed: Option<Arc<AtomicBool>>,
    /// Somebody who looks at this part from another thread.
    watch: Option<Arc<Watch>>,
    /// Somebody who works in between.
    companion: Option<Arc<dyn Companion>>,
    /// Bytes that others hold, who do not work now.
    elsewhere: Option<Arc<AtomicU64>>,
}

impl std::fmt::Debug for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Budget { deadline, memory, addresses, usage, cancelled, progress, current, dismissed, watch, .. } = self;
        f.debug_struct("Budget")
            .field("deadline", deadline)
            .field("memory", memory)
            .field("addresses", addresses)
            .field("usage", &usage.is_some())
            .field("cancelled", cancelled)
            .field("progress", &progress.is_some())
            .field("current", current)
            .field("dismissed", dismissed)
            .field("watch", watch)
            .field("companion", &self.companion.is_some())
            .finish_non_exhaustive()
    }
}

impl Budget {
    /// No limits.
    #[must_use]
    pub fn unlimited() -> Budget {
        Budget::default()
    }

    /// Stops `limit` from now. A limit too far away to be represented is none.
    #[must_use]
    pub fn with_time(mut self, limit: Duration) -> Budget {
        self.deadline = Instant::now().checked_add(limit);
        self
    }

    /// Stops beyond this many bytes.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Budget {
        self.memory = Some(bytes);
        self
    }

    /// Stops before the program has used this many bytes of addresses, if it [can be asked](Budget::with_usage) for them:
    /// beyond, the system refuses memory.
    #[must_use]
    pub fn with_addresses(mut self, bytes: u64) -> Budget {
        self.addresses = Some(bytes);
        self
    }

    /// Takes what the whole program uses into account, not only what a computation knows about itself.
    #[must_use]
    pub fn with_usage(mut self, usage: MemorySource) -> Budget {
        self.usage = Some(usage);
        self
    }

    /// Stops when the flag is set.
    #[must_use]
    pub fn with_cancel(mut self, flag: Arc<AtomicBool>) -> Budget {
        self.cancelled = flag;
        self
    }

    /// Reports progress to `sink`.
    #[must_use]
    pub fn with_progress(mut self, sink: ProgressSink) -> Budget {
        self.progress = Some(sink);
        self
    }

    /// The same limits for a part of the computation that also stops when the flag is set.
    #[must_use]
    pub fn until(mut self, flag: Arc<AtomicBool>) -> Budget {
        self.dismissed = Some(flag);
        self
    }

    /// The same limits for a part of the computation that somebody watches.
    #[must_use]
    pub fn watched(mut self, watch: Arc<Watch>) -> Budget {
        self.watch = Some(watch);
        self
    }

    /// The same limits for a part of the computation in between whose steps somebody else works.
    #[must_use]
    pub fn accompanied(mut self, companion: Arc<dyn Companion>) -> Budget {
        self.companion = Some(companion);
        self
    }

    /// The same limits for a part of the computation beside which others hold so many bytes.
    #[must_use]
    pub fn sharing(mut self, elsewhere: Arc<AtomicU64>) -> Budget {
        self.elsewhere = Some(elsewhere);
        self
    }

    /// The same limits, as long as the switch does not exchange them for others.
    #[must_use]
    pub fn switchable(self) -> (Budget, BudgetSwitch) {
        let current = Arc::new(RwLock::new(self));
        (Budget { current: Some(current.clone()), ..Budget::default() }, BudgetSwitch::new(current))
    }

    /// Asks the budget that counts.
    fn counting<T>(&self, ask: impl FnOnce(&Budget) -> T) -> T {
        match &self.current {
            Some(current) => ask(&current.read().unwrap_or_else(PoisonError::into_inner)),
            None => ask(self),
        }
    }

    /// Whether time is left and nobody cancelled.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check(&self) -> Result<(), Stop> {
        if self.dismissed.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        if let Some(watch) = &self.watch {
            watch.count();
        }
        self.counting(Budget::check_own)?;
        self.companion.as_ref().map_or(Ok(()), |companion| companion.polled())
    }

    fn check_own(&self) -> Result<(), Stop> {
        if self.cancelled.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Stop::Time),
            _ => Ok(()),
        }
    }

    /// Like [`Budget::check`], for a computation that uses this many bytes.
    ///
    /// # Errors
    /// The reason to stop.
    pub fn check_memory(&self, bytes: u64) -> Result<(), Stop> {
        if let Some(watch) = &self.watch {
            watch.uses(bytes);
        }
        self.check()?;
        if self.has_room(bytes, 0) { Ok(()) } else { Err(Stop::Memory) }
    }

    /// Whether a computation that uses so many bytes may use `more`.
    #[must_use]
    pub fn has_room(&self, bytes: u64, more: u64) -> bool {
        let elsewhere = self.elsewhere.as_ref().map_or(0, |elsewhere| elsewhere.load(Ordering::Relaxed));
        let bytes = bytes.saturating_add(elsewhere);
        self.counting(|budget| budget.has_own_room(bytes, more))
    }

    /// Whether so many bytes more could be addressed: the stacks of threads take addresses, and little memory.
    #[must_use]
    pub fn has_addresses(&self, more: u64) -> bool {
        self.counting(|budget| {
            let used = || budget.usage.map(|usage| budget.reading.get(usage, 0, more)).unwrap_or_default().addresses;
            budget.addresses.is_none_or(|limit| used().saturating_add(more) <= limit)
        })
    }

    fn has_own_room(&self, bytes: u64, more: u64) -> bool {
        if self.memory.is_none() && self.addresses.is_none() {
            return true;
        }
        let used = self.usage.map(|usage| self.reading.get(usage, bytes, more)).unwrap_or_default();
        let fits = |used: u64, limit: Option<u64>| limit.is_none_or(|limit| used.saturating_add(more) <= limit);
        fits(bytes.max(used.resident), self.memory) && fits(used.addresses, self.addresses)
    }

    /// Whether anybody listens to [`Budget::report`]; what is costly to find out is reported only then.
    #[must_use]
    pub fn wants_progress(&self) -> bool {
        !self.is_muted() && self.counting(|budget| budget.progress.is_some())
    }

    /// Whether somebody compares this computation with another one, so that [`Budget::found`] is of use.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.watch.is_some()
    }

    /// Says that at least so many states are reachable.
    pub fn found(&self, states: u64) {
        if let Some(watch) = &self.watch {
            watch.found(states);
        }
    }

    /// Says that another stage is completed, with so many nodes of decision diagrams.
    pub fn passed(&self, nodes: usize) {
        if let Some(watch) = &self.watch {
            watch.passed(nodes);
        }
    }

    /// Says that transitions are divided into so many slices.
    pub fn sliced(&self, slices: usize) {
        if let Some(watch) = &self.watch {
            watch.sliced(slices);
        }
    }

    fn is_muted(&self) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.is_muted())
    }

    /// Says how far the computation is.
    pub fn report(&self, progress: &Progress) {
        if self.is_muted() {
            return;
        }
        // Outside of the lock: the sink may take its time.
        if let Some(sink) = self.counting(|budget| budget.progress.clone()) {
            sink(progress);
        }
    }
}

#[path = "budget_switch.rs"]
mod switch;

pub use switch::BudgetSwitch;

#[cfg(test)]
#[path = "budget_tests.rs"]
mod tests;
