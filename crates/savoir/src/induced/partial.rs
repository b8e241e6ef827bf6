//! The model where some choices are made: what is reachable there, and by which moves.

use super::arena::{Arena, Chosen, Merging, SlotNumber, StateNumber, combinations};
use super::tuning::InducedTuning;
use rustc_hash::{FxHashMap, FxHashSet};
use savoir_check::Stop;
use savoir_model::AgentId;

/// The choices that are made: the place of an action in its slot.
pub(super) type Decisions = FxHashMap<SlotNumber, u16>;

/// Who is restricted, and how closely one looks.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// Sorted.
    pub(super) restricted: Vec<AgentId>,
    pub(super) merging: Merging,
    pub(super) tuning: InducedTuning,
}

/// No local number.
const NOWHERE: u32 = u32::MAX;

/// More options of a coalition in one state are not listed.
const MOST_OPTIONS: usize = 1 << 20;

/// What is reachable if the restricted agents act as decided, and at all other observations as their protocols allow.
///
/// States have local numbers, in the order of their distance from the initial ones. In each there are *moves* of the
/// restricted agents: one for each way to make the choices that matter there and are not made.
pub(super) struct PartialModel {
    /// By local number.
    pub(super) states: Vec<StateNumber>,
    pub(super) initial: Vec<u32>,
    /// By state: where its moves begin, and where those of the last one end.
    first_move: Vec<u32>,
    /// By move: where its successors begin, and where those of the last one end.
    first_successor: Vec<u32>,
    successors: Vec<u32>,
    /// States with too many moves to list: they have one that leads to all successors.
    lumped: FxHashSet<u32>,
    /// By move: what the restricted agents do, unless moves are merged.
    chosen: Vec<Chosen>,
    /// The nearest choice that is not made.
    pub(super) open: Option<SlotNumber>,
    /// The choices that are made and matter.
    pub(super) used: FxHashSet<SlotNumber>,
    /// Whether it was too large to list while choices are open: then only `open` and `used` mean something.
    pub(super) is_cut: bool,
}

/// For each move, what the free members of a coalition can make of it.
pub(super) struct Options {
    first_option: Vec<u32>,
    first_successor: Vec<u32>,
    successors: Vec<u32>,
}

impl PartialModel {
    /// Follows the decisions of the restricted agents from the initial states.
    pub(super) fn explore(arena: &mut Arena<'_>, scope: &Scope, decisions: &Decisions) -> Result<PartialModel, Stop> {
        let mut partial = PartialModel {
            states: Vec::new(),
            initial: Vec::new(),
            first_move: vec![0],
            first_successor: vec![0],
            successors: Vec::new(),
            lumped: FxHashSet::default(),
            chosen: Vec::new(),
            open: None,
            used: FxHashSet::default(),
            is_cut: false,
        };
        let mut local = vec![NOWHERE; arena.state_count()];
        for state in arena.initial.clone() {
            let place = partial.place(&mut local, state);
            partial.initial.push(place);
        }
        let mut next = 0;
        while next < partial.states.len() {
            if next.is_multiple_of(256) {
                arena.budget.check()?;
            }
            if partial.open.is_some() && partial.states.len() > scope.tuning.states_with_open_choices {
                partial.is_cut = true;
                return Ok(partial);
            }
            partial.add_moves(arena, scope, decisions, &mut local, next)?;
            next += 1;
        }
        Ok(partial)
    }

    fn place(&mut self, local: &mut Vec<u32>, state: StateNumber) -> u32 {
        if local.len() <= state as usize {
            local.resize(state as usize + 1, NOWHERE);
        }
        let place = &mut local[state as usize];
        if *place == NOWHERE {
            *place = self.states.len() as u32;
            self.states.push(state);
        }
        *place
    }

