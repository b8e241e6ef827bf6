//! Possible states: they look the same to those who should know better, and can be reached.

use super::{Problem, Replay};
use crate::tree::{EpistemicLink, Node, PossibleState};
use savoir_model::{AgentId, Formula, FormulaId};

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
            return Err("a possible state does not show that something is known".to_owned());
        }
        if possible.links.len() > 1 && !rule.chain {
            return Err("there are several links where one is allowed".to_owned());
        }
        if possible.links.is_empty() && rule.observers.is_empty() && !rule.chain {
            return Err("nobody is in doubt".to_owned());
        }
        let mut at = &node.state;
        for link in &possible.links {
            self.link(at, link, &rule)?;
            at = &link.state;
        }
        if rule.correct.is_some_and(|agent| self.is_red(agent, at)) {
            return Err("an agent that should behave correctly does not".to_owned());
        }
        let tree = self.tree;
        self.children(node, std::iter::once(possible.node))?;
        let there = tree.node(possible.node);
        if there.state != *at || there.formula != rule.formula || there.holds {
            return Err(format!("nothing shows that `{}` fails in the possible state", self.text(rule.formula)));
        }
        Ok(())
    }

    fn rule(&self, formula: FormulaId) -> Result<Rule, Problem> {
        let members = |group| self.model.formulas.members(group).to_vec();
        let each = |group| members(group).into_iter().map(|agent| vec![agent]).collect();
        let one = |observers: Vec<Vec<AgentId>>, correct, formula| Rule { observers, chain: false, correct, formula };
        Ok(match self.model.formulas.get(formula) {
            Formula::Knows(agent, f) => one(vec![vec![*agent]], None, *f),
            Formula::KnowsAssuming(agent, correct, f) => one(vec![vec![*agent]], Some(*correct), *f),
            Formula::Distributed(group, f) => one(vec![members(*group)], None, *f),
            Formula::Everyone(group, f) => one(each(*group), None, *f),
            Formula::Common(group, f) => Rule { observers: each(*group), chain: true, correct: None, formula: *f },
            // Whatever anybody sees.
            Formula::Obliged(agent, f) => one(vec![Vec::new()], Some(*agent), *f),
            _ => return Err("a possible state shows nothing about such a formula".to_owned()),
        })
    }

    fn link(&mut self, from: &[u64], link: &EpistemicLink, rule: &Rule) -> Result<(), Problem> {
        self.legal(&link.state)?;
        if !rule.observers.contains(&link.observers) {
            return Err("a possible state is seen with other eyes than the formula says".to_owned());
        }
        for agent in &link.observers {
            let own = self.model.agent(*agent);
            let told = own.observes.iter().find(|variable| from[variable.index()] != link.state[variable.index()]);
            if let Some(variable) = told {
                let variable = self.model.variable_text(*variable);
                return Err(format!("{} can tell the states apart by {variable}", own.name));
            }
        }
        self.path(&link.access)?;
        if link.access.back.is_some() || link.access.end() != Some(&link.state) {
            return Err("the path to the possible state does not end there".to_owned());
        }
        self.initial(&link.access.states[0])?;
        self.goes_on_fairly(&link.state, link.fair.as_ref())
    }
}
