//! Strategies for people: a short list of cases, and on request every state with all that may happen there.

use super::cause::deciders;
use super::text::NOT_REPLAYED;
use super::text::Page;
use super::{Detail, claims, words};
use crate::policy::text::{ANYTHING, lines, performance};
use crate::style::{ACTION, DIM, paint};
use savoir::{Choice, Claim, Coverage, JointAction, Node, NodeId, Path, Player, Policy, State, Strategy};
use std::fmt::Write;

/// More lines than this are not shown unless everything is.
const MOST_LINES: usize = 24;
/// More conclusions about single states are not shown unless everything is.
const MOST_MARKS: usize = 4;

impl Page<'_> {
    /// What a strategy shows, as a table; with all details every state follows.
    pub(super) fn strategy(&mut self, node: &Node, strategy: &Strategy, claim: &str, indent: usize) {
        let at = self.states.name(strategy.start(node));
        let policy = Policy::new(self.model, node.formula, node.holds, strategy);
        let has_choice = policy.as_ref().is_none_or(|policy| !policy.tables.is_empty());
        // Whoever can do nothing else gives no answer.
        let policy = policy.filter(|_| node.holds || deciders(self.model, node, strategy).others);
        let has_choice = has_choice && (node.holds || policy.is_some());
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
        if let Some(links) = &strategy.start_set {
            let coverage = if node.holds { strategy.coverage } else { Coverage::Whole };
            self.start_set(node, links, coverage, deeper);
        }
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
            self.rows(node, strategy, deeper);
        }
        self.marks(&strategy.marks, deeper);
    }

    /// What matters in the states of a strategy: what is shown, and what is only claimed, which is said once.
    fn marks(&mut self, marks: &[NodeId], indent: usize) {
        let tree = self.tree;
        let mut claimed: Vec<(&Node, Claim, usize)> = Vec::new();
        let mut others = Vec::new();
        for mark in marks {
            let node = tree.node(*mark);
            let Some(claim) = node.claim() else {
                others.push(*mark);
                continue;
            };
            match claimed.iter_mut().find(|(_, known, _)| *known == claim) {
                Some((_, _, count)) => *count += 1,
                None => claimed.push((node, claim, 1)),
            }
        }
        for (node, claim, count) in claimed {
            let (formula, verb) = (words::quoted(self.model, node.formula), words::verb(node.holds));
            let sentence = claims::sentence(self.model, &claim);
            let states = if count == 1 { "one state".to_owned() } else { format!("{count} states") };
            self.say(indent, &format!("{formula} {verb} in {states} that matter here: {sentence}. {NOT_REPLAYED}"));
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
        // Tables of a single line stand close together.
        let mut before = 0;
        for table in &mut tables {
            table.truncate(left);
            left -= table.len();
            if before > 0 && !table.is_empty() && before.max(table.len()) > 1 {
                self.out.push('\n');
            }
            before = table.len();
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
                    self.say(indent, &format!("{} does not see {}.", own.name, words::listed(&unseen)));
                }
            }
        }
    }

    /// Every state, and what may happen there.
    fn rows(&mut self, node: &Node, strategy: &Strategy, indent: usize) {
        if !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
        let left = " ".repeat(indent + 6);
        for row in &strategy.rows {
            self.states.path(&mut self.out, indent, &only(&row.state));
            if row.choices.is_empty() {
                let _ = writeln!(self.out, "{left}{}", paint(DIM, "no move is possible"));
            }
            row.choices.iter().for_each(|choice| self.choice(node, choice, &left));
        }
        for state in &strategy.ends {
            self.states.path(&mut self.out, indent, &only(state));
            let _ = writeln!(self.out, "{left}{}", paint(DIM, "this decides it"));
        }
        self.out.push('\n');
    }

    /// What a coalition does in a state, and what may come of it.
    fn choice(&mut self, node: &Node, choice: &Choice, left: &str) {
        let own = performance(self.model, &choice.own);
        let doing = if own == ANYTHING { "whatever happens".to_owned() } else { own };
        for answer in &choice.answers {
            let next = self.states.name(&answer.state);
            let others: JointAction = (self.model.agents.iter().zip(&answer.action).zip(&choice.own))
                .map(|((agent, action), own)| {
                    let shown = own.is_none() && self.states.wants(&agent.name);
                    action.filter(|_| shown)
                })
                .collect();
            let others = performance(self.model, &others);
            let line = match (node.holds, others.as_str()) {
                (true, ANYTHING) => format!("{doing} leads to {next}"),
                (true, others) => format!("{doing} leads to {next} on {others}"),
                (false, ANYTHING) => format!("{doing} may lead to {next}"),
                (false, others) => format!("{doing} is answered by {others}, which may lead to {next}"),
            };
            let _ = writeln!(self.out, "{left}{}", paint(ACTION, &line));
        }
    }
}

/// A path that stays where it is.
fn only(state: &State) -> Path {
    Path { states: vec![state.clone()], actions: Vec::new(), back: None }
}
