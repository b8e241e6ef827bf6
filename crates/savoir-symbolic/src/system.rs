//! The encoded model as a [`System`].

use crate::condition::Conditions;
use crate::encoding::Encoding;
use crate::limits::{BudgetPoll, Limits};
use crate::order::{Element, Ties, order};
use crate::relation::{changing, determined_agents};
use crate::schedule::{Schedule, cluster};
use num_bigint::BigUint;
use savoir_check::{Budget, Phase, Progress, Stop, System};
use savoir_dd::{Bdd, Cube, Diagrams, Halt, Renaming};
use savoir_model::{ActionClasses, AgentId, Model, PropId};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Nodes of a cluster of parts of the relation.
const CLUSTER: usize = 5_000;
/// Fewest nodes before dead ones are collected: a collection forgets all known results.
const COLLECT: usize = 8 << 20;

/// Memory that candidate orders may use in the first round of a race.
const FIRST_CEILING: u64 = 64 << 20;
/// Memory beyond which there is no race: the first candidate is taken.
const LAST_CEILING: u64 = 1 << 30;

/// How to go back while keeping the actions of a coalition.
struct Game {
    backward: Schedule,
    /// The coalition's actions.
    own: Cube,
}

/// The reachable states of a model, as decision diagrams.
pub struct SymbolicSystem<'m> {
    model: &'m Model,
    diagrams: Diagrams,
    encoding: Encoding,
    limits: Rc<Limits>,
    budget: Budget,
    parts: Vec<Bdd>,
    backward: Schedule,
    to_next: Renaming,
    reachable: Bdd,
    initial: Bdd,
    propositions: Vec<Bdd>,
    red: Vec<Bdd>,
    games: RefCell<BTreeMap<Vec<AgentId>, Rc<Game>>>,
    collect_at: Cell<usize>,
}

