//! Requests whose names begin with `savoir/`: what the protocol has no words for.

mod checks;
mod commands;
mod explain;

pub(crate) use commands::COMMANDS;

use serde_json::{Value, json};

/// The result of `savoir/page`: what pages with evidence look like, and what they do.
pub(crate) fn page() -> Value {
    use savoir_report::drawing::html::{SCRIPT, STYLE};
    json!({ "style": STYLE, "script": SCRIPT })
}
