//! A session: a model whose reachable states were found once, to be asked many times.
//!
//! [`Session::open`] carries out the [plan](crate::PlanTrace) and keeps the system of whichever engine was taken. After that
//! every question has limits of its own ([`Session::limit`]): one that is cancelled or runs out of time leaves the rest as it
//! was. What was found out about formulas is kept between questions. `check`, `stats`, `lint`, state graphs and the simulator
//! all ask a session; none of them knows which engine answers.

mod answers;
mod condition;
mod formulas;
mod groups;
mod held;
mod independent;
mod knowledge;
mod lines;
mod one_by_one;
mod sets;
mod views;

pub use answers::{Known, KnownAcross, PossibleStates, PropositionAcross, Reachable, SetReport, StateKnowledge, Step};
pub use condition::Condition;
pub(crate) use condition::{Meaning, holds};
pub(crate) use formulas::{Afterwards, Decided, Finding, Questions, Settled};
pub use lines::LineCount;
pub(crate) use sets::Making;

use crate::consistency::{ConsistencyAnswer, ConsistencyCheck};
use crate::evidence::EvidenceOutcome;
use crate::notes::{ModelNote, NotesWish};
use crate::parts::{OtherProcesses, Partition, build_together};
use crate::plan::{
    Attempt, AttemptName, BuildOptions, Built, PlanTrace, Planned, Reached, Record, Success, Way, Why, build,
};
use crate::{Engine, Verdict};
use formulas::{Answered, SoFar};
use held::{Asked, Held};
use independent::Recipe;
use num_bigint::BigUint;
use one_by_one::OneByOne;
use savoir_check::{Budget, BudgetSwitch, Effort, Stop};
use savoir_evidence::StrategyOptions;
use savoir_explicit::{ExplorationLimits, PausableExploration};
use savoir_model::{AgentId, ExprId, FormulaId, Model, Semantics};
use savoir_parallel::PartitionError;
use savoir_reference::State;

/// A model whose reachable states were found.
pub struct Session<'m> {
    model: &'m Model,
    engine: Engine,
    plan: PlanTrace,
    states: BigUint,
    limits: BudgetSwitch,
    system: Box<dyn Asked + 'm>,
    /// Whether formulas may be decided on single states if they take long; the threads for that.
    one_by_one: Option<OneByOne>,
    threads: usize,
}

/// Why there is no session.
#[derive(Clone, Debug)]
pub struct NotOpened {
    /// The engine that was at work.
    pub engine: Engine,
    /// The limit that was met.
    pub stop: Stop,
    /// The attempts that were made.
    pub plan: PlanTrace,
}

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("engine", &self.engine).field("states", &self.states).finish_non_exhaustive()
    }
}

