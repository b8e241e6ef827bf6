//! Checking the formulas of a model.
//!
//! The work is done on a [thread](crate::work) of its own, which tells what it finds. So there is an answer in time even
//! while that thread is in the middle of something that cannot be left, such as an exchange of two large levels.

use crate::Loaded;
use crate::consistency::{ConsistencyAnswer, ConsistencyCheck, ConsistencyResult};
use crate::evidence::{EvidenceOutcome, EvidenceWish, FormulaEvidence};
use crate::outcome::{Answer, CheckError, FormulaResult, Outcome, PhaseSeconds};
use crate::plan::PlanTrace;
use crate::request::{CheckRequest, Scope};
use crate::select::{Selected, no_fair_path, no_initial_state, replace_initial_states, select, wrong_condition};
use crate::work::{News, Work};
use num_bigint::BigUint;
use savoir_check::{Budget, Effort, Stop, Verdict};
use savoir_model::{FormulaId, Model};
use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Stack of a thread that works with engines: recursion over diagrams is as deep as they have levels. Memory is used only
/// as far as it goes.
pub const STACK_BYTES: usize = 1 << 30;

/// Time between two looks at the budget while there is no news.
const LOOK: Duration = Duration::from_millis(100);
/// So long the work may go on when the budget is used up, before its answers are given without it.
const PATIENCE: Duration = Duration::from_millis(600);

/// Checks formulas; `on_answer` sees each answer as soon as it is found.
///
/// # Errors
/// When the model or a formula is not usable. Running out of budget is not an error: what is not decided is unknown.
pub fn check(
    loaded: &Loaded,
    request: &CheckRequest,
    budget: &Budget,
    on_answer: &mut dyn FnMut(Answer<'_>),
) -> Result<Outcome, CheckError> {
    let Some(model) = &loaded.model else { return Err(CheckError::Model(loaded.diagnostics.clone())) };
    let mut model = model.clone();
    replace_initial_states(&mut model, request)?;
    let (selected, refused) = select(&mut model, request)?;
    let start = Instant::now();
    let formulas: Vec<FormulaId> = selected.iter().map(|selected| selected.property.formula).collect();
    let mut left_out = Vec::new();
    if request.scope == Scope::Cone && request.evidence == EvidenceWish::None && request.consistency.is_empty() {
        let (cone, variables) = model.cone_of_influence(&formulas);
        left_out = variables.into_iter().map(|variable| model.variable_text(variable)).collect();
        model = cone;
    }
    let model = Arc::new(model);
    let outcome = Outcome {
        engine: request.engine,
        plan: PlanTrace::default(),
        semantics: request.semantics,
        fairness_constraints: model.fairness.len(),
        states: BigUint::ZERO,
        explored: false,
        left_out,
        consistency: Vec::new(),
        results: Vec::new(),
        diagnostics: refused,
        effort: Effort::default(),
        seconds: PhaseSeconds { load: loaded.seconds, ..PhaseSeconds::default() },
    };
    let consistency = request.consistency.iter().copied().collect();
    let formulas_left = selected.into();
    let mut open =
        Open { model: &model, request, consistency, formulas: formulas_left, decided: None, outcome, on_answer };
    let (news, worker) =
        begin(Work { model: model.clone(), formulas, request: request.clone(), budget: budget.clone(), start });
    match open.listen(&news, budget)? {
        Ending::WorkDone => {
            if let Some(Err(panic)) = worker.map(JoinHandle::join) {
                resume_unwind(panic);
            }
        }
        // It ends by itself, sooner or later.
        Ending::GivenUp => {}
    }
    Ok(open.outcome)
}

/// Does the work on a thread of its own, or right here where there can be none.
fn begin(work: Work) -> (Receiver<News>, Option<JoinHandle<()>>) {
    let (sender, news) = channel();
    let work = Arc::new(work);
    let there = work.clone();
    let sender_there = sender.clone();
    // If nobody listens any more, nobody needs the news.
    let run = move || there.run(&|news| drop(sender_there.send(news)));
    let worker = std::thread::Builder::new().name("check".to_owned()).stack_size(STACK_BYTES).spawn(run);
    if worker.is_err() {
        work.run(&|news| drop(sender.send(news)));
    }
    (news, worker.ok())
}

/// Why nobody listens any more.
enum Ending {
    WorkDone,
    GivenUp,
}

/// What is not answered yet, and what is.
struct Open<'a> {
    model: &'a Arc<Model>,
    request: &'a CheckRequest,
    consistency: VecDeque<ConsistencyCheck>,
    formulas: VecDeque<Selected>,
    /// The verdict on the first of these formulas, and seconds, while evidence is being looked for.
    decided: Option<(Verdict, f64)>,
    outcome: Outcome,
    on_answer: &'a mut dyn FnMut(Answer<'_>),
}

