//! Checking the formulas of a model.

use crate::Loaded;
use crate::consistency::{ConsistencyCheck, ConsistencyResult, consistency};
use crate::evidence::{EvidenceWish, FormulaEvidence, evidence};
use num_bigint::BigUint;
use savoir_check::{Budget, Checker, Effort, Reading, Semantics, Stop, System, Verdict};
use savoir_evidence::StrategyOptions;
use savoir_explicit::{ExplicitOptions, ExplicitSystem, Extent, Small};
use savoir_model::{FormulaId, Model, Property, resolve_condition, resolve_formula};
use savoir_symbolic::{SymbolicOptions, SymbolicSystem};
use savoir_syntax::{Code, Diagnostic, SourceFile, Span};
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// How the states are represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Engine {
    /// The explicit engine for tiny models; the symbolic one where its diagrams stay small; the explicit one for models
    /// that turn out to be of modest size; the symbolic one for all others. The choice depends on the model alone.
    #[default]
    Auto,
    /// Every state is stored.
    Explicit,
    /// Sets of states are decision diagrams.
    Symbolic,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Auto => f.write_str("auto"),
            Engine::Explicit => f.write_str("explicit"),
            Engine::Symbolic => f.write_str("symbolic"),
        }
    }
}

/// A formula given apart from the model.
pub type FormulaText = String;

/// What to check, and how.
#[derive(Clone, Debug)]
pub struct CheckRequest {
    /// The engine.
    pub engine: Engine,
    /// Formulas to check instead of the model's own; if empty, the model's own.
    pub formulas: Vec<FormulaText>,
    /// The numbers of those formulas of the model to check, from 1; if empty, all of them.
    pub only: Vec<usize>,
    /// A condition on initial states in place of the model's own.
    pub init: Option<String>,
    /// Threads to use.
    pub threads: usize,
    /// How the symbolic engine works.
    pub symbolic: SymbolicOptions,
    /// Whether verdicts come with evidence.
    pub evidence: EvidenceWish,
    /// Which strategies are part of the evidence.
    pub strategies: StrategyOptions,
    /// What else to check, before the formulas.
    pub consistency: Vec<ConsistencyCheck>,
    /// Which part of the model is looked at.
    pub scope: Scope,
}

/// Which part of a model is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Scope {
    /// All of it.
    #[default]
    Whole,
    /// What the formulas depend on, see [`Model::cone_of_influence`]. States are then those of this part. For evidence
    /// and for checks of the model, all of it is looked at nevertheless.
    Cone,
}

impl Default for CheckRequest {
    fn default() -> CheckRequest {
        CheckRequest {
            engine: Engine::default(),
            formulas: Vec::new(),
            only: Vec::new(),
            init: None,
            threads: ExplicitOptions::default().threads,
            symbolic: SymbolicOptions::default(),
            evidence: EvidenceWish::default(),
            consistency: Vec::new(),
            scope: Scope::default(),
            strategies: StrategyOptions::default(),
        }
    }
}

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

/// A formula to check, with its number.
struct Selected {
    index: usize,
    property: Property,
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

/// A system of one of the engines, or why there is none.
pub(crate) enum Built<'m> {
    Explicit(Result<ExplicitSystem<'m>, Stop>),
    Symbolic(Result<SymbolicSystem<'m>, Stop>),
}

/// Finds the reachable states of a model with the engine that is asked for, or with the one that suits it.
pub(crate) fn build<'m>(
    model: &'m Model,
    engine: Engine,
    threads: usize,
    symbolic: &SymbolicOptions,
    budget: &Budget,
) -> Built<'m> {
    let explore = |extent| ExplicitSystem::explore(model, ExplicitOptions { threads, extent }, budget.clone());
    let encode = || Built::Symbolic(SymbolicSystem::build(model, symbolic, budget));
    match engine {
        Engine::Explicit => Built::Explicit(explore(Extent::All)),
        Engine::Symbolic => encode(),
        Engine::Auto => match explore(Extent::Within(Small::TINY)) {
            Err(Stop::TooLarge) => match SymbolicSystem::build_small(model, symbolic, budget) {
                Ok(None) => match explore(Extent::Within(Small::MODEST)) {
                    Err(Stop::TooLarge) => encode(),
                    explored => Built::Explicit(explored),
                },
                Ok(Some(system)) => Built::Symbolic(Ok(system)),
                Err(stop) => Built::Symbolic(Err(stop)),
            },
            explored => Built::Explicit(explored),
        },
    }
}

