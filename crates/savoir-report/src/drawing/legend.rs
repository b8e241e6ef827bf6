//! The legend of a picture.

use super::layout::{Point, Route, Segment, TextBox, text_width};
use super::svg::{arrow_head, path, stroke, stroke_attributes};
use super::{Drawing, Role, Style};
use std::fmt::Write;

/// What a sign in the picture means.
pub(super) struct Entry {
    sign: Sign,
    text: &'static str,
    /// The room it takes.
    pub(super) width: f64,
}

enum Sign {
    Line(Style),
    Box(&'static str, f64),
}

/// Only what is in the picture.
pub(super) fn legend(drawing: &Drawing) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut add = |wanted: bool, sign: Sign, text: &'static str| {
        if wanted {
            entries.push(Entry { sign, text, width: 36.0 + text_width(text) + 22.0 });
        }
    };
    let is = |role: Role| drawing.nodes.iter().any(|node| node.roles.contains(&role));
    let has = |style: Style| drawing.edges.iter().any(|edge| edge.style == style);
    add(is(Role::Initial), Sign::Box("#1f2328", 2.4), "initial state");
    add(is(Role::Here), Sign::Box("#0969da", 2.4), "here");
    add(is(Role::Deadlock), Sign::Box("#cf222e", 2.4), "deadlock");
    add(is(Role::Goal), Sign::Box("#1a7f37", 2.4), "goal");
    add(is(Role::Violation), Sign::Box("#cf222e", 2.4), "violation");
    add(has(Style::Step), Sign::Line(Style::Step), "joint action");
    add(has(Style::Choice), Sign::Line(Style::Choice), "choice of the strategy");
    add(has(Style::Indistinguishable), Sign::Line(Style::Indistinguishable), "cannot be told apart by the agent");
    add(has(Style::Duty), Sign::Line(Style::Duty), "possible state");
    entries
}

impl Entry {
    /// Draws it at a place.
    pub(super) fn draw(&self, out: &mut String, x: f64, y: f64) {
        match self.sign {
            Sign::Box(colour, width) => {
                let _ = writeln!(
                    out,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"24\" height=\"12\" rx=\"4\" fill=\"#f6f8fa\" stroke=\"{colour}\" \
                     stroke-width=\"{width}\"/>",
                    x + 2.0,
                    y - 6.0
                );
            }
            Sign::Line(style) => {
                let start = Point { x, y };
                let route = Route {
                    start,
                    segments: vec![Segment::Straight(Point { x: x + 28.0, y })],
                    label: TextBox::default(),
                };
                let _ = writeln!(out, "<path d=\"{}\" {}/>", path(&route), stroke_attributes(style));
                if style.is_directed() {
                    let _ = writeln!(out, "<path d=\"{}\" fill=\"{}\"/>", arrow_head(&route), stroke(style).0);
                }
            }
        }
        let _ = writeln!(out, "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>", x + 36.0, y + 4.0, self.text);
    }
}
