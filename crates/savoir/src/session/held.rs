//! A system of some engine, held for questions.

use super::answers::{PossibleStates, Reachable, StateKnowledge, Step};
use super::condition::Condition;
use super::formulas::{Answered, Finding, Questions, SoFar, no_evidence};
use super::groups::GroupQuestions;
use super::independent::Recipe;
use super::lines::LineQuestions;
use super::sets::SetStack;
use super::views::ViewQuestions;
use crate::Verdict;
use crate::consistency::{ConsistencyAnswer, ConsistencyCheck, consistency};
use crate::evidence::{EvidenceOutcome, evidence};
use crate::induced;
use crate::notes::{ModelNote, NoteWork, NotesWish, model_notes};
use num_bigint::BigUint;
use savoir_check::{Checker, Effort, Memory, Stop, System, UniformAlgorithm, UniformSearch};
use savoir_evidence::StrategyOptions;
use savoir_explicit::CompiledSteps;
use savoir_model::{AgentId, AtlSemantics, ExprId, FormulaId, Model, PropId, Restricted, Semantics};
use savoir_reference::State;
use std::cell::OnceCell;

/// Everything that a session can be asked, whatever its engine is.
pub(crate) trait Asked: SetStack + GroupQuestions + LineQuestions + ViewQuestions {
    fn count(&self) -> Result<BigUint, Stop>;
    fn effort(&self) -> Effort;
    fn counts(&self) -> Result<Reachable, Stop>;
    fn list_states(&self) -> Result<(Vec<State>, Vec<State>), Stop>;
    fn initial_states(&mut self, condition: Option<&Condition>, most: usize) -> Result<(Vec<State>, bool), Stop>;
    fn successors(
        &mut self,
        state: &[u64],
        condition: Option<&Condition>,
        most: usize,
    ) -> Result<(Vec<State>, bool), Stop>;
    fn step(&mut self, state: &[u64], next: &[u64]) -> Result<Option<Step>, Stop>;
    fn decide(&mut self, formula: FormulaId, semantics: Semantics) -> Verdict;
    fn explain(
        &mut self,
        formula: FormulaId,
        semantics: Semantics,
        strategies: StrategyOptions,
    ) -> (Verdict, Option<EvidenceOutcome>);
    fn has_no_fair_path(&mut self) -> Result<bool, Stop>;
    fn is_possible(&self, condition: ExprId) -> Result<bool, Stop>;
    fn consistency(&self, check: ConsistencyCheck) -> ConsistencyAnswer;
    fn model_notes(&mut self, wish: NotesWish) -> Vec<ModelNote>;
    fn ask(&mut self, questions: &Questions, so_far: SoFar<'_>, tell: &dyn Fn(Finding)) -> Result<Answered, Stop>;
    fn truth(&mut self, condition: &Condition, state: &[u64]) -> Result<Option<bool>, Stop>;
    fn knowledge(&mut self, agent: AgentId, state: &[u64]) -> Result<StateKnowledge, Stop>;
    fn possible(&mut self, agent: AgentId, state: &[u64], most: usize) -> Result<PossibleStates, Stop>;
    fn path(&mut self, state: &[u64], condition: &Condition) -> Result<Option<Vec<Step>>, Stop>;
}

/// A system with what was found on it.
pub(super) struct Held<'m, S: System> {
    pub(super) model: &'m Model,
    pub(super) system: S,
    /// What was found out about formulas of the model, once somebody asked.
    pub(super) memory: Option<Memory<S::Set>>,
    /// Sets of states with the commands that made them, the current one last.
    pub(super) sets: Vec<(String, S::Set)>,
    /// The last formula with where it holds: a walk asks about the same one in every state.
    pub(super) last: Option<(String, Semantics, S::Set)>,
    /// Compiled when first needed.
    steps: OnceCell<CompiledSteps<'m>>,
    /// Threads that may work on a question.
    threads: usize,
    /// How another thread could make the system again, if that is possible ...
    pub(super) recipe: Option<Recipe>,
    /// ... and the steps that it takes.
    pub(super) built: u64,
}

