//! The truth of formulas as far as facts and nodes tell.

use super::Replay;
use crate::facts::{is_red, is_true};
use crate::problem::Problem;
use crate::tree::Node;
use savoir_model::{AgentId, Connective, FormulaId, Shape};

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
        match self.truth(formula, state, nodes) {
            Some(truth) if truth == holds => Ok(()),
            Some(truth) => Err(Problem::WrongTruth { formula, truth }),
            None => Err(Problem::UnknownTruth { formula, holds }),
        }
    }

    /// The truth of a state formula in a state, where facts and the nodes about this state tell it.
    pub(super) fn truth(&self, formula: FormulaId, state: &[u64], nodes: &[&Node]) -> Option<bool> {
        if !self.meter.spend(1 + nodes.len() as u64) {
            return None;
        }
        let said = nodes.iter().find(|node| node.formula == formula && node.state == state);
        if let Some(node) = said {
            return Some(node.holds);
        }
        match self.model.formulas.get(formula).shape() {
            Shape::Constant(truth) => Some(truth),
            Shape::Atom(atom) => Some(is_true(self.model, atom, state)),
            Shape::Connective(connective) => self.truth_of_connective(connective, state, nodes),
            Shape::Modality(_) | Shape::Ctl(..) | Shape::Strategic(..) | Shape::Quantified(..) | Shape::Path(_) => None,
        }
    }

    fn truth_of_connective(&self, connective: Connective<'_>, state: &[u64], nodes: &[&Node]) -> Option<bool> {
        let truth = |part: FormulaId| self.truth(part, state, nodes);
        match connective {
            Connective::Not(f) => truth(f).map(|holds| !holds),
            Connective::And(parts) => all(parts.iter().map(|part| truth(*part))),
            Connective::Or(parts) => all(parts.iter().map(|part| truth(*part).map(|holds| !holds))).map(|none| !none),
            Connective::Implies(f, g) => all([truth(f), truth(g).map(|holds| !holds)].into_iter()).map(|not| !not),
            Connective::Iff(f, g) => truth(f).zip(truth(g)).map(|(f, g)| f == g),
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