impl<'m> SymbolicSystem<'m> {
    /// Encodes a model and finds all reachable states.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn build(model: &'m Model, budget: &Budget) -> Result<SymbolicSystem<'m>, Stop> {
        budget.report(Progress { phase: Phase::Initial, iteration: 0, states: 0 });
        let classes = ActionClasses::new(model);
        let determined = find_determined(model, &classes, budget)?;
        let mut orders = vec![order(model, &classes, &determined, Ties::ActionValues)];
        let other = order(model, &classes, &determined, Ties::WholeActions);
        if !orders.contains(&other) {
            orders.push(other);
        }
        let attempt = |order: &[Element], ceiling| SymbolicSystem::attempt(model, &classes, order, budget, ceiling);
        // A race: the order that needs fewest nodes to find all states wins. Each round allows more.
        let mut ceiling = FIRST_CEILING;
        while orders.len() > 1 && ceiling <= LAST_CEILING {
            let mut best: Option<SymbolicSystem<'m>> = None;
            for order in &orders {
                let allowed = best.as_ref().map_or(ceiling, |best| best.diagrams.bytes());
                best = attempt(order, allowed)?.or(best);
            }
            if let Some(best) = best {
                best.limits.ceiling.set(u64::MAX);
                return Ok(best);
            }
            ceiling *= 8;
        }
        attempt(&orders[0], u64::MAX)?.ok_or(Stop::Memory)
    }

    /// Builds the system with one order; `None` if that takes more than `ceiling` bytes.
    fn attempt(
        model: &'m Model,
        classes: &ActionClasses,
        order: &[Element],
        budget: &Budget,
        ceiling: u64,
    ) -> Result<Option<SymbolicSystem<'m>>, Stop> {
        let (poll, limits) = BudgetPoll::new(budget.clone(), ceiling);
        match SymbolicSystem::build_with(model, classes, order, budget, poll, limits.clone()) {
            Ok(system) => Ok(Some(system)),
            Err(Halt::Memory) => Err(Stop::Memory),
            Err(Halt::Interrupted) => limits.reason.get().map_or(Ok(None), Err),
        }
    }

    fn build_with(
        model: &'m Model,
        classes: &ActionClasses,
        order: &[Element],
        budget: &Budget,
        poll: BudgetPoll,
        limits: Rc<Limits>,
    ) -> Result<SymbolicSystem<'m>, Halt> {
        let encoding = Encoding::new(model, classes, order, &changing(model));
        let diagrams = Diagrams::new(encoding.count, Box::new(poll));
        let mut conditions = Conditions::new(model, &diagrams, &encoding, classes);
        conditions.find_determined()?;
        let parts = cluster(&diagrams, conditions.parts()?, CLUSTER)?;
        let legal = conditions.all_legal()?;
        let initial = diagrams.and(&conditions.condition(model.init)?, &legal)?;
        let mut propositions = Vec::with_capacity(model.propositions.len());
        for proposition in &model.propositions {
            propositions.push(conditions.condition(proposition.condition)?);
        }
        let mut red = Vec::with_capacity(model.agents.len());
        for agent in &model.agents {
            red.push(match agent.red {
                Some(condition) => conditions.condition(condition)?,
                None => diagrams.constant(false),
            });
        }
        drop(conditions);
        let actions = encoding.action_bits(model.agent_ids());
        let pairs = encoding.pairs();
        let current: Vec<_> = pairs.iter().map(|(current, _)| *current).chain(actions.iter().copied()).collect();
        let next: Vec<_> = encoding.next().into_iter().chain(actions).collect();
        let forward = Schedule::new(&diagrams, &parts, &current)?;
        let backward = Schedule::new(&diagrams, &parts, &next)?;
        let swapped: Vec<_> = pairs.iter().map(|(current, next)| (*next, *current)).collect();
        let (to_next, to_current) = (diagrams.renaming(&pairs), diagrams.renaming(&swapped));
        let mut system = SymbolicSystem {
            model,
            reachable: initial.clone(),
            initial,
            propositions,
            red,
            parts,
            backward,
            to_next,
            diagrams,
            encoding,
            limits,
            budget: budget.clone(),
            games: RefCell::default(),
            collect_at: Cell::new(COLLECT),
        };
        system.explore(&forward, &to_current)?;
        Ok(system)
    }

    /// Breadth-first: successors of the newest states, until there are no new ones.
    fn explore(&mut self, forward: &Schedule, to_current: &Renaming) -> Result<(), Halt> {
        let mut frontier = self.initial.clone();
        let mut iteration = 0;
        while !self.diagrams.is_false(&frontier) {
            let successors = forward.apply(&self.diagrams, &frontier)?;
            let successors = self.diagrams.rename(&successors, to_current)?;
            frontier = self.diagrams.minus(&successors, &self.reachable)?;
            self.reachable = self.diagrams.or(&self.reachable, &frontier)?;
            iteration += 1;
            self.budget.report(Progress { phase: Phase::Explore, iteration, states: 0 });
            self.collect_if_large();
        }
        Ok(())
    }

    fn collect_if_large(&self) {
        if self.diagrams.nodes() > self.collect_at.get() {
            let live = self.diagrams.collect();
            self.collect_at.set(COLLECT.max(4 * live));
        }
    }

    fn stop<T>(&self, result: Result<T, Halt>) -> Result<T, Stop> {
        result.map_err(|halt| match halt {
            Halt::Memory => Stop::Memory,
            Halt::Interrupted => self.limits.reason.get().unwrap_or(Stop::Memory),
        })
    }

    /// How many states are reachable.
    #[must_use]
    pub fn state_count(&self) -> BigUint {
        self.diagrams.count(&self.reachable, self.encoding.state_bits())
    }

    /// Nodes of the set of reachable states.
    #[must_use]
    pub fn reachable_nodes(&self) -> usize {
        self.diagrams.size(&self.reachable)
    }

    /// Boolean variables of the encoding.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.encoding.count
    }

    /// The codes of all variables, for each state of a set.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn states_of(&self, set: &Bdd) -> Result<Vec<Vec<u64>>, Stop> {
        let mut found = Vec::new();
        let mut rest = set.clone();
        while let Some(picked) = self.diagrams.pick(&rest) {
            let code = |bits: &[savoir_dd::Var]| {
                bits.iter().fold(0, |code, bit| code << 1 | u64::from(picked[bit.0 as usize] == Some(true)))
            };
            let codes: Vec<u64> = self.encoding.variables.iter().map(|bits| code(&bits.current)).collect();
            let state = self.state(&codes);
            rest = self.stop(state.and_then(|state| self.diagrams.minus(&rest, &state)))?;
            found.push(codes);
        }
        found.sort();
        Ok(found)
    }

    fn state(&self, codes: &[u64]) -> Result<Bdd, Halt> {
        let mut state = self.diagrams.constant(true);
        for (bits, code) in self.encoding.variables.iter().zip(codes) {
            for (place, bit) in bits.current.iter().rev().enumerate() {
                let bit = self.diagrams.variable(*bit)?;
                let literal = if code >> place & 1 == 1 { bit } else { self.diagrams.not(&bit) };
                state = self.diagrams.and(&state, &literal)?;
            }
        }
        Ok(state)
    }

    fn before(&self, schedule: &Schedule, set: &Bdd) -> Result<Bdd, Halt> {
        let next = self.diagrams.rename(set, &self.to_next)?;
        let found = schedule.apply(&self.diagrams, &next)?;
        self.diagrams.and(&found, &self.reachable)
    }

    fn game(&self, coalition: &[AgentId]) -> Result<Rc<Game>, Halt> {
        if let Some(game) = self.games.borrow().get(coalition) {
            return Ok(game.clone());
        }
        let others = self.model.agent_ids().filter(|agent| !coalition.contains(agent));
        let mut quantified = self.encoding.next();
        quantified.extend(self.encoding.action_bits(others));
        let own = self.diagrams.cube(&self.encoding.action_bits(coalition.iter().copied()))?;
        let game = Rc::new(Game { backward: Schedule::new(&self.diagrams, &self.parts, &quantified)?, own });
        self.games.borrow_mut().insert(coalition.to_vec(), game.clone());
        Ok(game)
    }

    /// Algorithm 6 of the STTT paper.
    fn forced(&self, coalition: &[AgentId], set: &Bdd) -> Result<Bdd, Halt> {
        let game = self.game(coalition)?;
        let good = self.before(&game.backward, set)?;
        let bad = self.before(&game.backward, &self.diagrams.minus(&self.reachable, set)?)?;
        self.diagrams.exists(&self.diagrams.minus(&good, &bad)?, &game.own)
    }

    fn look_alike(&self, observers: &[AgentId], set: &Bdd) -> Result<Bdd, Halt> {
        let sees = |id| observers.iter().any(|&agent| self.model.agent(agent).observes.contains(&id));
        let hidden = self.encoding.current(self.model.variable_ids().filter(|&id| !sees(id)));
        let found = self.diagrams.exists(set, &self.diagrams.cube(&hidden)?)?;
        self.diagrams.and(&found, &self.reachable)
    }
}

