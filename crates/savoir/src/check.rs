//! Checking the formulas of a model.

use crate::Loaded;
use crate::consistency::{ConsistencyResult, consistency};
use crate::engine::{Built, Engine, build};
use crate::evidence::{EvidenceWish, FormulaEvidence, evidence};
use crate::request::{CheckRequest, Scope};
use crate::select::{Selected, no_fair_path, no_initial_state, replace_initial_states, select, wrong_condition};
use num_bigint::BigUint;
use savoir_check::{Budget, Checker, Effort, Reading, Semantics, Stop, System, Verdict};
use savoir_model::{FormulaId, Model, Property};
use savoir_syntax::{Diagnostic, SourceFile};
use std::sync::Arc;
use std::time::Instant;

/// The answer to one formula.
#[derive(Clone, Debug)]
pub struct FormulaResult {
    /// Its number among the formulas of the model or of the command line, from 1.
    pub index: usize,
    /// What was asked.
    pub property: Property,
    /// The answer.
    pub verdict: Verdict,
    /// How the formula is read.
    pub reading: Reading,
    /// How long it took.
    pub seconds: f64,
    /// Why, if that was asked for and the formula was decided.
    pub evidence: Option<FormulaEvidence>,
}

impl FormulaResult {
    /// Whether the answer is the expected one; a formula without expectation should hold. `None` if undecided.
    #[must_use]
    pub fn as_expected(&self) -> Option<bool> {
        let expected = self.property.expected.unwrap_or(true);
        match self.verdict {
            Verdict::True => Some(expected),
            Verdict::False => Some(!expected),
            Verdict::Unknown(_) => None,
        }
    }
}

/// An answer, as soon as it is found.
#[derive(Clone, Copy, Debug)]
pub enum Answer<'a> {
    /// About the model as a whole.
    Consistency(&'a ConsistencyResult),
    /// About a formula.
    Formula(&'a FormulaResult),
}

/// Everything a run found out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The engine that answered.
    pub engine: Engine,
    /// The reading the verdicts are about.
    pub semantics: Semantics,
    /// How many states are reachable; a lower bound of zero if exploration did not finish.
    pub states: BigUint,
    /// Whether all reachable states were found.
    pub explored: bool,
    /// The variables that no formula depends on, if these were left out.
    pub left_out: Vec<String>,
    /// The answers about the model as a whole.
    pub consistency: Vec<ConsistencyResult>,
    /// The answers about formulas.
    pub results: Vec<FormulaResult>,
    /// Warnings about the model as a whole, and errors about formulas of the model that were left out.
    pub diagnostics: Vec<Diagnostic>,
    /// What it took.
    pub effort: Effort,
    /// Where the time went.
    pub seconds: PhaseSeconds,
}

/// Where the time of a run went.
#[derive(Clone, Copy, Debug, Default)]
pub struct PhaseSeconds {
    /// Reading the model.
    pub load: f64,
    /// Preparing to look for states.
    pub encode: f64,
    /// Finding the reachable states.
    pub reach: f64,
    /// Deciding the formulas.
    pub check: f64,
}

/// Why nothing was checked.
#[derive(Clone, Debug)]
pub enum CheckError {
    /// The model has errors, which its diagnostics list.
    Model(Vec<Diagnostic>),
    /// Formulas given apart have errors, or the condition on initial states has.
    Formulas(Vec<WrongFormula>),
}

/// A formula or condition given apart that cannot be used.
#[derive(Clone, Debug)]
pub struct WrongFormula {
    /// The formula as a source.
    pub source: SourceFile,
    /// Its errors.
    pub diagnostics: Vec<Diagnostic>,
}

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
    let (properties, refused) = select(&mut model, request)?;
    let semantics = Semantics { fairness_constraints: model.fairness.len(), ..Semantics::default() };
    let mut outcome = Outcome {
        engine: request.engine,
        semantics,
        states: BigUint::ZERO,
        explored: false,
        left_out: Vec::new(),
        consistency: Vec::new(),
        results: Vec::new(),
        diagnostics: refused,
        effort: Effort::default(),
        seconds: PhaseSeconds { load: loaded.seconds, ..PhaseSeconds::default() },
    };
    let start = Instant::now();
    if request.scope == Scope::Cone && request.evidence == EvidenceWish::None && request.consistency.is_empty() {
        let formulas: Vec<FormulaId> = properties.iter().map(|selected| selected.property.formula).collect();
        let (cone, left_out) = model.cone_of_influence(&formulas);
        outcome.left_out = left_out.into_iter().map(|variable| model.variable_text(variable)).collect();
        model = cone;
    }
    let model = Arc::new(model);
    let run = Run { model: &model, request, start, outcome: &mut outcome, on_answer };
    match build(&model, request.engine, request.threads, &request.symbolic, budget) {
        Built::Explicit(system) => run.check(Engine::Explicit, properties, system)?,
        Built::Symbolic(system) => run.check(Engine::Symbolic, properties, system)?,
    }
    Ok(outcome)
}

