//! What a check finds out.

use crate::consistency::ConsistencyResult;
use crate::engine::Engine;
use crate::evidence::FormulaEvidence;
use crate::induced::InducedRecord;
use crate::notes::{FormulaNote, ModelNote};
use crate::parts::PartsError;
use crate::plan::PlanTrace;
use crate::{CheckRequest, Loaded};
use num_bigint::BigUint;
use savoir_check::{Effort, Shortcut, UniformChoice, UniformRecord, Verdict};
use savoir_model::{Formula, FormulaId, Model, Property, Reading, Semantics, StrategyReading, VarId};
use savoir_syntax::{Diagnostic, SourceFile};

/// The answer to one formula.
#[derive(Clone, Debug)]
pub struct FormulaResult {
    /// Its number among the formulas of the model or of the command line, from 1.
    pub index: usize,
    /// What was asked.
    pub property: Property,
    /// The answer.
    pub verdict: Verdict,
    /// The shortcuts by which it was decided; none if it was decided by its definition.
    pub shortcuts: Vec<Shortcut>,
    /// How uniform strategies were looked for, if they were.
    pub searches: Vec<StrategySearch>,
    /// How the formula is read.
    pub reading: Reading,
    /// How long it took.
    pub seconds: f64,
    /// How an induced model was looked for, if the formula is about these.
    pub induced: Option<InducedSearch>,
    /// Why, if that was asked for and the formula was decided.
    pub evidence: Option<FormulaEvidence>,
    /// What the verdict does not say by itself.
    pub notes: Vec<FormulaNote>,
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

/// How uniform strategies were looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategySearch {
    /// The formula that says which, in brief.
    pub formula: String,
    /// What the search was like.
    pub record: UniformRecord,
}

impl StrategySearch {
    /// All searches that one formula took.
    pub(crate) fn all(model: &Model, formula: FormulaId, records: Vec<UniformRecord>) -> Vec<StrategySearch> {
        let parts = if records.is_empty() { Vec::new() } else { model.formulas.closure(formula) };
        let asks = |part: FormulaId, record: &UniformRecord| {
            let Formula::Enforce(coalition, temporal) = *model.formulas.get(part) else { return false };
            temporal == record.temporal && model.formulas.members(coalition) == record.coalition
        };
        let text = |record: &UniformRecord| {
            let part = parts.iter().find(|part| asks(**part, record));
            model.formula_short(*part.unwrap_or(&formula))
        };
        records.into_iter().map(|record| StrategySearch { formula: text(&record), record }).collect()
    }
}

/// How an induced model that satisfies a formula was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InducedSearch {
    /// What the search was like.
    pub record: InducedRecord,
    /// What agents do in the model that was found, with the names of the model; what else they do makes no difference.
    pub followed: Vec<FollowedChoice>,
}

/// What an agent does wherever it observes something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FollowedChoice {
    /// The agent.
    pub agent: String,
    /// The variables that it observes, with their values.
    pub observation: Vec<(String, String)>,
    /// What it does.
    pub action: String,
}

impl InducedSearch {
    /// A search on a model.
    pub(crate) fn new(model: &Model, record: InducedRecord) -> InducedSearch {
        let value = |variable: VarId, code: u64| {
            (model.variable_text(variable), model.value_text(model.variable(variable).domain, code))
        };
        let named = |choice: &UniformChoice| {
            let agent = model.agent(choice.agent);
            let observed = agent.observes.iter().zip(&choice.observation);
            FollowedChoice {
                agent: agent.name.clone(),
                observation: observed.map(|(variable, code)| value(*variable, *code)).collect(),
                action: agent.actions[choice.action.index()].name.clone(),
            }
        };
        let followed = record.strategy.iter().flatten().map(named).collect();
        InducedSearch { record, followed }
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
    /// How the reachable states were found.
    pub plan: PlanTrace,
    /// The reading the verdicts are about, if a formula has none of its own.
    pub semantics: Semantics,
    /// The same for strategies, with the names of the model.
    pub strategies: StrategyReading,
    /// How many fairness constraints the model has.
    pub fairness_constraints: usize,
    /// How many states are reachable; a lower bound of zero if exploration did not finish.
    pub states: BigUint,
    /// Whether all reachable states were found.
    pub explored: bool,
    /// The variables that no formula depends on, if these were left out.
    pub left_out: Vec<String>,
    /// The numbers of those formulas of the model that have group variables, which a check does not decide.
    pub sought: Vec<usize>,
    /// The answers about the model as a whole.
    pub consistency: Vec<ConsistencyResult>,
    /// The answers about formulas.
    pub results: Vec<FormulaResult>,
    /// Warnings about the model as a whole.
    pub diagnostics: Vec<Diagnostic>,
    /// What verdicts on it do not say by themselves.
    pub notes: Vec<ModelNote>,
    /// What it took.
    pub effort: Effort,
    /// Where the time went.
    pub seconds: PhaseSeconds,
}

impl Outcome {
    /// Before anything was found out.
    pub(crate) fn nothing_yet(loaded: &Loaded, request: &CheckRequest, model: &Model) -> Outcome {
        Outcome {
            engine: request.engine,
            plan: PlanTrace::default(),
            semantics: request.semantics,
            strategies: StrategyReading::new(request.semantics.atl, model),
            fairness_constraints: model.fairness.len(),
            states: BigUint::ZERO,
            explored: false,
            left_out: Vec::new(),
            sought: Vec::new(),
            consistency: Vec::new(),
            results: Vec::new(),
            diagnostics: Vec::new(),
            notes: Vec::new(),
            effort: Effort::default(),
            seconds: PhaseSeconds { load: loaded.seconds, ..PhaseSeconds::default() },
        }
    }
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
    /// It cannot be checked in parts.
    Parts(PartsError),
}

/// A formula or condition given apart that cannot be used.
#[derive(Clone, Debug)]
pub struct WrongFormula {
    /// The formula as a source.
    pub source: SourceFile,
    /// Its errors.
    pub diagnostics: Vec<Diagnostic>,
}
