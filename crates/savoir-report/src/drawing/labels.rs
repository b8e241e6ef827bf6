//! The lines of text in states and next to edges.

use super::{Drawing, Edge, Label, Node, Propositions, Role, Style};
use crate::style::wrap;

/// Lines in states are at most this long where possible.
const STATE_WIDTH: usize = 46;
/// Lines next to edges are at most this long where possible.
const EDGE_WIDTH: usize = 34;

/// A line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The text.
    pub text: String,
    /// The agent it is about, if it is about one.
    pub agent: Option<usize>,
    /// What it is.
    pub kind: LineKind,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// The name of a state and what is special about it.
    Name,
    /// Values, actions or agents.
    Plain,
    /// Propositions that hold.
    Proposition,
    /// A formula that holds.
    Holds,
    /// A formula that does not hold.
    Fails,
}

impl Drawing {
    /// The lines in the box of a state.
    #[must_use]
    pub fn node_lines(&self, node: &Node) -> Vec<Line> {
        let roles: Vec<&str> = node.roles.iter().filter_map(|role| role.word()).collect();
        let count = node.stands_for.map(|count| format!("{count} states"));
        let beside: Vec<String> = count.into_iter().chain(roles.iter().map(ToString::to_string)).collect();
        let name = if beside.is_empty() { node.name.clone() } else { format!("{}  {}", node.name, beside.join(", ")) };
        let mut lines = vec![Line { text: name, agent: None, kind: LineKind::Name }];
        let names = node.shown.iter().map(|values| self.agents[values.agent].chars().count());
        let margin = names.max().unwrap_or(0) + 2;
        for values in &node.shown {
            let list: Vec<String> =
                values.values.iter().map(|(name, value)| format!("{name}\u{a0}=\u{a0}{value}")).collect();
            let wrapped = wrap(&list.join(", "), STATE_WIDTH.saturating_sub(margin).max(20));
            for (number, line) in wrapped.iter().enumerate() {
                let agent = if number == 0 { self.agents[values.agent].as_str() } else { "" };
                lines.push(Line {
                    text: format!("{agent:<margin$}{}", line.replace('\u{a0}', " ")),
                    agent: Some(values.agent),
                    kind: LineKind::Plain,
                });
            }
        }
        lines.extend(self.proposition_lines(node));
        for note in &node.notes {
            let (sign, kind) = if note.holds { ("✓", LineKind::Holds) } else { ("✗", LineKind::Fails) };
            let claimed = if note.claimed { " (not shown)" } else { "" };
            let text = format!("{sign} {}{claimed}", note.formula);
            lines.extend(indented(&text, STATE_WIDTH, "  ").map(|text| Line { text, agent: None, kind }));
        }
        lines
    }

    /// The propositions that hold in a state, if they are to be shown.
    fn proposition_lines(&self, node: &Node) -> Vec<Line> {
        if self.shows_propositions == Propositions::Hidden || self.propositions.is_empty() {
            return Vec::new();
        }
        let names: Vec<&str> = node.holding.iter().map(|&number| self.propositions[number].as_str()).collect();
        let text = if names.is_empty() { "holds: nothing".to_owned() } else { format!("holds: {}", names.join(", ")) };
        let line = |text: String| Line { text, agent: None, kind: LineKind::Proposition };
        indented(&text, STATE_WIDTH, "  ").map(line).collect()
    }

    /// The lines next to an edge.
    #[must_use]
    pub fn edge_lines(&self, edge: &Edge) -> Vec<Line> {
        let plain = |text: String, agent| Line { text, agent, kind: LineKind::Plain };
        let mut lines = Vec::new();
        let mut first = Vec::new();
        if !edge.steps.is_empty() {
            let numbers: Vec<String> = edge.steps.iter().map(ToString::to_string).collect();
            first.push(format!("step {}", numbers.join(", ")));
        }
        if edge.closes_loop {
            first.push("for ever".to_owned());
        }
        if !first.is_empty() {
            lines.push(plain(first.join(", "), None));
        }
        match &edge.label {
            Label::Agents(names) => {
                let text = if edge.style == Style::Duty { format!("possible, {names} correct") } else { names.clone() };
                lines.extend(indented(&text, EDGE_WIDTH, "  ").map(|text| plain(text, None)));
            }
            Label::Actions(joint_actions) => {
                for (number, joint) in joint_actions.iter().enumerate() {
                    if number > 0 {
                        lines.push(plain("or".to_owned(), None));
                    }
                    for performed in joint.iter().filter(|performed| !performed.only_one) {
                        let text = format!("{}: {}", self.agents[performed.agent], performed.actions.join(" | "));
                        let wrapped = indented(&text, EDGE_WIDTH, "  ");
                        lines.extend(wrapped.map(|text| plain(text, Some(performed.agent))));
                    }
                }
            }
        }
        lines
    }
}

impl Role {
    /// The word for it in a picture. That the verdict is about a state is shown by its border.
    fn word(self) -> Option<&'static str> {
        match self {
            Role::Initial => Some("initial"),
            Role::Root => None,
            Role::Here => Some("here"),
            Role::Deadlock => Some("deadlock"),
            Role::Goal => Some("goal"),
            Role::Violation => Some("violation"),
        }
    }
}

/// Lines of a text; all but the first one are indented.
fn indented(text: &str, width: usize, indent: &'static str) -> impl Iterator<Item = String> {
    let lines = wrap(text, width.saturating_sub(indent.len()));
    let start = move |number: usize| if number == 0 { "" } else { indent };
    lines.into_iter().enumerate().map(move |(number, line)| format!("{}{line}", start(number)))
}
