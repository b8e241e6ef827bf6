//! What stands beside the formulas of a page: a list of them with their verdicts, and switches for what is shown.

use crate::drawing::{Drawing, Judgement};
use crate::escape::xml::escape;
use std::fmt::Write;

/// How many formulas hold, and whether that was expected.
pub(super) fn summary(drawings: &[Drawing]) -> String {
    let mut parts = Vec::new();
    for verdict in ["true", "false", "unknown"] {
        let count = drawings.iter().filter(|drawing| drawing.verdict == Some(verdict)).count();
        if count > 0 {
            parts.push(format!("<b class=\"{verdict}\">{count} {verdict}</b>"));
        }
    }
    if parts.is_empty() {
        return String::new();
    }
    let count = |judgement: Judgement| drawings.iter().filter(|drawing| drawing.judgement == judgement).count();
    match (count(Judgement::Unexpected), count(Judgement::Undecided)) {
        (0, 0) => parts.push("all as expected".to_owned()),
        (0, _) => parts.push("not all decided".to_owned()),
        (wrong, _) => parts.push(format!("<b class=\"unexpected\">{wrong} not as expected</b>")),
    }
    parts.join(", ")
}

/// A link to each formula, with its verdict and whether that was expected.
pub(super) fn list(out: &mut String, drawings: &[Drawing]) {
    if drawings.len() < 2 {
        return;
    }
    out.push_str("<nav aria-label=\"Contents\">\n<ol class=\"contents\">\n");
    for drawing in drawings {
        let _ = write!(
            out,
            "<li><a href=\"#{}\"><b class=\"sign {}\">{}</b> ",
            escape(&drawing.key),
            judgement_class(drawing.judgement),
            drawing.judgement.sign()
        );
        if let Some(verdict) = drawing.verdict {
            let _ = write!(out, "<b class=\"{verdict}\">{verdict}</b> ");
        }
        if let Some(name) = drawing.name.as_ref().filter(|_| drawing.verdict.is_some()) {
            let _ = write!(out, "<span class=\"name\">{}</span> ", escape(name));
        }
        let _ = write!(out, "{}", heading(drawing));
        if let Some(expectation) = &drawing.expectation {
            let _ = write!(out, " <small>({})</small>", escape(expectation));
        }
        out.push_str("</a></li>\n");
    }
    out.push_str("</ol>\n</nav>\n");
}

/// The formula as code; anything else as text.
pub(super) fn heading(drawing: &Drawing) -> String {
    match drawing.verdict {
        Some(_) => format!("<code>{}</code>", escape(&drawing.title)),
        None => escape(drawing.name.as_ref().unwrap_or(&drawing.title)),
    }
}

/// The name of the class of elements that show a judgement.
pub(super) fn judgement_class(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::None => "plain",
        Judgement::Expected => "expected",
        Judgement::Unexpected => "unexpected",
        Judgement::Undecided => "undecided",
    }
}

/// A tick box for each agent that is shown somewhere, and one for propositions; all drawings of a page are about the same
/// agents. Without scripts they would do nothing, so they are not there.
pub(super) fn switches(out: &mut String, drawings: &[Drawing]) {
    let Some(first) = drawings.iter().find(|drawing| !drawing.agents.is_empty()) else { return };
    out.push_str("<fieldset class=\"switches\" hidden><legend>Show</legend>\n");
    for &agent in &first.shown_agents {
        let name = escape(&first.agents[agent]);
        let _ = writeln!(out, "<label><input type=\"checkbox\" checked data-agent-box=\"{agent}\"> {name}</label>");
    }
    if drawings.iter().any(|drawing| !drawing.propositions.is_empty()) {
        out.push_str("<label><input type=\"checkbox\" data-propositions-box> propositions</label>\n");
    }
    out.push_str("</fieldset>\n");
}
