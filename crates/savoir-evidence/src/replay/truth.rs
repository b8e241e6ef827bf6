//! The truth of formulas as far as facts and nodes tell.

use super::{Problem, Replay};
use crate::facts::{is_red, satisfies};
use crate::tree::Node;
use savoir_model::{AgentId, Formula, FormulaId};

impl Replay<'_> {
    /// A state formula must have this truth value in a state, as far as the values of its variables and the nodes about
    /// it tell.
    pub(super) fn expect(
        &self,
        formula: FormulaId,
        holds: bool,
        state: &[u64],
        nodes: &[&Node],
    ) -> Result<(), Problem> {
        let (text, says) = (self.text(formula), |holds: bool| if holds { "holds" } else { "fails" });
        match self.truth(formula, state, nodes) {
            Some(truth) if truth == holds => Ok(()),
            Some(truth) => Err(format!("`{text}` {} in a state where it should not", says(truth))),
            None => Err(format!("nothing shows that `{text}` {}", says(holds))),
        }
    }

    /// The truth of a state formula in a state, where facts and the nodes about this state tell it.
    pub(super) fn truth(&self, formula: FormulaId, state: &[u64], nodes: &[&Node]) -> Option<bool> {
        let said = nodes.iter().find(|node| node.formula == formula && node.state == state);
        if let Some(node) = said {
            return Some(node.holds);
        }
        let truth = |part: FormulaId| self.truth(part, state, nodes);
        match self.model.formulas.get(formula) {
            Formula::True => Some(true),
            Formula::False => Some(false),
            Formula::Prop(id) => Some(satisfies(self.model, self.model.proposition(*id).condition, state)),
            Formula::Red(agent) => Some(self.is_red(*agent, state)),
            Formula::Green(agent) => Some(!self.is_red(*agent, state)),
            Formula::Not(f) => truth(*f).map(|holds| !holds),
            Formula::And(parts) => all(parts.iter().map(|part| truth(*part))),
            Formula::Or(parts) => all(parts.iter().map(|part| truth(*part).map(|holds| !holds))).map(|none| !none),
            Formula::Implies(f, g) => all([truth(*f), truth(*g).map(|holds| !holds)].into_iter()).map(|not| !not),
            Formula::Iff(f, g) => truth(*f).zip(truth(*g)).map(|(f, g)| f == g),
            _ => None,
        }
    }

    /// Whether the local state of an agent is red.
    pub(super) fn is_red(&self, agent: AgentId, state: &[u64]) -> bool {
        is_red(self.model, agent, state)
    }
}

/// Whether all are true: false as soon as one is false, unknown if that depends on an unknown one.
fn all(mut parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let known = parts.try_fold(true, |known, part| match part {
        Some(false) => Err(()),
        Some(true) => Ok(known),
        None => Ok(false),
    });
    match known {
        Err(()) => Some(false),
        Ok(known) => known.then_some(true),
    }
}
