//! Strategies for people: a short list of cases, and on request every state with all that may happen there.

use super::Detail;
use super::text::Page;
use super::words;
use crate::policy::text::{lines, performance};
use crate::style::{DIM, paint};
use savoir::{Choice, Coverage, FormulaId, Node, NodeId, Path, Player, Policy, Reason, Row, Strategy};
use std::fmt::Write;

/// More lines than this are not shown unless everything is.
const MOST_LINES: usize = 24;
/// More conclusions about single states are not shown unless everything is.
const MOST_MARKS: usize = 4;

impl Page<'_> {
    /// What a strategy shows, as a table; with all details every state follows.
    pub(super) fn strategy(&mut self, node: &Node, strategy: &Strategy, claim: &str, indent: usize) {
        let at = self.states.name(&node.state);
        let policy = Policy::new(self.model, node.formula, node.holds, strategy);
        let has_choice = policy.as_ref().is_none_or(|policy| !policy.tables.is_empty());
        let words = words::strategy(self.model, node, strategy, &at, has_choice);
        let policy = policy.filter(|policy| policy.tables.iter().any(|table| !table.cases.is_empty()));
        let end = if policy.is_some() { ":" } else { "." };
        self.say(indent, &format!("{claim}: {words}{end}"));
        let deeper = indent + 2;
        if let Some(policy) = policy {
            self.tables(&policy, deeper);
        } else if has_choice && !strategy.rows.is_empty() {
            self.say(deeper, "It has too many moves for a table.");
        }
        self.show_state(node, deeper);
        if strategy.coverage == Coverage::Cut {
            let rows = strategy.rows.len();
            self.say(
                deeper,
                &format!(
                    "This is only the beginning: plays may come to more than the {rows} states that were looked at."
                ),
            );
        }
        if self.view.detail == Detail::Full {
            strategy.rows.iter().for_each(|row| self.row(node, row, deeper));
        }
        self.marks(&strategy.marks, deeper);
    }

    /// What matters in the states of a strategy: what is shown, and what is only claimed, which is said once.
    fn marks(&mut self, marks: &[NodeId], indent: usize) {
        let mut claims: Vec<(FormulaId, bool, &str, usize)> = Vec::new();
        let mut others = Vec::new();
        for mark in marks {
            let node = self.tree.node(*mark);
            match &node.reason {
                Reason::Claim(sentence) => {
                    let known = claims.iter_mut().find(|(formula, holds, said, _)| {
                        (*formula, *holds, *said) == (node.formula, node.holds, sentence.as_str())
                    });
                    match known {
                        Some((_, _, _, count)) => *count += 1,
                        None => claims.push((node.formula, node.holds, sentence, 1)),
                    }
                }
                _ => others.push(*mark),
            }
        }
        for (formula, holds, sentence, count) in claims {
            let (formula, verb) = (words::quoted(self.model, formula), words::verb(holds));
            let states = if count == 1 { "one state".to_owned() } else { format!("{count} states") };
            let dim = paint(DIM, "(not replayed)");
            self.say(indent, &format!("{formula} {verb} in {states} that matter here: {sentence}. {dim}"));
        }
        let most = if self.view.detail == Detail::Full { others.len() } else { MOST_MARKS };
        others.iter().take(most).for_each(|mark| self.follow(*mark, indent));
        if let Some(more) = others.len().checked_sub(most).filter(|more| *more > 0) {
            self.say(indent, &format!("The same is shown for {more} more, with --full."));
        }
    }

    /// The cases of a policy, between empty lines.
    fn tables(&mut self, policy: &Policy, indent: usize) {
        let mut tables: Vec<Vec<String>> = policy.tables.iter().map(|table| lines(self.model, table)).collect();
        let all: usize = tables.iter().map(Vec::len).sum();
        let most = if self.view.detail == Detail::Full { all } else { MOST_LINES };
        self.out.push('\n');
        let mut left = most;
        for (number, table) in tables.iter_mut().enumerate() {
            table.truncate(left);
            left -= table.len();
            if number > 0 && !table.is_empty() {
                self.out.push('\n');
            }
            for line in table {
                let _ = writeln!(self.out, "{}{line}", " ".repeat(indent));
            }
        }
        self.out.push('\n');
        match all.saturating_sub(most) {
            0 => {}
            1 => self.say(indent, "There is one more line, which --full shows."),
            more => self.say(indent, &format!("There are {more} more lines, which --full shows.")),
        }
        for table in policy.tables.iter().filter(|_| policy.player == Player::Coalition) {
            for agent in &table.agents {
                let own = self.model.agent(*agent);
                let unseen = table.variables().into_iter().filter(|id| !own.observes.contains(id));
                let unseen: Vec<String> = unseen.map(|id| self.model.variable_text(id)).collect();
                if !unseen.is_empty() {
                    self.say(indent, &format!("{} does not see {}.", own.name, listed(&unseen)));
                }
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
