//! Checking evidence against the model, without trust in whoever made it.
//!
//! Every state, step and path is checked by the definitions of `savoir-reference`. Then each node is checked on its own:
//! if what the nodes it relies on say is true, is what it says true? These are about proper parts of its formula, so
//! there is no circle, and if nothing is wrong anywhere, the first node is right. Only claims are taken as they are; the
//! result lists them.

mod conflict;
mod explored;
mod lasso;
mod path;
mod possible_state;
mod start_set;
pub(crate) mod steps;
mod strategy;
#[cfg(test)]
mod tests;
mod truth;

use crate::claim::Claim;
use crate::kind::EvidenceKinds;
use crate::problem::{Mismatch, Problem};
use crate::tree::{Evidence, Node, NodeId, PathReason, Reason, Shown, Tree};
use explored::Explored;
use savoir_model::{Formula, FormulaId, Model, Semantics, Temporal};
use savoir_reference::State;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// What was found to be right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// Nodes that follow from the model and from other nodes.
    pub nodes: usize,
    /// Steps of paths that are possible.
    pub steps: usize,
    /// What was not checked, in the order of the nodes.
    pub claims: Vec<Claim>,
}

/// Checks evidence against the model.
///
/// # Errors
/// The first thing that is not as the evidence says.
pub fn replay(model: &Model, evidence: &Evidence) -> Result<Replayed, Mismatch> {
    match &evidence.shown {
        Shown::Claim(_) => Ok(Replayed { claims: evidence.claim().into_iter().collect(), ..Replayed::default() }),
        Shown::Tree(tree) => {
            let kinds = EvidenceKinds::new(model, evidence.formula);
            let mut replay = Replay::new(model, tree, evidence.semantics, kinds);
            replay
                .root(evidence.formula, evidence.holds)
                .map_err(|problem| Mismatch { node: NodeId::ROOT, problem })?;
            for index in 0..tree.nodes.len() {
                let id = NodeId(index as u32);
                replay.node(id).map_err(|problem| Mismatch { node: id, problem })?;
            }
            Ok(replay.done)
        }
    }
}

/// The truth of a path formula and its parts along a lasso, by position, as far as the values of the variables and the
/// nodes about its states tell.
#[must_use]
pub fn truth_along(
    model: &Model,
    tree: &Tree,
    formula: FormulaId,
    reason: &PathReason,
) -> Vec<(FormulaId, Vec<Option<bool>>)> {
    let kinds = EvidenceKinds::new(model, formula);
    let replay = Replay::new(model, tree, Semantics::default(), kinds);
    let marks: Vec<&Node> = reason.marks.iter().filter_map(|mark| tree.nodes.get(mark.node.index())).collect();
    replay.along(formula, &reason.path, &marks)
}

struct Replay<'a> {
    model: &'a Model,
    tree: &'a Tree,
    /// The reading that the verdict is about.
    semantics: Semantics,
    kinds: EvidenceKinds<'a>,
    /// All reachable states, if they are needed and not too many.
    explored: OnceCell<Option<Explored>>,
    done: Replayed,
}

impl<'a> Replay<'a> {
    fn new(model: &'a Model, tree: &'a Tree, semantics: Semantics, kinds: EvidenceKinds<'a>) -> Replay<'a> {
        Replay { model, tree, semantics, kinds, explored: OnceCell::new(), done: Replayed::default() }
    }

    /// The first node is about the formula, and about an initial state that formulas are about.
    fn root(&mut self, formula: FormulaId, holds: bool) -> Result<(), Problem> {
        let Some(root) = self.tree.nodes.first() else { return Err(Problem::NoNode) };
        if root.formula != formula || root.holds != holds {
            return Err(Problem::OtherRoot);
        }
        self.legal(&root.state)?;
        self.initial(&root.state)?;
        match (&root.reason, &self.tree.fair) {
            (Reason::Path(_), None) => {}
            (_, fair) => self.goes_on_fairly(&root.state, fair.as_ref())?,
        }
        if holds && self.tree.initial_states > num_bigint::BigUint::from(self.shown_initially(root)) {
            self.claim(Claim::OtherInitialStates(formula));
        }
        Ok(())
    }

    /// For how many initial states the first node shows that the formula holds.
    fn shown_initially(&self, root: &Node) -> usize {
        match &root.reason {
            Reason::Strategy(strategy) if self.model.fairness.is_empty() => {
                // In one step only the rows are where a play may start.
                let is_step = matches!(self.model.formulas.get(root.formula), Formula::Enforce(_, Temporal::Next(_)));
                let ends = strategy.ends.iter().filter(|_| !is_step);
                let states: BTreeSet<&State> = strategy.rows.iter().map(|row| &row.state).chain(ends).collect();
                let shown = |state: &&State| self.wins_from(root, strategy, state);
                let initial = |state: &&State| self.legal(state).and_then(|()| self.initial(state)).is_ok();
                states.into_iter().filter(initial).filter(shown).count()
            }
            Reason::Strategy(_)
            | Reason::Parts(_)
            | Reason::Path(_)
            | Reason::PossibleState(_)
            | Reason::Conflict(_)
            | Reason::Claim(_) => 1,
        }
    }

    fn node(&mut self, id: NodeId) -> Result<(), Problem> {
        let tree = self.tree;
        let node = tree.node(id);
        self.legal(&node.state)?;
        match &node.reason {
            Reason::Parts(parts) => {
                let parts = self.children(node, parts.iter().copied())?;
                self.expect(node.formula, node.holds, &node.state, &parts)?;
            }
            Reason::Path(reason) => self.path_reason(node, reason)?,
            Reason::PossibleState(possible) => self.possible_state(node, possible)?,
            Reason::Strategy(strategy) => self.strategy(node, strategy)?,
            Reason::Conflict(conflict) => self.conflict(node, conflict)?,
            Reason::Claim(_) => {
                if self.kinds.is_fact(node.formula) {
                    return Err(Problem::ClaimedFact(node.formula));
                }
                node.claim().into_iter().for_each(|claim| self.claim(claim));
                return Ok(());
            }
        }
        self.done.nodes += 1;
        Ok(())
    }

    /// The nodes that a node relies on: they exist and are about proper parts of its formula.
    fn children(&self, node: &Node, ids: impl Iterator<Item = NodeId>) -> Result<Vec<&'a Node>, Problem> {
        let closure = self.model.formulas.closure(node.formula);
        let tree = self.tree;
        ids.map(|id| {
            let child = tree.nodes.get(id.index()).ok_or(Problem::MissingNode(id))?;
            if child.formula == node.formula || closure.binary_search(&child.formula).is_err() {
                return Err(Problem::NotAPart { part: child.formula, whole: node.formula });
            }
            Ok(child)
        })
        .collect()
    }

    /// Takes something as it is, and says so once.
    fn claim(&mut self, claim: Claim) {
        if !self.done.claims.contains(&claim) {
            self.done.claims.push(claim);
        }
    }
}