    fn add_moves(
        &mut self,
        arena: &mut Arena<'_>,
        scope: &Scope,
        decisions: &Decisions,
        local: &mut Vec<u32>,
        at: usize,
    ) -> Result<(), Stop> {
        let state = self.states[at];
        let slots = arena.slots_of(state)?;
        let mut made: Chosen = Vec::new();
        let mut open: Vec<SlotNumber> = Vec::new();
        for agent in &scope.restricted {
            let number = slots[agent.index()];
            let slot = arena.slot(number);
            if slot.actions.len() < 2 {
                continue;
            }
            match decisions.get(&number) {
                Some(place) => {
                    made.push((*agent, slot.actions[usize::from(*place)]));
                    self.used.insert(number);
                }
                None => {
                    open.push(number);
                    self.open.get_or_insert(number);
                }
            }
        }
        let moves = arena.moves(state, made, &open, scope.merging, scope.tuning.moves)?;
        if moves.are_lumped {
            self.lumped.insert(at as u32);
        }
        for (chosen, outcomes) in moves.chosen.iter().zip(&moves.outcomes) {
            for &outcome in outcomes.iter() {
                let place = self.place(local, outcome);
                self.successors.push(place);
            }
            self.first_successor.push(self.successors.len() as u32);
            if scope.merging == Merging::Never {
                self.chosen.push(chosen.clone());
            }
        }
        self.first_move.push(self.first_successor.len() as u32 - 1);
        if self.successors.len() > u32::MAX as usize / 2 { Err(Stop::TooLarge) } else { Ok(()) }
    }

    /// What the members of a coalition that are not restricted can do about each move.
    pub(super) fn options(&self, arena: &mut Arena<'_>, scope: &Scope, coalition: &[AgentId]) -> Result<Options, Stop> {
        let mut local = FxHashMap::default();
        local.extend(self.states.iter().enumerate().map(|(place, state)| (*state, place as u32)));
        let free: Vec<AgentId> = coalition.iter().copied().filter(|agent| !scope.restricted.contains(agent)).collect();
        let mut options = Options { first_option: vec![0], first_successor: vec![0], successors: Vec::new() };
        for at in 0..self.states.len() {
            let state = self.states[at];
            let slots = arena.slots_of(state)?;
            let all = |agent: &AgentId| (*agent, arena.slot(slots[agent.index()]).actions.clone());
            let choices: Vec<_> = free.iter().map(all).filter(|(_, actions)| actions.len() > 1).collect();
            for number in self.moves(at) {
                if choices.is_empty() {
                    options.successors.extend(self.after_move(number));
                    options.first_successor.push(options.successors.len() as u32);
                    options.first_option.push(options.first_successor.len() as u32 - 1);
                    continue;
                }
                let all = combinations(&self.chosen[number], &choices, MOST_OPTIONS).ok_or(Stop::TooLarge)?;
                for chosen in all {
                    let outcomes = arena.outcomes(state, &chosen)?;
                    options.successors.extend(outcomes.iter().filter_map(|outcome| local.get(outcome)));
                    options.first_successor.push(options.successors.len() as u32);
                }
                options.first_option.push(options.first_successor.len() as u32 - 1);
            }
        }
        Ok(options)
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// The moves of a state, by their numbers.
    pub(super) fn moves(&self, state: usize) -> std::ops::Range<usize> {
        self.first_move[state] as usize..self.first_move[state + 1] as usize
    }

    /// Where a move leads; nowhere if it is not possible.
    pub(super) fn after_move(&self, number: usize) -> &[u32] {
        &self.successors[self.first_successor[number] as usize..self.first_successor[number + 1] as usize]
    }

    /// Where all moves of a state together lead, some states perhaps several times.
    pub(super) fn after(&self, state: usize) -> &[u32] {
        let moves = self.moves(state);
        &self.successors[self.first_successor[moves.start] as usize..self.first_successor[moves.end] as usize]
    }

    /// Whether the moves of a state are too many to list.
    pub(super) fn is_lumped(&self, state: usize) -> bool {
        self.lumped.contains(&(state as u32))
    }
}

impl Options {
    /// The sets of states that a coalition may choose between after a move; an empty one is not possible.
    pub(super) fn of(&self, number: usize) -> impl Iterator<Item = &[u32]> {
        let all = self.first_option[number] as usize..self.first_option[number + 1] as usize;
        all.map(|option| {
            &self.successors[self.first_successor[option] as usize..self.first_successor[option + 1] as usize]
        })
    }
}
