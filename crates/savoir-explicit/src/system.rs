//! The explored model as a [`System`].

use crate::bitset::BitSet;
use crate::choice_game::ChoiceGame;
use crate::explore::{Noticed, explore};
use crate::game::Game;
use crate::graph::ReverseGraph;
use crate::halt::Halt;
use crate::limits::{ExplorationLimits, Explored, LimitMet};
use crate::origins::Origins;
use crate::partition::Partition;
use crate::program::Program;
use crate::store::Store;
use crate::successors::Successors;
use crate::tuning::ExplicitTuning;
use crate::usage::Usage;
use crate::{initial, sweep};
use savoir_check::{Budget, Phase, Progress, Sets, Stop};
use savoir_model::{ActionClasses, AgentId, Model, VarId};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// How to explore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplicitOptions {
    /// Threads to use, at least one.
    pub threads: usize,
    /// The numbers that were set by measurement.
    pub tuning: ExplicitTuning,
}

impl Default for ExplicitOptions {
    /// One thread per core.
    fn default() -> ExplicitOptions {
        ExplicitOptions::with_threads(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl ExplicitOptions {
    /// So many threads.
    #[must_use]
    pub fn with_threads(threads: usize) -> ExplicitOptions {
        ExplicitOptions { threads, tuning: ExplicitTuning::default() }
    }
}

/// How an exploration within limits ended.
pub enum Exploration<'m> {
    /// All states were found.
    Complete(Box<ExplicitSystem<'m>>),
    /// It came this far before it met one of its limits.
    GivenUp(Explored, LimitMet),
}

/// The reachable states of a model.
pub struct ExplicitSystem<'m> {
    pub(crate) model: &'m Model,
    pub(crate) program: Program,
    pub(crate) store: Store,
    pub(crate) initial: BitSet,
    pub(crate) options: ExplicitOptions,
    pub(crate) budget: Budget,
    /// Made when first needed.
    graph: OnceCell<ReverseGraph>,
    partitions: RefCell<BTreeMap<Vec<VarId>, Rc<Partition>>>,
    games: RefCell<BTreeMap<Vec<AgentId>, Rc<Game>>>,
    choice_games: RefCell<BTreeMap<Vec<AgentId>, Rc<ChoiceGame>>>,
    classes: OnceCell<ActionClasses>,
    /// Moves that were looked at for what can be enforced under bans.
    pub(crate) work: Cell<u64>,
    /// How each state is first reached from the initial ones.
    pub(crate) origins: OnceCell<Origins>,
    /// What the exploration has seen.
    pub(crate) noticed: Noticed,
    /// How many steps may be taken at once for what nobody asked for, while that is done.
    pub(crate) allowance: Cell<Option<u64>>,
    /// Whether that was too little.
    pub(crate) beyond_allowance: Cell<bool>,
}

impl<'m> ExplicitSystem<'m> {
    /// Finds all reachable states.
    ///
    /// # Errors
    /// When the budget is used up, or there are more states than can be numbered.
    pub fn explore(model: &'m Model, options: ExplicitOptions, budget: Budget) -> Result<ExplicitSystem<'m>, Stop> {
        let mut explored = Explored::default();
        Self::find(model, options, &ExplorationLimits::NONE, budget, &mut explored).map_err(Halt::limit)
    }

    /// Finds all reachable states, unless that takes more than is allowed.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn explore_within(
        model: &'m Model,
        options: ExplicitOptions,
        limits: &ExplorationLimits,
        budget: Budget,
    ) -> Result<Exploration<'m>, Stop> {
        let mut explored = Explored::default();
        match Self::find(model, options, limits, budget, &mut explored) {
            Ok(system) => Ok(Exploration::Complete(Box::new(system))),
            Err(Halt::Limit(stop)) => Err(stop),
            Err(Halt::Allowance(met)) => Ok(Exploration::GivenUp(explored, met)),
        }
    }

    fn find(
        model: &'m Model,
        options: ExplicitOptions,
        limits: &ExplorationLimits,
        budget: Budget,
        explored: &mut Explored,
    ) -> Result<ExplicitSystem<'m>, Halt> {
        let program = Program::compile(model);
        let mut store = Store::new(program.layout.words);
        budget.report(&Progress::new(Phase::Initial));
        let mut count = 0u32;
        initial::enumerate(model, &program.layout, limits.condition_checks, &budget, &mut |state| {
            explored.states += usize::from(store.insert(state)?);
            if explored.states > limits.initial_states {
                return Err(Halt::Allowance(LimitMet::InitialStates));
            }
            count = count.wrapping_add(1);
            if count.is_multiple_of(4096) {
                budget.check_memory(store.bytes())?;
            }
            Ok(())
        })?;
        let initial_counts: Vec<usize> = store.shards.iter().map(|shard| shard.len()).collect();
        let options = ExplicitOptions { threads: options.threads.max(1), ..options };
        let mut noticed = Noticed::default();
        explore(&program, &mut store, options, limits, &budget, (explored, &mut noticed))?;
        Ok(Self::of(model, (program, store, initial_counts, noticed), options, budget)?)
    }

