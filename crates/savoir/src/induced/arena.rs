//! The states that induced models are made of, met one after the other: no state is looked at that no restricted model
//! comes to.

use crate::session::holds;
use rustc_hash::{FxHashMap, FxHashSet};
use savoir_check::{Budget, SingleSteps, Stop};
use savoir_model::{ActionId, AgentId, ExprId, Model};
use std::rc::Rc;

/// A state that was met, by its number.
pub(super) type StateNumber = u32;
/// A slot that was met, by its number.
pub(super) type SlotNumber = u32;
/// What some agents do, sorted by agent.
pub(super) type Chosen = Vec<(AgentId, ActionId)>;

/// What an agent may do at one of its observations.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) agent: AgentId,
    /// The codes of what it observes.
    pub(super) observation: Box<[u64]>,
    /// Of actions with the same effects, only the first.
    pub(super) actions: Vec<ActionId>,
}

/// The model as far as it is known.
pub(super) struct Arena<'m> {
    pub(super) model: &'m Model,
    steps: &'m dyn SingleSteps,
    pub(super) budget: &'m Budget,
    pub(super) initial: Vec<StateNumber>,
    numbers: FxHashMap<Rc<[u64]>, StateNumber>,
    states: Vec<KnownState>,
    slot_numbers: FxHashMap<(AgentId, Box<[u64]>), SlotNumber>,
    slots: Vec<Slot>,
    conditions: FxHashMap<ExprId, Vec<Option<bool>>>,
    views: FxHashMap<Vec<AgentId>, Views>,
}

struct KnownState {
    codes: Rc<[u64]>,
    /// By agent; found when first needed.
    slots: Option<Rc<[SlotNumber]>>,
    outcomes: FxHashMap<Chosen, Rc<[StateNumber]>>,
    /// By the choices that are made.
    moves: FxHashMap<(Chosen, Merging), Rc<Moves>>,
}

/// Whether moves that lead to the same states are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Merging {
    /// They are, since somebody else may do different things about them.
    Never,
    /// They are not.
    SameOutcomes,
}

/// What some agents can do in a state after some choices are made.
pub(super) struct Moves {
    /// By move.
    pub(super) chosen: Vec<Chosen>,
    /// By move: where it may lead; nowhere if it is not possible.
    pub(super) outcomes: Vec<Rc<[StateNumber]>>,
    /// Whether they are too many to list: then there is one move, without the open choices.
    pub(super) are_lumped: bool,
}

/// What some agents observe together, as numbers.
#[derive(Default)]
struct Views {
    numbers: FxHashMap<Vec<u64>, u32>,
    /// By state, as far as asked for.
    of: Vec<u32>,
}

