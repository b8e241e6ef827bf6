//! A formula of a page: the verdict and its cause come first, then what shows it.

use super::contents::{heading, judgement_class};
use super::{code, lanes, strategies, tables};
use crate::drawing::{Drawing, Role, Rows, Style, Trace, svg};
use crate::escape::xml::escape;
use std::fmt::Write;

/// More lanes do not stand beside the picture, but below it.
const MOST_LANES_BESIDE: usize = 4;

pub(super) fn section(out: &mut String, number: usize, drawing: &Drawing) {
    let judgement = judgement_class(drawing.judgement);
    let _ = writeln!(
        out,
        "<section id=\"{}\" class=\"{judgement}\" data-drawing=\"{number}\" data-judgement=\"{judgement}\">",
        escape(&drawing.key)
    );
    head(out, drawing);
    reasons(out, drawing);
    let paths: Vec<(usize, &Trace)> =
        drawing.traces.iter().enumerate().filter(|(_, trace)| trace.rows == Rows::Path).collect();
    let beside = !paths.is_empty() || !drawing.strategies.is_empty();
    let widest = paths.iter().map(|(_, trace)| lanes::lanes_of(drawing, trace).len()).max().unwrap_or(0);
    let class = match (beside, widest) {
        (true, 0) => "views pair",
        (true, 1..=MOST_LANES_BESIDE) => "views pair even",
        _ => "views",
    };
    let _ = writeln!(out, "<div class=\"{class}\">");
    if !drawing.nodes.is_empty() {
        let _ = writeln!(
            out,
            "<figure class=\"graph\">\n<div class=\"picture\">\n{}</div>\n<figcaption>{}</figcaption>\n</figure>",
            svg::inline(drawing),
            escape(&legend(drawing))
        );
    }
    if beside {
        out.push_str("<div class=\"beside\">\n");
        drawing.strategies.iter().for_each(|table| strategies::table(out, table));
        paths.iter().for_each(|(number, trace)| lanes::lanes(out, drawing, *number, trace));
        out.push_str("</div>\n");
    }
    out.push_str("</div>\n");
    drawing.traces.iter().enumerate().for_each(|(number, trace)| tables::table(out, drawing, number, trace));
    out.push_str("</section>\n");
}

/// The verdict, the formula, its name and what was expected.
fn head(out: &mut String, drawing: &Drawing) {
    let verdict = drawing.verdict.map_or_else(String::new, |verdict| {
        let (class, sign) = (judgement_class(drawing.judgement), drawing.judgement.sign());
        format!("<b class=\"verdict {verdict}\"><span class=\"sign {class}\">{sign}</span> {verdict}</b> ")
    });
    let _ = writeln!(out, "<h2>{verdict}{}</h2>", heading(drawing));
    let name = drawing.name.as_ref().filter(|_| drawing.verdict.is_some());
    let name = name.map(|name| format!("<span class=\"name\">{}</span>", escape(name)));
    let expectation = drawing.expectation.as_deref().map(escape);
    let parts: Vec<String> = name.into_iter().chain(expectation).collect();
    if !parts.is_empty() {
        let _ = writeln!(out, "<p class=\"about\">{}</p>", parts.join(" · "));
    }
}

/// Why, in sentences; then how far that can be trusted, and what the operators mean.
fn reasons(out: &mut String, drawing: &Drawing) {
    out.push_str("<div class=\"cause\">\n");
    for sentence in &drawing.sentences {
        let _ = writeln!(out, "<p>{}</p>", code(sentence));
    }
    out.push_str("</div>\n");
    let replayed = drawing.replayed.iter().map(|sentence| code(sentence));
    let reading = Some(drawing.reading.join(", ")).filter(|reading| !reading.is_empty());
    let reading = reading.map(|reading| format!("Read with {}.", escape(&reading)));
    let parts: Vec<String> = replayed.chain(reading).collect();
    if !parts.is_empty() {
        let _ = writeln!(out, "<p class=\"trust\">{}</p>", parts.join(" "));
    }
}

/// What the signs in a picture mean; only those that are in it.
fn legend(drawing: &Drawing) -> String {
    let has = |style: Style| drawing.edges.iter().any(|edge| edge.style == style);
    let is = |role: Role| drawing.nodes.iter().any(|node| node.roles.contains(&role));
    let entries = [
        (is(Role::Initial), "A thick border marks initial states."),
        (is(Role::Here), "The blue border marks where this is."),
        (is(Role::Goal), "Green borders mark what is to be reached."),
        (is(Role::Violation), "Red borders mark what is to be avoided."),
        (is(Role::Deadlock), "States without a successor are marked as deadlocks."),
        (has(Style::Step), "Solid arrows are steps in time, with what the agents do that have a choice."),
        (has(Style::Choice), "Thick arrows are choices of the strategy."),
        (has(Style::Indistinguishable), "Dashed lines join states that an agent cannot tell apart."),
        (has(Style::Duty), "Dotted arrows lead to a possible state where an agent behaves correctly."),
    ];
    let texts: Vec<&str> = entries.iter().filter(|(wanted, _)| *wanted).map(|(_, text)| *text).collect();
    texts.join(" ")
}
