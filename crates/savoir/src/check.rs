//! Checking the formulas of a model.
//!
//! The work is done on a [thread](crate::work) of its own, which tells what it finds. So there is an answer in time even
//! while that thread is in the middle of something that cannot be left, such as an exchange of two large levels.

use crate::Loaded;
use crate::consistency::{ConsistencyAnswer, ConsistencyCheck, ConsistencyResult};
use crate::evidence::{EvidenceOutcome, EvidenceWish, FormulaEvidence};
use crate::listen::{Ending, Listener, listen};
use crate::notes::{FormulaNote, VacuityWish, Variant, relevant, variants};
use crate::outcome::{Answer, CheckError, FormulaResult, InducedSearch, Outcome, PhaseSeconds};
use crate::plan::BuildOptions;
use crate::request::{CheckRequest, Scope};
use crate::select::{Selected, no_fair_path, no_initial_state, replace_initial_states, select, wrong_condition};
use crate::session::{Afterwards, Decided, Finding, Questions};
use crate::stack::stack_bytes;
use crate::work::{Job, Update, serve};
use num_bigint::BigUint;
use savoir_check::{Budget, Decision, Stop, Verdict};
use savoir_model::{FormulaId, Model, Semantics};
use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Instant;

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
    OpenModel { kept: None, afterwards: Afterwards::Over }.check(loaded, request, budget, on_answer)
}

/// A model that stays open between checks: if only formulas have changed since the last one, its states are not found again.
#[derive(Default)]
pub struct OpenModel {
    kept: Option<Kept>,
    afterwards: Afterwards,
}

/// A thread that knows a model, and how it found the states.
struct Kept {
    model: Arc<Model>,
    options: BuildOptions,
    jobs: Sender<Job>,
    worker: Option<JoinHandle<()>>,
}

impl OpenModel {
    /// Checks formulas of a model, see [`check`].
    ///
    /// # Errors
    /// When the model or a formula is not usable.
    pub fn check(
        &mut self,
        loaded: &Loaded,
        request: &CheckRequest,
        budget: &Budget,
        on_answer: &mut dyn FnMut(Answer<'_>),
    ) -> Result<Outcome, CheckError> {
        let Some(model) = &loaded.model else { return Err(CheckError::Model(loaded.diagnostics.clone())) };
        let mut model = model.clone();
        replace_initial_states(&mut model, request)?;
        let (selected, sought) = select(&mut model, request)?;
        let start = Instant::now();
        let formulas: Vec<(FormulaId, Semantics)> =
            selected.iter().map(|selected| (selected.property.formula, request.reading(&selected.property))).collect();
        let expected = selected.iter().map(|selected| selected.property.expected.unwrap_or(true)).collect();
        let numbered = selected.iter().map(|selected| selected.index).zip(formulas.iter().copied());
        request.fits(&model, numbered).map_err(CheckError::Parts)?;
        let variants = all_variants(&mut model, request, &formulas);
        let left_out = leave_out(&mut model, request, &formulas);
        let model = Arc::new(model);
        let outcome = Outcome { left_out, sought, ..Outcome::nothing_yet(loaded, request, &model) };
        let mut pending = PendingAnswers {
            model: &model,
            request,
            consistency: request.consistency.iter().copied().collect(),
            formulas: selected.into(),
            decided: VecDeque::new(),
            is_over: false,
            outcome,
            on_answer,
        };
        let questions = Questions {
            model: model.clone(),
            formulas,
            expected,
            uniform: request.uniform,
            evidence: request.possible_evidence(),
            strategies: request.strategies,
            notes: request.notes,
            variants,
            afterwards: self.afterwards,
        };
        let (told, updates) = channel();
        let (consistency, others) = (request.consistency.clone(), request.others.clone());
        let job = Job { questions, consistency, budget: budget.clone(), start, told, others };
        self.give(job, request.build_options());
        let ending = listen(&mut pending, &updates, budget);
        let (is_over, outcome) = (pending.is_over, pending.outcome);
        match ending? {
            Ending::WorkDone if is_over => {}
            // It ended without a word.
            Ending::WorkDone => self.find_out_why(),
            // The thread is in the middle of something. It ends by itself, sooner or later.
            Ending::GivenUp => self.kept = None,
        }
        Ok(outcome)
    }

    /// Gives a job to the thread that knows the model, or to a new one.
    fn give(&mut self, job: Job, options: BuildOptions) {
        let model = job.questions.model.clone();
        let job = match self.kept.take() {
            Some(kept) if kept.options == options && kept.model.has_same_system(&model) => {
                match kept.jobs.send(job) {
                    Ok(()) => {
                        self.kept = Some(kept);
                        return;
                    }
                    // The thread is gone.
                    Err(unsent) => unsent.0,
                }
            }
            _ => job,
        };
        let (jobs, waiting) = channel();
        // The receiver is at hand, so it takes the job.
        drop(jobs.send(job));
        let waiting = Arc::new(Mutex::new(waiting));
        let (there, chosen) = (waiting.clone(), options.clone());
        let run = move || serve_locked(&chosen, &there);
        match std::thread::Builder::new().name("check".to_owned()).stack_size(stack_bytes()).spawn(run) {
            Ok(worker) => self.kept = Some(Kept { model, options, jobs, worker: Some(worker) }),
            Err(_) => {
                // Where there can be no thread, the work is done right here.
                drop(jobs);
                serve_locked(&options, &waiting);
            }
        }
    }

    /// A thread that ended in the middle of its work panicked, and so do we.
    fn find_out_why(&mut self) {
        let worker = self.kept.take().and_then(|kept| kept.worker);
        if let Some(Err(panic)) = worker.map(JoinHandle::join) {
            resume_unwind(panic);
        }
    }
}

/// Leaves out what no formula depends on, if that is asked for; the names of the variables.
fn leave_out(model: &mut Model, request: &CheckRequest, formulas: &[(FormulaId, Semantics)]) -> Vec<String> {
    let shows_states = request.evidence == EvidenceWish::Wanted || request.vacuity == VacuityWish::EveryOperand;
    if request.scope == Scope::Whole || shows_states || !request.consistency.is_empty() {
        return Vec::new();
    }
    let readings: Vec<_> = formulas.iter().map(|(formula, semantics)| (*formula, semantics.atl)).collect();
    let (cone, variables) = model.cone_of_influence(&readings);
    let left_out = variables.into_iter().map(|variable| model.variable_text(variable)).collect();
    *model = cone;
    left_out
}

/// By formula, with constants in the place of its operands, if operands are asked about.
fn all_variants(model: &mut Model, request: &CheckRequest, formulas: &[(FormulaId, Semantics)]) -> Vec<Vec<Variant>> {
    match request.vacuity {
        VacuityWish::EveryOperand if request.partition().is_none() => {
            formulas.iter().map(|(formula, _)| variants(&mut model.formulas, *formula)).collect()
        }
        VacuityWish::EveryOperand | VacuityWish::Plain => Vec::new(),
    }
}

fn serve_locked(options: &BuildOptions, jobs: &Mutex<Receiver<Job>>) {
    if let Ok(jobs) = jobs.lock() {
        serve(options, &jobs);
    }
}

/// What is not answered yet, and what is.
struct PendingAnswers<'a> {
    model: &'a Arc<Model>,
    request: &'a CheckRequest,
    consistency: VecDeque<ConsistencyCheck>,
    formulas: VecDeque<Selected>,
    /// The verdicts on the first of these formulas, while evidence is made.
    decided: VecDeque<Decided>,
    /// Whether there will be no more updates.
    is_over: bool,
    outcome: Outcome,
    on_answer: &'a mut dyn FnMut(Answer<'_>),
}