    /// The system of all states that were found, if so many of each shard, the first, are initial.
    pub(crate) fn of(
        model: &'m Model,
        (program, mut store, initial_counts, noticed): (Program, Store, Vec<usize>, Noticed),
        options: ExplicitOptions,
        budget: Budget,
    ) -> Result<ExplicitSystem<'m>, Stop> {
        store.number()?;
        // The initial states came first in each shard.
        let mut initial = BitSet::empty(store.len());
        let mut offset = 0;
        for (shard, count) in store.shards.iter().zip(initial_counts) {
            (offset..offset + count).for_each(|state| {
                initial.insert(state);
            });
            offset += shard.len();
        }
        Ok(ExplicitSystem {
            model,
            program,
            store,
            initial,
            options,
            budget,
            graph: OnceCell::new(),
            partitions: RefCell::default(),
            games: RefCell::default(),
            choice_games: RefCell::default(),
            classes: OnceCell::new(),
            work: Cell::new(0),
            origins: OnceCell::new(),
            noticed,
            allowance: Cell::new(None),
            beyond_allowance: Cell::new(false),
        })
    }

    /// How many states are reachable.
    #[must_use]
    pub fn state_count(&self) -> usize {
        self.store.len()
    }

    /// Bytes used for the states and the table to find them.
    #[must_use]
    pub fn store_bytes(&self) -> u64 {
        self.store.bytes()
    }

    /// Bytes of one packed state.
    #[must_use]
    pub fn packed_bytes(&self) -> usize {
        self.store.words * size_of::<u64>()
    }

    /// How many pairs of a state and a successor there are.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn transition_count(&self) -> Result<usize, Stop> {
        Ok(self.graph()?.edges())
    }

    /// The codes of all variables in a state.
    #[must_use]
    pub fn state_codes(&self, number: usize) -> Vec<u64> {
        let state = self.store.state(number);
        self.model.variable_ids().map(|variable| self.program.layout.field(variable).get(state)).collect()
    }

    /// The states without successor.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn deadlocks(&self) -> Result<BitSet, Stop> {
        let store = &self.store;
        let stuck = |successors: &mut Successors<'_>, states: Range<usize>| {
            let mut found: Vec<usize> = Vec::new();
            for (number, state) in states.clone().zip(store.states(states)) {
                if successors.of(state)?.is_empty() {
                    found.push(number);
                }
            }
            Ok(found)
        };
        let mut found = self.empty();
        let usage = Usage::new(&self.budget, self.options.tuning, store.bytes());
        sweep::over_states(&self.program, store, self.options.threads, &usage, stuck, |part| {
            part.into_iter().for_each(|state| {
                found.insert(state);
            });
            Ok(())
        })?;
        Ok(found)
    }

    /// Whether something may be done now that looks at all states.
    pub(crate) fn afford_all_states(&self) -> Result<(), Stop> {
        let steps = (self.store.len() as u64).saturating_mul(self.options.tuning.steps_per_state);
        if self.allowance.get().is_some_and(|allowance| steps > allowance) {
            self.beyond_allowance.set(true);
            return Err(Stop::Memory);
        }
        Ok(())
    }

    /// Whether steps backwards are known already.
    pub(crate) fn has_graph(&self) -> bool {
        self.graph.get().is_some()
    }

    pub(crate) fn graph(&self) -> Result<&ReverseGraph, Stop> {
        if self.graph.get().is_none() {
            self.afford_all_states()?;
            let graph = ReverseGraph::build(&self.program, &self.store, self.options, &self.budget)?;
            // Nothing else sets it in between.
            let _ = self.graph.set(graph);
        }
        self.graph.get().ok_or(Stop::Cancelled)
    }

    /// The classes of actions that make the same difference.
    pub(crate) fn classes(&self) -> &ActionClasses {
        self.classes.get_or_init(|| ActionClasses::new(self.model))
    }

    pub(crate) fn origins(&self) -> Result<&Origins, Stop> {
        if self.origins.get().is_none() {
            let origins = Origins::find(self, &self.initial, &self.reachable(), None)?;
            // Nothing else sets it in between.
            let _ = self.origins.set(origins);
        }
        self.origins.get().ok_or(Stop::Cancelled)
    }

    pub(crate) fn partition(&self, observers: &[AgentId]) -> Result<Rc<Partition>, Stop> {
        let mut observed: Vec<VarId> =
            observers.iter().flat_map(|&agent| self.model.agent(agent).observes.iter().copied()).collect();
        observed.sort_unstable();
        observed.dedup();
        if let Some(partition) = self.partitions.borrow().get(&observed) {
            return Ok(partition.clone());
        }
        self.afford_all_states()?;
        let mask = self.program.layout.mask(&observed);
        let partition = Rc::new(Partition::new(&self.store, &mask, &self.budget)?);
        self.partitions.borrow_mut().insert(observed, partition.clone());
        Ok(partition)
    }

    pub(crate) fn game(&self, coalition: &[AgentId]) -> Result<Rc<Game>, Stop> {
        if let Some(game) = self.games.borrow().get(coalition) {
            return Ok(game.clone());
        }
        self.afford_all_states()?;
        let members: Vec<usize> = coalition.iter().map(|agent| agent.index()).collect();
        let game = Rc::new(Game::build(&self.program, &self.store, &members, self.options, &self.budget)?);
        self.games.borrow_mut().insert(coalition.to_vec(), game.clone());
        Ok(game)
    }

    pub(crate) fn choice_game(&self, coalition: &[AgentId]) -> Result<Rc<ChoiceGame>, Stop> {
        if let Some(game) = self.choice_games.borrow().get(coalition) {
            return Ok(game.clone());
        }
        self.afford_all_states()?;
        let game = Rc::new(ChoiceGame::build(&self.program, &self.store, coalition, self.options, &self.budget)?);
        self.choice_games.borrow_mut().insert(coalition.to_vec(), game.clone());
        self.count_work(game.move_count().saturating_mul(self.options.tuning.steps_per_found_move));
        Ok(game)
    }

    /// So many moves are looked at.
    pub(crate) fn count_work(&self, moves: u64) {
        self.work.set(self.work.get().saturating_add(moves));
    }

    /// The states that have a property.
    pub(crate) fn where_holds(&self, holds: impl Fn(&[u64]) -> bool + Sync) -> Result<BitSet, Stop> {
        let (program, store) = (&self.program, &self.store);
        let bits = |_: &mut Successors<'_>, states: Range<usize>| {
            let mut words = vec![0; states.len().div_ceil(64)];
            for (index, state) in store.states(states).enumerate() {
                words[index / 64] |= u64::from(holds(state)) << (index % 64);
            }
            Ok(words)
        };
        let mut words = Vec::with_capacity(store.len().div_ceil(64));
        let usage = Usage::new(&self.budget, self.options.tuning, store.bytes());
        sweep::over_states(program, store, self.options.threads, &usage, bits, |part: Vec<u64>| {
            words.extend(part);
            Ok(())
        })?;
        Ok(BitSet::from_words(words, store.len()))
    }
}
