//! A path as a sequence chart: a lane for each agent with what changes in it, and between two states what the agents do at
//! the same time.

use super::code;
use crate::drawing::{Drawing, Node, Performed, Role, Trace, Values};
use crate::escape::xml::escape;
use std::fmt::Write;

/// Longer paths have a table only.
const MOST_STATES: usize = 400;

pub(super) fn lanes(out: &mut String, drawing: &Drawing, number: usize, trace: &Trace) {
    if trace.nodes.is_empty() || trace.nodes.len() > MOST_STATES {
        return;
    }
    let agents = lanes_of(drawing, trace);
    let _ = writeln!(
        out,
        "<div class=\"trace\" data-trace=\"{number}\">\n<h3>{}</h3>\n<div class=\"scroll\"><table class=\"lanes\">\n\
         <thead><tr><th>state</th>",
        code(&trace.title)
    );
    for &agent in &agents {
        let _ = writeln!(out, "<th data-agent=\"{agent}\">{}</th>", escape(&drawing.agents[agent]));
    }
    out.push_str("<th class=\"holding\">holds</th></tr></thead>\n<tbody>\n");
    for (position, &node) in trace.nodes.iter().enumerate() {
        let before = position.checked_sub(1).map(|before| &drawing.nodes[trace.nodes[before]]);
        state(out, drawing, &agents, position, node, before);
        if let Some(joint) = trace.actions.get(position) {
            action(out, &agents, position, joint, trace.left_open.get(position) == Some(&true));
        }
    }
    if let Some(back) = trace.back {
        let name = escape(&drawing.nodes[trace.nodes[back]].name);
        let _ = writeln!(
            out,
            "<tr class=\"back\"><th>↺</th><td colspan=\"{}\">back to {name}, for ever</td></tr>",
            agents.len() + 1
        );
    }
    out.push_str("</tbody></table></div>\n</div>\n");
}

/// The agents that have a lane on a path.
pub(super) fn lanes_of(drawing: &Drawing, trace: &Trace) -> Vec<usize> {
    let all = drawing.shown_agents.iter().copied();
    all.filter(|agent| !trace.nodes.is_empty() && takes_part(drawing, trace, *agent)).collect()
}

/// Whether there is anything to say about an agent on a path.
fn takes_part(drawing: &Drawing, trace: &Trace, agent: usize) -> bool {
    let first = &drawing.nodes[trace.nodes[0]];
    let acts = |performed: &Performed| performed.agent == agent && !performed.only_one;
    values_of(first, agent).is_some_and(|values| !values.values.is_empty()) || trace.actions.iter().flatten().any(acts)
}

fn values_of(node: &Node, agent: usize) -> Option<&Values> {
    node.values.iter().find(|values| values.agent == agent)
}

/// A state: in each lane the values that changed, or all of them in the first state.
fn state(out: &mut String, drawing: &Drawing, agents: &[usize], position: usize, node: usize, before: Option<&Node>) {
    let drawn = &drawing.nodes[node];
    let _ = write!(
        out,
        "<tr class=\"state\" data-step=\"{position}\" data-node=\"{node}\"><th scope=\"row\">{}{}</th>",
        escape(&drawn.name),
        badges(drawn)
    );
    for &agent in agents {
        let _ = write!(out, "<td data-agent=\"{agent}\">");
        let old = before.and_then(|before| values_of(before, agent));
        for (index, (name, value)) in values_of(drawn, agent).iter().flat_map(|values| values.values.iter().enumerate())
        {
            let known = old.and_then(|old| old.values.get(index)).is_some_and(|(_, old)| old == value);
            if !known {
                let class = if before.is_some() { " class=\"changed\"" } else { "" };
                let _ = write!(out, "<span{class}>{} = {}</span>", escape(name), escape(value));
            }
        }
        out.push_str("</td>");
    }
    let _ = writeln!(out, "<td class=\"holding\">{}</td></tr>", escape(&holding(drawing, drawn)));
}

/// The names of the propositions that hold in a state.
pub(super) fn holding(drawing: &Drawing, node: &Node) -> String {
    let names: Vec<&str> = node.holding.iter().map(|&number| drawing.propositions[number].as_str()).collect();
    names.join(", ")
}

/// What is special about a state, as small marks.
pub(super) fn badges(node: &Node) -> String {
    let mark = |role: &Role| match role {
        Role::Goal => " <small class=\"goal\">goal</small>",
        Role::Violation => " <small class=\"violation\">violation</small>",
        Role::Deadlock => " <small class=\"violation\">deadlock</small>",
        Role::Initial => " <small>initial</small>",
        Role::Here => " <small class=\"here\">here</small>",
        Role::Root => "",
    };
    node.roles.iter().map(mark).collect()
}

/// What the agents do at the same time; those that can do nothing else are left out.
fn action(out: &mut String, agents: &[usize], position: usize, joint: &[Performed], is_open: bool) {
    let _ = write!(out, "<tr class=\"move\" data-move=\"{position}\"><th>{}</th>", position + 1);
    let acts = |agent: usize| joint.iter().find(|performed| performed.agent == agent && !performed.only_one);
    if !agents.iter().any(|agent| acts(*agent).is_some()) {
        let why = if is_open { "nobody has a choice, but the model leaves one open" } else { "nobody has a choice" };
        let _ = writeln!(out, "<td class=\"nobody\" colspan=\"{}\">{why}</td></tr>", agents.len() + 1);
        return;
    }
    for &agent in agents {
        let text = acts(agent).map(|performed| escape(&performed.actions.join(" | ")));
        let text = text.map_or_else(String::new, |text| format!("<span class=\"act\">{text}</span>"));
        let _ = write!(out, "<td data-agent=\"{agent}\">{text}</td>");
    }
    out.push_str("<td class=\"holding\"></td></tr>\n");
}
