//! The packed states found so far, each with a number.
//!
//! States are spread over shards by their hash; a shard keeps its states one after the other and an open-addressing
//! table of 32-bit indices, about ten bytes a state in all. Shards are filled independently, so several threads can
//! work without locks; within a shard the order of insertion decides the number.

use savoir_check::Stop;

/// Number of shards; a constant, so that numbering does not depend on the machine.
pub(crate) const SHARDS: usize = 64;
const EMPTY: u32 = u32::MAX;

/// A hash of a packed state. The shard is taken from its top bits, the slot from its low bits.
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
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            match self.slots[slot] {
                EMPTY => return None,
                index if same(index) => return Some(index),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    /// Enters an index that is not there yet; `rehash` gives the hashes of the others when the table grows.
    pub(crate) fn insert(&mut self, hash: u64, index: u32, rehash: impl Fn(u32) -> u64) {
        if (self.used + 1) * 4 > self.slots.len() * 3 {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![EMPTY; (old.len() * 2).max(16)];
            for index in old.into_iter().filter(|index| *index != EMPTY) {
                self.place(rehash(index), index);
            }
        }
        self.place(hash, index);
        self.used += 1;
    }

    fn place(&mut self, hash: u64, index: u32) {
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != EMPTY {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = index;
    }

    fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
    }
}

/// The states whose hash belongs to this shard.
#[derive(Default)]
pub(crate) struct Shard {
    states: Vec<u64>,
    table: IndexTable,
}

impl Shard {
    pub(crate) fn len(&self, words: usize) -> usize {
        self.states.len() / words
    }

    pub(crate) fn state(&self, words: usize, index: usize) -> &[u64] {
        &self.states[index * words..(index + 1) * words]
    }

    #[inline]
    pub(crate) fn find(&self, words: usize, hash: u64, state: &[u64]) -> Option<u32> {
        self.table.find(hash, |index| self.state(words, index as usize) == state)
    }

    /// Adds a state unless it is there; whether it was new.
    pub(crate) fn insert(&mut self, words: usize, hash: u64, state: &[u64]) -> Result<bool, Stop> {
        if self.find(words, hash, state).is_some() {
            return Ok(false);
        }
        let index = u32::try_from(self.len(words)).ok().filter(|index| *index != EMPTY).ok_or(Stop::TooLarge)?;
        if self.states.len() + words > self.states.capacity() {
            // Grow by an eighth: doubling would waste up to half of the memory.
            self.states.reserve_exact((self.states.len() / 8).max(16 * words));
        }
        self.states.extend_from_slice(state);
        let states = &self.states;
        let rehash = |index: u32| self::hash(&states[index as usize * words..(index as usize + 1) * words]);
        self.table.insert(hash, index, rehash);
        Ok(true)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<u64>() + self.table.bytes()
    }
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

    #[inline]
    pub(crate) fn contains(&self, hash: u64, state: &[u64]) -> bool {
        self.shards[shard_of(hash)].find(self.words, hash, state).is_some()
    }

    /// Fixes the numbers of the states: shard after shard.
    pub(crate) fn number(&mut self) -> Result<(), Stop> {
        let mut total = 0;
        self.offsets.clear();
        for shard in &self.shards {
            self.offsets.push(total);
            total += shard.len(self.words);
        }
        self.offsets.push(total);
        if total > u32::MAX as usize { Err(Stop::TooLarge) } else { Ok(()) }
    }

    pub(crate) fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.len(self.words)).sum()
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

    /// Calls `visit` with every state in the order of the numbers.
    pub(crate) fn try_for_each(&self, visit: impl FnMut(&[u64]) -> Result<(), Stop>) -> Result<(), Stop> {
        self.shards.iter().flat_map(|shard| shard.states.chunks_exact(self.words)).try_for_each(visit)
    }

    /// Memory in use.
    pub(crate) fn bytes(&self) -> u64 {
        self.shards.iter().map(|shard| shard.bytes() as u64).sum()
    }
}
