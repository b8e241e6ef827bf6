//! What the script of a page knows about its pictures: states, and the paths through them.

use super::lanes::holding;
use crate::drawing::{Drawing, Node, Performed, Rows, Trace};
use crate::escape::visible;
use serde_json::{Value, json};

/// What the field `schema` says.
const SCHEMA: &str = "savoir/page/1";
/// Numbers of scripts are exact up to here.
const LARGEST_EXACT: u64 = (1 << 53) - 1;

/// What the script of a page needs, for the drawings of the page in their order.
#[must_use]
pub fn data(drawings: &[Drawing]) -> Value {
    json!({ "schema": SCHEMA, "drawings": drawings.iter().map(drawing).collect::<Vec<Value>>() })
}

fn drawing(drawing: &Drawing) -> Value {
    let paths = drawing.traces.iter().enumerate().filter(|(_, trace)| trace.rows == Rows::Path);
    json!({
        "nodes": drawing.nodes.iter().map(|one| node(drawing, one)).collect::<Vec<Value>>(),
        "paths": paths.map(|(number, trace)| path(drawing, number, trace)).collect::<Vec<Value>>(),
    })
}

/// A state: its name, by agent its values, what holds in it or does not, and its propositions.
fn node(drawing: &Drawing, node: &Node) -> Value {
    let agents = node.values.iter().map(|values| {
        let list = values.values.iter().map(|(name, value)| visible(&format!("{name} = {value}")).into_owned());
        json!([values.agent, visible(&drawing.agents[values.agent]), list.collect::<Vec<String>>()])
    });
    let notes = node.notes.iter().map(|note| {
        let verb = if note.holds { "holds" } else { "fails" };
        visible(&format!("{} {verb}", note.formula)).into_owned()
    });
    json!({
        "name": visible(&node.name),
        "values": agents.collect::<Vec<Value>>(),
        "notes": notes.collect::<Vec<String>>(),
        "holding": visible(&holding(drawing, node)),
        "state": node.state.as_deref().map(codes),
    })
}

/// The codes of a state's values, in the order of the model's variables: what names a state to an engine. A number that
/// scripts could not hold exactly is a string of decimal digits.
pub(crate) fn codes(state: &[u64]) -> Value {
    let code = |code: &u64| if *code <= LARGEST_EXACT { json!(code) } else { json!(code.to_string()) };
    Value::Array(state.iter().map(code).collect())
}

/// A path: its states, where it goes on, and what agents with a choice do in each step.
fn path(drawing: &Drawing, number: usize, trace: &Trace) -> Value {
    let action = |performed: &Performed| {
        let name = visible(&drawing.agents[performed.agent]);
        let text = visible(&performed.actions.join(" | ")).into_owned();
        json!([performed.agent, name, text])
    };
    let moves = trace
        .actions
        .iter()
        .map(|joint| Value::Array(joint.iter().filter(|performed| !performed.only_one).map(action).collect()));
    json!({
        "trace": number,
        "title": visible(&trace.title.replace('`', "")),
        "nodes": trace.nodes,
        "back": trace.back,
        "moves": moves.collect::<Vec<Value>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_scripts_would_round_are_strings() {
        let written = codes(&[0, LARGEST_EXACT, LARGEST_EXACT + 1, u64::MAX]).to_string();
        assert_eq!(written, r#"[0,9007199254740991,"9007199254740992","18446744073709551615"]"#);
    }
}
