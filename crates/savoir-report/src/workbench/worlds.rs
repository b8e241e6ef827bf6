//! The worlds that agents consider possible.

use super::state::{state_view, text};
use super::world_drawing::{drawing, name};
use crate::drawing::html;
use savoir::{Model, Worlds};
use serde_json::{Value, json};

/// Worlds as data, and as a picture: a fragment for a page, with the data that its script needs.
#[must_use]
pub fn worlds(model: &Model, found: &Worlds) -> Value {
    let picture = [drawing(model, found)];
    let view = |(number, state)| state_view(model, state, Some(&name(number)));
    let classes = found.agents.iter().zip(&found.classes);
    json!({
        "schema": super::SCHEMA,
        "kind": "worlds",
        "complete": found.is_complete(),
        "count": found.count.to_string(),
        "worlds": found.states.iter().enumerate().map(view).collect::<Vec<Value>>(),
        "classes": classes.map(|(agent, sets)| json!({ "agent": text(&model.agent(*agent).name), "sets": sets }))
            .collect::<Vec<Value>>(),
        "fragment": html::fragment("Possible worlds", &picture),
        "data": html::data(&picture),
    })
}
