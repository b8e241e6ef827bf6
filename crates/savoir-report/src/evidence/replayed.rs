//! What a replay found, for people.

use super::json::Entry;
use super::{claims, problems};
use crate::style::{BAD, BOLD, DIM, GOOD, OPEN, paint};
use savoir::{Mismatch, Model, Replayed};
use std::fmt::Write;

/// What the replay of the evidence for a formula found.
#[must_use]
pub fn render(model: &Model, entry: &Entry, found: &Result<Replayed, Mismatch>) -> String {
    let (mark, style, what) = match found {
        Err(mismatch) => ("✗", BAD, format!("not as the model says: {}", problems::mismatch(model, mismatch))),
        Ok(replayed) if replayed.nodes == 0 => ("–", OPEN, "nothing to replay".to_owned()),
        Ok(replayed) => {
            let count = |number: usize, word: &str| {
                if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
            };
            (
                "✓",
                GOOD,
                format!("{} and {} replayed", count(replayed.nodes, "conclusion"), count(replayed.steps, "step")),
            )
        }
    };
    let mut out = line(entry, &paint(style, mark), &what);
    for claim in found.iter().flat_map(|replayed| claims::sentences(model, &replayed.claims)) {
        let _ = writeln!(out, "{}{}", " ".repeat(18), paint(DIM, &format!("not replayed: {claim}")));
    }
    out
}

/// There is no evidence, because there is no verdict.
#[must_use]
pub fn undecided(entry: &Entry) -> String {
    line(entry, &paint(OPEN, "?"), "the formula was not decided")
}

fn line(entry: &Entry, mark: &str, what: &str) -> String {
    let indent = " ".repeat(18);
    let title = entry.name.as_ref().unwrap_or(&entry.text);
    format!("  {mark} {:>3}  {:<7}  {}\n{indent}{what}\n", entry.index, entry.verdict, paint(BOLD, title))
}
