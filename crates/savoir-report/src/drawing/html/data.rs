//! What the script of a page knows about its pictures: states, and the paths through them.

use super::lanes::holding;
use crate::drawing::{Drawing, Node, Performed, Rows, Trace};
use crate::escape::visible;
use serde_json::{Value, json};

/// What the field `schema` says.
const SCHEMA: &str = "savoir/page/1";

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
    })
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
