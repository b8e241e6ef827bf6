//! What the values of a state say.

use savoir_model::{AgentId, ExprId, Formula, FormulaId, Model};
use savoir_reference::Moment;

/// The propositions and colours in a formula outside of modal and temporal operators, with their truth in a state, in
/// the order of the formula and each once.
#[must_use]
pub fn facts(model: &Model, formula: FormulaId, state: &[u64]) -> Vec<(FormulaId, bool)> {
    let mut found: Vec<(FormulaId, bool)> = Vec::new();
    let mut open = vec![formula];
    while let Some(id) = open.pop() {
        let holds = match model.formulas.get(id) {
            Formula::Prop(proposition) => satisfies(model, model.proposition(*proposition).condition, state),
            Formula::Red(agent) => is_red(model, *agent, state),
            Formula::Green(agent) => !is_red(model, *agent, state),
            Formula::Not(_) | Formula::And(_) | Formula::Or(_) | Formula::Implies(..) | Formula::Iff(..) => {
                open.extend(model.formulas.operands(id).into_iter().rev());
                continue;
            }
            _ => continue,
        };
        if !found.contains(&(id, holds)) {
            found.push((id, holds));
        }
    }
    found
}

/// Whether a condition without actions holds in a state.
pub(crate) fn satisfies(model: &Model, condition: ExprId, state: &[u64]) -> bool {
    Moment { model, state, joint: &[] }.holds(condition)
}

/// Whether the local state of an agent is red: nowhere unless it has a condition for that.
pub(crate) fn is_red(model: &Model, agent: AgentId, state: &[u64]) -> bool {
    model.agent(agent).red.is_some_and(|red| satisfies(model, red, state))
}