impl<'m> Session<'m> {
    /// Finds the reachable states of a model.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn open(model: &'m Model, options: &BuildOptions, budget: &Budget) -> Result<Session<'m>, NotOpened> {
        let (switched, limits) = budget.clone().switchable();
        Session::held(model, options, build(model, options, &switched), limits)
    }

    /// The same with states that are found part by part; `None` if this process only helps others to find them.
    pub(crate) fn open_together(
        model: &'m Model,
        (options, partition): (&BuildOptions, Partition),
        budget: &Budget,
        others: Option<&OtherProcesses>,
    ) -> Result<Option<Result<Session<'m>, NotOpened>>, PartitionError> {
        let (switched, limits) = budget.clone().switchable();
        match build_together(model, (options, partition), &switched, others) {
            Ok(planned) => Ok(planned.map(|planned| Session::held(model, options, planned, limits))),
            Err(PartitionError::Stopped(stop)) => {
                let plan = PlanTrace::default();
                Ok(Some(Err(NotOpened { engine: Engine::Symbolic, stop, plan })))
            }
            Err(error) => Err(error),
        }
    }

    fn held(
        model: &'m Model,
        options: &BuildOptions,
        planned: Planned<'m>,
        limits: BudgetSwitch,
    ) -> Result<Session<'m>, NotOpened> {
        let threads = options.explicit.threads;
        let Planned { engine, system, trace } = planned;
        let recipe = Recipe::of(options, &trace);
        let may_change = options.engine == Engine::Auto && options.partition.is_none() && engine == Engine::Symbolic;
        let held = system.map(|system| -> Box<dyn Asked + 'm> {
            match system {
                Built::Explicit(system) => Box::new(Held::new(model, *system, threads, None)),
                Built::Symbolic(system) => Box::new(Held::new(model, *system, threads, recipe)),
            }
        });
        let opened = held.and_then(|system| Ok((system.count()?, system)));
        match opened {
            Ok((states, system)) => {
                let one_by_one = may_change.then(|| OneByOne::new(options, &trace, &states)).flatten();
                Ok(Session { model, engine, plan: trace, states, limits, system, one_by_one, threads })
            }
            Err(stop) => Err(NotOpened { engine, stop, plan: trace }),
        }
    }

    /// Whether a condition of the model without actions holds in some reachable state.
    pub(crate) fn is_possible(&self, condition: ExprId) -> Result<bool, Stop> {
        self.system.is_possible(condition)
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The engine that answers.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// How the reachable states were found.
    #[must_use]
    pub fn plan(&self) -> &PlanTrace {
        &self.plan
    }

    /// How many states are reachable.
    #[must_use]
    pub fn states(&self) -> &BigUint {
        &self.states
    }

    /// What it took so far.
    #[must_use]
    pub fn effort(&self) -> Effort {
        self.system.effort()
    }

    /// The limits of the questions from now on.
    pub fn limit(&mut self, budget: &Budget) {
        self.limits.to(budget);
    }

    /// Whether a formula of the model holds in every initial state.
    pub fn decide(&mut self, formula: FormulaId, semantics: Semantics) -> Verdict {
        self.system.decide(formula, semantics)
    }

    /// The same, with why: evidence that was replayed; none if the formula is not decided.
    pub fn explain(
        &mut self,
        formula: FormulaId,
        semantics: Semantics,
        strategies: StrategyOptions,
    ) -> (Verdict, Option<EvidenceOutcome>) {
        self.system.explain(formula, semantics, strategies)
    }

    /// Whether there are fairness constraints, but no path satisfies them all.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn has_no_fair_path(&mut self) -> Result<bool, Stop> {
        self.system.has_no_fair_path()
    }

    /// Checks the model as a whole.
    #[must_use]
    pub fn consistency(&self, check: ConsistencyCheck) -> ConsistencyAnswer {
        self.system.consistency(check)
    }

    /// What verdicts on the model do not say by themselves.
    #[must_use]
    pub fn model_notes(&mut self, wish: NotesWish) -> Vec<ModelNote> {
        self.system.model_notes(wish)
    }

    /// Numbers about the reachable states.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn counts(&self) -> Result<Reachable, Stop> {
        self.system.counts()
    }

    /// All reachable states in the order of their values, and which of them are initial.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn list_states(&self) -> Result<(Vec<State>, Vec<State>), Stop> {
        self.system.list_states()
    }

    /// The least initial states, or those of them where a condition holds: so many at most, and whether these are all.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn initial_states(&mut self, condition: Option<&Condition>, most: usize) -> Result<(Vec<State>, bool), Stop> {
        self.system.initial_states(condition, most)
    }

    /// The least successors of a state, or those of them where a condition holds: so many at most, and whether these are
    /// all.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn successors(
        &mut self,
        state: &[u64],
        condition: Option<&Condition>,
        most: usize,
    ) -> Result<(Vec<State>, bool), Stop> {
        self.system.successors(state, condition, most)
    }

    /// A joint action that leads from a state to one of its successors.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn step(&mut self, state: &[u64], next: &[u64]) -> Result<Option<Step>, Stop> {
        self.system.step(state, next)
    }

    /// Answers questions about formulas, in order, and tells what it finds.
    pub(crate) fn ask(&mut self, questions: &Questions, tell: &dyn Fn(Finding)) -> Result<Option<Settled>, Stop> {
        let is_last = questions.afterwards == Afterwards::Over;
        let one_by_one = self.one_by_one.as_mut().filter(|_| is_last && std::ptr::eq(self.model, &*questions.model));
        let so_far = SoFar { verdicts: Vec::new(), one_by_one };
        match self.system.ask(questions, so_far, tell)? {
            Answered::All(settled) => Ok(settled),
            Answered::Begun(verdicts, states) => {
                self.take_single_states(*states)?;
                match self.system.ask(questions, SoFar { verdicts, one_by_one: None }, tell)? {
                    Answered::All(settled) => Ok(settled),
                    Answered::Begun(..) => unreachable!("nothing else is tried"),
                }
            }
        }
    }

    /// From now on formulas are decided on single states, which were all found.
    fn take_single_states(&mut self, states: PausableExploration) -> Result<(), Stop> {
        let system = states.into_system(self.model, self.limits.budget())?;
        let way = Way::Explicit(ExplorationLimits::NONE);
        let attempt = Attempt { name: AttemptName::Formulas, way, success: Success::Finished };
        let reached = Reached::Explored(system.state_count());
        if let Some(before) = self.plan.taken.and_then(|taken| self.plan.records.get_mut(taken)) {
            before.why = Why::SlowFormulas;
        }
        self.plan.taken = Some(self.plan.records.len());
        self.plan.records.push(Record { attempt, reached, why: Why::Taken });
        self.engine = Engine::Explicit;
        // What was found out on diagrams is of no use there.
        self.system = Box::new(Held::new(self.model, system, self.threads, None));
        Ok(())
    }

    /// Whether a condition holds in a state; `None` where no fair path starts, about which formulas say nothing.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn truth(&mut self, condition: &Condition, state: &[u64]) -> Result<Option<bool>, Stop> {
        match condition.holds(state) {
            Some(holds) => Ok(Some(holds)),
            None => self.system.truth(condition, state),
        }
    }

    /// What an agent knows in a state.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn knowledge(&mut self, agent: AgentId, state: &[u64]) -> Result<StateKnowledge, Stop> {
        self.system.knowledge(agent, state)
    }

    /// What an agent considers possible in a state: so many states of it are listed.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn possible(&mut self, agent: AgentId, state: &[u64], most: usize) -> Result<PossibleStates, Stop> {
        self.system.possible(agent, state, most)
    }

    /// The steps of a shortest path to a state where a condition holds; `None` if there is none.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn path(&mut self, state: &[u64], condition: &Condition) -> Result<Option<Vec<Step>>, Stop> {
        self.system.path(state, condition)
    }

    /// Who can be asked about groups that are sought.
    pub(crate) fn groups(&mut self) -> &mut (dyn Asked + 'm) {
        self.system.as_mut()
    }

    /// The sets of states that a user goes from one to the next of.
    pub(crate) fn sets(&mut self) -> &mut (dyn Asked + 'm) {
        self.system.as_mut()
    }

    /// What is possible in single states.
    pub(crate) fn views(&mut self) -> &mut (dyn Asked + 'm) {
        self.system.as_mut()
    }

    /// The commands that made the current set of states, the first one that of a set from nothing.
    pub(crate) fn set_commands(&self) -> Vec<String> {
        self.system.commands()
    }
}

#[cfg(test)]
mod tests;
