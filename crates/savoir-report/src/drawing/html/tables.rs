//! The states of a path or of a list as a table with all values; on a path, cells that differ from the row above are marked.

use super::code;
use super::lanes::{badges, holding};
use crate::drawing::{Drawing, Rows, Trace};
use crate::escape::xml::escape;
use std::fmt::Write;

/// Longer tables are cut.
const MOST_ROWS: usize = 1_000;
/// Longer tables are closed at first.
const MOST_OPEN_ROWS: usize = 40;

pub(super) fn table(out: &mut String, drawing: &Drawing, number: usize, trace: &Trace) {
    if trace.nodes.is_empty() {
        return;
    }
    let is_open = trace.rows == Rows::Path && trace.nodes.len() <= MOST_OPEN_ROWS;
    let title = match trace.rows {
        Rows::Path => format!("All values: {}", trace.title),
        Rows::List => trace.title.clone(),
    };
    let _ = writeln!(
        out,
        "<details class=\"values\" data-trace=\"{number}\"{}><summary>{}</summary>\n<div class=\"scroll\"><table>",
        if is_open { " open" } else { "" },
        code(&title)
    );
    let columns = Columns::new(drawing, trace);
    columns.head(out);
    out.push_str("<tbody>\n");
    for (position, &node) in trace.nodes.iter().enumerate().take(MOST_ROWS) {
        columns.row(out, position, node);
    }
    out.push_str("</tbody></table></div>\n");
    let left = trace.nodes.len().saturating_sub(MOST_ROWS);
    if left > 0 {
        let _ = writeln!(out, "<p class=\"hint\">{left} more states are left out.</p>");
    }
    if let Some(back) = trace.back {
        let name = &drawing.nodes[trace.nodes[back]].name;
        let _ = writeln!(out, "<p class=\"hint\">The path goes on in {}, for ever.</p>", escape(name));
    }
    out.push_str("</details>\n");
}

/// What the columns of a table are about.
struct Columns<'a> {
    drawing: &'a Drawing,
    trace: &'a Trace,
    /// By agent that is shown: its variables, and whether it does something.
    agents: Vec<(usize, Vec<&'a str>, bool)>,
}

impl<'a> Columns<'a> {
    fn new(drawing: &'a Drawing, trace: &'a Trace) -> Columns<'a> {
        let first = &drawing.nodes[trace.nodes[0]];
        let column = |&agent: &usize| {
            let values = first.values.iter().find(|values| values.agent == agent);
            let names =
                values.map_or_else(Vec::new, |values| values.values.iter().map(|(name, _)| name.as_str()).collect());
            let acts = trace.actions.iter().flatten().any(|performed| performed.agent == agent);
            (agent, names, acts)
        };
        let agents = drawing.shown_agents.iter().map(column).filter(|(_, names, acts)| !names.is_empty() || *acts);
        Columns { drawing, trace, agents: agents.collect() }
    }

    fn head(&self, out: &mut String) {
        out.push_str("<thead><tr><th></th>");
        for (agent, names, acts) in &self.agents {
            let span = names.len() + usize::from(*acts);
            let name = escape(&self.drawing.agents[*agent]);
            let _ = write!(out, "<th colspan=\"{span}\" data-agent=\"{agent}\">{name}</th>");
        }
        out.push_str(&"<th></th>".repeat(self.trace.truths.len()));
        out.push_str("<th class=\"holding\"></th></tr>\n<tr><th>state</th>");
        for (agent, names, acts) in &self.agents {
            for name in names {
                let _ = write!(out, "<th data-agent=\"{agent}\">{}</th>", escape(name));
            }
            if *acts {
                let _ = write!(out, "<th data-agent=\"{agent}\" class=\"action\">does</th>");
            }
        }
        for (formula, _) in &self.trace.truths {
            let _ = write!(out, "<th>{}</th>", escape(formula));
        }
        out.push_str("<th class=\"holding\">holds</th></tr></thead>\n");
    }

    fn row(&self, out: &mut String, position: usize, node: usize) {
        let drawn = &self.drawing.nodes[node];
        let _ = write!(
            out,
            "<tr data-step=\"{position}\" data-node=\"{node}\"><th scope=\"row\">{}{}</th>",
            escape(&drawn.name),
            badges(drawn)
        );
        for (agent, _, acts) in &self.agents {
            self.values(out, *agent, position, node);
            if *acts {
                self.action(out, *agent, position);
            }
        }
        for (_, truths) in &self.trace.truths {
            let sign = match truths.get(position) {
                Some(Some(true)) => "+",
                Some(Some(false)) => "−",
                _ => "?",
            };
            let _ = write!(out, "<td>{sign}</td>");
        }
        let _ = writeln!(out, "<td class=\"holding\">{}</td></tr>", escape(&holding(self.drawing, drawn)));
    }

    fn values(&self, out: &mut String, agent: usize, position: usize, node: usize) {
        let find = |node: usize| self.drawing.nodes[node].values.iter().find(|values| values.agent == agent);
        let is_path = self.trace.rows == Rows::Path;
        let before = position.checked_sub(1).filter(|_| is_path).map(|before| self.trace.nodes[before]);
        for (index, (_, value)) in find(node).iter().flat_map(|values| values.values.iter().enumerate()) {
            let old = before.and_then(find).and_then(|values| values.values.get(index));
            let changed = if old.is_some_and(|(_, old)| old != value) { " class=\"changed\"" } else { "" };
            let _ = write!(out, "<td data-agent=\"{agent}\"{changed}>{}</td>", escape(value));
        }
    }

    /// What an agent does next; faint if it can do nothing else.
    fn action(&self, out: &mut String, agent: usize, position: usize) {
        let joint = self.trace.actions.get(position);
        let performed = joint.and_then(|joint| joint.iter().find(|performed| performed.agent == agent));
        let text = performed.map_or_else(String::new, |performed| performed.actions.join(" | "));
        let forced = if performed.is_some_and(|performed| performed.only_one) { " forced" } else { "" };
        let _ = write!(out, "<td data-agent=\"{agent}\" class=\"action{forced}\">{}</td>", escape(&text));
    }
}