impl<'m> Arena<'m> {
    pub(super) fn new(
        model: &'m Model,
        steps: &'m dyn SingleSteps,
        budget: &'m Budget,
        initial: &[Vec<u64>],
    ) -> Result<Arena<'m>, Stop> {
        let mut arena = Arena {
            model,
            steps,
            budget,
            initial: Vec::new(),
            numbers: FxHashMap::default(),
            states: Vec::new(),
            slot_numbers: FxHashMap::default(),
            slots: Vec::new(),
            conditions: FxHashMap::default(),
            views: FxHashMap::default(),
        };
        arena.initial = initial.iter().map(|codes| arena.number(codes)).collect::<Result<_, _>>()?;
        Ok(arena)
    }

    /// How many states were met.
    pub(super) fn state_count(&self) -> usize {
        self.states.len()
    }

    pub(super) fn slot(&self, slot: SlotNumber) -> &Slot {
        &self.slots[slot as usize]
    }

    pub(super) fn codes(&self, state: StateNumber) -> &Rc<[u64]> {
        &self.states[state as usize].codes
    }

    /// The number of a state, which may be new.
    fn number(&mut self, codes: &[u64]) -> Result<StateNumber, Stop> {
        if let Some(number) = self.numbers.get(codes) {
            return Ok(*number);
        }
        let number = StateNumber::try_from(self.states.len()).map_err(|_| Stop::TooLarge)?;
        if number.is_multiple_of(1024) {
            self.budget.check_memory(0)?;
        }
        let codes: Rc<[u64]> = codes.into();
        self.numbers.insert(codes.clone(), number);
        self.states.push(KnownState {
            codes,
            slots: None,
            outcomes: FxHashMap::default(),
            moves: FxHashMap::default(),
        });
        Ok(number)
    }

    /// What each agent may do in a state: one slot for each.
    pub(super) fn slots_of(&mut self, state: StateNumber) -> Result<Rc<[SlotNumber]>, Stop> {
        if let Some(slots) = &self.states[state as usize].slots {
            return Ok(slots.clone());
        }
        let codes = self.codes(state).clone();
        let mut slots = Vec::with_capacity(self.model.agents.len());
        for agent in self.model.agent_ids() {
            let observes = &self.model.agent(agent).observes;
            let key = (agent, observes.iter().map(|variable| codes[variable.index()]).collect());
            let number = match self.slot_numbers.get(&key) {
                Some(number) => *number,
                None => {
                    let actions = self.steps.actions(&codes, agent)?;
                    let number = self.slots.len() as SlotNumber;
                    self.slots.push(Slot { agent, observation: key.1.clone(), actions });
                    self.slot_numbers.insert(key, number);
                    number
                }
            };
            slots.push(number);
        }
        let slots: Rc<[SlotNumber]> = slots.into();
        self.states[state as usize].slots = Some(slots.clone());
        Ok(slots)
    }

    /// Where a state may lead if some agents do this and the others what they like; nowhere if that is not possible.
    pub(super) fn outcomes(&mut self, state: StateNumber, chosen: &Chosen) -> Result<Rc<[StateNumber]>, Stop> {
        if let Some(found) = self.states[state as usize].outcomes.get(chosen) {
            return Ok(found.clone());
        }
        self.budget.check()?;
        let next = self.steps.outcomes(&self.codes(state).clone(), chosen)?;
        let numbers: Rc<[StateNumber]> = next.iter().map(|codes| self.number(codes)).collect::<Result<_, _>>()?;
        self.states[state as usize].outcomes.insert(chosen.clone(), numbers.clone());
        Ok(numbers)
    }

    /// The moves of some agents in a state: after the choices that are made, all ways to make those that are open.
    pub(super) fn moves(
        &mut self,
        state: StateNumber,
        made: Chosen,
        open: &[SlotNumber],
        merging: Merging,
        most: usize,
    ) -> Result<Rc<Moves>, Stop> {
        let key = (made, merging);
        if let Some(found) = self.states[state as usize].moves.get(&key) {
            return Ok(found.clone());
        }
        let choices = open.iter().map(|slot| (self.slot(*slot).agent, self.slot(*slot).actions.clone()));
        let all = combinations(&key.0, &choices.collect::<Vec<_>>(), most);
        let are_lumped = all.is_none();
        let mut moves = Moves { chosen: Vec::new(), outcomes: Vec::new(), are_lumped };
        let mut seen = FxHashSet::default();
        for chosen in all.unwrap_or_else(|| vec![key.0.clone()]) {
            let outcomes = self.outcomes(state, &chosen)?;
            if merging == Merging::Never || seen.insert(outcomes.clone()) {
                moves.chosen.push(chosen);
                moves.outcomes.push(outcomes);
            }
        }
        let moves = Rc::new(moves);
        self.states[state as usize].moves.insert(key, moves.clone());
        Ok(moves)
    }

    /// Whether a condition of the model holds in a state.
    pub(super) fn holds(&mut self, condition: ExprId, state: StateNumber) -> bool {
        let known = self.conditions.entry(condition).or_default();
        known.resize(known.len().max(self.states.len()), None);
        *known[state as usize].get_or_insert_with(|| holds(self.model, condition, &self.states[state as usize].codes))
    }

    /// What some agents observe together in a state: a number that stands for it.
    pub(super) fn view(&mut self, observers: &[AgentId], state: StateNumber) -> u32 {
        if !self.views.contains_key(observers) {
            self.views.insert(observers.to_vec(), Views::default());
        }
        let Some(views) = self.views.get_mut(observers) else { return 0 };
        if views.of.len() <= state as usize {
            let mut observed: Vec<_> =
                observers.iter().flat_map(|agent| &self.model.agent(*agent).observes).copied().collect();
            observed.sort_unstable();
            observed.dedup();
            for state in &self.states[views.of.len()..] {
                let seen = observed.iter().map(|variable| state.codes[variable.index()]).collect();
                let next = views.numbers.len() as u32;
                views.of.push(*views.numbers.entry(seen).or_insert(next));
            }
        }
        views.of[state as usize]
    }
}

/// All ways to make open choices after others; `None` if there are more than so many.
pub(super) fn combinations(made: &Chosen, open: &[(AgentId, Vec<ActionId>)], most: usize) -> Option<Vec<Chosen>> {
    let mut sizes = open.iter().map(|(_, actions)| actions.len());
    sizes.try_fold(1_usize, usize::checked_mul).filter(|count| *count <= most)?;
    let mut all = vec![made.clone()];
    for (agent, actions) in open {
        let with = |chosen: &Chosen, action: &ActionId| chosen.iter().copied().chain([(*agent, *action)]).collect();
        all = all.iter().flat_map(|chosen| actions.iter().map(move |action| with(chosen, action))).collect();
    }
    all.iter_mut().for_each(|chosen| chosen.sort_unstable());
    Some(all)
}
