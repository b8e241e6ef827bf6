//! Drawings as SVG, with a title, a legend and a background of their own, so that they can stand on any page.

use super::layout::{Arrangement, LETTER, LINE, Layout, Point, Route, Segment, TextBox, arranged, text_width};
use super::legend::legend;
use super::{Drawing, Line, LineKind, Role, Style};
use crate::escape::xml::escape;
use crate::style::wrap;
use std::fmt::Write;

/// Around a picture.
const MARGIN: f64 = 16.0;
/// Titles are broken into lines of this many letters, unless the picture is wider.
const TITLE_LETTERS: usize = 76;
/// The height of the legend.
const LEGEND: f64 = 34.0;
/// Between two pictures in a file.
const BETWEEN: f64 = 1.0;

pub(super) const FONT: &str = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace";

/// Whether a picture carries its own title and legend, or the page around it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A title above and a legend below.
    Full,
    /// Only the picture.
    Bare,
}

/// Pictures below each other, in one file.
#[must_use]
pub fn render(drawings: &[Drawing]) -> String {
    render_as(drawings, Arrangement::default())
}

/// Pictures below each other, in one file and in some arrangement. What is too wide in spite of it is made smaller.
#[must_use]
pub fn render_as(drawings: &[Drawing], arrangement: Arrangement) -> String {
    let picture = |drawing: &Drawing| Picture::new(drawing, Frame::Full, arrangement);
    let pictures: Vec<Picture> = drawings.iter().map(picture).collect();
    let width = pictures.iter().map(|picture| picture.width).fold(0.0, f64::max);
    let heights: f64 = pictures.iter().map(|picture| picture.height).sum();
    let height = heights + BETWEEN * (pictures.len().max(1) - 1) as f64;
    let scale = arrangement.width.map_or(1.0, |most| (most / width).min(1.0));
    let mut out = opening((width, height), scale, " data-generator=\"savoir\"");
    let _ = writeln!(out, "<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#ffffff\"/>");
    let mut y = 0.0;
    for (number, picture) in pictures.iter().enumerate() {
        if number > 0 {
            let _ = writeln!(out, "<path d=\"M0 {:.1}H{width:.0}\" stroke=\"#d0d7de\"/>", y - BETWEEN / 2.0);
        }
        let _ = writeln!(out, "<g transform=\"translate(0 {y:.0})\">\n{}</g>", picture.body);
        y += picture.height + BETWEEN;
    }
    out.push_str("</svg>\n");
    out
}

/// One picture without title and legend, for a page that has both.
#[must_use]
pub fn inline(drawing: &Drawing) -> String {
    let picture = Picture::new(drawing, Frame::Bare, Arrangement::default());
    let mut out = opening(
        (picture.width, picture.height),
        1.0,
        " role=\"img\" aria-label=\"States and what leads from one to another\"",
    );
    out += &picture.body;
    out.push_str("</svg>\n");
    out
}

fn opening((width, height): (f64, f64), scale: f64, attributes: &str) -> String {
    let (scaled_width, scaled_height) = (width * scale, height * scale);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{scaled_width:.0}\" height=\"{scaled_height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"{FONT}\" font-size=\"12\" fill=\"#1f2328\"{attributes}>\n"
    )
}

struct Picture {
    width: f64,
    height: f64,
    body: String,
}