impl Open<'_> {
    /// Hears all news, but gives up on it when the budget has been used up for a while.
    fn listen(&mut self, news: &Receiver<News>, budget: &Budget) -> Result<Ending, CheckError> {
        let mut over: Option<Instant> = None;
        loop {
            match news.recv_timeout(LOOK) {
                Ok(news) => self.hear(news)?,
                Err(RecvTimeoutError::Disconnected) => return Ok(Ending::WorkDone),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(stop) = budget.check()
                        && over.get_or_insert_with(Instant::now).elapsed() > PATIENCE
                    {
                        self.give_up(stop);
                        return Ok(Ending::GivenUp);
                    }
                }
            }
        }
    }

    fn hear(&mut self, news: News) -> Result<(), CheckError> {
        match news {
            News::Built { engine, trace } => {
                self.outcome.engine = engine;
                self.outcome.plan = trace;
            }
            News::Explored { states, effort, encode, reach } => {
                let empty = states == BigUint::ZERO;
                self.outcome.states = states;
                self.outcome.explored = true;
                self.outcome.effort = effort;
                self.outcome.seconds = PhaseSeconds { encode, reach, ..self.outcome.seconds };
                if empty {
                    return Err(self.no_initial_state());
                }
            }
            News::Consistency(answer, seconds) => self.answer_check(answer, seconds),
            News::NoFairPath => self.outcome.diagnostics.push(no_fair_path(self.model)),
            News::Verdict(verdict, seconds) => self.decided = Some((verdict, seconds)),
            News::Evidence(evidence) => {
                if let Some((verdict, seconds)) = self.decided.take() {
                    self.answer_formula(verdict, seconds, evidence);
                }
            }
            News::Stopped(stop) => self.give_up(stop),
            News::Decided { effort, seconds } => {
                self.outcome.effort = effort;
                self.outcome.seconds.check = seconds;
            }
        }
        Ok(())
    }

    fn no_initial_state(&self) -> CheckError {
        let found = no_initial_state(self.model);
        match &self.request.init {
            Some(text) => wrong_condition(text, vec![found]),
            None => CheckError::Model(vec![found]),
        }
    }

    /// The next check of the model as a whole is answered.
    fn answer_check(&mut self, answer: ConsistencyAnswer, seconds: f64) {
        let Some(check) = self.consistency.pop_front() else { return };
        let result = ConsistencyResult { check, model: self.model.clone(), answer, seconds };
        (self.on_answer)(Answer::Consistency(&result));
        self.outcome.consistency.push(result);
    }

    /// The next formula is answered.
    fn answer_formula(&mut self, verdict: Verdict, seconds: f64, evidence: Option<FormulaEvidence>) {
        let Some(Selected { index, property }) = self.formulas.pop_front() else { return };
        let reading = self.outcome.semantics.of(self.model, property.formula);
        let result = FormulaResult { index, property, verdict, reading, seconds, evidence };
        (self.on_answer)(Answer::Formula(&result));
        self.outcome.results.push(result);
    }

    /// What is not answered remains unknown.
    fn give_up(&mut self, stop: Stop) {
        while !self.consistency.is_empty() {
            self.answer_check(ConsistencyAnswer::Stopped(stop), 0.0);
        }
        if let Some((verdict, seconds)) = self.decided.take() {
            let stopped = FormulaEvidence { model: self.model.clone(), outcome: EvidenceOutcome::Stopped(stop) };
            let wanted = self.request.evidence == EvidenceWish::Wanted;
            self.answer_formula(verdict, seconds, wanted.then_some(stopped));
        }
        while !self.formulas.is_empty() {
            self.answer_formula(Verdict::Unknown(stop), 0.0, None);
        }
    }
}