/// Puts the initial states of the request in place of the model's own.
fn replace_initial_states(model: &mut Model, request: &CheckRequest) -> Result<(), CheckError> {
    let Some(text) = &request.init else { return Ok(()) };
    model.init = resolve_condition(model, text).map_err(|found| wrong_condition(text, found))?;
    model.init_span = Span { start: 0, end: u32::try_from(text.trim_end().len()).unwrap_or(u32::MAX) };
    Ok(())
}

fn wrong_condition(text: &str, diagnostics: Vec<Diagnostic>) -> CheckError {
    let source = SourceFile { name: "initial condition".to_owned(), text: text.to_owned() };
    CheckError::Formulas(vec![WrongFormula { source, diagnostics }])
}

/// The formulas to check, and what is to be said about those of the model that cannot be.
fn select(model: &mut Model, request: &CheckRequest) -> Result<(Vec<Selected>, Vec<Diagnostic>), CheckError> {
    if request.formulas.is_empty() {
        let wanted = |index: usize| request.only.is_empty() || request.only.contains(&(index + 1));
        let all = model.properties.iter().cloned().enumerate().filter(|(index, _)| wanted(*index));
        let mut refused = Vec::new();
        let mut selected = Vec::new();
        for (index, property) in all {
            match refuse_group_variable(model, &property) {
                Some(found) => refused.push(found),
                None => selected.push(Selected { index: index + 1, property }),
            }
        }
        let nothing_left = selected.is_empty() && !refused.is_empty();
        return if nothing_left { Err(CheckError::Model(refused)) } else { Ok((selected, refused)) };
    }
    let mut selected = Vec::with_capacity(request.formulas.len());
    let mut wrong = Vec::new();
    for (index, text) in request.formulas.iter().enumerate() {
        let index = index + 1;
        let read = resolve_formula(model, text).and_then(|property| {
            refuse_group_variable(model, &property).map_or(Ok(property), |found| Err(vec![found]))
        });
        match read {
            Ok(property) => selected.push(Selected { index, property }),
            Err(diagnostics) => wrong.push(WrongFormula {
                source: SourceFile { name: format!("formula {index}"), text: text.clone() },
                diagnostics,
            }),
        }
    }
    if wrong.is_empty() { Ok((selected, Vec::new())) } else { Err(CheckError::Formulas(wrong)) }
}

/// What is to be said about the formulas of a model that leave a group open.
pub(crate) fn refuse_group_variables(model: &Model) -> Vec<Diagnostic> {
    model.properties.iter().filter_map(|property| refuse_group_variable(model, property)).collect()
}

pub(crate) fn refuse_group_variable(model: &Model, property: &Property) -> Option<Diagnostic> {
    let name = model.formulas.group_variable(property.formula)?;
    Some(
        Diagnostic::new(Code::GroupVariable, property.span, format!("`?{name}` stands for an unknown group"))
            .label("`check` needs to know the group")
            .help("`savoir synth` will find the groups that make a formula true; until then, name a group"),
    )
}

pub(crate) fn no_initial_state(model: &Model) -> Diagnostic {
    Diagnostic::new(Code::NoInitialState, model.init_span, "no state satisfies the initial condition")
        .label("contradictory")
        .help("without an initial state every formula would hold: weaken the condition")
}

pub(crate) fn no_fair_path(model: &Model) -> Diagnostic {
    let span = model.fairness_span.unwrap_or(model.init_span);
    Diagnostic::new(Code::NoFairPath, span, "no path satisfies the fairness constraints")
        .label("never satisfied infinitely often together")
        .help("every formula holds for want of a fair path: weaken the constraints")
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
        if let Err(stop) = &system {
            self.check_consistency::<S>(Err(*stop));
        }
        let checker = system.and_then(|system| {
            self.outcome.states = system.count(&system.reachable());
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