impl<'m, S: System> Held<'m, S> {
    pub(super) fn new(model: &'m Model, system: S, threads: usize, recipe: Option<Recipe>) -> Held<'m, S> {
        let built = system.work();
        let (memory, sets, last, steps) = (None, Vec::new(), None, OnceCell::new());
        Held { model, system, memory, sets, last, steps, threads, recipe, built }
    }

    /// How uniform strategies are looked for.
    pub(super) fn uniform_search(&self, algorithm: UniformAlgorithm) -> UniformSearch<'_> {
        UniformSearch { threads: self.threads, ..UniformSearch::new(self.steps(), algorithm) }
    }

    /// Steps from single states.
    pub(super) fn steps(&self) -> &CompiledSteps<'m> {
        self.steps.get_or_init(|| CompiledSteps::new(self.model, self.system.budget().clone()))
    }

    /// Asks a checker that knows what others before it have found out, and keeps what it finds out.
    pub(super) fn checked<T>(
        &mut self,
        semantics: Semantics,
        algorithm: UniformAlgorithm,
        question: impl FnOnce(&mut Checker<'_, S>) -> T,
    ) -> Result<T, Stop> {
        let memory = self.memory.take();
        let mut checker = match memory {
            Some(memory) => Checker::resume(self.model, &self.system, semantics, memory),
            None => Checker::new(self.model, &self.system, semantics)?,
        };
        checker.search_uniform_strategies(self.uniform_search(algorithm));
        let answer = question(&mut checker);
        self.memory = Some(checker.into_memory());
        Ok(answer)
    }

    /// Whether a formula is true of a model where some agents follow a uniform strategy.
    fn decide_on_induced_models(&mut self, formula: FormulaId, restricted: Restricted) -> Verdict {
        let model = self.model;
        let decided = self.checked(Semantics::default(), UniformAlgorithm::Auto, |checker| {
            let system = checker.system();
            let steps = CompiledSteps::new(model, system.budget().clone());
            induced::decide(checker, (model, system), &steps, &mut None, (restricted, formula)).verdict
        });
        decided.unwrap_or_else(Verdict::Unknown)
    }

    /// What is known about formulas, with at least the states that they are about.
    pub(super) fn memory(&mut self) -> Result<&Memory<S::Set>, Stop> {
        let memory = match self.memory.take() {
            Some(memory) => memory,
            None => Checker::new(self.model, &self.system, Semantics::default())?.into_memory(),
        };
        Ok(self.memory.insert(memory))
    }

    /// The states that formulas are about.
    pub(super) fn domain(&mut self) -> Result<S::Set, Stop> {
        Ok(self.memory()?.domain().clone())
    }

    /// The reachable states where a proposition holds.
    pub(super) fn proposition(&self, id: PropId) -> Result<S::Set, Stop> {
        self.system.states_where(self.model, self.model.proposition(id).condition)
    }

    /// The least states of a set.
    pub(super) fn least(&self, set: &S::Set, most: usize) -> Result<Vec<State>, Stop> {
        let system = &self.system;
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
}

impl<S: System> Held<'_, S> {
    /// The least states of a set where a condition holds, if there is one, and whether these are all.
    fn least_where(
        &mut self,
        set: S::Set,
        condition: Option<&Condition>,
        most: usize,
    ) -> Result<(Vec<State>, bool), Stop> {
        let set = match condition {
            Some(condition) => {
                let wanted = self.satisfying(condition)?;
                self.system.intersection(&set, &wanted)?
            }
            None => set,
        };
        let states = self.least(&set, most)?;
        let complete = self.system.count(&set)? == BigUint::from(states.len());
        Ok((states, complete))
    }
}

