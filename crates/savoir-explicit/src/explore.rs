//! Breadth-first exploration, level by level.
//!
//! Small levels are explored in place. For large ones the work is cut into chunks: threads generate the successors of
//! each chunk and sort them by shard, then fill the shards in the order of the chunks. Either way a shard sees its new
//! states in the same order, so the numbering is the same for every number of threads. Each successor is looked up once, when
//! it is stored, as it is in place: most successors of a level are new, and asking twice would take what threads save.

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
pub(crate) struct Chunk {
    pub(crate) shard: usize,
    pub(crate) states: Range<usize>,
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
    let mut in_place = InPlace::new(program, store, limits, &usage);
    let mut last = usize::MAX;
    let mut chunks = Vec::new();
    loop {
        let size = frontier(store, &mut done, tuning.level_chunk, &mut chunks);
        if size == 0 {
            return Ok(());
        }
        if limits.foresees_too_many(size, last, explored.states) {
            return Err(Halt::Allowance(LimitMet::Forecast));
        }
        if limits.is_too_wide(explored) && explored.levels > 0 {
            return Err(Halt::Allowance(LimitMet::Width));
        }
        last = size;
        if threads > 1 && size >= tuning.parallel_level && *limits == ExplorationLimits::NONE {
            // A batch bounds the memory for successors that wait to be stored.
            for batch in chunks.chunks(threads * tuning.batch_chunks) {
                usage.set(store.bytes());
                explore_batch(program, store, batch, threads, &usage, noticed)?;
            }
            explored.states = store.len();
        } else {
            in_place.explore(store, &chunks, explored, noticed)?;
        }
        explored.levels += 1;
        if budget.wants_progress() {
            budget.report(&Progress::at(Phase::Explore, explored.levels as u64, explored.states));
        }
    }
}

/// Puts the states that were not explored yet into chunks; how many there are.
pub(crate) fn frontier(store: &Store, done: &mut [usize], chunk: usize, chunks: &mut Vec<Chunk>) -> usize {
    chunks.clear();
    let mut size = 0;
    for (shard, done) in done.iter_mut().enumerate() {
        let end = store.shards[shard].len();
        size += end - *done;
        while *done < end {
            let next = (*done + chunk).min(end);
            chunks.push(Chunk { shard, states: *done..next });
            *done = next;
        }
    }
    size
}

/// Explores on one thread, within limits.
pub(crate) struct InPlace<'a> {
    successors: Successors<'a>,
    /// The state that is being explored: the store may move while its successors are stored.
    pub(crate) state: Vec<u64>,
    limits: &'a ExplorationLimits,
    usage: &'a Usage<'a>,
    sample: Sample,
    /// States explored since the budget was polled.
    since_poll: usize,
}

impl<'a> InPlace<'a> {
    pub(crate) fn new(
        program: &'a Program,
        store: &Store,
        limits: &'a ExplorationLimits,
        usage: &'a Usage<'a>,
    ) -> InPlace<'a> {
        InPlace {
            successors: Successors::new(program, usage),
            state: vec![0; store.words],
            limits,
            usage,
            sample: Sample::default(),
            // Limits that are met already are noticed at once.
            since_poll: usage.tuning.level_chunk,
        }
    }

    /// Whether an evolution line was enabled somewhere that assigns a value out of range.
    pub(crate) fn met_overflow(&self) -> bool {
        self.successors.choices.met_overflow
    }

    /// Steps that the state took which was explored since so many lines were run and tests made.
    fn steps(&self, found: usize, (lines, tests): (u64, u64), store: &Store) -> u64 {
        let tuning = &self.usage.tuning;
        let (more_lines, more_tests) = self.efforts();
        let slow = if store.bytes() > tuning.fast_bytes { tuning.slow_factor } else { 1 };
        tuning.state_steps
            + (found as u64 * slow + more_lines - lines) / tuning.words_per_step
            + (self.successors.program.protocols_effort() + more_tests - tests) / tuning.tests_per_step
    }

    /// How many lines were run with actions left open, and tests of lines made.
    fn efforts(&self) -> (u64, u64) {
        (self.successors.choices.meter.lines(), self.successors.choices.meter.tests())
    }

    fn explore(
        &mut self,
        store: &mut Store,
        chunks: &[Chunk],
        explored: &mut Explored,
        noticed: &mut Noticed,
    ) -> Result<(), Halt> {
        let words = store.words;
        for chunk in chunks {
            for index in chunk.states.clone() {
                self.state.copy_from_slice(store.shards[chunk.shard].state(words, index));
                noticed.stuck += usize::from(self.explore_state(store, explored)? == 0);
            }
            self.since_poll += chunk.states.len();
            if self.since_poll >= self.usage.tuning.level_chunk {
                self.since_poll = 0;
                self.usage.set(store.bytes());
                self.usage.check()?;
            }
        }
        noticed.overflow |= self.met_overflow();
        Ok(())
    }

    /// Explores a state; how many words its successors have.
    pub(crate) fn explore_state(&mut self, store: &mut Store, explored: &mut Explored) -> Result<usize, Halt> {
        let (words, tuning) = (store.words, &self.usage.tuning);
        let efforts = self.efforts();
        let next = self.successors.of(&self.state)?;
        let found = next.len();
        self.sample.add(found);
        if self.sample.states >= tuning.sampled_states && self.limits.foresees_too_many_words(self.sample.fewest) {
            return Err(Halt::Allowance(LimitMet::Successors));
        }
        let many = next.len() > tuning.level_chunk;
        for some in next.chunks(tuning.level_chunk * words) {
            for next in some.chunks_exact(words).filter(|next| *next != self.state) {
                explored.states += usize::from(store.insert(next)?);
            }
            if many {
                self.usage.set(store.bytes() + size_of_val(next) as u64);
                self.usage.check()?;
            }
        }
        explored.expanded += 1;
        explored.steps += self.steps(found, efforts, store);
        if explored.states > self.limits.states {
            return Err(Halt::Allowance(LimitMet::States));
        }
        Ok(found)
    }
}

