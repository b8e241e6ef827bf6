//! Why no uniform strategy wins: observations in which one action has to do for states that need different ones.
//!
//! A *core* is a set of observations such that no strategy wins even if it may see everything wherever it does not observe
//! one of these. It is found by adding what a strategy violates that is uniform only in the core so far, and made smaller
//! by leaving out one observation after the other.

use super::arena::{Arena, Uniformity};
use super::goal::Goal;
use super::guide::Guide;
use super::sat::{Found, SatSearch};
use super::{Aim, UniformSearch};
use crate::{Checker, Stop, System};
use rustc_hash::FxHashSet;
use savoir_model::{ActionId, AgentId, StartSet, Temporal};
use std::collections::BTreeMap;

/// What a member observes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Observation {
    /// The member.
    pub agent: AgentId,
    /// The codes of the variables that it observes, in the order of the model.
    pub codes: Vec<u64>,
}

/// Why no uniform strategy wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UniformRefutation {
    /// With perfect information there is none either, from this state of the start set.
    PerfectInformation(Vec<u64>),
    /// One action has to do in each of these observations, sorted.
    Core(Vec<Confusion>),
}

/// An observation that makes the difference: a strategy wins which is uniform in the others of the core only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confusion {
    /// The observation.
    pub observation: Observation,
    /// Two or more states with it where such a strategy does different things, each action once.
    pub states: Vec<ConfusedState>,
}

/// What a strategy that is not uniform does in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfusedState {
    /// The state.
    pub state: Vec<u64>,
    /// The action.
    pub action: ActionId,
}

/// What a strategy does where an observation is made.
type Violated = BTreeMap<Observation, Vec<ConfusedState>>;

impl<S: System> Checker<'_, S> {
    /// Why no uniform strategy wins from all states of the start set of a state; `None` if one does.
    pub fn uniform_refutation(
        &self,
        coalition: &[AgentId],
        temporal: Temporal,
        start: StartSet,
        state: &[u64],
    ) -> Result<Option<UniformRefutation>, Stop> {
        let aim = Aim { coalition, temporal, start };
        let region = self.enforce_with_perfect_information(coalition, temporal)?;
        let start = self.start_set(coalition, start, state)?;
        let outside = self.system.difference(&start, &region)?;
        if let Some(lost) = self.system.pick(&outside)? {
            return Ok(Some(UniformRefutation::PerfectInformation(lost)));
        }
        let search = CoreSearch { checker: self, aim, region, start: self.system.list(&start)? };
        let Some(core) = search.grow()? else { return Ok(None) };
        Ok(Some(UniformRefutation::Core(search.shrink(core)?)))
    }
}

struct CoreSearch<'a, 'm, S: System> {
    checker: &'a Checker<'m, S>,
    aim: Aim<'a>,
    region: S::Set,
    start: Vec<Vec<u64>>,
}

impl<S: System> CoreSearch<'_, '_, S> {
    /// Observations that are enough; `None` if a uniform strategy wins.
    fn grow(&self) -> Result<Option<Vec<Observation>>, Stop> {
        let mut core: Vec<Observation> = Vec::new();
        loop {
            self.checker.system.budget().check_memory(0)?;
            let Some(violated) = self.violated_by_winning(&core)? else { return Ok(Some(core)) };
            if violated.is_empty() {
                return Ok(None);
            }
            core.extend(violated.into_keys());
        }
    }

    /// Leaves out what is not needed, and says what would be done in the rest.
    fn shrink(&self, mut core: Vec<Observation>) -> Result<Vec<Confusion>, Stop> {
        core.sort_unstable();
        let mut needed = Vec::new();
        while needed.len() < core.len() {
            self.checker.system.budget().check_memory(0)?;
            let mut fewer = core.clone();
            let observation = fewer.remove(needed.len());
            match self.violated_by_winning(&fewer)? {
                None => core = fewer,
                // It does the same in the others, so it does not in this one.
                Some(mut violated) => {
                    let states = violated.remove(&observation).unwrap_or_default();
                    needed.push(Confusion { observation, states });
                }
            }
        }
        Ok(needed)
    }

    /// Observations where a strategy that wins, and is uniform in the core, does different things; `None` if no such
    /// strategy wins.
    fn violated_by_winning(&self, core: &[Observation]) -> Result<Option<Violated>, Stop> {
        let UniformSearch { steps, tuning, .. } = self.checker.uniform_search();
        let goal = Goal::new(self.checker, self.aim.coalition, self.aim.temporal, Some(&self.region))?;
        let kept: FxHashSet<(AgentId, Box<[u64]>)> =
            core.iter().map(|one| (one.agent, one.codes.clone().into_boxed_slice())).collect();
        let parts = (self.checker.model, self.checker.system);
        let uniformity = Uniformity::Only(kept);
        let arena = Arena::new(parts, steps, goal, self.aim.coalition, uniformity, tuning.listed_states);
        let guide = Guide::new(|goal: &Goal<S::Set>| goal.layers(self.checker, self.aim.coalition));
        let mut search = SatSearch::new(arena, guide, tuning);
        match search.solve(&self.start)? {
            Found::Won(..) => {}
            Found::Lost | Found::GivenUp => return Ok(None),
        }
        let mut done = Violated::new();
        for (state, choice) in search.choices_by_state()? {
            let observation = Observation { agent: choice.agent, codes: choice.observation };
            let states = done.entry(observation).or_default();
            if !states.iter().any(|known| known.action == choice.action) {
                states.push(ConfusedState { state: search.arena().codes(state).to_vec(), action: choice.action });
            }
        }
        done.retain(|_, states| states.len() > 1);
        Ok(Some(done))
    }
}
