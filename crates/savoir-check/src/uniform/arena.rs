//! The part of a game that plays come to, found state by state as it is needed.
//!
//! A *slot* is what a member has to decide: an observation of its, with the actions that its protocol allows there. A move
//! in a state is one action for the slot of each member.

use super::UniformChoice;
use super::goal::{Goal, Label, Mode};
use super::lookup::Lookup;
use super::single_steps::SingleSteps;
use crate::Stop;
use rustc_hash::{FxHashMap, FxHashSet};
use savoir_model::{ActionId, AgentId, Model};
use std::rc::Rc;

/// A state that was met, by its number.
pub(super) type StateNumber = u32;
/// A slot that was met, by its number.
pub(super) type SlotNumber = u32;
/// The places of the chosen actions in the slots of a state.
pub(super) type Move = Box<[u32]>;

/// A member with its observation; with a state, if this is decided by itself.
type SlotKey = (AgentId, Box<[u64]>, Option<StateNumber>);

/// What a member has to decide.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) agent: AgentId,
    /// The codes of what it observes.
    pub(super) observation: Box<[u64]>,
    /// What it may do.
    pub(super) actions: Vec<ActionId>,
}

impl Slot {
    /// The choice of the action in this place.
    pub(super) fn choice(&self, action: u32) -> UniformChoice {
        let action = self.actions[action as usize];
        UniformChoice { agent: self.agent, observation: self.observation.to_vec(), action }
    }
}

/// Which observations have to be decided as a whole.
#[derive(Clone, Debug, Default)]
pub(super) enum Uniformity {
    /// All: strategies are uniform.
    #[default]
    Everywhere,
    /// These; elsewhere each state may be decided by itself.
    Only(FxHashSet<(AgentId, Box<[u64]>)>),
}

/// Where a play can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) state: StateNumber,
    pub(super) mode: Mode,
}

/// What a move leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MoveEnd {
    /// It is possible, and the play goes on in these places or is won.
    Open(Vec<Place>),
    /// It is not possible, or may lead to a state that is lost.
    Lost,
}

/// What it costs to find a move and each of its outcomes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Costs {
    pub(super) of_move: u64,
    pub(super) of_outcome: u64,
}

/// The game as far as it is known.
pub(super) struct Arena<'a, L: Lookup> {
    pub(super) lookup: &'a L,
    model: &'a Model,
    steps: &'a dyn SingleSteps,
    pub(super) goal: Goal<L::Set>,
    /// The members that have actions.
    players: Vec<AgentId>,
    uniformity: Uniformity,
    numbers: FxHashMap<Rc<[u64]>, StateNumber>,
    states: Vec<KnownState>,
    slot_numbers: FxHashMap<SlotKey, SlotNumber>,
    slots: Vec<Slot>,
    /// States that may be listed.
    most_states: usize,
    /// What finding moves and their outcomes has cost, and what it may cost.
    spent: u64,
    most_spent: u64,
    costs: Costs,
}

struct KnownState {
    codes: Rc<[u64]>,
    /// By player; found when first needed.
    slots: Option<Rc<[SlotNumber]>>,
    outcomes: FxHashMap<Move, Rc<[StateNumber]>>,
    labels: [Option<Label>; 3],
}

