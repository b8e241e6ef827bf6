//! The memory in use, shared by threads, and the budget that bounds it.

use crate::halt::Halt;
use crate::limits::LimitMet;
use crate::tuning::ExplicitTuning;
use savoir_check::{Budget, Stop};
use std::sync::atomic::{AtomicU64, Ordering};

/// What everything but the buffers of single generators uses.
pub(crate) struct Usage<'b> {
    budget: &'b Budget,
    pub(crate) tuning: ExplicitTuning,
    bytes: AtomicU64,
    /// Words that may still be written.
    words: AtomicU64,
}

impl<'b> Usage<'b> {
    pub(crate) fn new(budget: &'b Budget, tuning: ExplicitTuning, bytes: u64) -> Usage<'b> {
        Usage { budget, tuning, bytes: AtomicU64::new(bytes), words: AtomicU64::new(u64::MAX) }
    }

    /// When more words are written, the allowance is used up.
    pub(crate) fn with_words(self, words: u64) -> Usage<'b> {
        Usage { words: AtomicU64::new(words), ..self }
    }

    /// Says what is in use now.
    pub(crate) fn set(&self, bytes: u64) {
        self.bytes.store(bytes, Ordering::Relaxed);
    }

    /// Says that so much more is in use.
    pub(crate) fn add(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Polls the budget.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        self.budget.check_memory(self.bytes.load(Ordering::Relaxed))
    }
}

/// Polls the budget while the successors of a single state are generated: there may be billions of them.
pub(crate) struct Meter<'b> {
    usage: &'b Usage<'b>,
    /// Words written and lines run since the last poll.
    written: usize,
    /// Lines that were run.
    lines: u64,
    /// Tests of lines that were looked at, as far as one can tell beforehand.
    tests: u64,
}

impl<'b> Meter<'b> {
    pub(crate) fn new(usage: &'b Usage<'b>) -> Meter<'b> {
        Meter { usage, written: 0, lines: 0, tests: 0 }
    }

    /// The numbers that were set by measurement.
    pub(crate) fn tuning(&self) -> &'b ExplicitTuning {
        &self.usage.tuning
    }

    /// Words that are sorted in one go.
    pub(crate) fn sort_block(&self) -> usize {
        self.usage.tuning.sort_block
    }

    /// Counts a line that is run, which takes about as long as writing a word.
    #[inline]
    pub(crate) fn run_line(&mut self) {
        self.lines += 1;
        self.written += 1;
    }

    /// How many lines were run.
    pub(crate) fn lines(&self) -> u64 {
        self.lines
    }

    /// Says that lines are looked at, which takes so many tests.
    #[inline]
    pub(crate) fn look_at(&mut self, tests: u64) {
        self.tests += tests;
    }

    /// How many tests of lines were made.
    pub(crate) fn tests(&self) -> u64 {
        self.tests
    }

    /// Counts words written, by a generator that holds so many words in its buffers.
    #[inline]
    pub(crate) fn count(&mut self, words: usize, held: usize) -> Result<(), Halt> {
        self.written += words;
        if self.written < self.usage.tuning.poll_words { Ok(()) } else { self.poll(held) }
    }

    #[cold]
    fn poll(&mut self, held: usize) -> Result<(), Halt> {
        let written = std::mem::take(&mut self.written) as u64;
        if self.usage.words.fetch_sub(written, Ordering::Relaxed) < written {
            return Err(Halt::Allowance(LimitMet::Successors));
        }
        let bytes = self.usage.bytes.load(Ordering::Relaxed);
        Ok(self.usage.budget.check_memory(bytes + (held * size_of::<u64>()) as u64)?)
    }
}
