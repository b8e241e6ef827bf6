//! What cannot be decided in parts, and why.

use savoir_model::{AtlSemantics, Formula, FormulaId, Model, Semantics};

/// An operator that cannot be evaluated in parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A strategy that looks at observations.
    #[error(
        "`<g>` with uniform strategies cannot be decided in parts: a member does the same in states that look the same to it, \
         and they may be in different parts"
    )]
    UniformStrategies,
    /// Induced models.
    #[error(
        "a formula about the models that uniform strategies induce cannot be decided in parts: each of them has states of \
         its own"
    )]
    InducedModels,
}

/// Why a formula cannot be decided in parts; nothing if it can.
#[must_use]
pub fn refusal(model: &Model, (formula, semantics): (FormulaId, Semantics)) -> Option<Refusal> {
    let parts = model.formulas.closure(formula);
    let enforces = |part: &FormulaId| matches!(model.formulas.get(*part), Formula::Enforce(..));
    match semantics.atl {
        AtlSemantics::UniformModel(_) => Some(Refusal::InducedModels),
        AtlSemantics::Uniform(_) => parts.iter().any(enforces).then_some(Refusal::UniformStrategies),
        AtlSemantics::PerfectInformation => None,
    }
}
