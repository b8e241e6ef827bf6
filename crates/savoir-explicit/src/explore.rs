//! Breadth-first exploration, level by level.
//!
//! Small levels are explored in place. For large ones the work is cut into chunks: threads generate the successors of
//! each chunk and sort them by shard, then fill the shards in the order of the chunks. Either way a shard sees its new
//! states in the same order, so the numbering is the same for every number of threads.

use crate::halt::Halt;
use crate::limits::{ExplorationLimits, Explored, LimitMet};
use crate::parallel;
use crate::program::Program;
use crate::store::{SHARDS, Shard, Store, hash, shard_of};
use crate::successors::Successors;
use crate::system::ExplicitOptions;
use crate::usage::Usage;
use savoir_check::{Budget, Phase, Progress, Stop};
use std::ops::Range;
use std::sync::Mutex;

/// What is noticed about the states while their successors are found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Noticed {
    /// How many of them have no successor.
    pub(crate) stuck: usize,
    /// Whether an evolution line was enabled somewhere that assigns a value out of range.
    pub(crate) overflow: bool,
}

/// A run of states of one shard.
struct Chunk {
    shard: usize,
    states: Range<usize>,
}

/// The words of successors that states had so far.
struct Sample {
    states: usize,
    fewest: usize,
}

impl Default for Sample {
    fn default() -> Sample {
        Sample { states: 0, fewest: usize::MAX }
    }
}

impl Sample {
    fn add(&mut self, words: usize) {
        self.states += 1;
        self.fewest = self.fewest.min(words);
    }
}

/// Adds everything reachable from the states in the store.
pub(crate) fn explore(
    program: &Program,
    store: &mut Store,
    options: ExplicitOptions,
    limits: &ExplorationLimits,
    budget: &Budget,
    (explored, noticed): (&mut Explored, &mut Noticed),
) -> Result<(), Halt> {
    let ExplicitOptions { threads, tuning } = options;
    let mut done = vec![0; SHARDS];
    let usage = Usage::new(budget, tuning, store.bytes()).with_words(limits.words);
    let mut successors = Successors::new(program, &usage);
    let mut last = usize::MAX;
    let mut sample = Sample::default();
    loop {
        let chunks = frontier(store, &mut done, tuning.level_chunk);
        if chunks.is_empty() {
            return Ok(());
        }
        let size: usize = chunks.iter().map(|chunk| chunk.states.len()).sum();
        if limits.foresees_too_many(size, last, explored.states) {
            return Err(Halt::Allowance(LimitMet::Forecast));
        }
        last = size;
        if threads > 1 && size >= tuning.parallel_level && *limits == ExplorationLimits::NONE {
            // A batch bounds the memory for successors that wait to be stored.
            for batch in chunks.chunks(threads * 16) {
                usage.set(store.bytes());
                explore_batch(program, store, batch, threads, &usage, noticed)?;
            }
            explored.states = store.len();
        } else {
            let course = (&mut *explored, &mut *noticed);
            explore_in_place(&mut successors, store, &chunks, (limits, &mut sample), &usage, course)?;
        }
        explored.levels += 1;
        budget.report(&Progress::at(Phase::Explore, explored.levels as u64, store.len()));
    }
}

/// The states that were not explored yet, in chunks.
fn frontier(store: &Store, done: &mut [usize], chunk: usize) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    for (shard, done) in done.iter_mut().enumerate() {
        let end = store.shards[shard].len(store.words);
        while *done < end {
            let next = (*done + chunk).min(end);
            chunks.push(Chunk { shard, states: *done..next });
            *done = next;
        }
    }
    chunks
}

fn explore_in_place(
    successors: &mut Successors<'_>,
    store: &mut Store,
    chunks: &[Chunk],
    (limits, sample): (&ExplorationLimits, &mut Sample),
    usage: &Usage<'_>,
    (explored, noticed): (&mut Explored, &mut Noticed),
) -> Result<(), Halt> {
    let (words, several) = (store.words, usage.tuning.level_chunk);
    let mut state = vec![0; words];
    for chunk in chunks {
        for index in chunk.states.clone() {
            state.copy_from_slice(store.shards[chunk.shard].state(words, index));
            let next = successors.of(&state)?;
            noticed.stuck += usize::from(next.is_empty());
            sample.add(next.len());
            if sample.states >= usage.tuning.sampled_states && limits.foresees_too_many_words(sample.fewest) {
                return Err(Halt::Allowance(LimitMet::Successors));
            }
            let many = next.len() > several;
            for some in next.chunks(several * words) {
                for next in some.chunks_exact(words) {
                    explored.states += usize::from(store.insert(next)?);
                }
                if many {
                    usage.set(store.bytes() + size_of_val(next) as u64);
                    usage.check()?;
                }
            }
            if explored.states > limits.states {
                return Err(Halt::Allowance(LimitMet::States));
            }
        }
        noticed.overflow |= successors.choices.met_overflow;
        usage.set(store.bytes());
        usage.check()?;
    }
    Ok(())
}

/// What the successors of a chunk are, by shard.
struct Next {
    by_shard: Vec<Vec<u64>>,
    noticed: Noticed,
}

/// The successors of a chunk that are not known yet.
fn next_of(successors: &mut Successors<'_>, known: &Store, chunk: &Chunk, usage: &Usage<'_>) -> Result<Next, Halt> {
    let words = known.words;
    let mut by_shard = vec![Vec::new(); SHARDS];
    let mut stuck = 0;
    for index in chunk.states.clone() {
        let state = known.shards[chunk.shard].state(words, index);
        let mut kept = 0;
        let found = successors.of(state)?;
        stuck += usize::from(found.is_empty());
        for next in found.chunks_exact(words) {
            let hash = hash(next);
            if !known.contains(hash, next) {
                by_shard[shard_of(hash)].extend_from_slice(next);
                kept += size_of_val(next);
            }
        }
        // Reported state by state: a batch may hold many more states than the store.
        usage.add(kept as u64);
    }
    usage.check()?;
    Ok(Next { by_shard, noticed: Noticed { stuck, overflow: successors.choices.met_overflow } })
}

fn explore_batch(
    program: &Program,
    store: &mut Store,
    batch: &[Chunk],
    threads: usize,
    usage: &Usage<'_>,
    noticed: &mut Noticed,
) -> Result<(), Halt> {
    let words = store.words;
    let known: &Store = store;
    let new: Vec<Result<Next, Halt>> = parallel::map(
        threads,
        batch.len(),
        || Successors::new(program, usage),
        |successors, index| next_of(successors, known, &batch[index], usage),
    );
    let new = new.into_iter().collect::<Result<Vec<_>, Halt>>()?;
    for next in &new {
        noticed.stuck += next.noticed.stuck;
        noticed.overflow |= next.noticed.overflow;
    }
    let shards: Vec<Mutex<&mut Shard>> = store.shards.iter_mut().map(Mutex::new).collect();
    let filled = parallel::map(
        threads,
        SHARDS,
        || (),
        |(), shard| {
            // Each shard is filled by one thread; the lock only tells the compiler.
            let Ok(mut target) = shards[shard].lock() else { return Err(Halt::Limit(Stop::Cancelled)) };
            for chunk in &new {
                // What waits to be stored is still there, so this may need as much again.
                usage.check()?;
                for state in chunk.by_shard[shard].chunks_exact(words) {
                    target.insert(words, hash(state), state)?;
                }
            }
            Ok(())
        },
    );
    filled.into_iter().collect()
}