impl<'a, L: Lookup> Arena<'a, L> {
    pub(super) fn new(
        (model, lookup): (&'a Model, &'a L),
        steps: &'a dyn SingleSteps,
        goal: Goal<L::Set>,
        coalition: &[AgentId],
        uniformity: Uniformity,
        most_states: usize,
    ) -> Arena<'a, L> {
        let players = coalition.iter().copied().filter(|agent| !model.agent(*agent).actions.is_empty()).collect();
        Arena {
            lookup,
            model,
            steps,
            goal,
            players,
            uniformity,
            numbers: FxHashMap::default(),
            states: Vec::new(),
            slot_numbers: FxHashMap::default(),
            slots: Vec::new(),
            most_states,
            spent: 0,
            most_spent: u64::MAX,
            costs: Costs::default(),
        }
    }

    /// From now on, so much may be spent on finding moves and outcomes.
    pub(super) fn allow_spending(&mut self, more: u64, costs: Costs) {
        self.most_spent = self.spent.saturating_add(more);
        self.costs = costs;
    }

    /// Going once more through so many places that are known.
    ///
    /// # Errors
    /// [`Stop::TooLarge`] when more is spent than may be.
    pub(super) fn revisit(&mut self, places: usize) -> Result<(), Stop> {
        self.spent = self.spent.saturating_add(self.costs.of_outcome.saturating_mul(places as u64));
        if self.spent >= self.most_spent { Err(Stop::TooLarge) } else { Ok(()) }
    }

    /// What was spent so far.
    pub(super) fn spent(&self) -> u64 {
        self.spent
    }

    /// Whether no more states may be listed.
    pub(super) fn is_full(&self) -> bool {
        self.states.len() >= self.most_states
    }

    /// How many states were met.
    pub(super) fn state_count(&self) -> usize {
        self.states.len()
    }

    /// The slots that were met.
    pub(super) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    pub(super) fn codes(&self, state: StateNumber) -> &[u64] {
        &self.states[state as usize].codes
    }

    /// The number of a state, which may be new.
    ///
    /// # Errors
    /// If there are too many.
    pub(super) fn number(&mut self, codes: &[u64]) -> Result<StateNumber, Stop> {
        if let Some(number) = self.numbers.get(codes) {
            return Ok(*number);
        }
        if self.states.len() >= self.most_states {
            return Err(Stop::TooLarge);
        }
        let number = self.states.len() as StateNumber;
        if number.is_multiple_of(4096) {
            self.lookup.budget().check_memory(0)?;
        }
        let codes: Rc<[u64]> = codes.into();
        self.numbers.insert(codes.clone(), number);
        self.states.push(KnownState { codes, slots: None, outcomes: FxHashMap::default(), labels: [None; 3] });
        Ok(number)
    }

    /// Where plays from a state start.
    pub(super) fn first_label(&mut self, state: StateNumber) -> Result<Label, Stop> {
        let label = self.goal.first_label(self.lookup, self.codes(state))?;
        Ok(label)
    }

    fn label(&mut self, mode: Mode, state: StateNumber) -> Result<Label, Stop> {
        if let Some(label) = self.states[state as usize].labels[mode as usize] {
            return Ok(label);
        }
        let label = self.goal.label(self.lookup, mode, self.codes(state))?;
        self.states[state as usize].labels[mode as usize] = Some(label);
        Ok(label)
    }

    /// What the players have to decide in a state, one slot for each.
    pub(super) fn slots_of(&mut self, state: StateNumber) -> Result<Rc<[SlotNumber]>, Stop> {
        if let Some(slots) = &self.states[state as usize].slots {
            return Ok(slots.clone());
        }
        let codes = self.states[state as usize].codes.clone();
        let mut slots = Vec::with_capacity(self.players.len());
        for &agent in &self.players {
            let observation: Box<[u64]> =
                self.model.agent(agent).observes.iter().map(|variable| codes[variable.index()]).collect();
            let own = match &self.uniformity {
                Uniformity::Everywhere => None,
                Uniformity::Only(these) if these.contains(&(agent, observation.clone())) => None,
                Uniformity::Only(_) => Some(state),
            };
            let key = (agent, observation, own);
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

    /// How many moves there are in a state; `None` if they cannot be counted.
    pub(super) fn move_count(&mut self, state: StateNumber) -> Result<Option<usize>, Stop> {
        let slots = self.slots_of(state)?;
        let mut sizes = slots.iter().map(|slot| self.slots[*slot as usize].actions.len());
        Ok(sizes.try_fold(1, usize::checked_mul))
    }

    /// All moves of a state, the last slot first to change.
    pub(super) fn moves(&mut self, state: StateNumber) -> Result<Vec<Move>, Stop> {
        let slots = self.slots_of(state)?;
        let mut moves: Vec<Vec<u32>> = vec![Vec::new()];
        for slot in slots.iter() {
            let count = self.slots[*slot as usize].actions.len() as u32;
            moves = moves
                .iter()
                .flat_map(|before| (0..count).map(move |action| before.iter().copied().chain([action]).collect()))
                .collect();
        }
        Ok(moves.into_iter().map(Vec::into_boxed_slice).collect())
    }

    /// Where a move may lead; nowhere if it is not possible.
    pub(super) fn outcomes(&mut self, state: StateNumber, choice: &[u32]) -> Result<Rc<[StateNumber]>, Stop> {
        if let Some(found) = self.states[state as usize].outcomes.get(choice) {
            return Ok(found.clone());
        }
        self.lookup.budget().check()?;
        if self.spent >= self.most_spent {
            return Err(Stop::TooLarge);
        }
        let slots = self.slots_of(state)?;
        let chosen: Vec<(AgentId, ActionId)> = (slots.iter().zip(choice))
            .map(|(slot, action)| {
                let slot = &self.slots[*slot as usize];
                (slot.agent, slot.actions[*action as usize])
            })
            .collect();
        let next = self.steps.outcomes(self.codes(state), &chosen)?;
        self.spent = self.spent.saturating_add(self.costs.of_move + self.costs.of_outcome * next.len() as u64);
        let numbers: Rc<[StateNumber]> = next.iter().map(|codes| self.number(codes)).collect::<Result<_, _>>()?;
        self.states[state as usize].outcomes.insert(choice.into(), numbers.clone());
        Ok(numbers)
    }

    /// What a move leads to, in a place.
    pub(super) fn end(&mut self, place: Place, choice: &[u32]) -> Result<MoveEnd, Stop> {
        let outcomes = self.outcomes(place.state, choice)?;
        if outcomes.is_empty() {
            return Ok(MoveEnd::Lost);
        }
        let mut places = Vec::with_capacity(outcomes.len());
        for &state in outcomes.iter() {
            match self.label(place.mode, state)? {
                Label::Won => {}
                Label::Lost => return Ok(MoveEnd::Lost),
                Label::Open(mode) => places.push(Place { state, mode }),
            }
        }
        Ok(MoveEnd::Open(places))
    }
}
