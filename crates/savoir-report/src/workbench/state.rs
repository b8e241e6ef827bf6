//! A state: its codes, its values by agent, and the propositions that hold in it.

use crate::drawing::{all_values, holding, html::codes};
use crate::escape::visible;
use savoir::{Model, State};
use serde_json::{Value, json};

/// A state, with a name if it has one.
#[must_use]
pub fn state_view(model: &Model, state: &State, name: Option<&str>) -> Value {
    let shown: Vec<usize> = (0..model.agents.len()).filter(|agent| model.agents[*agent].declared).collect();
    let agent = |values: crate::drawing::Values| {
        let name = visible(&model.agents[values.agent].name).into_owned();
        json!({ "agent": name, "values": pairs(values.values) })
    };
    let names = holding(model, state).into_iter().map(|number| text(&model.propositions[number].name));
    let mut view = json!({
        "state": codes(state),
        "agents": all_values(model, &shown, state).into_iter().map(agent).collect::<Vec<Value>>(),
        "holding": names.collect::<Vec<Value>>(),
    });
    if let Some(name) = name {
        view["name"] = text(name);
    }
    view
}

/// The codes of a state, as [`read_state`] reads them.
#[must_use]
pub fn state_codes(state: &State) -> Value {
    codes(state)
}

/// The codes of a state, as pages and views write them: numbers, or strings of decimal digits where these are too large for
/// scripts. `None` if that is something else.
#[must_use]
pub fn read_state(value: &Value) -> Option<State> {
    let code = |value: &Value| match value {
        Value::String(digits) => digits.parse().ok().filter(|code: &u64| code.to_string() == *digits),
        number => number.as_u64(),
    };
    value.as_array()?.iter().map(code).collect()
}

/// A text for people.
pub(super) fn text(text: &str) -> Value {
    Value::from(visible(text))
}

/// Names with values.
pub(super) fn pairs(values: impl IntoIterator<Item = (String, String)>) -> Value {
    values.into_iter().map(|(name, value)| json!([text(&name), text(&value)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_back() {
        let state = vec![0, 7, (1 << 53) - 1, 1 << 53, u64::MAX];
        assert_eq!(read_state(&codes(&state)), Some(state));
        for wrong in [json!({}), json!([1.5]), json!([-1]), json!(["+1"]), json!(["x"]), json!([null]), json!("0")] {
            assert_eq!(read_state(&wrong), None, "{wrong}");
        }
    }
}
