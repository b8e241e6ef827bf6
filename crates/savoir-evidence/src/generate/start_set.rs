//! Start sets: the states that a uniform strategy has to win from, with how they are reached and who confuses them.

use super::Generator;
use super::uniform::Asked;
use num_bigint::BigUint;
use savoir_check::{GivenUp, System};
use savoir_model::{AgentId, StartSet};
use savoir_reference::State;
use savoir_replay::{Coverage, EpistemicLink};

/// Larger start sets are not listed as a whole.
const MOST_STARTS: u32 = 1_000;
/// So many of their states are.
const SOME_STARTS: usize = 100;

impl<S: System> Generator<'_, '_, S> {
    /// The states of a start set beside the state itself, and whether these are all.
    pub(super) fn start_set(
        &mut self,
        asked: &Asked,
        state: &State,
    ) -> Result<(Vec<EpistemicLink>, Coverage), GivenUp> {
        let system = self.checker.system();
        let all = self.checker.start_set(&asked.members, asked.start, state)?;
        let mut rest = system.difference(&all, &system.singleton(state)?)?;
        let mut coverage = Coverage::Whole;
        let mut states = Vec::new();
        if system.count(&rest)? > BigUint::from(MOST_STARTS) {
            coverage = Coverage::Cut;
            while states.len() < SOME_STARTS
                && let Some(next) = system.pick(&rest)?
            {
                rest = system.difference(&rest, &system.singleton(&next)?)?;
                states.push(next);
            }
        } else {
            states = system.list(&rest)?;
        }
        let mut links = Vec::with_capacity(states.len());
        for (observers, state) in self.in_order(asked, state, states) {
            let target = self.checker.system().singleton(&state)?;
            // Whatever cannot be reached will be missed by the replay.
            if let Some(access) = self.access(&target)? {
                links.push(self.link(&observers, access)?);
            }
        }
        Ok((links, coverage))
    }

    /// Links to a state of a start set; none if it is the state itself.
    pub(super) fn way_in_start_set(
        &mut self,
        asked: &Asked,
        state: &State,
        to: &State,
    ) -> Result<Vec<EpistemicLink>, GivenUp> {
        if state == to {
            return Ok(Vec::new());
        }
        let way = match asked.start {
            StartSet::Objective | StartSet::Everyone | StartSet::Distributed => vec![to.clone()],
            StartSet::Common => {
                let system = self.checker.system();
                let (here, there) = (system.singleton(state)?, system.singleton(to)?);
                let chain = self.checker.chain(&asked.members, &here, &there)?.unwrap_or_default();
                chain.into_iter().skip(1).collect()
            }
        };
        let mut links = Vec::with_capacity(way.len());
        for (observers, state) in self.in_order(asked, state, way) {
            let target = self.checker.system().singleton(&state)?;
            if let Some(access) = self.access(&target)? {
                links.push(self.link(&observers, access)?);
            }
        }
        Ok(links)
    }

    /// Some states of a start set, each with those who confuse it with the first one, or in a chain with one before it.
    fn in_order(&self, asked: &Asked, first: &State, states: Vec<State>) -> Vec<(Vec<AgentId>, State)> {
        let who = |one: &State, other: &State| {
            asked.members.iter().copied().find(|agent| self.are_indistinguishable(&[*agent], one, other))
        };
        match asked.start {
            StartSet::Objective => Vec::new(),
            StartSet::Distributed => states.into_iter().map(|state| (asked.members.clone(), state)).collect(),
            StartSet::Everyone => {
                let linked = states.into_iter().filter_map(|state| Some((vec![who(first, &state)?], state)));
                linked.collect()
            }
            StartSet::Common => {
                let mut found: Vec<(Vec<AgentId>, State)> = Vec::new();
                let mut left = states;
                let mut at = 0;
                // Breadth first: whatever is confused with the next state that was found.
                while let Some(from) =
                    if at == 0 { Some(first.clone()) } else { found.get(at - 1).map(|one| one.1.clone()) }
                {
                    left.retain(|state| match who(&from, state) {
                        Some(agent) => {
                            found.push((vec![agent], state.clone()));
                            false
                        }
                        None => true,
                    });
                    at += 1;
                }
                found
            }
        }
    }
}