impl Listener for PendingAnswers<'_> {
    type Update = Update;
    type Error = CheckError;

    fn hear(&mut self, update: Update) -> Result<(), CheckError> {
        match update {
            Update::Built { engine, trace } => {
                self.outcome.engine = engine;
                self.outcome.plan = trace;
            }
            Update::Explored { states, effort, encode, reach } => {
                let empty = states == BigUint::ZERO;
                self.outcome.states = states;
                self.outcome.explored = true;
                self.outcome.effort = effort;
                self.outcome.seconds = PhaseSeconds { encode, reach, ..self.outcome.seconds };
                if empty {
                    self.is_over = true;
                    return Err(self.no_initial_state());
                }
            }
            Update::Consistency(answer, seconds) => self.answer_check(answer, seconds),
            Update::Formula(finding) => self.hear_finding(finding),
            Update::Notes(notes) => {
                let wish = self.request.notes;
                self.outcome.notes = relevant(notes, wish, self.outcome.results.iter().flat_map(|one| &one.notes));
            }
            Update::Failed(error) => {
                self.is_over = true;
                return Err(CheckError::Parts(error));
            }
            Update::Stopped(stop) => {
                self.is_over = true;
                self.give_up(stop);
            }
            Update::Decided { effort, seconds } => {
                self.is_over = true;
                self.outcome.effort = effort;
                self.outcome.seconds.check = seconds;
            }
        }
        Ok(())
    }

    /// What is not answered remains unknown.
    fn give_up(&mut self, stop: Stop) {
        while !self.consistency.is_empty() {
            self.answer_check(ConsistencyAnswer::Stopped(stop), 0.0);
        }
        while let Some(decided) = self.decided.pop_front() {
            let stopped = FormulaEvidence { model: self.model.clone(), outcome: EvidenceOutcome::GivenUp(stop.into()) };
            let expected = self.formulas.front().is_none_or(|next| next.property.expected.unwrap_or(true));
            let wanted = self.request.possible_evidence().covers(decided.decision.verdict, expected);
            self.answer_formula(decided, wanted.then_some(stopped), Vec::new());
        }
        while !self.formulas.is_empty() {
            let decision = Decision { verdict: Verdict::Unknown(stop), how: None };
            let undecided = Decided { decision, searches: Vec::new(), induced: None, seconds: 0.0 };
            self.answer_formula(undecided, None, Vec::new());
        }
    }
}

impl PendingAnswers<'_> {
    fn hear_finding(&mut self, finding: Finding) {
        match finding {
            Finding::NoFairPath => self.outcome.diagnostics.push(no_fair_path(self.model)),
            Finding::Decision(decided) => self.decided.push_back(decided),
            Finding::Complete(evidence, notes) => {
                if let Some(decided) = self.decided.pop_front() {
                    self.answer_formula(decided, evidence, notes);
                }
            }
        }
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
    fn answer_formula(&mut self, decided: Decided, evidence: Option<FormulaEvidence>, notes: Vec<FormulaNote>) {
        let Decided { decision, searches, induced, seconds } = decided;
        let Some(Selected { index, property }) = self.formulas.pop_front() else { return };
        let reading = self.request.reading(&property).of(self.model, property.formula);
        let Decision { verdict, how } = decision;
        let shortcuts = how.map(|decided| decided.shortcuts()).unwrap_or_default();
        let induced = induced.map(|record| InducedSearch::new(self.model, record));
        let result =
            FormulaResult { index, property, verdict, shortcuts, searches, reading, seconds, induced, evidence, notes };
        (self.on_answer)(Answer::Formula(&result));
        self.outcome.results.push(result);
    }
}
