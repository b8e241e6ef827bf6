//! What is asked of the engines, and which options fit a model.

use super::options::{Followers, Options, Strategies};
use crate::args::Limits;
use savoir::{
    AtlSemantics, CheckRequest, ConsistencyCheck, Engine, EvidenceWish, Expr, Loaded, Model, OrderChoice, Restricted,
    Semantics, StartSet, SymbolicOptions, WrittenReading, resolve_formula,
};

/// How formulas are read.
///
/// # Errors
/// What MCMAS says if the model does not have the group.
pub(super) fn semantics(options: &Options, model: &Model) -> Result<Semantics, String> {
    let atl = match (&options.uniform, options.strategies) {
        (Some(Followers::Everybody), _) => AtlSemantics::UniformModel(Restricted::Everybody),
        (Some(Followers::Group(name)), _) => {
            let reading = WrittenReading::UniformModelOf(name.clone()).resolve(model);
            reading.map_err(|_| format!("Group name {name} is not defined."))?
        }
        (None, Some(Strategies::Uniform)) => AtlSemantics::Uniform(StartSet::Distributed),
        (None, Some(Strategies::WithinFairStates | Strategies::FairOutcomes) | None) => {
            AtlSemantics::PerfectInformation
        }
    };
    Ok(Semantics { atl, ..Semantics::default() })
}

/// The request for the formulas of a model.
pub(super) fn request(options: &Options, semantics: Semantics, limits: &Limits) -> CheckRequest {
    let default = SymbolicOptions::default();
    let chosen =
        options.reach.is_some() || options.order.is_some() || options.grouping.is_some() || options.reorder.is_some();
    CheckRequest {
        engine: if chosen { Engine::Symbolic } else { Engine::Auto },
        threads: limits.threads(),
        symbolic: SymbolicOptions {
            order: options.order.map_or(default.order, OrderChoice::Paper),
            grouping: options.grouping.unwrap_or(default.grouping),
            reorder: options.reorder.unwrap_or(default.reorder),
            reach: options.reach.unwrap_or(default.reach),
            ..default
        },
        evidence: if wants_evidence(options) { EvidenceWish::Wanted } else { EvidenceWish::None },
        consistency: [(options.deadlocks, ConsistencyCheck::Deadlock), (options.overflow, ConsistencyCheck::Overflow)]
            .into_iter()
            .filter_map(|(wanted, check)| wanted.then_some(check))
            .collect(),
        semantics,
        ..CheckRequest::default()
    }
}

/// Whether evidence is shown or written.
pub(super) fn wants_evidence(options: &Options) -> bool {
    options.shows_witnesses || options.writes_witnesses
}

/// Whether the options have a meaning for this model.
///
/// # Errors
/// Why not.
pub(super) fn applies(options: &Options, model: &Model) -> Result<(), String> {
    let pool = &model.formulas;
    let is_strategic = |formula| pool.closure(formula).iter().any(|part| pool.get(*part).operator().is_strategic());
    let strategic = model.properties.iter().any(|property| is_strategic(property.formula));
    if options.strategies == Some(Strategies::WithinFairStates) && !model.fairness.is_empty() && strategic {
        return Err("`-atlk 0` cannot be used: the model has fairness constraints, under which Savoir has \
                    the reading of `-atlk 1` only"
            .to_owned());
    }
    Ok(())
}

/// What `-n` has to say about a comparison of two variables whose enumerations differ.
pub(super) fn unequal_enumerations(options: &Options, model: &Model) -> Option<String> {
    if !options.only_equal_enumerations {
        return None;
    }
    let exprs = &model.exprs;
    exprs.ids().find_map(|id| match exprs.get(id) {
        Expr::Same(a, b) => match (exprs.get(*a), exprs.get(*b)) {
            (Expr::Var(a), Expr::Var(b)) if model.variable(*a).domain != model.variable(*b).domain => {
                let name = |id| &model.variable(id).name;
                Some(format!("{} and {} do not have the same enumerate type.", name(*a), name(*b)))
            }
            _ => None,
        },
        _ => None,
    })
}

/// What is asked about a model: the formulas of its file, and before them perhaps a question of our own.
pub(super) struct Questions {
    /// The model as MCMAS reads it, with all that is asked.
    pub(super) loaded: Loaded,
    /// How many of the formulas are our own.
    own: usize,
}

/// What the formula with a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Our own question for an initial state.
    InitialState,
    /// The formula of the file with this number, from 1.
    Formula(usize),
}

impl Questions {
    /// Comments say nothing about strategies here. Where evidence is wanted, `true` is a first formula: its evidence is an
    /// initial state, which serves where nothing finite shows why a formula fails.
    pub(super) fn new(options: &Options, loaded: &Loaded) -> Questions {
        let mut questions = Questions { loaded: loaded.clone(), own: 0 };
        let Some(model) = questions.loaded.model.as_mut() else { return questions };
        model.properties.iter_mut().for_each(|property| property.reading = None);
        if wants_evidence(options)
            && let Ok(mut property) = resolve_formula(model, "true")
        {
            // It is about a state of this model, whatever the other formulas are about.
            property.reading = Some(AtlSemantics::PerfectInformation);
            model.properties.insert(0, property);
            questions.own = 1;
        }
        questions
    }

    /// What was asked with the formula of this number, counted from 1 over all that was asked. Whatever the answer is, or
    /// whether there is one, does not matter.
    pub(super) fn asked(&self, index: usize) -> Asked {
        match index.checked_sub(self.own) {
            Some(number @ 1..) => Asked::Formula(number),
            Some(0) | None => Asked::InitialState,
        }
    }

    /// How many formulas the file has.
    pub(super) fn number(&self) -> usize {
        self.loaded.model.as_ref().map_or(0, |model| model.properties.len() - self.own)
    }

    /// A formula of the file as MCMAS repeats it; `number` counts from 1.
    pub(super) fn text(&self, number: usize) -> String {
        let Some(model) = &self.loaded.model else { return String::new() };
        let property = model.properties.get(self.own + number - 1);
        property.map_or_else(String::new, |property| model.formula_mcmas(property.formula))
    }
}
