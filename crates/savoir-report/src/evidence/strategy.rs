//! Strategies for people: a short list of cases, and on request every state with all that may happen there.

use super::Detail;
use super::text::Page;
use super::words;
use crate::policy::text::{lines, performance};
use crate::style::{DIM, paint};
use savoir::{Choice, Coverage, Node, Path, Player, Policy, Row, Strategy};
use std::fmt::Write;

/// More lines than this are not shown unless everything is.
const MOST_LINES: usize = 24;

impl Page<'_> {
    /// What a strategy shows, as a table; with all details every state follows.
    pub(super) fn strategy(&mut self, node: &Node, strategy: &Strategy, claim: &str, indent: usize) {
        let at = self.states.name(&node.state);
        let policy = Policy::new(self.model, node.formula, node.holds, strategy);
        let has_choice = policy.as_ref().is_none_or(|policy| !policy.agents.is_empty());
        let words = words::strategy(self.model, node, strategy, &at, has_choice);
        let table = policy.filter(|policy| has_choice && !policy.cases.is_empty());
        let end = if table.is_some() { ":" } else { "." };
        self.say(indent, &format!("{claim}: {words}{end}"));
        let deeper = indent + 2;
        if let Some(policy) = table {
            self.table_of_moves(&policy, deeper);
        } else if has_choice && !strategy.rows.is_empty() {
            self.say(deeper, "It has too many moves for a table.");
        }
        self.show_state(node, deeper);
        if strategy.coverage == Coverage::Cut {
            let rows = strategy.rows.len();
            self.say(deeper, &format!("This is the beginning only: for want of space, {rows} states were looked at."));
        }
        if self.view.detail == Detail::Full {
            strategy.rows.iter().for_each(|row| self.row(node, row, deeper));
        }
        for mark in &strategy.marks {
            self.follow(*mark, deeper);
        }
    }

    /// The cases of a policy, between empty lines.
    fn table_of_moves(&mut self, policy: &Policy, indent: usize) {
        let lines = lines(self.model, policy);
        let most = if self.view.detail == Detail::Full { lines.len() } else { MOST_LINES };
        self.out.push('\n');
        for line in lines.iter().take(most) {
            let _ = writeln!(self.out, "{}{line}", " ".repeat(indent));
        }
        self.out.push('\n');
        if let Some(more) = lines.len().checked_sub(most).filter(|more| *more > 0) {
            self.say(indent, &format!("There are {more} more lines, which --full shows."));
        }
        for agent in &policy.agents {
            let own = self.model.agent(*agent);
            let unseen: Vec<String> = policy
                .variables()
                .into_iter()
                .filter(|id| policy.player == Player::Coalition && !own.observes.contains(id))
                .map(|id| self.model.variable_text(id))
                .collect();
            if !unseen.is_empty() {
                self.say(indent, &format!("{} does not see {}.", own.name, listed(&unseen)));
            }
        }
    }

    /// A state, and what may happen there.
    fn row(&mut self, node: &Node, row: &Row, indent: usize) {
        let name = self.states.name(&row.state);
        if self.states.is_drawn(&row.state) {
            self.say(indent, &format!("In {name}:"));
        } else {
            self.draw(indent, &Path { states: vec![row.state.clone()], actions: Vec::new(), back: None });
        }
        let left = " ".repeat(indent + 4);
        if row.choices.is_empty() {
            let _ = writeln!(self.out, "{left}{}", paint(DIM, "no move is possible"));
        }
        for choice in &row.choices {
            self.choice(node, choice, &left);
        }
    }

    fn choice(&mut self, node: &Node, choice: &Choice, left: &str) {
        let own = performance(self.model, &choice.own);
        let doing = if own == "anything" { "whatever happens".to_owned() } else { own };
        let verb = if node.holds { "leads to" } else { "is answered by" };
        for answer in &choice.answers {
            let next = self.states.name(&answer.state);
            let rest = answer.action.iter().zip(&choice.own);
            let others: Vec<_> = rest.map(|(action, own)| if own.is_some() { None } else { *action }).collect();
            let others = performance(self.model, &others);
            let line = match (node.holds, others.as_str()) {
                (true, "anything") => format!("{doing} {verb} {next}"),
                (true, others) => format!("{doing} {verb} {next} on {others}"),
                (false, "anything") => format!("{doing} may lead to {next}"),
                (false, others) => format!("{doing} {verb} {others}, to {next}"),
            };
            let _ = writeln!(self.out, "{left}{line}");
        }
    }
}

/// `a, b and c`.
fn listed(names: &[String]) -> String {
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
