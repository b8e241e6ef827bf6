//! Transitions backwards, over all ranks: each rank knows the predecessors of its own states, by rank and number.
//!
//! They are found when a formula first needs them, by generating all successors once more: the owner of a state
//! gets it with the number of its predecessor. A transition takes six bytes, and 5 to 15 more while
//! all of them are sorted.

use super::exploration::Portion;
use super::ledger::Holding;
use super::rounds::{Crew, NotTaken, Outbox, Standing, Topic};
use super::tuning::DistributedTuning;
use super::wire::{NUMBER_BYTES, Wire, read_number, write_number};
use crate::Rank;
use savoir_check::{Phase, Progress, Stop};
use savoir_explicit::{PackedModel, PackedSuccessors, packed_hash};

/// The predecessors of the states of a rank.
pub(super) struct Predecessors {
    /// By state: where its predecessors start.
    offsets: Vec<u64>,
    /// Their numbers at their ranks.
    numbers: Vec<u32>,
    /// Their ranks.
    ranks: Vec<u16>,
}

/// Transitions from the states of one rank into those of another, by number at both ends. They come in the order of
/// their sources, so each source is kept once.
#[derive(Default)]
struct Arrivals {
    targets: Vec<u32>,
    /// Sources, each with the number of its targets.
    sources: Vec<(u32, u32)>,
}

impl Arrivals {
    fn push(&mut self, target: u32, source: u32) {
        make_room(&mut self.targets);
        self.targets.push(target);
        match self.sources.last_mut() {
            Some((last, count)) if *last == source => *count += 1,
            _ => {
                make_room(&mut self.sources);
                self.sources.push((source, 1));
            }
        }
    }

    fn bytes(&self) -> usize {
        self.targets.capacity() * size_of::<u32>() + self.sources.capacity() * size_of::<(u32, u32)>()
    }
}

/// Grows by a quarter: doubling would waste up to half of the memory.
fn make_room<T>(list: &mut Vec<T>) {
    if list.len() == list.capacity() {
        list.reserve_exact((list.len() / 4).max(64));
    }
}

impl Predecessors {
    /// Finds them, together with the other ranks.
    pub(super) fn find(
        model: &PackedModel<'_>,
        crew: &Crew<'_>,
        wire: &Wire,
        portion: &Portion,
        tuning: DistributedTuning,
    ) -> Result<Predecessors, Stop> {
        let states = &portion.states;
        let mut successors = PackedSuccessors::new(model, crew.ledger.usage);
        let mut arrivals: Vec<Arrivals> = (0..crew.size()).map(|_| Arrivals::default()).collect();
        let mut outbox = Outbox::new(crew.size(), tuning.batch_bytes);
        let mut arrived = vec![0; model.words()];
        let mut next = 0;
        loop {
            let mut done = 0;
            while next < states.len() && done < tuning.round_steps && !outbox.is_full() {
                for target in successors.of(states.state(next))?.chunks_exact(model.words()) {
                    done += 1;
                    let hash = packed_hash(target);
                    let owner = crew.owner(hash);
                    if owner != crew.rank() {
                        let batch = outbox.to(owner);
                        wire.write(target, batch);
                        write_number(next as u32, batch);
                    } else if let Some(target) = states.find(hash, target) {
                        arrivals[owner].push(target, next as u32);
                    }
                }
                done += 1;
                next += 1;
            }
            crew.ledger.hold(Holding::Transitions, arrivals.iter().map(Arrivals::bytes).sum::<usize>() as u64)?;
            crew.ledger.hold(Holding::Mail, outbox.bytes())?;
            let standing = Standing { is_busy: next < states.len(), number: next as u64 };
            let heard = crew.round(Topic::Transitions, &mut outbox, standing, |rank, batch| {
                if !batch.len().is_multiple_of(wire.bytes + NUMBER_BYTES) {
                    return Err(NotTaken::Damaged("it ends within a transition"));
                }
                for bytes in batch.chunks_exact(wire.bytes + NUMBER_BYTES) {
                    let (state, number) = bytes.split_at(wire.bytes);
                    wire.read(state, &mut arrived);
                    let target = states.find(packed_hash(&arrived), &arrived);
                    let target = target.ok_or(NotTaken::Damaged("it has a state that nobody has found"))?;
                    arrivals[rank].push(target, read_number(number));
                }
                Ok(())
            })?;
            if crew.rank() == 0 {
                let done = Progress::at(Phase::Connect, heard.sum, usize::try_from(portion.all_states).unwrap_or(0));
                crew.ledger.budget.report(&done);
            }
            if !heard.goes_on {
                crew.ledger.hold(Holding::Mail, 0)?;
                return Predecessors::gather(crew, states.len(), arrivals);
            }
        }
    }

    /// Sorts transitions by their targets.
    fn gather(crew: &Crew<'_>, states: usize, arrivals: Vec<Arrivals>) -> Result<Predecessors, Stop> {
        let count: usize = arrivals.iter().map(|one| one.targets.len()).sum();
        let entry = size_of::<u32>() + size_of::<u16>();
        crew.ledger.hold_more(Holding::Transitions, (count * entry + 2 * states * size_of::<u64>()) as u64)?;
        let mut offsets = vec![0u64; states + 1];
        for target in arrivals.iter().flat_map(|one| &one.targets) {
            offsets[*target as usize + 1] += 1;
        }
        for index in 0..states {
            offsets[index + 1] += offsets[index];
        }
        let mut next = offsets.clone();
        let (mut numbers, mut ranks) = (vec![0; count], vec![0; count]);
        for (rank, Arrivals { targets, sources }) in arrivals.into_iter().enumerate() {
            crew.ledger.check()?;
            let rank = u16::try_from(rank).map_err(|_| Stop::TooLarge)?;
            let mut targets = targets.into_iter();
            for (source, count) in sources {
                for target in targets.by_ref().take(count as usize) {
                    let place = &mut next[target as usize];
                    numbers[*place as usize] = source;
                    ranks[*place as usize] = rank;
                    *place += 1;
                }
            }
        }
        crew.ledger.hold(Holding::Transitions, (count * entry + offsets.len() * size_of::<u64>()) as u64)?;
        Ok(Predecessors { offsets, numbers, ranks })
    }

    /// The predecessors of a state, by rank and number.
    #[inline]
    pub(super) fn of(&self, state: usize) -> impl Iterator<Item = (Rank, u32)> {
        let places = self.offsets[state] as usize..self.offsets[state + 1] as usize;
        self.ranks[places.clone()].iter().map(|rank| usize::from(*rank)).zip(self.numbers[places].iter().copied())
    }
}
