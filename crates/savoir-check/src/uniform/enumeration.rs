//! Uniform strategies by trying one after the other, for comparison: no bounds, no learning.

use super::arena::{Arena, Move, Place, SlotNumber, StateNumber};
use super::goal::Label;
use super::sat::Found;
use super::strategy::{UniformChoice, UniformStrategy};
use super::walk::Walk;
use crate::{Phase, Progress, Stop, System};

/// A search that tries all strategies.
pub(super) struct Enumeration<'a, S: System> {
    pub(super) arena: Arena<'a, S>,
    /// Whether the slots of all states are known.
    is_complete: bool,
    /// Strategies that were tried.
    pub(super) tried: u64,
}

impl<'a, S: System> Enumeration<'a, S> {
    pub(super) fn new(arena: Arena<'a, S>) -> Enumeration<'a, S> {
        Enumeration { arena, is_complete: false, tried: 0 }
    }

    /// Whether a strategy wins from all of these states.
    pub(super) fn solve(&mut self, start: &[Vec<u64>]) -> Result<Found, Stop> {
        self.meet_all_states()?;
        let mut first = Vec::new();
        for codes in start {
            let state = self.arena.number(codes)?;
            match self.arena.first_label(state)? {
                Label::Won => {}
                Label::Lost => return Ok(Found::Lost),
                Label::Open(mode) => first.push(Place { state, mode }),
            }
        }
        let sizes: Vec<usize> = self.arena.slots().iter().map(|slot| slot.actions.len()).collect();
        let mut chosen = vec![0u32; sizes.len()];
        loop {
            self.arena.lookup.budget().check_memory(0)?;
            self.tried += 1;
            if self.tried.is_multiple_of(1024) {
                let progress = Progress::at(Phase::Strategies, self.tried, self.arena.state_count());
                self.arena.lookup.budget().report(&progress);
            }
            if let Some(found) = self.try_strategy(&first, &chosen)? {
                return Ok(found);
            }
            // Count on: the last digit that can grow grows, and those after it start again.
            let Some(place) = (0..sizes.len()).rfind(|&place| chosen[place] as usize + 1 < sizes[place]) else {
                return Ok(Found::Lost);
            };
            chosen[place] += 1;
            chosen[place + 1..].fill(0);
        }
    }

    /// A strategy says what to do in all reachable states, wherever it is started.
    fn meet_all_states(&mut self) -> Result<(), Stop> {
        if !self.is_complete {
            for codes in self.arena.lookup.list(&self.arena.lookup.reachable())? {
                let state = self.arena.number(&codes)?;
                self.arena.slots_of(state)?;
            }
            self.is_complete = true;
        }
        Ok(())
    }

    fn try_strategy(&mut self, first: &[Place], chosen: &[u32]) -> Result<Option<Found>, Stop> {
        let action = |arena: &Arena<'_, S>, slot: SlotNumber| {
            (!arena.slots()[slot as usize].actions.is_empty()).then(|| chosen[slot as usize])
        };
        let walk = Walk::follow(
            &mut self.arena,
            |arena| arena,
            first,
            |arena, place| {
                let slots = arena.slots_of(place.state)?;
                Ok(slots.iter().map(|slot| action(arena, *slot)).collect::<Option<Move>>())
            },
        )?;
        if walk.is_lost || !walk.doomed_rounds(&self.arena)?.is_empty() {
            return Ok(None);
        }
        let choice = |(slot, action): (&super::arena::Slot, &u32)| {
            let action = *slot.actions.get(*action as usize)?;
            Some(UniformChoice { agent: slot.agent, observation: slot.observation.to_vec(), action })
        };
        let mut strategy: UniformStrategy = self.arena.slots().iter().zip(chosen).filter_map(choice).collect();
        strategy.sort_unstable();
        let start = self.arena.goal.start();
        let states: Vec<StateNumber> =
            walk.places.iter().filter(|place| place.mode == start).map(|place| place.state).collect();
        Ok(Some(Found::Won(strategy, states)))
    }
}
