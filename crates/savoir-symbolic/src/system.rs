//! The encoded model as a [`System`].

use crate::encoding::Encoding;
use crate::limits::Limits;
use crate::options::SymbolicOptions;
use crate::order::SavedOrder;
use crate::prepare::Preparation;
use crate::progress::Told;
use crate::redundancy::Redundant;
use crate::relation::Part;
use crate::schedule::Schedule;
use crate::trace::Tracing;
use crate::transitions::Transitions;
use crate::upkeep::Upkeep;
use num_bigint::BigUint;
use savoir_check::{Budget, Stop};
use savoir_dd::{Bdd, Cube, Diagrams, Halt, Var};
use savoir_model::{AgentId, Model};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Brief work may need so many times the memory used before it.
pub(crate) const BRIEF_FACTOR: u64 = 8;
/// And this much in any case.
pub(crate) const BRIEF_BYTES: u64 = 64 << 20;

/// So few nodes are little work, however few states they stand for.
const SMALL_ANYWAY: usize = 40_000;
/// With more nodes than this for each state, states one by one are less work.
const NODES_PER_STATE: u32 = 8;

/// A condition is looked for without regard to reachable states if it takes at most so many polls.
pub(crate) const CONDITION: u64 = 2;

/// What some observers do not see.
pub(crate) struct Hidden {
    bits: Vec<Var>,
    cube: Cube,
}

/// The choices of a coalition.
pub(crate) struct Game {
    /// Goes back while keeping the coalition's actions.
    backward: Schedule,
    /// The coalition's actions.
    own: Cube,
    /// The reachable states with the moves that have a successor there.
    possible: Bdd,
}

/// The reachable states of a model, as decision diagrams.
pub struct SymbolicSystem<'m> {
    pub(crate) model: &'m Model,
    pub(crate) encoding: Encoding,
    pub(crate) limits: Rc<Limits>,
    pub(crate) budget: Budget,
    /// The relation part by part, while the reachable states are being found.
    pub(crate) parts: Vec<Part>,
    /// Bits that no set of states mentions, since they follow from others.
    pub(crate) redundant: Redundant,
    /// All transitions.
    pub(crate) whole: Transitions,
    /// The transitions split by the actions of one agent, where that helps.
    pub(crate) slices: Option<Vec<Transitions>>,
    /// Whether the next state is a function of state and actions.
    pub(crate) deterministic: bool,
    pub(crate) reachable: Bdd,
    pub(crate) initial: Bdd,
    pub(crate) propositions: Vec<Bdd>,
    pub(crate) red: Vec<Bdd>,
    pub(crate) games: RefCell<BTreeMap<Vec<AgentId>, Rc<Game>>>,
    /// By observers, once somebody asked for what they know.
    pub(crate) hidden: RefCell<BTreeMap<Vec<AgentId>, Rc<Hidden>>>,
    /// Whether a condition was too large without regard to reachable states; then no other is tried.
    pub(crate) has_large_conditions: Cell<bool>,
    /// What paths are made of, once somebody asked for one.
    pub(crate) tracing: Tracing,
    pub(crate) told: Told,
    pub(crate) upkeep: Upkeep,
    pub(crate) encode_seconds: f64,
    pub(crate) diagrams: Diagrams,
}