impl Picture {
    fn new(drawing: &Drawing, frame: Frame, arrangement: Arrangement) -> Picture {
        let placed = arranged(drawing, arrangement);
        let letters = ((placed.width / LETTER) as usize).max(TITLE_LETTERS);
        let (title, legend) = match frame {
            Frame::Full => (title(drawing, letters), legend(drawing)),
            Frame::Bare => (Vec::new(), Vec::new()),
        };
        let title_width = title.iter().map(|line| text_width(&line.text) + LETTER).fold(0.0, f64::max);
        let legend_width: f64 = legend.iter().map(|entry| entry.width).sum();
        let content = placed.width.max(title_width).max(legend_width);
        let mut body = String::new();
        let mut y = MARGIN;
        for line in &title {
            y += LINE + line.space;
            let _ = writeln!(
                body,
                "<text x=\"{MARGIN}\" y=\"{:.1}\" {}>{}</text>",
                y - 4.0,
                line.style,
                escape(&line.text)
            );
        }
        if !title.is_empty() && !drawing.nodes.is_empty() {
            y += 14.0;
        }
        let left = MARGIN + (content - placed.width).max(0.0) / 2.0;
        let _ = writeln!(body, "<g transform=\"translate({left:.1} {y:.1})\">");
        draw(&mut body, drawing, &placed);
        body.push_str("</g>\n");
        y += placed.height;
        if !legend.is_empty() {
            let mut x = MARGIN;
            let _ = writeln!(body, "<g fill=\"#57606a\">");
            for entry in &legend {
                entry.draw(&mut body, x, y + LEGEND / 2.0 + 6.0);
                x += entry.width;
            }
            body.push_str("</g>\n");
            y += LEGEND;
        }
        Picture { width: content + 2.0 * MARGIN, height: y + MARGIN, body }
    }
}

struct TitleLine {
    text: String,
    style: &'static str,
    space: f64,
}

/// The formula with its verdict, and what the picture shows.
fn title(drawing: &Drawing, letters: usize) -> Vec<TitleLine> {
    let mut lines = Vec::new();
    let mut add = |text: &str, style: &'static str, space: f64| {
        for (number, text) in wrap(text, letters).into_iter().enumerate() {
            lines.push(TitleLine { text, style, space: if number == 0 { space } else { 0.0 } });
        }
    };
    add(&drawing.title, "font-weight=\"bold\"", 0.0);
    match drawing.verdict {
        Some("true") => add("true", "font-weight=\"bold\" fill=\"#1a7f37\"", 0.0),
        Some("false") => add("false", "font-weight=\"bold\" fill=\"#cf222e\"", 0.0),
        Some(other) => add(other, "font-weight=\"bold\" fill=\"#9a6700\"", 0.0),
        None => {}
    }
    if let Some(sentence) = drawing.sentences.first() {
        add(sentence, "fill=\"#57606a\"", 2.0);
    }
    lines
}

/// How lines of a style are drawn: colour, pattern and width.
pub(super) fn stroke(style: Style) -> (&'static str, &'static str, f64) {
    match style {
        Style::Step => ("#1f2328", "", 1.4),
        Style::Choice => ("#bc4c00", "", 2.6),
        Style::Indistinguishable => ("#0969da", "6 4", 1.4),
        Style::Duty => ("#8250df", "2 3", 1.6),
    }
}

pub(super) fn stroke_attributes(style: Style) -> String {
    let (colour, dashes, width) = stroke(style);
    let dashes = if dashes.is_empty() { String::new() } else { format!(" stroke-dasharray=\"{dashes}\"") };
    format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}")
}

fn draw(out: &mut String, drawing: &Drawing, placed: &Layout) {
    for (number, (edge, route)) in drawing.edges.iter().zip(&placed.edges).enumerate() {
        let _ = writeln!(
            out,
            "<g class=\"edge {}\" data-edge=\"{number}\" data-from=\"{}\" data-to=\"{}\">",
            style_name(edge.style),
            edge.from,
            edge.to
        );
        let _ = writeln!(out, "<path class=\"line\" d=\"{}\" {}/>", path(route), stroke_attributes(edge.style));
        if edge.style.is_directed() {
            let _ =
                writeln!(out, "<path class=\"head\" d=\"{}\" fill=\"{}\"/>", arrow_head(route), stroke(edge.style).0);
        }
        if !route.label.lines.is_empty() {
            let colour = stroke(edge.style).0;
            let _ = writeln!(out, "<g class=\"lines\" fill=\"{colour}\">");
            text_lines(out, &route.label, 0.0);
            out.push_str("</g>\n");
        }
        out.push_str("</g>\n");
    }
    for (number, (node, text)) in drawing.nodes.iter().zip(&placed.nodes).enumerate() {
        let (border, width) = border(&node.roles);
        let area = text.area;
        let roles: String = node.roles.iter().map(|role| format!(" {}", role_name(*role))).collect();
        let _ = writeln!(out, "<g class=\"node{roles}\" data-node=\"{number}\">");
        let _ = writeln!(
            out,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"7\" fill=\"#f6f8fa\" stroke=\"{border}\" \
             stroke-width=\"{width}\"/>",
            area.x, area.y, area.width, area.height
        );
        out.push_str("<g class=\"lines\">\n");
        text_lines(out, text, 8.0);
        out.push_str("</g>\n</g>\n");
    }
}

