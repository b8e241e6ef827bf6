//! Whether a formula is known, and what refutes it.

use super::state::{state_view, text};
use super::words;
use savoir::{Condition, Doubt, DoubtLink, Knower, Model};
use serde_json::{Value, json};

/// Whether a formula is known; otherwise a possible state where it fails, and how doubts lead there.
#[must_use]
pub fn doubt(model: &Model, knower: &Knower, formula: &Condition, found: &Doubt) -> Value {
    let link = |link: &DoubtLink| {
        let observers = link.observers.iter().map(|agent| text(&model.agent(*agent).name));
        json!({ "observers": observers.collect::<Vec<Value>>(), "state": state_view(model, &link.state, None) })
    };
    let links = found.refuted.iter().flat_map(|world| &world.links);
    json!({
        "schema": super::SCHEMA,
        "kind": "doubt",
        "formula": text(&formula.text),
        "holds": found.holds,
        "knows": found.is_known(),
        "state": found.refuted.as_ref().map(|world| state_view(model, &world.state, None)),
        "links": links.map(link).collect::<Vec<Value>>(),
        "sentence": text(&words::doubt(model, knower, &formula.text, found)),
    })
}
