//! Drawings as one page that needs nothing else: pictures, tables of their paths, and tick boxes for the agents.

use super::{Drawing, Rows, Trace, svg};
use crate::escape::xml::escape;
use crate::escape::{json, visible};
use serde_json::{Value, json};
use std::fmt::Write;

const SCRIPT: &str = include_str!("page.js");
const STYLE: &str = include_str!("page.css");

/// The drawings as a page with a title.
#[must_use]
pub fn render(title: &str, drawings: &[Drawing]) -> String {
    let title = escape(title);
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"generator\" content=\"savoir\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         script-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n"
    );
    tick_boxes(&mut out, drawings);
    out.push_str("<main>\n");
    drawings.iter().enumerate().for_each(|(number, drawing)| section(&mut out, number, drawing));
    out.push_str("</main>\n<aside id=\"details\" hidden></aside>\n");
    let data = Value::Array(drawings.iter().map(details).collect());
    // In a script, only the end of the script means something else.
    let data = json::compact(&data).replace('<', "\\u003c");
    let _ = write!(
        out,
        "<script type=\"application/json\" id=\"data\">{data}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    );
    out
}

/// A tick box for each agent that is shown somewhere; all drawings of a page are about the same agents.
fn tick_boxes(out: &mut String, drawings: &[Drawing]) {
    let Some(first) = drawings.first() else { return };
    out.push_str("<form id=\"agents\"><span>Show:</span>\n");
    for &agent in &first.shown_agents {
        let _ = writeln!(
            out,
            "<label><input type=\"checkbox\" checked data-agent-box=\"{agent}\"> {}</label>",
            escape(&first.agents[agent])
        );
    }
    out.push_str("</form>\n");
}

fn section(out: &mut String, number: usize, drawing: &Drawing) {
    let _ = writeln!(out, "<section id=\"{0}\" data-drawing=\"{number}\">", escape(&drawing.key));
    let verdict = drawing.verdict.map_or_else(String::new, |verdict| format!(" <b class=\"{verdict}\">{verdict}</b>"));
    let _ = writeln!(out, "<h2><code>{}</code>{verdict}</h2>", escape(&drawing.title));
    if let Some(name) = &drawing.name {
        let _ = writeln!(out, "<p class=\"name\">{}</p>", escape(name));
    }
    for sentence in &drawing.sentences {
        let _ = writeln!(out, "<p>{}</p>", code(sentence));
    }
    if !drawing.nodes.is_empty() {
        let _ = writeln!(out, "<div class=\"picture\">\n{}</div>", svg::inline(drawing));
        out.push_str(&legend(drawing));
    }
    drawing.traces.iter().for_each(|trace| table(out, drawing, trace));
    out.push_str("</section>\n");
}

/// A sentence, with what stands between backquotes as code.
fn code(sentence: &str) -> String {
    let parts = sentence.split('`').enumerate();
    parts
        .map(|(number, part)| if number % 2 == 1 { format!("<code>{}</code>", escape(part)) } else { escape(part) })
        .collect()
}

fn legend(drawing: &Drawing) -> String {
    use super::Style;
    let has = |style: Style| drawing.edges.iter().any(|edge| edge.style == style);
    let mut parts = vec!["A thick border marks initial states.".to_owned()];
    let mut add = |style: Style, text: &str| {
        if has(style) {
            parts.push(text.to_owned());
        }
    };
    add(Style::Step, "Solid arrows are steps in time, with what the agents do.");
    add(Style::Choice, "Thick arrows are choices of the strategy.");
    add(Style::Indistinguishable, "Dashed lines join states that an agent cannot tell apart.");
    add(Style::Duty, "Dotted arrows lead to a possible state where an agent behaves correctly.");
    parts.push("Point at a state to see all its values.".to_owned());
    format!("<p class=\"legend\">{}</p>\n", escape(&parts.join(" ")))
}