/// The successors of a chunk, shard after shard.
struct Found {
    states: Vec<u64>,
    /// By shard: where its words end.
    ends: Vec<usize>,
}

impl Found {
    /// Sorts states by shard; within a shard they stay in order.
    fn sorted(unsorted: &[u64], words: usize) -> Found {
        let shards: Vec<u8> = unsorted.chunks_exact(words).map(|state| shard_of(hash(state)) as u8).collect();
        let mut ends = vec![0; SHARDS];
        shards.iter().for_each(|shard| ends[usize::from(*shard)] += words);
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        // Now each is where its shard starts, and it moves to the end as states are put there.
        let mut states = vec![0; total];
        for (state, shard) in unsorted.chunks_exact(words).zip(shards) {
            let place = &mut ends[usize::from(shard)];
            states[*place..*place + words].copy_from_slice(state);
            *place += words;
        }
        Found { states, ends }
    }

    fn of_shard(&self, shard: usize) -> &[u64] {
        let start = if shard == 0 { 0 } else { self.ends[shard - 1] };
        &self.states[start..self.ends[shard]]
    }
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
    let found: Vec<Result<(Found, Noticed), Halt>> = parallel::map(
        threads,
        batch.len(),
        || (Successors::new(program, usage), Vec::new()),
        |(successors, all), index| {
            let chunk = &batch[index];
            all.clear();
            let mut stuck = 0;
            for index in chunk.states.clone() {
                let state = known.shards[chunk.shard].state(words, index);
                let before = all.len();
                // Nobody needs to be told that a state may stay what it is.
                let next = successors.of(state)?;
                stuck += usize::from(next.is_empty());
                let others = next.chunks_exact(words).filter(|next| *next != state);
                others.for_each(|next| all.extend_from_slice(next));
                // Reported state by state: a batch may hold many more states than the store.
                usage.add(size_of_val(&all[before..]) as u64);
            }
            usage.check()?;
            let noticed = Noticed { stuck, overflow: successors.choices.met_overflow };
            Ok((Found::sorted(all, words), noticed))
        },
    );
    let found = found.into_iter().collect::<Result<Vec<_>, Halt>>()?;
    for (_, here) in &found {
        noticed.stuck += here.stuck;
        noticed.overflow |= here.overflow;
    }
    let shards: Vec<Mutex<&mut Shard>> = store.shards.iter_mut().map(Mutex::new).collect();
    let filled = parallel::map(
        threads,
        SHARDS,
        || (),
        |(), shard| {
            // Each shard is filled by one thread; the lock only tells the compiler.
            let Ok(mut target) = shards[shard].lock() else { return Err(Halt::Limit(Stop::Cancelled)) };
            for (chunk, _) in &found {
                // What waits to be stored is still there, so this may need as much again.
                usage.check()?;
                for state in chunk.of_shard(shard).chunks_exact(words) {
                    target.insert(words, hash(state), state)?;
                }
            }
            Ok(())
        },
    );
    filled.into_iter().collect()
}