/// A run under way.
struct Run<'a, 'm> {
    model: &'m Arc<Model>,
    request: &'a CheckRequest,
    start: Instant,
    outcome: &'a mut Outcome,
    on_answer: &'a mut dyn FnMut(Answer<'_>),
}

impl<'m> Run<'_, 'm> {
    /// Decides the formulas on a system, or says that they are undecided for want of one.
    fn check<S: System>(
        mut self,
        engine: Engine,
        selected: Vec<Selected>,
        system: Result<S, Stop>,
    ) -> Result<(), CheckError> {
        self.outcome.engine = engine;
        let counted = system.and_then(|system| Ok((system.count(&system.reachable())?, system)));
        if let Err(stop) = &counted {
            self.check_consistency::<S>(Err(*stop));
        }
        let checker = counted.and_then(|(states, system)| {
            self.outcome.states = states;
            self.outcome.explored = true;
            self.outcome.effort = system.effort();
            let encode = self.outcome.effort.encode_seconds;
            let reach = self.start.elapsed().as_secs_f64() - encode;
            self.outcome.seconds = PhaseSeconds { encode, reach, ..self.outcome.seconds };
            if self.outcome.states == BigUint::ZERO {
                return Ok(None);
            }
            self.check_consistency(Ok(&system));
            Checker::new(self.model, system).map(Some)
        });
        match checker {
            Ok(Some(checker)) => self.decide(selected, checker),
            Ok(None) => {
                let found = no_initial_state(self.model);
                return Err(match &self.request.init {
                    Some(text) => wrong_condition(text, vec![found]),
                    None => CheckError::Model(vec![found]),
                });
            }
            Err(stop) => {
                for selected in selected {
                    self.found(selected, Verdict::Unknown(stop), 0.0, None);
                }
            }
        }
        Ok(())
    }

    fn check_consistency<S: System>(&mut self, system: Result<&S, Stop>) {
        for &check in &self.request.consistency {
            let result = consistency(self.model, system, check);
            (self.on_answer)(Answer::Consistency(&result));
            self.outcome.consistency.push(result);
        }
    }

    fn decide<S: System>(&mut self, selected: Vec<Selected>, mut checker: Checker<'m, S>) {
        self.outcome.semantics = checker.semantics();
        if self.request.evidence == EvidenceWish::Wanted {
            checker.keep_layers();
        }
        if checker.no_fair_path() {
            self.outcome.diagnostics.push(no_fair_path(self.model));
        }
        for selected in selected {
            let start = Instant::now();
            let formula = selected.property.formula;
            let verdict = checker.verdict(formula);
            let seconds = start.elapsed().as_secs_f64();
            let evidence = match self.request.evidence {
                EvidenceWish::None => None,
                EvidenceWish::Wanted => evidence(self.model, &mut checker, formula, verdict, self.request.strategies),
            };
            self.found(selected, verdict, seconds, evidence);
        }
        self.outcome.effort = checker.system().effort();
        let before = self.outcome.seconds.encode + self.outcome.seconds.reach;
        self.outcome.seconds.check = self.start.elapsed().as_secs_f64() - before;
    }

    fn found(&mut self, selected: Selected, verdict: Verdict, seconds: f64, evidence: Option<FormulaEvidence>) {
        let Selected { index, property } = selected;
        let reading = self.outcome.semantics.of(&self.model.formulas, property.formula);
        let result = FormulaResult { index, property, verdict, reading, seconds, evidence };
        (self.on_answer)(Answer::Formula(&result));
        self.outcome.results.push(result);
    }
}
