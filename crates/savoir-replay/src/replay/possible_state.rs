//! Possible states: they look the same to those who should know better, and can be reached.

use super::Replay;
use crate::problem::{PossibleStateProblem, Problem};
use crate::tree::{EpistemicLink, Node, PossibleState};
use savoir_model::{Accessibility, AgentId, FormulaId, VarId};

/// What a formula says about the links to a possible state.
struct Rule {
    /// Whose eyes may count: each list stands for a way to look at a state.
    observers: Vec<Vec<AgentId>>,
    /// Whether several links may follow each other.
    chain: bool,
    /// Who must behave correctly in the possible state.
    correct: Option<AgentId>,
    /// What fails there.
    formula: FormulaId,
}

impl Replay<'_> {
    pub(super) fn possible_state(&mut self, node: &Node, possible: &PossibleState) -> Result<(), Problem> {
        let rule = self.rule(node.formula)?;
        if node.holds {
            return Err(PossibleStateProblem::FormulaHolds.into());
        }
        if possible.links.len() > 1 && !rule.chain {
            return Err(PossibleStateProblem::SeveralLinks.into());
        }
        if possible.links.is_empty() && rule.observers.is_empty() && !rule.chain {
            return Err(PossibleStateProblem::NoObserver.into());
        }
        let mut at = &node.state;
        for link in &possible.links {
            self.link(at, link, &rule)?;
            at = &link.state;
        }
        if rule.correct.is_some_and(|agent| self.is_red(agent, at)) {
            return Err(PossibleStateProblem::Incorrect.into());
        }
        let tree = self.tree;
        self.children(node, std::iter::once(possible.node))?;
        let there = tree.node(possible.node);
        if there.state != *at || there.formula != rule.formula || there.holds {
            return Err(PossibleStateProblem::NotRefuted(rule.formula).into());
        }
        Ok(())
    }

    fn rule(&self, formula: FormulaId) -> Result<Rule, Problem> {
        let Some(modality) = self.model.formulas.get(formula).modality() else {
            return Err(PossibleStateProblem::OtherFormula.into());
        };
        let observers = modality.accessible.observers(&self.model.formulas);
        let chain = matches!(modality.accessible, Accessibility::Common(_));
        Ok(Rule { observers, chain, correct: modality.correct, formula: modality.operand })
    }

    fn link(&mut self, from: &[u64], link: &EpistemicLink, rule: &Rule) -> Result<(), Problem> {
        if !rule.observers.contains(&link.observers) {
            return Err(PossibleStateProblem::OtherObservers.into());
        }
        self.possible(from, link)
    }

    /// A state looks to the observers like another one, can be reached, and a fair path starts there.
    pub(super) fn possible(&mut self, from: &[u64], link: &EpistemicLink) -> Result<(), Problem> {
        self.legal(&link.state)?;
        for agent in &link.observers {
            if let Some(variable) = self.tells_apart(*agent, from, &link.state) {
                return Err(PossibleStateProblem::Distinguishable(*agent, variable).into());
            }
        }
        self.path(&link.access)?;
        if link.access.back.is_some() || link.access.end() != Some(&link.state) {
            return Err(PossibleStateProblem::OtherEnd.into());
        }
        self.initial(&link.access.states[0])?;
        self.goes_on_fairly(&link.state, link.fair.as_ref())
    }

    /// A variable by which an agent can tell two states apart.
    pub(super) fn tells_apart(&self, agent: AgentId, one: &[u64], other: &[u64]) -> Option<VarId> {
        self.model.agent(agent).observes.iter().copied().find(|id| one[id.index()] != other[id.index()])
    }

    /// What an agent observes in a state.
    pub(super) fn observation(&self, agent: AgentId, state: &[u64]) -> Vec<u64> {
        self.model.agent(agent).observes.iter().map(|id| state[id.index()]).collect()
    }
}
