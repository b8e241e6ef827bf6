//! The work of a search for groups, on a thread that has enough stack for recursion over diagrams. It tells what it finds, so
//! that there is an answer in time even while that thread is in the middle of something that cannot be left.

use super::outcome::{SynthAnswer, SynthError, SynthOutcome, SynthResult};
use super::question::{candidates, check_variables};
use super::request::SynthRequest;
use super::search::{Found, Job};
use super::{Question, Space};
use crate::listen::{Ending, Listener, listen};
use crate::outcome::CheckError;
use crate::plan::PlanTrace;
use crate::select::{no_initial_state, replace_initial_states, select_sought, wrong_condition};
use crate::stack::stack_bytes;
use crate::{Engine, Loaded};
use num_bigint::BigUint;
use savoir_check::{Budget, Effort, Stop};
use savoir_model::{Semantics, StrategyReading};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::channel;

/// Finds the groups that make formulas true; `on_result` sees each answer as soon as it is found.
///
/// # Errors
/// When the model, a formula or a name is not usable. Running out of budget is not an error: what is not found is undecided.
pub fn synthesise(
    loaded: &Loaded,
    request: &SynthRequest,
    budget: &Budget,
    on_result: &mut dyn FnMut(&SynthOutcome, &SynthResult),
) -> Result<SynthOutcome, SynthError> {
    let Some(model) = &loaded.model else {
        return Err(CheckError::Model(loaded.diagnostics.clone()).into());
    };
    let mut model = model.clone();
    replace_initial_states(&mut model, &request.check)?;
    let candidates = candidates(&model, request.candidates);
    let mut questions = Vec::new();
    for selected in select_sought(&mut model, &request.check)? {
        if model.formulas.group_variable(selected.property.formula).is_none() {
            return Err(SynthError::Ground { index: selected.index });
        }
        questions.push(Question::new(&model, &candidates, selected, request)?);
    }
    if questions.is_empty() {
        return Err(SynthError::NoVariables);
    }
    check_variables(request, &questions)?;
    let model = Arc::new(model);
    let mut outcome = SynthOutcome::nothing_yet(loaded, model.clone(), candidates.clone());
    outcome.strategies = StrategyReading::new(request.check.semantics.atl, &model);
    let questions = Arc::new(questions);
    let job = Job { model, candidates, questions: questions.clone(), request: request.clone(), budget: budget.clone() };
    let mut pending = Pending { outcome, open: (0..questions.len()).collect(), questions: &questions, on_result };
    let (told, updates) = channel();
    let run = move || job.run(&told);
    match std::thread::Builder::new().name("synth".to_owned()).stack_size(stack_bytes()).spawn(run) {
        Ok(worker) => {
            let Ok(ended) = listen(&mut pending, &updates, budget);
            if ended == Ending::WorkDone
                && let Err(panic) = worker.join()
            {
                resume_unwind(panic);
            }
        }
        // Without a thread there is nothing that could be done with enough stack.
        Err(_) => pending.give_up(Stop::Memory),
    }
    if pending.outcome.explored && pending.outcome.states == BigUint::ZERO {
        let found = no_initial_state(&pending.outcome.model);
        return Err(match &request.check.init {
            Some(text) => wrong_condition(text, vec![found]),
            None => CheckError::Model(vec![found]),
        }
        .into());
    }
    Ok(pending.outcome)
}

/// What is told as it is found, in this order.
pub(super) enum Update {
    /// The engine that answers, and how it was found.
    Built { engine: Engine, plan: PlanTrace },
    /// All reachable states were found; seconds that it took.
    Explored { states: BigUint, encode: f64, reach: f64 },
    /// The groups of the next formula, and seconds.
    Result(Box<Found>, f64),
    /// There will be no more answers.
    Stopped(Stop),
    /// That was the last formula; seconds for all that came after the states.
    Done { effort: Box<Effort>, seconds: f64 },
}

/// What is not answered yet, and what is.
struct Pending<'a> {
    outcome: SynthOutcome,
    open: VecDeque<usize>,
    questions: &'a [Question],
    on_result: &'a mut dyn FnMut(&SynthOutcome, &SynthResult),
}

impl Listener for Pending<'_> {
    type Update = Update;
    type Error = Infallible;

    fn hear(&mut self, update: Update) -> Result<(), Infallible> {
        match update {
            Update::Built { engine, plan } => {
                self.outcome.engine = engine;
                self.outcome.plan = plan;
            }
            Update::Explored { states, encode, reach } => {
                self.outcome.states = states;
                self.outcome.explored = true;
                self.outcome.seconds.encode = encode;
                self.outcome.seconds.reach = reach;
            }
            Update::Result(found, seconds) => self.answer(*found, seconds),
            Update::Stopped(stop) => self.give_up(stop),
            Update::Done { effort, seconds } => {
                self.outcome.effort = *effort;
                self.outcome.seconds.check = seconds;
            }
        }
        Ok(())
    }

    fn give_up(&mut self, stop: Stop) {
        while !self.open.is_empty() {
            let undecided = SynthAnswer::Undecided { stop, satisfying: BigUint::ZERO, failing: BigUint::ZERO };
            let possible = self.open.front().map_or(BigUint::ZERO, |place| self.possible(&self.questions[*place]));
            self.answer(Found { way: None, possible, answer: undecided }, 0.0);
        }
    }
}

impl Pending<'_> {
    fn answer(&mut self, found: Found, seconds: f64) {
        let Some(place) = self.open.pop_front() else { return };
        let Found { way, possible, answer } = found;
        let Question { selected, variables, chosen, .. } = &self.questions[place];
        let (index, property, chosen) = (selected.index, selected.property.clone(), chosen.clone());
        let atl = property.reading;
        let semantics = Semantics { atl: atl.unwrap_or(self.outcome.strategies.atl), ..Semantics::default() };
        let reading = semantics.of(&self.outcome.model, property.formula);
        let variables = variables.clone();
        let result = SynthResult { index, property, reading, variables, way, chosen, possible, answer, seconds };
        (self.on_result)(&self.outcome, &result);
        self.outcome.results.push(result);
    }

    /// How many choices of groups come into question. That takes no time to speak of, so no limit keeps us from saying it.
    fn possible(&self, question: &Question) -> BigUint {
        let budget = Budget::unlimited();
        let space = Space::new(question.variables.len(), &self.outcome.candidates, &[], &budget).ok();
        let count = |space: Space| space.groups.count(&question.possible(&space, &budget).ok()?).ok();
        space.and_then(count).unwrap_or_default()
    }
}