/// The class of edges of a style, for pages that colour them in their own way.
fn style_name(style: Style) -> &'static str {
    match style {
        Style::Step => "step",
        Style::Choice => "choice",
        Style::Indistinguishable => "doubt",
        Style::Duty => "duty",
    }
}

/// The same for states.
fn role_name(role: Role) -> &'static str {
    match role {
        Role::Initial => "initial",
        Role::Root => "root",
        Role::Here => "current",
        Role::Deadlock => "deadlock",
        Role::Goal => "goal",
        Role::Violation => "violation",
    }
}

/// The border of a state: what the verdict is about is thick, deadlocks are red.
fn border(roles: &[Role]) -> (&'static str, f64) {
    if roles.contains(&Role::Deadlock) || roles.contains(&Role::Violation) {
        ("#cf222e", 2.4)
    } else if roles.contains(&Role::Goal) {
        ("#1a7f37", 2.4)
    } else if roles.contains(&Role::Here) {
        ("#0969da", 2.4)
    } else if roles.contains(&Role::Root) || roles.contains(&Role::Initial) {
        ("#1f2328", 2.4)
    } else {
        ("#8c959f", 1.2)
    }
}

fn text_lines(out: &mut String, text: &TextBox, padding: f64) {
    let height = LINE * text.lines.len() as f64;
    let top = text.area.y + (text.area.height - height) / 2.0;
    for (number, line) in text.lines.iter().enumerate() {
        let agent = line.agent.map_or_else(String::new, |agent| format!(" data-agent=\"{agent}\""));
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" xml:space=\"preserve\"{}{agent}>{}</text>",
            text.area.x + padding,
            top + LINE * number as f64 + 12.0,
            line_style(line),
            escape(&line.text)
        );
    }
}

fn line_style(line: &Line) -> &'static str {
    match line.kind {
        LineKind::Name => " font-weight=\"bold\"",
        LineKind::Plain => "",
        LineKind::Proposition => " class=\"holding\" fill=\"#57606a\"",
        LineKind::Holds => " class=\"holds\" fill=\"#1a7f37\"",
        LineKind::Fails => " class=\"fails\" fill=\"#cf222e\"",
    }
}

pub(super) fn path(route: &Route) -> String {
    let mut text = format!("M{:.1} {:.1}", route.start.x, route.start.y);
    for segment in &route.segments {
        let _ = match segment {
            Segment::Straight(end) => write!(text, "L{:.1} {:.1}", end.x, end.y),
            Segment::Curve(a, b, end) => {
                write!(text, "C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", a.x, a.y, b.x, b.y, end.x, end.y)
            }
        };
    }
    text
}

/// A triangle at the end of a line.
pub(super) fn arrow_head(route: &Route) -> String {
    let Some(last) = route.segments.last() else { return String::new() };
    let end = last.end();
    let before = match last {
        Segment::Curve(_, control, _) => *control,
        Segment::Straight(_) => route.segments.iter().rev().nth(1).map_or(route.start, Segment::end),
    };
    let (mut dx, mut dy) = (end.x - before.x, end.y - before.y);
    let length = (dx * dx + dy * dy).sqrt();
    if length < 0.01 {
        (dx, dy) = (0.0, 1.0);
    } else {
        (dx, dy) = (dx / length, dy / length);
    }
    let base = Point { x: end.x - 9.0 * dx, y: end.y - 9.0 * dy };
    let (side_x, side_y) = (-4.5 * dy, 4.5 * dx);
    format!(
        "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z",
        end.x,
        end.y,
        base.x + side_x,
        base.y + side_y,
        base.x - side_x,
        base.y - side_y
    )
}
