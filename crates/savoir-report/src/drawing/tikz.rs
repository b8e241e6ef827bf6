//! Drawings for LaTeX: one `tikzpicture` each, with the coordinates of our own layout.
//!
//! The preamble of the document needs `\usepackage{tikz}` and `\usetikzlibrary{arrows.meta}`.

use super::layout::{LINE, Layout, Point, Route, Segment, TextBox, layout};
use super::{Drawing, LineKind, Role, StrategyTable, Style};
use crate::escape::latex;
use std::fmt::Write;

/// Points of TeX for a pixel: the text of a picture is as large as footnotes.
const SCALE: f64 = 0.62;

/// The drawings, one after the other.
#[must_use]
pub fn render(drawings: &[Drawing]) -> String {
    let mut out = String::from("% Needs in the preamble: \\usepackage{tikz} and \\usetikzlibrary{arrows.meta}\n");
    for drawing in drawings {
        let _ = writeln!(out, "\n% {}", latex::comment(&drawing.heading()));
        let cases = drawing.strategies.iter().flat_map(StrategyTable::lines);
        for sentence in drawing.sentences.iter().cloned().chain(cases) {
            let _ = writeln!(out, "% {}", latex::comment(&sentence));
        }
        if !drawing.nodes.is_empty() {
            picture(&mut out, drawing, &layout(drawing));
        }
    }
    out
}

fn picture(out: &mut String, drawing: &Drawing, placed: &Layout) {
    let _ = writeln!(
        out,
        "\\begin{{tikzpicture}}[x={SCALE}pt, y=-{SCALE}pt, >={{Stealth[length=4pt]}},\n  \
         savoir text/.style={{anchor=base west, inner sep=0pt, outer sep=0pt, font=\\ttfamily\\fontsize{{7.4}}{{9}}\\selectfont}},\n  \
         savoir state/.style={{draw=black!45, fill=black!3, rounded corners=2pt}},\n  \
         savoir initial/.style={{draw=black, thick, fill=black!3, rounded corners=2pt}},\n  \
         savoir deadlock/.style={{draw=red!75!black, thick, fill=black!3, rounded corners=2pt}},\n  \
         savoir goal/.style={{draw=green!45!black, thick, fill=black!3, rounded corners=2pt}},\n  \
         savoir step/.style={{->}},\n  \
         savoir choice/.style={{->, very thick, orange!75!black}},\n  \
         savoir doubt/.style={{dashed, blue!75!black}},\n  \
         savoir duty/.style={{->, dotted, thick, violet}}]"
    );
    for (node, text) in drawing.nodes.iter().zip(&placed.nodes) {
        let style = if node.roles.contains(&Role::Deadlock) || node.roles.contains(&Role::Violation) {
            "savoir deadlock"
        } else if node.roles.contains(&Role::Goal) {
            "savoir goal"
        } else if node.roles.contains(&Role::Initial) || node.roles.contains(&Role::Here) {
            "savoir initial"
        } else {
            "savoir state"
        };
        let area = text.area;
        let _ = writeln!(
            out,
            "  \\draw[{style}] ({:.1},{:.1}) rectangle ({:.1},{:.1});",
            area.x,
            area.y,
            area.right(),
            area.bottom()
        );
        lines(out, text, 8.0, "");
    }
    for (edge, route) in drawing.edges.iter().zip(&placed.edges) {
        let (style, colour) = match edge.style {
            Style::Step => ("savoir step", ""),
            Style::Choice => ("savoir choice", "orange!75!black"),
            Style::Indistinguishable => ("savoir doubt", "blue!75!black"),
            Style::Duty => ("savoir duty", "violet"),
        };
        let _ = writeln!(out, "  \\draw[{style}] {};", path(route));
        lines(out, &route.label, 0.0, colour);
    }
    out.push_str("\\end{tikzpicture}\n");
}

fn lines(out: &mut String, text: &TextBox, padding: f64, colour: &str) {
    let top = text.area.y + (text.area.height - LINE * text.lines.len() as f64) / 2.0;
    for (number, line) in text.lines.iter().enumerate() {
        let colour = match line.kind {
            LineKind::Holds => "green!45!black",
            LineKind::Fails => "red!75!black",
            LineKind::Name | LineKind::Plain | LineKind::Proposition => colour,
        };
        let colour = if colour.is_empty() { String::new() } else { format!(", text={colour}") };
        let content = latex::text(&line.text);
        let content = if line.kind == LineKind::Name { format!("\\textbf{{{content}}}") } else { content };
        let y = top + LINE * number as f64 + 12.0;
        let _ = writeln!(out, "  \\node[savoir text{colour}] at ({:.1},{y:.1}) {{{content}}};", text.area.x + padding);
    }
}

fn path(route: &Route) -> String {
    let at = |point: &Point| format!("({:.1},{:.1})", point.x, point.y);
    let mut text = at(&route.start);
    for segment in &route.segments {
        let _ = match segment {
            Segment::Straight(end) => write!(text, " -- {}", at(end)),
            Segment::Curve(a, b, end) => write!(text, " .. controls {} and {} .. {}", at(a), at(b), at(end)),
        };
    }
    text
}
