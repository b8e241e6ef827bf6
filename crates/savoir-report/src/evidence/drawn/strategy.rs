//! Strategies as pictures: the states that a play may come to, and what is done there.

use super::{Sketch, performed};
use crate::drawing::{Edge, Label, Performed, Role, Rows, Style, Trace, merged};
use crate::evidence::words;
use crate::policy::text::plain_lines;
use savoir::{Coverage, Node, Policy, Row, State, Strategy};
use std::collections::BTreeMap;

/// More lines of a table are not repeated beside the picture.
const MOST_LINES: usize = 24;
/// More states than this make a picture that nobody looks at.
const MOST_STATES: usize = 60;

impl Sketch<'_> {
    pub(super) fn strategy(&mut self, node: &Node, at: usize, strategy: &Strategy) {
        let name = self.drawing.nodes[at].name.clone();
        let policy = Policy::new(self.model, node.formula, node.holds, strategy);
        let has_choice = policy.as_ref().is_none_or(|policy| !policy.tables.is_empty());
        self.say(node, at, &words::strategy(self.model, node, strategy, &name, has_choice));
        for table in policy.iter().flat_map(|policy| &policy.tables) {
            self.drawing.sentences.extend(plain_lines(self.model, table).into_iter().take(MOST_LINES));
        }
        self.place(at, None, 0);
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
        for mark in &strategy.marks {
            if self.numbers.contains_key(&self.tree.node(*mark).state) {
                self.node_or_fact(*mark);
            }
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
        let mut by_target: BTreeMap<usize, Vec<Vec<Performed>>> = BTreeMap::new();
        for answer in row.choices.iter().flat_map(|choice| &choice.answers) {
            let to = self.next(&answer.state, from, layer);
            by_target.entry(to).or_default().push(performed(self.model, &agents, self.view, &answer.action));
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
