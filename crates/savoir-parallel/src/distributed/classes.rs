//! What agents cannot tell apart, over all ranks. States that look the same may be anywhere; each observation belongs to the rank
//! that its hash falls to, as a state does.
//!
//! Observations travel once, when classes are made. Later only bits do: a rank tells the owner of a class whether it has a
//! state of it in a set, and hears whether anybody has. Both know the classes by the order in which they were told of first.

use super::ledger::Holding;
use super::rounds::{Crew, NotTaken, Outbox, Standing, Topic};
use super::tuning::DistributedTuning;
use super::wire::{NUMBER_BYTES, Wire};
use savoir_check::Stop;
use savoir_explicit::{BitSet, PackedStates, packed_hash};

/// The states of a rank by what is observed in them, and the observations that belong to it.
pub(super) struct Classes {
    /// By state of this rank: its class here.
    class: Vec<u32>,
    /// How many classes there are here.
    count: usize,
    /// By rank: the classes here that belong to it, in the order in which it was told.
    told: Vec<Vec<u32>>,
    /// By rank: the classes that belong here which it has states of, in the order in which it told.
    heard: Vec<Vec<u32>>,
    /// How many belong here.
    owned: usize,
}

impl Classes {
    /// States are in one class if they agree on the bits of `mask`. All ranks do this together.
    pub(super) fn find(
        crew: &Crew<'_>,
        wire: &Wire,
        states: &PackedStates,
        mask: &[u64],
        tuning: DistributedTuning,
    ) -> Result<Classes, Stop> {
        let mut here = PackedStates::new(mask.len());
        let mut owned = PackedStates::new(mask.len());
        let mut class = Vec::with_capacity(states.len());
        let (mut told, mut heard) = (vec![Vec::new(); crew.size()], vec![Vec::new(); crew.size()]);
        let mut outbox = Outbox::new(crew.size(), tuning.batch_bytes);
        let (mut seen, mut arrived) = (vec![0; mask.len()], vec![0; mask.len()]);
        loop {
            let end = (class.len() + tuning.round_steps).min(states.len());
            while class.len() < end && !outbox.is_full() {
                let state = states.state(class.len());
                seen.iter_mut().zip(state).zip(mask).for_each(|((seen, word), mask)| *seen = word & mask);
                let hash = packed_hash(&seen);
                let known = here.len();
                let number = here.number(hash, &seen)?;
                class.push(number);
                if here.len() == known {
                    continue;
                }
                let owner = crew.owner(hash);
                told[owner].push(number);
                if owner == crew.rank() {
                    heard[owner].push(owned.number(hash, &seen)?);
                } else {
                    wire.write(&seen, outbox.to(owner));
                }
            }
            crew.ledger.hold(Holding::Mail, outbox.bytes() + here.bytes() + owned.bytes())?;
            let standing = Standing { is_busy: class.len() < states.len(), number: 0 };
            let round = crew.round(Topic::Observations, &mut outbox, standing, |rank, batch| {
                if !batch.len().is_multiple_of(wire.bytes) {
                    return Err(NotTaken::Damaged("it ends within an observation"));
                }
                for bytes in batch.chunks_exact(wire.bytes) {
                    wire.read(bytes, &mut arrived);
                    heard[rank].push(owned.number(packed_hash(&arrived), &arrived)?);
                }
                Ok(())
            })?;
            if !round.goes_on {
                break;
            }
        }
        crew.ledger.hold(Holding::Mail, 0)?;
        let classes = Classes { class, count: here.len(), told, heard, owned: owned.len() };
        crew.ledger.hold_more(Holding::Classes, classes.bytes())?;
        Ok(classes)
    }

    fn bytes(&self) -> u64 {
        let lists = self.told.iter().chain(&self.heard).map(Vec::capacity).sum::<usize>();
        ((self.class.capacity() + lists) * NUMBER_BYTES) as u64
    }

    /// All states that share a class with a member of `set`, at this rank. All ranks do this together.
    pub(super) fn indistinguishable(&self, crew: &Crew<'_>, set: &BitSet) -> Result<BitSet, Stop> {
        let mut touched = BitSet::empty(self.count);
        set.iter().for_each(|state| {
            touched.insert(self.class[state] as usize);
        });
        let mut anywhere = BitSet::empty(self.owned);
        exchange(crew, (&self.told, &touched), (&self.heard, &mut anywhere))?;
        exchange(crew, (&self.heard, &anywhere), (&self.told, &mut touched))?;
        let mut found = BitSet::empty(self.class.len());
        for (state, class) in self.class.iter().enumerate() {
            if touched.contains(*class as usize) {
                found.insert(state);
            }
        }
        Ok(found)
    }
}

/// Tells each rank which of its list are in a set, and adds what the others tell to another set.
fn exchange(
    crew: &Crew<'_>,
    (lists, set): (&[Vec<u32>], &BitSet),
    (others, into): (&[Vec<u32>], &mut BitSet),
) -> Result<(), Stop> {
    let mut outbox = Outbox::new(crew.size(), 0);
    for (rank, list) in lists.iter().enumerate() {
        if rank == crew.rank() {
            // What belongs to this rank is known under two numbers.
            let own = list.iter().zip(&others[rank]).filter(|(class, _)| set.contains(**class as usize));
            own.for_each(|(_, other)| {
                into.insert(*other as usize);
            });
        } else if list.iter().any(|class| set.contains(*class as usize)) {
            let batch = outbox.to(rank);
            batch.extend(list.chunks(8).map(|eight| {
                eight.iter().rev().fold(0, |bits, class| bits << 1 | u8::from(set.contains(*class as usize)))
            }));
        }
    }
    crew.round(Topic::Doubts, &mut outbox, Standing::default(), |rank, batch| {
        let list = &others[rank];
        if batch.is_empty() {
            return Ok(());
        }
        if batch.len() != list.len().div_ceil(8) {
            return Err(NotTaken::Damaged("it is about other classes"));
        }
        for (eight, bits) in list.chunks(8).zip(batch) {
            let in_set = eight.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
            in_set.for_each(|(_, class)| {
                into.insert(*class as usize);
            });
        }
        Ok(())
    })?;
    Ok(())
}