impl<S: System> Asked for Held<'_, S> {
    fn count(&self) -> Result<BigUint, Stop> {
        self.system.count(&self.system.reachable())
    }

    fn effort(&self) -> Effort {
        self.system.effort()
    }

    fn is_possible(&self, condition: ExprId) -> Result<bool, Stop> {
        Ok(!self.system.is_empty(&self.system.states_where(self.model, condition)?))
    }

    fn counts(&self) -> Result<Reachable, Stop> {
        let system = &self.system;
        let reachable = system.reachable();
        Ok(Reachable {
            states: system.count(&reachable)?,
            initial: system.count(&system.initial())?,
            transitions: system.transition_count()?,
            deadlocks: system.count_without_successor()?,
        })
    }

    fn list_states(&self) -> Result<(Vec<State>, Vec<State>), Stop> {
        Ok((self.system.list(&self.system.reachable())?, self.system.list(&self.system.initial())?))
    }

    fn initial_states(&mut self, condition: Option<&Condition>, most: usize) -> Result<(Vec<State>, bool), Stop> {
        let initial = self.system.initial();
        self.least_where(initial, condition, most)
    }

    fn successors(
        &mut self,
        state: &[u64],
        condition: Option<&Condition>,
        most: usize,
    ) -> Result<(Vec<State>, bool), Stop> {
        let next = self.system.image(&self.system.singleton(state)?)?;
        self.least_where(next, condition, most)
    }

    fn step(&mut self, state: &[u64], next: &[u64]) -> Result<Option<Step>, Stop> {
        Ok(self.along(&[state.to_vec(), next.to_vec()])?.pop())
    }

    fn decide(&mut self, formula: FormulaId, semantics: Semantics) -> Verdict {
        if let AtlSemantics::UniformModel(restricted) = semantics.atl {
            return self.decide_on_induced_models(formula, restricted);
        }
        self.checked(semantics, UniformAlgorithm::Auto, |checker| checker.verdict(formula))
            .unwrap_or_else(Verdict::Unknown)
    }

    fn explain(
        &mut self,
        formula: FormulaId,
        semantics: Semantics,
        strategies: StrategyOptions,
    ) -> (Verdict, Option<EvidenceOutcome>) {
        if let AtlSemantics::UniformModel(restricted) = semantics.atl {
            let verdict = self.decide_on_induced_models(formula, restricted);
            return (verdict, no_evidence(verdict));
        }
        let model = self.model;
        let explained = self.checked(semantics, UniformAlgorithm::Auto, |checker| {
            let verdict = checker.verdict(formula);
            (verdict, evidence(model, checker, formula, verdict, strategies))
        });
        explained.unwrap_or_else(|stop| (Verdict::Unknown(stop), None))
    }

    fn has_no_fair_path(&mut self) -> Result<bool, Stop> {
        self.checked(Semantics::default(), UniformAlgorithm::Auto, |checker| checker.no_fair_path())
    }

    fn consistency(&self, check: ConsistencyCheck) -> ConsistencyAnswer {
        consistency(self.model, &self.system, check)
    }

    fn model_notes(&mut self, wish: NotesWish) -> Vec<ModelNote> {
        if wish == NotesWish::Off {
            return Vec::new();
        }
        let model = self.model;
        let work = NoteWork::new(wish);
        let notes = self.checked(Semantics::default(), UniformAlgorithm::Auto, |checker| {
            checker.aside(|checker| model_notes(model, checker, &work))
        });
        notes.unwrap_or_default()
    }

    fn ask(&mut self, questions: &Questions, so_far: SoFar<'_>, tell: &dyn Fn(Finding)) -> Result<Answered, Stop> {
        questions.answer(self, so_far, tell)
    }

    fn truth(&mut self, condition: &Condition, state: &[u64]) -> Result<Option<bool>, Stop> {
        self.truth_of(condition, state)
    }

    fn knowledge(&mut self, agent: AgentId, state: &[u64]) -> Result<StateKnowledge, Stop> {
        self.knowledge_of(agent, state)
    }

    fn possible(&mut self, agent: AgentId, state: &[u64], most: usize) -> Result<PossibleStates, Stop> {
        let possible = self.possible_for(agent, state)?;
        Ok(PossibleStates { agent, count: self.system.count(&possible)?, states: self.least(&possible, most)? })
    }

    fn path(&mut self, state: &[u64], condition: &Condition) -> Result<Option<Vec<Step>>, Stop> {
        self.path_to(state, condition)
    }
}
