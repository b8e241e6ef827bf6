//! What is asked of the engines, and which options fit a model.

use super::options::{Options, Strategies};
use crate::args::Limits;
use savoir::{
    CheckRequest, ConsistencyCheck, Engine, EvidenceWish, Expr, Loaded, Model, OrderChoice, SymbolicOptions,
    resolve_formula,
};

/// The request for the formulas of a model.
pub(super) fn request(options: &Options, limits: &Limits) -> CheckRequest {
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
            leave_out: default.leave_out,
            tuning: default.tuning,
        },
        evidence: if wants_evidence(options) { EvidenceWish::Wanted } else { EvidenceWish::None },
        consistency: [(options.deadlocks, ConsistencyCheck::Deadlock), (options.overflow, ConsistencyCheck::Overflow)]
            .into_iter()
            .filter_map(|(wanted, check)| wanted.then_some(check))
            .collect(),
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

/// The model with `true` as a first formula, where evidence is wanted: its evidence is an initial state, which serves
/// where nothing finite shows why a formula fails.
pub(super) fn with_first_state(options: &Options, loaded: &Loaded) -> Loaded {
    let mut prepared = loaded.clone();
    if let Some(model) = prepared.model.as_mut().filter(|_| wants_evidence(options))
        && let Ok(property) = resolve_formula(model, "true")
    {
        model.properties.insert(0, property);
    }
    prepared
}
