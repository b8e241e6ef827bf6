//! Notes about a model as a whole.

use super::{FormulaNote, NoteWork, NotesWish};
use num_bigint::BigUint;
use savoir_check::{Checker, Stop, System};
use savoir_model::{AgentId, Model};
use savoir_syntax::Span;

/// What somebody should know about a model who reads verdicts on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelNote {
    /// Some reachable states have no successor.
    Deadlocks {
        /// How many.
        states: BigUint,
        /// Of how many.
        all: BigUint,
        /// What that means for paths.
        paths: EndingPaths,
    },
    /// An evolution line is disabled in some reachable states, because it would assign a value out of range.
    Overflow(OverflowNote),
    /// Variables that may start with any value and never change.
    FreeVariables(Vec<String>),
    /// In some initial states no path starts that satisfies the fairness constraints: formulas are not about them.
    UnfairInitialStates {
        /// How many.
        states: BigUint,
        /// Of how many.
        all: BigUint,
    },
}

/// Where paths that end start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndingPaths {
    /// Not known.
    Unknown,
    /// An infinite path starts in every initial state.
    SomeEnd,
    /// No infinite path starts in so many of the initial states, and some do in others.
    AllEndFrom {
        /// In which.
        states: BigUint,
        /// Of how many.
        all: BigUint,
    },
    /// There is no infinite path.
    AllEnd,
}

/// An evolution line that is disabled in some states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverflowNote {
    /// Whose.
    pub agent: AgentId,
    /// Its name.
    pub agent_name: String,
    /// Where it stands in the text.
    pub span: Span,
    /// The variables that it assigns numbers to which may not fit.
    pub variables: Vec<String>,
    /// In how many reachable states.
    pub states: BigUint,
    /// Of how many.
    pub all: BigUint,
}

/// The notes about a model.
pub(crate) fn model_notes<S: System>(model: &Model, checker: &mut Checker<'_, S>, work: &NoteWork) -> Vec<ModelNote> {
    let mut notes = Vec::new();
    notes.extend(work.within(checker, |checker| unfair(checker)));
    notes.extend(deadlocks(checker, work));
    notes.extend(work.within(checker, |checker| overflows(model, checker.system()).map(Some)).into_iter().flatten());
    let free = free_variables(model);
    if !free.is_empty() {
        notes.push(ModelNote::FreeVariables(free));
    }
    notes
}

/// Those of the notes about a model that matter beside the notes about formulas: which values variables start with makes a
/// difference where a formula fails in some initial states only.
pub(crate) fn relevant<'n>(
    mut notes: Vec<ModelNote>,
    wish: NotesWish,
    mut beside: impl Iterator<Item = &'n FormulaNote>,
) -> Vec<ModelNote> {
    let is_partial = |note: &FormulaNote| match note {
        FormulaNote::InitialStates { failing, all } => failing < all,
        FormulaNote::EndedPaths { .. } | FormulaNote::Vacuous(_) | FormulaNote::Operands(_) => false,
    };
    if wish != NotesWish::All && !beside.any(is_partial) {
        notes.retain(|note| !matches!(note, ModelNote::FreeVariables(_)));
    }
    notes
}

fn unfair<S: System>(checker: &Checker<'_, S>) -> Result<Option<ModelNote>, Stop> {
    let system = checker.system();
    // Where no path is fair at all, a warning says so.
    if checker.no_fair_path() || system.is_subset(&system.initial(), checker.domain())? {
        return Ok(None);
    }
    let states = system.count(&system.difference(&system.initial(), checker.domain())?)?;
    Ok(Some(ModelNote::UnfairInitialStates { states, all: system.count(&system.initial())? }))
}

fn deadlocks<S: System>(checker: &mut Checker<'_, S>, work: &NoteWork) -> Option<ModelNote> {
    let system = checker.system();
    let states = work.on(system, || system.count_without_successor().map(Some))?;
    if states == BigUint::ZERO {
        return None;
    }
    let all = work.on(system, || system.count(&system.reachable()).map(Some))?;
    let paths = work.within(checker, |checker| ending(checker).map(Some)).unwrap_or(EndingPaths::Unknown);
    Some(ModelNote::Deadlocks { states, all, paths })
}

/// From which initial states all paths end, where some do.
fn ending<S: System>(checker: &Checker<'_, S>) -> Result<EndingPaths, Stop> {
    let system = checker.system();
    let initial = system.initial();
    if !system.has_infinite_path(&initial, &system.reachable())? {
        return Ok(EndingPaths::AllEnd);
    }
    let all = system.count(&initial)?;
    if all == BigUint::from(1u32) {
        return Ok(EndingPaths::SomeEnd);
    }
    let without = system.difference(&initial, &system.exists_globally(&system.reachable())?)?;
    let states = system.count(&without)?;
    Ok(if states == BigUint::ZERO { EndingPaths::SomeEnd } else { EndingPaths::AllEndFrom { states, all } })
}

fn overflows<S: System>(model: &Model, system: &S) -> Result<Vec<ModelNote>, Stop> {
    let mut found = Vec::new();
    for agent in model.agent_ids() {
        for line in model.agent(agent).evolution.iter().filter(|line| model.may_overflow(line)) {
            let states = system.overflowing(line)?;
            if system.is_empty(&states) {
                continue;
            }
            let variables = line.assignments.iter().map(|(variable, _)| *variable);
            let risky = variables.filter(|variable| model.may_leave_range(line, *variable));
            found.push(ModelNote::Overflow(OverflowNote {
                agent,
                agent_name: model.agent(agent).name.clone(),
                span: line.span,
                variables: risky.map(|variable| model.variable(variable).name.clone()).collect(),
                states: system.count(&states)?,
                all: system.count(&system.reachable())?,
            }));
        }
    }
    Ok(found)
}

/// Variables about which `InitStates` says nothing, and which nobody assigns.
fn free_variables(model: &Model) -> Vec<String> {
    let restricted = model.exprs.variables(model.init);
    let lines = model.agents.iter().flat_map(|agent| &agent.evolution);
    let assigned: Vec<_> = lines.flat_map(|line| line.assignments.iter().map(|(variable, _)| *variable)).collect();
    let is_free = |id: &savoir_model::VarId| {
        !restricted.contains(id) && !assigned.contains(id) && model.domain_size(model.variable(*id).domain) > 1
    };
    model.variable_ids().filter(is_free).map(|id| model.variable_text(id)).collect()
}
