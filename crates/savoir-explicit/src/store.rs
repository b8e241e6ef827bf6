//! The packed states found so far, each with a number.
//!
//! States are spread over shards by their hash; a shard keeps its states one after the other and an open-addressing
//! table of 32-bit indices, at most ten bytes a state beyond its packed form. Shards are filled independently, so several threads can
//! work without locks; within a shard the order of insertion decides the number.

use savoir_check::Stop;
use std::ops::Range;

/// Number of shards; a constant, so that numbering does not depend on the machine.
pub(crate) const SHARDS: usize = 64;
const EMPTY: u32 = u32::MAX;

/// A hash of a packed state. The shard is taken from its top bits, the slot from its lower half.
#[inline]
pub(crate) fn hash(state: &[u64]) -> u64 {
    let mut hash = 0x9e37_79b9_7f4a_7c15_u64;
    for &word in state {
        let product = u128::from(hash ^ word) * 0xd6e8_feb8_6659_fd93_u128;
        hash = (product as u64) ^ (product >> 64) as u64;
    }
    hash ^ hash >> 29
}

#[inline]
pub(crate) fn shard_of(hash: u64) -> usize {
    (hash >> 58) as usize
}

/// A hash table of indices into something its owner keeps; the owner compares.
#[derive(Default)]
pub(crate) struct IndexTable {
    slots: Vec<u32>,
    used: usize,
}

impl IndexTable {
    /// The index for which `same` holds, among those entered with this hash.
    #[inline]
    pub(crate) fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        match self.slots[self.slot(hash, same)] {
            EMPTY => None,
            index => Some(index),
        }
    }

    /// Enters an index unless `same` holds for one that was entered with this hash; whether it did. `rehash` gives the hashes of
    /// the others when the table grows.
    #[inline]
    pub(crate) fn insert(
        &mut self,
        hash: u64,
        index: u32,
        same: impl Fn(u32) -> bool,
        rehash: impl Fn(u32) -> u64,
    ) -> bool {
        if (self.used + 1) * 4 > self.slots.len() * 3 {
            self.grow(rehash);
        }
        let slot = self.slot(hash, same);
        let is_new = self.slots[slot] == EMPTY;
        if is_new {
            self.slots[slot] = index;
            self.used += 1;
        }
        is_new
    }

    /// The slot with the index for which `same` holds, or the empty one where it would be.
    #[inline]
    fn slot(&self, hash: u64, same: impl Fn(u32) -> bool) -> usize {
        let length = self.slots.len();
        // A part of the table as large as the hash is a part of all hashes, so the length may be any number.
        let mut slot = (((hash & u64::from(u32::MAX)) * length as u64) >> 32) as usize;
        while self.slots[slot] != EMPTY && !same(self.slots[slot]) {
            slot += 1;
            if slot == length {
                slot = 0;
            }
        }
        slot
    }

    /// By a half only: doubling would waste memory.
    #[cold]
    fn grow(&mut self, rehash: impl Fn(u32) -> u64) {
        let length = (self.slots.len() / 2 * 3).max(16);
        // The old one goes first: what it says is found again.
        self.slots = Vec::new();
        self.slots = vec![EMPTY; length];
        for index in 0..self.used as u32 {
            let slot = self.slot(rehash(index), |_| false);
            self.slots[slot] = index;
        }
    }

    fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
    }
}

/// The states whose hash belongs to this shard.
#[derive(Default)]
pub(crate) struct Shard {
    states: Vec<u64>,
    count: usize,
    table: IndexTable,
}

impl Shard {
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn state(&self, words: usize, index: usize) -> &[u64] {
        &self.states[index * words..(index + 1) * words]
    }

    #[inline]
    pub(crate) fn find(&self, words: usize, hash: u64, state: &[u64]) -> Option<u32> {
        self.table.find(hash, |index| are_equal(self.state(words, index as usize), state))
    }

    /// Adds a state unless it is there; whether it was new.
    pub(crate) fn insert(&mut self, words: usize, hash: u64, state: &[u64]) -> Result<bool, Stop> {
        let index = u32::try_from(self.count).ok().filter(|index| *index != EMPTY).ok_or(Stop::TooLarge)?;
        let states = &self.states;
        let known = |index: u32| &states[index as usize * words..(index as usize + 1) * words];
        if !self.table.insert(hash, index, |index| are_equal(known(index), state), |index| self::hash(known(index))) {
            return Ok(false);
        }
        if self.states.len() + words > self.states.capacity() {
            // Grow by a sixteenth: doubling would waste up to half of the memory.
            self.states.reserve_exact((self.count / 16).max(16) * words);
        }
        self.states.extend_from_slice(state);
        self.count += 1;
        Ok(true)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<u64>() + self.table.bytes()
    }
}

/// Whether two packed states are the same. They are short, so that calling a function for it would take longer.
#[inline]
fn are_equal(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a == b)
}

/// All states.
pub(crate) struct Store {
    pub(crate) words: usize,
    pub(crate) shards: Vec<Shard>,
    /// Number of the first state of each shard, and of all states; set when exploration is over.
    offsets: Vec<usize>,
}

impl Store {
    pub(crate) fn new(words: usize) -> Store {
        Store { words, shards: (0..SHARDS).map(|_| Shard::default()).collect(), offsets: Vec::new() }
    }

    pub(crate) fn insert(&mut self, state: &[u64]) -> Result<bool, Stop> {
        let hash = hash(state);
        self.shards[shard_of(hash)].insert(self.words, hash, state)
    }

    /// Fixes the numbers of the states: shard after shard.
    pub(crate) fn number(&mut self) -> Result<(), Stop> {
        let mut total = 0;
        self.offsets.clear();
        for shard in &self.shards {
            self.offsets.push(total);
            total += shard.len();
        }
        self.offsets.push(total);
        if total > u32::MAX as usize { Err(Stop::TooLarge) } else { Ok(()) }
    }

    pub(crate) fn len(&self) -> usize {
        self.shards.iter().map(Shard::len).sum()
    }

    /// The number of a stored state.
    #[inline]
    pub(crate) fn find(&self, state: &[u64]) -> Option<u32> {
        let hash = hash(state);
        let shard = shard_of(hash);
        let index = self.shards[shard].find(self.words, hash, state)?;
        Some(self.offsets[shard] as u32 + index)
    }

    /// The state with this number.
    pub(crate) fn state(&self, number: usize) -> &[u64] {
        let shard = self.offsets.partition_point(|offset| *offset <= number) - 1;
        self.shards[shard].state(self.words, number - self.offsets[shard])
    }

    /// The states with these numbers, in order.
    pub(crate) fn states(&self, numbers: Range<usize>) -> impl Iterator<Item = &[u64]> {
        let shards = self.shards.iter().zip(&self.offsets);
        shards.flat_map(move |(shard, &offset)| {
            let within = |number: usize| number.saturating_sub(offset).min(shard.count) * self.words;
            shard.states[within(numbers.start)..within(numbers.end)].chunks_exact(self.words)
        })
    }

    /// Calls `visit` with every state in the order of the numbers.
    pub(crate) fn try_for_each(&self, visit: impl FnMut(&[u64]) -> Result<(), Stop>) -> Result<(), Stop> {
        self.shards.iter().flat_map(|shard| shard.states.chunks_exact(self.words)).try_for_each(visit)
    }

    /// Memory in use.
    pub(crate) fn bytes(&self) -> u64 {
        self.shards.iter().map(|shard| shard.bytes() as u64).sum()
    }
}
