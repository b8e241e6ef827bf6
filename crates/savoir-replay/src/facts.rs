//! What the values of a state say.

use savoir_model::{AgentId, Atom, ExprId, FormulaId, Model, Shape};
use savoir_reference::Moment;

/// The propositions and colours in a formula outside of modal and temporal operators, with their truth in a state, in
/// the order of the formula and each once.
#[must_use]
pub fn facts(model: &Model, formula: FormulaId, state: &[u64]) -> Vec<(FormulaId, bool)> {
    let mut found: Vec<(FormulaId, bool)> = Vec::new();
    let mut open = vec![formula];
    while let Some(id) = open.pop() {
        let holds = match model.formulas.get(id).shape() {
            Shape::Atom(atom) => is_true(model, atom, state),
            Shape::Connective(_) => {
                open.extend(model.formulas.operands(id).into_iter().rev());
                continue;
            }
            Shape::Constant(_)
            | Shape::Modality(_)
            | Shape::Ctl(..)
            | Shape::Strategic(..)
            | Shape::Quantified(..)
            | Shape::Path(_) => continue,
        };
        if !found.contains(&(id, holds)) {
            found.push((id, holds));
        }
    }
    found
}

/// Whether an atom is true in a state.
pub(crate) fn is_true(model: &Model, atom: Atom, state: &[u64]) -> bool {
    match atom {
        Atom::Proposition(proposition) => satisfies(model, model.proposition(proposition).condition, state),
        Atom::Condition(condition) => satisfies(model, condition, state),
        Atom::Red(agent) => is_red(model, agent, state),
        Atom::Green(agent) => !is_red(model, agent, state),
    }
}

/// Whether a condition without actions holds in a state.
pub(crate) fn satisfies(model: &Model, condition: ExprId, state: &[u64]) -> bool {
    Moment { model, state, joint: &[] }.holds(condition)
}

/// Whether the local state of an agent is red: nowhere unless it has a condition for that.
pub(crate) fn is_red(model: &Model, agent: AgentId, state: &[u64]) -> bool {
    model.agent(agent).red.is_some_and(|red| satisfies(model, red, state))
}
