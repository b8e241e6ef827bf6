//! Fixpoints over transitions: what holds in a state is told to its predecessors, wherever they are.
//!
//! Every transition is looked at once in a least fixpoint, and twice in a greatest one, which counts successors instead of
//! looking for them again. A state told to another rank takes four bytes.

use super::rounds::{Crew, NotTaken, Outbox, Standing, Topic};
use super::transitions::Predecessors;
use super::tuning::DistributedTuning;
use super::wire::{NUMBER_BYTES, read_number, write_number};
use savoir_check::Stop;
use savoir_explicit::BitSet;
use std::cell::Cell;

/// A rank's part in fixpoints.
pub(super) struct Propagation<'p, 't> {
    pub(super) crew: &'p Crew<'t>,
    pub(super) tuning: DistributedTuning,
    pub(super) predecessors: &'p Predecessors,
    /// How many states this rank has.
    pub(super) states: usize,
    /// Transitions that were looked at.
    pub(super) work: &'p Cell<u64>,
}

impl Propagation<'_, '_> {
    /// States with a successor in a set.
    pub(super) fn preimage(&self, set: &BitSet) -> Result<BitSet, Stop> {
        let mut found = BitSet::empty(self.states);
        self.propagate(set, |state| {
            found.insert(state);
            false
        })?;
        Ok(found)
    }

    /// The least solution of `Z = target ∪ (through ∩ pre Z)`.
    pub(super) fn exists_until(&self, through: &BitSet, target: &BitSet) -> Result<BitSet, Stop> {
        let mut found = target.clone();
        self.propagate(target, |state| through.contains(state) && found.insert(state))?;
        Ok(found)
    }

    /// The greatest solution of `Z = within ∩ pre Z`: states that lose their last successor inside leave.
    pub(super) fn exists_globally(&self, within: &BitSet) -> Result<BitSet, Stop> {
        let mut inside = vec![0u32; self.states];
        self.propagate(within, |state| {
            inside[state] += 1;
            false
        })?;
        let mut found = within.clone();
        let mut leaving = BitSet::empty(self.states);
        for state in within.iter().filter(|state| inside[*state] == 0) {
            leaving.insert(state);
            found.remove(state);
        }
        self.propagate(&leaving, |state| {
            inside[state] = inside[state].saturating_sub(1);
            let leaves = inside[state] == 0 && found.contains(state);
            if leaves {
                found.remove(state);
            }
            leaves
        })?;
        Ok(found)
    }

    /// Calls `tell` with the predecessors of a set, as often as there are transitions. Those for which it says so are
    /// then treated as if they were in the set. All ranks do this together.
    fn propagate(&self, set: &BitSet, mut tell: impl FnMut(usize) -> bool) -> Result<(), Stop> {
        let (crew, own) = (self.crew, self.crew.rank());
        let mut outbox = Outbox::new(crew.size(), self.tuning.batch_bytes);
        let mut members = set.iter();
        let mut open: Vec<u32> = Vec::new();
        loop {
            let mut done = 0;
            let mut is_busy = true;
            while done < self.tuning.round_steps && !outbox.is_full() {
                let Some(state) = open.pop().map(|state| state as usize).or_else(|| members.next()) else {
                    is_busy = false;
                    break;
                };
                for (rank, number) in self.predecessors.of(state) {
                    done += 1;
                    if rank != own {
                        write_number(number, outbox.to(rank));
                    } else if tell(number as usize) {
                        open.push(number);
                    }
                }
                done += 1;
            }
            self.work.set(self.work.get() + done as u64);
            let standing = Standing { is_busy, number: 0 };
            let heard = crew.round(Topic::Predecessors, &mut outbox, standing, |_, batch| {
                if !batch.len().is_multiple_of(NUMBER_BYTES) {
                    return Err(NotTaken::Damaged("it ends within a number"));
                }
                for number in batch.chunks_exact(NUMBER_BYTES).map(read_number) {
                    if number as usize >= self.states {
                        return Err(NotTaken::Damaged("it has the number of a state that there is not"));
                    }
                    if tell(number as usize) {
                        open.push(number);
                    }
                }
                Ok(())
            })?;
            if !heard.goes_on {
                return Ok(());
            }
        }
    }
}
