//! What is not decided over distributed states, and why.

use savoir_model::{AtlSemantics, FormulaId, Model, Semantics, Shape};

/// An operator that is not evaluated over distributed states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DistributedRefusal {
    /// What a coalition can enforce.
    #[error(
        "`<g>` is not decided over distributed states: whether a move wins depends on all of its outcomes at once, and they \
         belong to different ranks; `--parallel auto` or `full` decides it"
    )]
    Strategies,
    /// Induced models.
    #[error(
        "a formula about the models that uniform strategies induce is not decided over distributed states: each of them has \
         states of its own; `--parallel auto` decides it"
    )]
    InducedModels,
    /// A formula about paths.
    #[error(
        "`A` and `E` of a path formula (LTL, CTL*) are not decided over distributed states: they need the product with an \
         automaton, which has states of its own; `--parallel auto` or `full` decides them"
    )]
    Paths,
}

/// Why a formula is not decided over distributed states; nothing if it is.
#[must_use]
pub fn distributed_refusal(model: &Model, (formula, semantics): (FormulaId, Semantics)) -> Option<DistributedRefusal> {
    if let AtlSemantics::UniformModel(_) = semantics.atl {
        return Some(DistributedRefusal::InducedModels);
    }
    // Fairness constraints are evaluated as well.
    let parts = model.fairness.iter().chain([&formula]).flat_map(|part| model.formulas.closure(*part));
    parts.into_iter().find_map(|part| match model.formulas.get(part).shape() {
        Shape::Strategic(..) => Some(DistributedRefusal::Strategies),
        Shape::Quantified(..) | Shape::Path(_) => Some(DistributedRefusal::Paths),
        Shape::Constant(_) | Shape::Atom(_) | Shape::Connective(_) | Shape::Modality(_) | Shape::Ctl(..) => None,
    })
}
