//! Drawings in the language of Graphviz: one graph for all of them, each in a cluster of its own.

use super::{Drawing, Line, Role, Style};
use crate::escape;
use std::fmt::Write;

/// The drawings as one graph.
#[must_use]
pub fn render(drawings: &[Drawing]) -> String {
    let mut out = String::from(
        "digraph savoir {\n  graph [fontname=\"monospace\", labeljust=l, compound=true];\n  \
         node [shape=box, style=rounded, fontname=\"monospace\", fontsize=10];\n  \
         edge [fontname=\"monospace\", fontsize=9];\n",
    );
    for drawing in drawings {
        let mut label = wrapped(&drawing.heading());
        drawing.sentences.first().into_iter().for_each(|sentence| label += &wrapped(sentence));
        let _ = writeln!(out, "  subgraph cluster_{} {{\n    label=\"{label}\";", drawing.key);
        for (number, node) in drawing.nodes.iter().enumerate() {
            let lines = text(&drawing.node_lines(node));
            let bold = if node.roles.contains(&Role::Initial) { ", penwidth=2" } else { "" };
            let colour = match node.roles.iter().max() {
                Some(Role::Here) => ", color=\"#0969da\", penwidth=2",
                Some(Role::Deadlock | Role::Violation) => ", color=\"#cf222e\", penwidth=2",
                Some(Role::Goal) => ", color=\"#1a7f37\", penwidth=2",
                Some(Role::Initial | Role::Root) | None => "",
            };
            let _ = writeln!(out, "    {}_{number} [label=\"{lines}\"{bold}{colour}];", drawing.key);
        }
        for edge in &drawing.edges {
            let lines = text(&drawing.edge_lines(edge));
            let (from, to) = (format!("{}_{}", drawing.key, edge.from), format!("{}_{}", drawing.key, edge.to));
            let _ = writeln!(out, "    {from} -> {to} [label=\"{lines}\"{}];", style(edge.style));
        }
        if drawing.nodes.is_empty() {
            let _ = writeln!(out, "    {}_nothing [label=\"nothing to draw\", shape=plaintext];", drawing.key);
        }
        out.push_str("  }\n");
    }
    out.push_str("}\n");
    out
}

fn style(style: Style) -> &'static str {
    match style {
        Style::Step => "",
        Style::Choice => ", color=\"#bc4c00\", penwidth=2.5",
        Style::Indistinguishable => {
            ", style=dashed, dir=none, constraint=false, color=\"#0969da\", fontcolor=\"#0969da\""
        }
        Style::Duty => ", style=dotted, constraint=false, color=\"#8250df\", fontcolor=\"#8250df\"",
    }
}

/// Lines that start at the left.
fn text(lines: &[Line]) -> String {
    lines.iter().map(|line| escape::dot::label(&line.text) + "\\l").collect()
}

fn wrapped(text: &str) -> String {
    crate::style::wrap(text, 80).iter().map(|line| escape::dot::label(line) + "\\l").collect()
}
