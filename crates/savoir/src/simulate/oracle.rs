//! Questions that need all reachable states, over whichever engine found them.

use super::condition::{Condition, Meaning};
use super::moves::{Step, allowed};
use super::reply::{Known, PossibleStates, StateKnowledge};
use super::sets::SetStack;
use crate::plan::{BuildOptions, Built, PlanTuning, build};
use crate::{Engine, SymbolicOptions};
use num_bigint::BigUint;
use savoir_check::{Budget, Checker, Memory, Stop, System};
use savoir_explicit::ExplicitOptions;
use savoir_model::{ActionId, AgentId, AtlSemantics, FairnessSemantics, Model, PropId, Semantics};
use savoir_reference::State;
use std::cell::RefCell;

/// How the reachable states are found when they are needed.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The engine.
    pub engine: Engine,
    /// Threads to use.
    pub threads: usize,
    /// How the symbolic engine works.
    pub symbolic: SymbolicOptions,
    /// Limits on every computation of the session, and a way to interrupt it.
    pub budget: Budget,
}

/// How formulas are read.
const SEMANTICS: Semantics =
    Semantics { atl: AtlSemantics::PerfectInformation, fairness: FairnessSemantics::FairPaths };

/// What needs all reachable states.
pub(crate) trait Oracle: SetStack {
    /// How many there are.
    fn reachable(&self) -> &BigUint;

    /// Whether a condition holds in a state; `None` where no fair path starts, about which formulas say nothing.
    fn truth(&self, condition: &Condition, state: &[u64]) -> Result<Option<bool>, Stop>;

    /// What an agent knows in a state.
    fn knowledge(&self, agent: AgentId, state: &[u64]) -> Result<StateKnowledge, Stop>;

    /// What an agent considers possible in a state: so many states of it are listed.
    fn possible(&self, agent: AgentId, state: &[u64], most: usize) -> Result<PossibleStates, Stop>;

    /// The steps of a shortest path to a state where a condition holds; `None` if there is none.
    fn path(&self, state: &[u64], condition: &Condition) -> Result<Option<Vec<Step>>, Stop>;
}

/// Finds the reachable states.
pub(crate) fn consult<'m>(model: &'m Model, settings: &Settings) -> Result<Box<dyn Oracle + 'm>, Stop> {
    let options = BuildOptions {
        engine: settings.engine,
        explicit: ExplicitOptions::with_threads(settings.threads),
        symbolic: settings.symbolic.clone(),
        plan: PlanTuning::default(),
    };
    Ok(match build(model, &options, &settings.budget).system? {
        Built::Explicit(system) => Box::new(Answers::new(model, *system)?),
        Built::Symbolic(system) => Box::new(Answers::new(model, *system)?),
    })
}

/// An engine with what was found on it.
pub(crate) struct Answers<'m, S: System> {
    pub(crate) model: &'m Model,
    system: S,
    /// What was found out about formulas.
    memory: Memory<S::Set>,
    /// How many states are reachable.
    reachable: BigUint,
    /// Sets of states with the commands that made them, the current one last.
    pub(crate) sets: Vec<(String, S::Set)>,
    /// The last formula with where it holds: a walk asks about the same one in every state.
    last: RefCell<Option<(String, S::Set)>>,
}

