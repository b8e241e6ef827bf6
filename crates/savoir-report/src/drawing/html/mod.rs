//! Drawings as one page that needs nothing else: a list of contents, and for each formula why it is as it is, a picture
//! that can be moved and stepped through, agents in lanes, tables of states and strategies.
//!
//! The pieces can be used apart: [`fragment`] is what a page shows, complete without any script; [`data`] is what the script
//! of the page knows beyond that; [`STYLE`] and [`SCRIPT`] are the same wherever fragments are shown. The script looks for
//! nothing outside of the element that it is given: `savoir.mount(element, data)`.

mod content_security;
mod contents;
mod data;
mod lanes;
mod section;
mod strategies;
mod tables;

use super::{Drawing, Propositions, StrategyTable};
use crate::escape::json;
use crate::escape::xml::escape;
use std::fmt::Write;

pub(crate) use data::codes;
pub use data::data;

/// What a page looks like.
pub const STYLE: &str = include_str!("assets/page.css");
/// What a page does: one script in several files.
pub const SCRIPT: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("assets/graph.js"),
    include_str!("assets/agents.js"),
    include_str!("assets/steps.js"),
    include_str!("assets/page.js"),
    "})();\n"
);

/// The drawings as a page with a title.
#[must_use]
pub fn render(title: &str, drawings: &[Drawing]) -> String {
    let escaped = escape(title);
    let policy = content_security::policy(STYLE, SCRIPT);
    // In a script, only the end of the script means something else.
    let data = json::compact(&data(drawings)).replace('<', "\\u003c");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"generator\" content=\"savoir\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{escaped}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{}\
         <script type=\"application/json\" id=\"data\">{data}</script>\n<script>{SCRIPT}</script>\n</body>\n</html>\n",
        fragment(title, drawings)
    )
}

/// What a page shows, without style and script.
#[must_use]
pub fn fragment(title: &str, drawings: &[Drawing]) -> String {
    let shown = drawings.iter().any(|drawing| drawing.shows_propositions == Propositions::Shown);
    let class = if shown { "savoir propositions" } else { "savoir" };
    let mut out = format!("<div class=\"{class}\">\n<header class=\"top\"><h1>{}</h1>", escape(title));
    let summary = contents::summary(drawings);
    if !summary.is_empty() {
        let _ = write!(out, "<p class=\"summary\">{summary}</p>");
    }
    out.push_str("</header>\n<aside class=\"side\">\n");
    contents::list(&mut out, drawings);
    contents::switches(&mut out, drawings);
    out.push_str("</aside>\n<main>\n");
    out.push_str(
        "<noscript><p class=\"hint\">Without scripts everything is shown, one below the other; only stepping, zooming and \
         hiding agents need them.</p></noscript>\n",
    );
    drawings.iter().enumerate().for_each(|(number, drawing)| section::section(&mut out, number, drawing));
    out.push_str("</main>\n<div class=\"details\" role=\"tooltip\" hidden></div>\n</div>\n");
    out
}

/// Strategies alone, as tables of a page.
#[must_use]
pub fn strategy_tables(tables: &[StrategyTable]) -> String {
    let mut out = "<div class=\"savoir part\">\n".to_owned();
    tables.iter().for_each(|table| strategies::table(&mut out, table));
    if tables.is_empty() {
        out.push_str("<p class=\"hint\">Nobody has a choice in it, or there are too many moves for a table.</p>\n");
    }
    out.push_str("</div>\n");
    out
}

/// A sentence, with what stands between backquotes as code.
fn code(sentence: &str) -> String {
    let parts = sentence.split('`').enumerate();
    parts
        .map(|(number, part)| if number % 2 == 1 { format!("<code>{}</code>", escape(part)) } else { escape(part) })
        .collect()
}