/// A table; on a path, cells that differ from the row above are marked.
fn table(out: &mut String, drawing: &Drawing, trace: &Trace) {
    let agents = &drawing.shown_agents;
    let Some(first) = trace.nodes.first() else { return };
    let columns = |agent: usize| {
        let values = drawing.nodes[*first].values.iter().find(|values| values.agent == agent);
        values.map_or_else(Vec::new, |values| values.values.iter().map(|(name, _)| name.clone()).collect())
    };
    let acts = |agent: usize| trace.actions.iter().flatten().any(|performed| performed.agent == agent);
    let _ = writeln!(out, "<h3>{}</h3>\n<div class=\"scroll\"><table>\n<thead><tr><th></th>", code(&trace.title));
    for &agent in agents {
        let span = columns(agent).len() + usize::from(acts(agent));
        if span > 0 {
            let _ =
                writeln!(out, "<th colspan=\"{span}\" data-agent=\"{agent}\">{}</th>", escape(&drawing.agents[agent]));
        }
    }
    let truths: String = trace.truths.iter().map(|(formula, _)| format!("<th>{}</th>", escape(formula))).collect();
    let _ = writeln!(out, "{}</tr><tr><th>state</th>", "<th></th>".repeat(trace.truths.len()));
    for &agent in agents {
        for name in columns(agent) {
            let _ = writeln!(out, "<th data-agent=\"{agent}\">{}</th>", escape(&name));
        }
        if acts(agent) {
            let _ = writeln!(out, "<th data-agent=\"{agent}\" class=\"action\">does</th>");
        }
    }
    let _ = writeln!(out, "{truths}</tr></thead>\n<tbody>");
    for (position, &node) in trace.nodes.iter().enumerate() {
        let _ = write!(out, "<tr><th>{}</th>", escape(&drawing.nodes[node].name));
        for &agent in agents {
            let before = position.checked_sub(1).filter(|_| trace.rows == Rows::Path).map(|before| trace.nodes[before]);
            cells(out, drawing, agent, node, before);
            if acts(agent) {
                let joint = trace.actions.get(position);
                let performed = joint.and_then(|joint| joint.iter().find(|performed| performed.agent == agent));
                let text = performed.map_or_else(String::new, |performed| performed.actions.join(" | "));
                let _ = write!(out, "<td data-agent=\"{agent}\" class=\"action\">{}</td>", escape(&text));
            }
        }
        for (_, truths) in &trace.truths {
            let sign = match truths.get(position) {
                Some(Some(true)) => "+",
                Some(Some(false)) => "−",
                _ => "?",
            };
            let _ = write!(out, "<td>{sign}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    if let Some(back) = trace.back {
        let name = &drawing.nodes[trace.nodes[back]].name;
        let _ = writeln!(out, "<p>The path goes on in {}, for ever.</p>", escape(name));
    }
}

fn cells(out: &mut String, drawing: &Drawing, agent: usize, node: usize, before: Option<usize>) {
    let find = |node: usize| drawing.nodes[node].values.iter().find(|values| values.agent == agent);
    let Some(values) = find(node) else { return };
    for (index, (_, value)) in values.values.iter().enumerate() {
        let old = before.and_then(find).map(|values| &values.values[index].1);
        let changed = if old.is_some_and(|old| old != value) { " class=\"changed\"" } else { "" };
        let _ = write!(out, "<td data-agent=\"{agent}\"{changed}>{}</td>", escape(value));
    }
}

/// What the page says about a state that is pointed at.
fn details(drawing: &Drawing) -> Value {
    let nodes = drawing.nodes.iter().map(|node| {
        let agents = node.values.iter().map(|values| {
            let list: Vec<String> =
                values.values.iter().map(|(name, value)| visible(&format!("{name} = {value}")).into_owned()).collect();
            json!([values.agent, visible(&drawing.agents[values.agent]), list])
        });
        let notes = node.notes.iter().map(|note| {
            let verb = if note.holds { "holds" } else { "fails" };
            visible(&format!("{} {verb}", note.formula)).into_owned()
        });
        json!({ "name": visible(&node.name), "values": agents.collect::<Vec<_>>(), "notes": notes.collect::<Vec<_>>() })
    });
    Value::Array(nodes.collect())
}