/// Which agents need no action bits; found with diagrams in the order of the file.
fn find_determined(model: &Model, classes: &ActionClasses, budget: &Budget) -> Result<Vec<bool>, Stop> {
    let elements: Vec<Element> = model.variable_ids().map(Element::Variable).collect();
    let encoding = Encoding::new(model, classes, &elements, &vec![false; model.variables.len()]);
    let (poll, limits) = BudgetPoll::new(budget.clone(), u64::MAX);
    let diagrams = Diagrams::new(encoding.count, Box::new(poll));
    let mut conditions = Conditions::new(model, &diagrams, &encoding, classes);
    determined_agents(&mut conditions, classes).map_err(|_| limits.reason.get().unwrap_or(Stop::Memory))
}

impl System for SymbolicSystem<'_> {
    type Set = Bdd;

    fn budget(&self) -> &Budget {
        &self.budget
    }

    fn reachable(&self) -> Bdd {
        self.reachable.clone()
    }

    fn initial(&self) -> Bdd {
        self.initial.clone()
    }

    fn empty(&self) -> Bdd {
        self.diagrams.constant(false)
    }

    fn proposition(&self, id: PropId) -> Result<Bdd, Stop> {
        self.stop(self.diagrams.and(&self.propositions[id.index()], &self.reachable))
    }

    fn red(&self, agent: AgentId) -> Result<Bdd, Stop> {
        self.stop(self.diagrams.and(&self.red[agent.index()], &self.reachable))
    }

    fn union(&self, a: &Bdd, b: &Bdd) -> Result<Bdd, Stop> {
        self.stop(self.diagrams.or(a, b))
    }

    fn intersection(&self, a: &Bdd, b: &Bdd) -> Result<Bdd, Stop> {
        self.stop(self.diagrams.and(a, b))
    }

    fn difference(&self, a: &Bdd, b: &Bdd) -> Result<Bdd, Stop> {
        self.stop(self.diagrams.minus(a, b))
    }

    fn is_empty(&self, set: &Bdd) -> bool {
        self.diagrams.is_false(set)
    }

    fn count(&self, set: &Bdd) -> BigUint {
        self.diagrams.count(set, self.encoding.state_bits())
    }

    fn predecessors(&self, set: &Bdd) -> Result<Bdd, Stop> {
        self.collect_if_large();
        self.stop(self.before(&self.backward, set))
    }

    fn confusable(&self, observers: &[AgentId], set: &Bdd) -> Result<Bdd, Stop> {
        self.stop(self.look_alike(observers, set))
    }

    fn controllable(&self, coalition: &[AgentId], set: &Bdd) -> Result<Bdd, Stop> {
        self.collect_if_large();
        self.stop(self.forced(coalition, set))
    }
}
