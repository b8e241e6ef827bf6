//! Finding all reachable states: each rank stores the states whose hash falls to it, and only those.
//!
//! A rank generates the successors of its states. Those that are its own are stored at once and looked at in the same
//! round; the others go to their owners. So a rank gets as far as it can by itself before it waits for others.

use super::ledger::Holding;
use super::rounds::{Crew, NotTaken, Outbox, Standing, Topic};
use super::tuning::DistributedTuning;
use super::wire::Wire;
use savoir_check::{Phase, Progress, Stop};
use savoir_explicit::{PackedModel, PackedStates, PackedSuccessors, packed_hash};

/// The states of one rank.
pub(super) struct Portion {
    pub(super) states: PackedStates,
    /// How many of them are initial: the first ones.
    pub(super) initial: usize,
    /// Transitions from them.
    pub(super) transitions: u64,
    /// States of all ranks.
    pub(super) all_states: u64,
}

/// Finds all reachable states, together with the other ranks.
pub(super) fn explore(
    model: &PackedModel<'_>,
    crew: &Crew<'_>,
    wire: &Wire,
    tuning: DistributedTuning,
) -> Result<Portion, Stop> {
    let mut states = initial_states(model, crew)?;
    let initial = states.len();
    let mut open = OpenStates {
        successors: PackedSuccessors::new(model, crew.ledger.usage),
        next: 0,
        state: vec![0; model.words()],
        transitions: 0,
        sent: SentLately::new(model.words(), tuning.remembered_states),
    };
    let mut outbox = Outbox::new(crew.size(), tuning.batch_bytes);
    let mut arrived = vec![0; model.words()];
    let mut rounds = 0;
    loop {
        open.expand(crew, wire, &mut states, &mut outbox, tuning.round_steps)?;
        crew.ledger.hold(Holding::States, states.bytes())?;
        crew.ledger.hold(Holding::Mail, outbox.bytes() + open.sent.bytes())?;
        let standing = Standing { is_busy: open.next < states.len(), number: states.len() as u64 };
        let heard = crew.round(Topic::States, &mut outbox, standing, |_, batch| {
            if !batch.len().is_multiple_of(wire.bytes) {
                return Err(NotTaken::Damaged("it ends within a state"));
            }
            for bytes in batch.chunks_exact(wire.bytes) {
                wire.read(bytes, &mut arrived);
                let hash = packed_hash(&arrived);
                if crew.owner(hash) != crew.rank() {
                    return Err(NotTaken::Damaged("it has a state of another rank"));
                }
                states.insert(hash, &arrived)?;
            }
            Ok(())
        })?;
        rounds += 1;
        if crew.rank() == 0 {
            let states = usize::try_from(heard.sum).unwrap_or(usize::MAX);
            crew.ledger.budget.report(&Progress::at(Phase::Explore, rounds, states));
        }
        if !heard.goes_on {
            crew.ledger.hold(Holding::States, states.bytes())?;
            crew.ledger.hold(Holding::Mail, 0)?;
            return Ok(Portion { states, initial, transitions: open.transitions, all_states: heard.sum });
        }
    }
}

/// The initial states of this rank. Every rank looks at all initial states, which need not be stored, and keeps its own.
fn initial_states(model: &PackedModel<'_>, crew: &Crew<'_>) -> Result<PackedStates, Stop> {
    let mut states = PackedStates::new(model.words());
    if crew.rank() == 0 {
        crew.ledger.budget.report(&Progress::new(Phase::Initial));
    }
    model.initial_states(crew.ledger.budget, &mut |state| {
        let hash = packed_hash(state);
        if crew.owner(hash) == crew.rank() && states.insert(hash, state)? && states.len().is_multiple_of(4096) {
            crew.ledger.hold(Holding::States, states.bytes())?;
        }
        Ok(())
    })?;
    Ok(states)
}

/// The states of a rank whose successors are not found yet.
struct OpenStates<'p> {
    successors: PackedSuccessors<'p>,
    /// The first of them; all others come after it.
    next: usize,
    state: Vec<u64>,
    transitions: u64,
    sent: SentLately,
}

impl OpenStates<'_> {
    /// Finds successors until there are no more open states, a batch is full, or it has looked at enough for one round.
    fn expand(
        &mut self,
        crew: &Crew<'_>,
        wire: &Wire,
        states: &mut PackedStates,
        outbox: &mut Outbox,
        steps: usize,
    ) -> Result<(), Stop> {
        let mut done = 0;
        while self.next < states.len() && done < steps && !outbox.is_full() {
            self.state.copy_from_slice(states.state(self.next));
            self.next += 1;
            for target in self.successors.of(&self.state)?.chunks_exact(self.state.len()) {
                done += 1;
                self.transitions += 1;
                let hash = packed_hash(target);
                let owner = crew.owner(hash);
                if owner == crew.rank() {
                    states.insert(hash, target)?;
                } else if self.sent.is_new(hash, target) {
                    wire.write(target, outbox.to(owner));
                }
            }
            done += 1;
        }
        Ok(())
    }
}

/// Some of the states that were sent lately: a table in which a state takes the place of another one with the same slot.
struct SentLately {
    words: usize,
    /// By slot: a state; nothing before the first one is there.
    states: Vec<u64>,
    is_taken: Vec<bool>,
}

impl SentLately {
    fn new(words: usize, slots: usize) -> SentLately {
        let slots = slots.next_power_of_two();
        SentLately { words, states: vec![0; slots * words], is_taken: vec![false; slots] }
    }

    /// Whether it is not there yet; afterwards it is.
    #[inline]
    fn is_new(&mut self, hash: u64, state: &[u64]) -> bool {
        let slot = hash as usize & (self.is_taken.len() - 1);
        let known = &mut self.states[slot * self.words..(slot + 1) * self.words];
        if std::mem::replace(&mut self.is_taken[slot], true) && known == state {
            return false;
        }
        known.copy_from_slice(state);
        true
    }

    fn bytes(&self) -> u64 {
        (self.states.len() * size_of::<u64>() + self.is_taken.len()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sent_is_remembered_until_its_place_is_taken() {
        let mut sent = SentLately::new(1, 4);
        assert!(sent.is_new(1, &[0]), "an empty place is no state");
        assert!(!sent.is_new(1, &[0]));
        assert!(sent.is_new(5, &[7]), "the same place");
        assert!(sent.is_new(1, &[0]));
        assert!(sent.is_new(2, &[0]));
    }
}
