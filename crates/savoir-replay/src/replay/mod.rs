//! Checking evidence against the model, without trust in whoever made it.
//!
//! Every state, step and path is checked by the definitions of `savoir-reference`. Then each node is checked on its own:
//! if what the nodes it relies on say is true, is what it says true? These are about proper parts of its formula, so
//! there is no circle, and if nothing is wrong anywhere, the first node is right. Which initial states there are is found
//! out from the model. Only claims are taken as they are; the result lists them, and is a proof if there are none.

mod conflict;
pub(crate) mod explored;
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
use crate::meter::{Limits, Meter};
use crate::problem::{Mismatch, Problem};
use crate::tree::{Evidence, Node, NodeId, PathReason, Reason, Shown, Tree};
use explored::Explored;
use savoir_model::{AtlSemantics, Formula, FormulaId, Model, Semantics, Temporal};
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
    /// For a formula that holds: in how many initial states it is shown to.
    pub initial: Option<InitialCoverage>,
    /// What was not checked, in the order of the nodes.
    pub claims: Vec<Claim>,
}

/// In how many initial states a formula is shown to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InitialCoverage {
    /// In so many.
    pub shown: usize,
    /// How many there are, if they can be counted.
    pub all: Option<usize>,
}

impl Replayed {
    /// Whether nothing was taken as it is, so that the verdict is proved.
    #[must_use]
    pub fn is_proof(&self) -> bool {
        self.claims.is_empty()
    }
}

/// Checks evidence against the model.
///
/// # Errors
/// The first thing that is not as the evidence says.
pub fn replay(model: &Model, evidence: &Evidence) -> Result<Replayed, Mismatch> {
    replay_within(model, evidence, Limits::default())
}

/// Checks evidence against the model within limits. If these are met, what was not looked at is a claim.
///
/// # Errors
/// The first thing that is not as the evidence says.
pub fn replay_within(model: &Model, evidence: &Evidence, limits: Limits<'_>) -> Result<Replayed, Mismatch> {
    let claimed = |claim: Option<Claim>| Replayed { claims: claim.into_iter().collect(), ..Replayed::default() };
    let tree = match (&evidence.shown, evidence.semantics.atl) {
        // The steps of the model are not those of a model that is induced.
        (_, AtlSemantics::UniformModel(_)) => return Ok(claimed(Some(Claim::InducedModels(evidence.formula)))),
        (Shown::Claim(_), _) => return Ok(claimed(evidence.claim())),
        (Shown::Tree(tree), AtlSemantics::PerfectInformation | AtlSemantics::Uniform(_)) => tree,
    };
    let kinds = EvidenceKinds::new(model, evidence.formula);
    let mut replay = Replay::new(model, tree, evidence.semantics, kinds, limits);
    let found = replay.all(evidence);
    if replay.meter.is_over() {
        replay.claim(Claim::Rest);
        return Ok(replay.done);
    }
    found.map(|()| replay.done)
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
    let replay = Replay::new(model, tree, Semantics::default(), kinds, Limits::default());
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
    meter: Meter<'a>,
    done: Replayed,
}

/// More claims than this are not told apart: one is enough to prove nothing.
const MOST_CLAIMS: usize = 1_000;

impl<'a> Replay<'a> {
    fn new(
        model: &'a Model,
        tree: &'a Tree,
        semantics: Semantics,
        kinds: EvidenceKinds<'a>,
        limits: Limits<'a>,
    ) -> Replay<'a> {
        let (explored, meter) = (OnceCell::new(), Meter::new(model, limits));
        Replay { model, tree, semantics, kinds, explored, meter, done: Replayed::default() }
    }

    fn all(&mut self, evidence: &Evidence) -> Result<(), Mismatch> {
        let wrong = |node: NodeId| move |problem: Problem| Mismatch { node, problem };
        self.root(evidence.formula, evidence.holds).map_err(wrong(NodeId::ROOT))?;
        for index in 0..self.tree.nodes.len() {
            let id = NodeId(index as u32);
            if !self.meter.go_on() {
                return Err(wrong(id)(Problem::TooMuchWork));
            }
            self.node(id).map_err(wrong(id))?;
        }
        Ok(())
    }

    /// The first node is about the formula, and about an initial state that formulas are about. A formula that holds does
    /// so in all of them.
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
        let mut shown = BTreeSet::from([&root.state]);
        for &id in &self.tree.others {
            let other = self.tree.nodes.get(id.index()).ok_or(Problem::MissingNode(id))?;
            if other.formula != formula || !other.holds || !holds {
                return Err(Problem::OtherInitialRoot(id));
            }
            self.legal(&other.state)?;
            self.initial(&other.state)?;
            shown.insert(&other.state);
        }
        if holds {
            shown.extend(self.shown_by_strategy(root));
            self.cover_initial_states(formula, &shown);
        }
        Ok(())
    }

    /// Which initial states there are is for the model to say; what is not shown in all of them is a claim.
    fn cover_initial_states(&mut self, formula: FormulaId, shown: &BTreeSet<&State>) {
        let all = self.meter.initial_states(self.model);
        let (shown, all) = match &all {
            Some(all) => (all.iter().filter(|state| shown.contains(state)).count(), Some(all.len())),
            None => (shown.len(), None),
        };
        self.done.initial = Some(InitialCoverage { shown, all });
        if all != Some(shown) {
            self.claim(Claim::OtherInitialStates { formula, shown, all });
        }
    }

    /// Other initial states in which a strategy for the whole formula wins.
    fn shown_by_strategy(&self, root: &'a Node) -> Vec<&'a State> {
        match &root.reason {
            Reason::Strategy(strategy) if self.model.fairness.is_empty() => {
                // In one step only the rows are where a play may start.
                let is_step = matches!(self.model.formulas.get(root.formula), Formula::Enforce(_, Temporal::Next(_)));
                let ends = strategy.ends.iter().filter(|_| !is_step);
                let states: BTreeSet<&State> = strategy.rows.iter().map(|row| &row.state).chain(ends).collect();
                let shown = |state: &&State| self.wins_from(root, strategy, state);
                let initial = |state: &&State| self.legal(state).and_then(|()| self.initial(state)).is_ok();
                states.into_iter().filter(initial).filter(shown).collect()
            }
            Reason::Strategy(_)
            | Reason::Parts(_)
            | Reason::Path(_)
            | Reason::PossibleState(_)
            | Reason::Conflict(_)
            | Reason::Claim(_) => Vec::new(),
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
        if !self.meter.spend((node.formula.index() / 16 + closure.len()) as u64) {
            return Err(Problem::TooMuchWork);
        }
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
        if self.done.claims.len() < MOST_CLAIMS && !self.done.claims.contains(&claim) {
            self.done.claims.push(claim);
        }
    }
}