impl<'m, S: System> Answers<'m, S> {
    fn new(model: &'m Model, system: S) -> Result<Answers<'m, S>, Stop> {
        let reachable = system.count(&system.reachable())?;
        let memory = Checker::new(model, &system, SEMANTICS)?.into_memory();
        Ok(Answers { model, system, memory, reachable, sets: Vec::new(), last: RefCell::default() })
    }

    pub(crate) fn system(&self) -> &S {
        &self.system
    }

    /// The states that formulas are about.
    pub(crate) fn domain(&self) -> &S::Set {
        self.memory.domain()
    }

    /// The reachable states where a proposition holds.
    pub(crate) fn proposition(&self, id: PropId) -> Result<S::Set, Stop> {
        self.system.states_where(self.model, self.model.proposition(id).condition)
    }

    /// The reachable states where a condition holds.
    pub(crate) fn satisfying(&self, condition: &Condition) -> Result<S::Set, Stop> {
        match condition.meaning {
            Meaning::Values(expression) => self.system().states_where(&condition.model, expression),
            Meaning::Formula(formula) => {
                if let Some((text, set)) = &*self.last.borrow()
                    && *text == condition.text
                {
                    return Ok(set.clone());
                }
                let memory = self.memory.clone();
                let set = Checker::resume(&condition.model, &self.system, SEMANTICS, memory).satisfying(formula)?;
                *self.last.borrow_mut() = Some((condition.text.clone(), set.clone()));
                Ok(set)
            }
        }
    }

    /// The states of the domain that an agent cannot tell from a state.
    fn alike(&self, agent: AgentId, state: &[u64]) -> Result<S::Set, Stop> {
        let system = self.system();
        let alike = system.indistinguishable(&[agent], &system.singleton(state)?)?;
        system.intersection(&alike, self.domain())
    }

    /// The least states of a set.
    pub(crate) fn least(&self, set: &S::Set, most: usize) -> Result<Vec<State>, Stop> {
        let system = self.system();
        let mut rest = set.clone();
        let mut found = Vec::new();
        while found.len() < most {
            system.budget().check()?;
            let Some(state) = system.pick(&rest)? else { break };
            rest = system.difference(&rest, &system.singleton(&state)?)?;
            found.push(state);
        }
        Ok(found)
    }

    /// The steps along a path.
    fn along(&self, path: &[State]) -> Result<Vec<Step>, Stop> {
        path.windows(2)
            .map(|pair| {
                let allowed: Vec<Vec<ActionId>> = allowed(self.model, &pair[0])
                    .into_iter()
                    .map(|list| list.into_iter().flatten().collect())
                    .collect();
                let action = self.system().joint_action(&pair[0], &pair[1], &allowed)?;
                // The engine found the path, so there is one.
                let action = action.unwrap_or_else(|| vec![None; self.model.agents.len()]);
                Ok(Step { action, state: pair[1].clone() })
            })
            .collect()
    }
}

impl<S: System> Oracle for Answers<'_, S> {
    fn reachable(&self) -> &BigUint {
        &self.reachable
    }

    fn truth(&self, condition: &Condition, state: &[u64]) -> Result<Option<bool>, Stop> {
        if let Some(holds) = condition.holds(state) {
            return Ok(Some(holds));
        }
        let here = self.system().singleton(state)?;
        if !self.system().is_subset(&here, self.domain())? {
            return Ok(None);
        }
        self.system().is_subset(&here, &self.satisfying(condition)?).map(Some)
    }

    fn knowledge(&self, agent: AgentId, state: &[u64]) -> Result<StateKnowledge, Stop> {
        let system = self.system();
        let possible = self.alike(agent, state)?;
        let known = |index| {
            let proposition = self.proposition(PropId::from(index))?;
            // Without a fair path formulas say nothing about a state; then there may be no possible state.
            Ok(if system.is_empty(&possible) {
                Known::Open
            } else if system.is_subset(&possible, &proposition)? {
                Known::True
            } else if system.is_empty(&system.intersection(&possible, &proposition)?) {
                Known::False
            } else {
                Known::Open
            })
        };
        let propositions = (0..self.model.propositions.len()).map(known).collect::<Result<_, Stop>>()?;
        Ok(StateKnowledge { agent, possible: system.count(&possible)?, propositions })
    }

    fn possible(&self, agent: AgentId, state: &[u64], most: usize) -> Result<PossibleStates, Stop> {
        let possible = self.alike(agent, state)?;
        Ok(PossibleStates { agent, count: self.system().count(&possible)?, states: self.least(&possible, most)? })
    }

    fn path(&self, state: &[u64], condition: &Condition) -> Result<Option<Vec<Step>>, Stop> {
        let system = self.system();
        let target = self.satisfying(condition)?;
        let path = system.shortest_path(&system.singleton(state)?, &system.reachable(), &target)?;
        path.map(|path| self.along(&path)).transpose()
    }
}