impl<'m> SymbolicSystem<'m> {
    /// Encodes a model and finds all reachable states.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn build(model: &'m Model, options: &SymbolicOptions, budget: &Budget) -> Result<SymbolicSystem<'m>, Stop> {
        let prepared = Preparation::new(model, options, budget)?;
        prepared.build_small()?.map_or_else(|| prepared.build(), Ok)
    }

    /// Whether this engine suits the model: the diagrams are small, or at least not large for the number of states.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn suits(&self) -> Result<bool, Stop> {
        let nodes = self.peak_nodes();
        Ok(nodes < SMALL_ANYWAY || self.stop(self.count_of(&self.reachable))? * NODES_PER_STATE > BigUint::from(nodes))
    }

    /// The order of variables as it is now.
    #[must_use]
    pub fn order(&self) -> SavedOrder {
        let bits = self.diagrams.order().into_iter().map(|variable| self.encoding.bits[variable.0 as usize]);
        SavedOrder::new(self.model, bits.collect())
    }

    pub(crate) fn stop<T>(&self, result: Result<T, Halt>) -> Result<T, Stop> {
        result.map_err(|halt| match halt {
            Halt::Memory => Stop::Memory,
            // Without another reason it was the ceiling of brief work.
            Halt::Interrupted => self.limits.reason.get().unwrap_or(Stop::TooMuch),
        })
    }

    pub(crate) fn count_of(&self, set: &Bdd) -> Result<BigUint, Halt> {
        self.diagrams.count(set, self.encoding.state_bits() - self.redundant.count())
    }

    /// How many bits are left out of sets of states, because they follow from others in all reachable states.
    #[must_use]
    pub fn left_out(&self) -> u32 {
        self.redundant.count()
    }

    /// Boolean variables of the encoding.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.encoding.count()
    }

    /// The codes of all variables, for each state of a set.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn states_of(&self, set: &Bdd) -> Result<Vec<Vec<u64>>, Stop> {
        let mut found = Vec::new();
        let mut rest = set.clone();
        while let Some(picked) = self.diagrams.pick(&rest) {
            let codes = self.codes(|bit| picked[bit.0 as usize] == Some(true));
            let state = self.state(&codes);
            rest = self.stop(state.and_then(|state| self.diagrams.minus(&rest, &state)))?;
            found.push(codes);
        }
        found.sort();
        Ok(found)
    }

    /// The successors of a set.
    pub(crate) fn after(&self, set: &Bdd) -> Result<Bdd, Halt> {
        let mut found = self.diagrams.constant(false);
        for slice in self.slices() {
            found = self.diagrams.or(&found, &slice.after(&self.diagrams, set)?)?;
        }
        Ok(found)
    }

    /// Those of the reachable states that have a successor in a set.
    pub(crate) fn before(&self, set: &Bdd) -> Result<Bdd, Halt> {
        let mut found = self.diagrams.constant(false);
        for slice in self.slices() {
            let before = self.diagrams.and(&slice.before(&self.diagrams, set)?, &self.reachable)?;
            found = self.diagrams.or(&found, &before)?;
        }
        Ok(found)
    }

    /// What of all that lies ahead of `start` has an infinite past there; `None` if it takes more than so many rounds.
    pub(crate) fn recurring(&self, start: &Bdd, within: &Bdd, rounds: usize) -> Result<Option<Bdd>, Halt> {
        let ahead = self.chained(start, within, rounds, |_, _| self.between_steps())?;
        let Some(mut found) = ahead else { return Ok(None) };
        for _ in 0..rounds {
            let kept = self.diagrams.and(&found, &self.after(&found)?)?;
            if kept == found {
                return Ok(Some(kept));
            }
            found = kept;
            self.between_steps();
        }
        Ok(None)
    }

    fn game(&self, coalition: &[AgentId]) -> Result<Rc<Game>, Halt> {
        if let Some(game) = self.games.borrow().get(coalition) {
            return Ok(game.clone());
        }
        let others = self.model.agent_ids().filter(|agent| !coalition.contains(agent));
        let mut quantified = self.encoding.next();
        quantified.extend(self.encoding.action_bits(others));
        let own = self.diagrams.cube(&self.encoding.action_bits(coalition.iter().copied()))?;
        let backward = Schedule::new(&self.diagrams, self.whole.parts(&self.diagrams)?, &quantified)?;
        let possible = self.whole.before_with(&self.diagrams, &backward, &self.reachable)?;
        let game = Rc::new(Game { backward, own, possible: self.diagrams.and(&possible, &self.reachable)? });
        self.games.borrow_mut().insert(coalition.to_vec(), game.clone());
        Ok(game)
    }

    /// Algorithm 6 of the STTT paper.
    pub(crate) fn forced(&self, coalition: &[AgentId], set: &Bdd) -> Result<Bdd, Halt> {
        let game = self.game(coalition)?;
        let outside = self.diagrams.minus(&self.reachable, set)?;
        let bad = self.whole.before_with(&self.diagrams, &game.backward, &outside)?;
        self.diagrams.exists(&self.diagrams.minus(&game.possible, &bad)?, &game.own)
    }

    pub(crate) fn look_alike(&self, observers: &[AgentId], set: &Bdd) -> Result<Bdd, Halt> {
        let hidden = self.hidden(observers)?;
        let whole = self.redundant.restore(&self.diagrams, set, |bit| !hidden.bits.contains(&bit))?;
        let found = self.diagrams.exists(&whole, &hidden.cube)?;
        self.diagrams.and(&self.redundant.replace(&self.diagrams, &found)?, &self.reachable)
    }

    /// What observers together do not see.
    fn hidden(&self, observers: &[AgentId]) -> Result<Rc<Hidden>, Halt> {
        if let Some(hidden) = self.hidden.borrow().get(observers) {
            return Ok(hidden.clone());
        }
        let sees = |id| observers.iter().any(|&agent| self.model.agent(agent).observes.contains(&id));
        let bits = self.encoding.current(self.model.variable_ids().filter(|&id| !sees(id)));
        let hidden = Rc::new(Hidden { cube: self.diagrams.cube(&bits)?, bits });
        self.hidden.borrow_mut().insert(observers.to_vec(), hidden.clone());
        Ok(hidden)
    }
}
