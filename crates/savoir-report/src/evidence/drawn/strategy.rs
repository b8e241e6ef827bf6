//! Strategies as pictures: the states that a play may come to, and what is done there.

use super::{Sketch, performed};
use crate::drawing::{Edge, Label, Performed, Role, Rows, Style, Trace, merged};
use crate::evidence::cause::{choosers, deciders};
use crate::evidence::words;
use crate::policy::grid::grids;
use savoir::{Conflict, Coverage, EpistemicLink, Node, Policy, Row, State, Strategy};
use std::collections::BTreeMap;

/// More states of a start set are not drawn as such.
const MOST_STARTS: usize = 12;
/// More states than this make a picture that nobody looks at.
const MOST_STATES: usize = 60;

impl Sketch<'_> {
    pub(super) fn strategy(&mut self, node: &Node, at: usize, strategy: &Strategy) {
        let start = self.number(strategy.start(node));
        let name = self.drawing.nodes[start].name.clone();
        let policy = Policy::new(self.model, node.formula, node.holds, strategy);
        let has_choice = policy.as_ref().is_none_or(|policy| !policy.tables.is_empty());
        let policy = policy.filter(|_| node.holds || deciders(self.model, node, strategy).others);
        let has_choice = has_choice && (node.holds || policy.is_some());
        self.say(node, at, &words::strategy(self.model, node, strategy, &name, has_choice));
        self.drawing.strategies.extend(policy.iter().flat_map(|policy| grids(self.model, policy)));
        self.place(at, None, 0);
        self.start_set(node, at, strategy.start_set.as_deref().unwrap_or_default());
        let mut drawn = Vec::new();
        for row in &strategy.rows {
            if self.numbers.len() > MOST_STATES {
                break;
            }
            drawn.push(self.row(row));
        }
        let left = strategy.rows.len() - drawn.len();
        if left > 0 || strategy.coverage == Coverage::Cut {
            self.drawing.sentences.push(format!(
                "The picture shows only the beginning of the strategy: {left} of its states are left out."
            ));
        }
        let title = "The states of the strategy".to_owned();
        self.drawing.traces.push(Trace { title, rows: Rows::List, nodes: drawn, ..Trace::default() });
        let role = if node.holds { Role::Goal } else { Role::Violation };
        for end in strategy.ends.iter().filter_map(|state| self.numbers.get(state)) {
            self.drawing.nodes[*end].roles.push(role);
        }
        for mark in &strategy.marks {
            if self.numbers.contains_key(&self.tree.node(*mark).state) {
                self.node_or_fact(*mark);
            }
        }
    }

    /// Draws the states of a start set, and who confuses them.
    pub(super) fn start_set(&mut self, node: &Node, at: usize, links: &[EpistemicLink]) {
        let mut before = vec![(at, node.state.clone())];
        for link in links.iter().take(MOST_STARTS) {
            let same = |(_, state): &&(usize, State)| {
                let mut seen = link.observers.iter().flat_map(|agent| &self.model.agent(*agent).observes);
                seen.all(|id| state[id.index()] == link.state[id.index()])
            };
            let from = before.iter().find(same).map_or(at, |(number, _)| *number);
            let to = self.link(node, from, link);
            before.push((to, link.state.clone()));
        }
    }

    /// Draws states that somebody confuses, and how they are reached.
    pub(super) fn conflict(&mut self, node: &Node, at: usize, conflict: &Conflict) {
        self.say(node, at, words::NO_UNIFORM);
        self.place(at, None, 0);
        self.start_set(node, at, &conflict.start_set);
        for confusion in &conflict.confusions {
            let mut before: Option<usize> = None;
            for confused in &confusion.states {
                let Some(state) = confused.access.end() else { continue };
                let to = self.number(state);
                let name = self.drawing.nodes[to].name.clone();
                self.path(&confused.access, &format!("How {name} is reached"));
                if let Some(from) = before {
                    let label = Label::Agents(self.model.agent(confusion.agent).name.clone());
                    let style = Style::Indistinguishable;
                    self.drawing.connect(Edge { from, to, style, label, closes_loop: false, steps: Vec::new() });
                }
                before = Some(to);
            }
            let name = |state: &State| self.numbers.get(state).map_or_else(String::new, |at| format!("s{at}"));
            let sentence = words::confusion(self.model, confusion, &name);
            self.drawing.sentences.push(format!("{sentence}."));
        }
    }

    /// Draws what is done in a state. States come before those that a play goes on to, so one that has no place yet is
    /// one where plays start.
    fn row(&mut self, row: &Row) -> usize {
        let from = self.number(&row.state);
        if !self.is_placed(from) {
            self.place(from, None, 0);
            self.drawing.nodes[from].roles.push(Role::Initial);
        }
        let layer = self.drawing.nodes[from].layer + 1;
        let agents = self.drawing.shown_agents.clone();
        let can_choose = choosers(self.model, &row.state);
        let mut by_target: BTreeMap<usize, Vec<Vec<Performed>>> = BTreeMap::new();
        for answer in row.choices.iter().flat_map(|choice| &choice.answers) {
            let to = self.next(&answer.state, from, layer);
            let joint = performed(self.model, &agents, self.view, &can_choose, &answer.action);
            by_target.entry(to).or_default().push(joint);
        }
        for (to, actions) in by_target {
            let label = Label::Actions(merged(actions));
            let edge = Edge { from, to, style: Style::Choice, label, closes_loop: false, steps: Vec::new() };
            self.drawing.connect(edge);
        }
        from
    }

    fn next(&mut self, state: &State, from: usize, layer: usize) -> usize {
        let to = self.number(state);
        self.place(to, Some(from), layer);
        to
    }
}
