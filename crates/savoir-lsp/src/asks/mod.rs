//! Requests whose names begin with `savoir/`: what the protocol has no words for.

mod answers;
mod asker;
mod checks;
mod commands;
mod explain;
mod giving;
mod plays;
mod simulation;
mod simulations;
mod views;
mod walks;

pub(crate) use asker::Asker;
pub(crate) use commands::COMMANDS;
pub(crate) use walks::Walks;

use serde_json::{Value, json};

/// The result of `savoir/page`: what pages with evidence look like, and what they do.
pub(crate) fn page() -> Value {
    use savoir_report::drawing::html::{SCRIPT, STYLE};
    json!({ "style": STYLE, "script": SCRIPT })
}
