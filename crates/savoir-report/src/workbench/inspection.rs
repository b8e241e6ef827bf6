//! Who sees and knows what in a state.

use super::state::{pairs, state_view, text};
use crate::drawing::value_text;
use savoir::{Condition, Insight, Inspection, Known, Model, StateKind};
use serde_json::{Value, json};

/// What agents see and know; the watched formulas are those that were asked about.
#[must_use]
pub fn inspection(model: &Model, found: &Inspection, watched: &[Condition]) -> Value {
    let truths = watched.iter().zip(&found.watched);
    json!({
        "schema": super::SCHEMA,
        "kind": "inspection",
        "state": state_view(model, &found.state, None),
        "fair": found.kind == StateKind::InDomain,
        "agents": found.agents.iter().map(|insight| agent(model, found, insight, watched)).collect::<Vec<Value>>(),
        "watched": truths.map(|(formula, holds)| json!({ "formula": text(&formula.text), "holds": holds }))
            .collect::<Vec<Value>>(),
    })
}

fn agent(model: &Model, found: &Inspection, insight: &Insight, watched: &[Condition]) -> Value {
    let seen = insight.sees.iter().map(|id| (model.variable_text(*id), value_text(model, *id, &found.state)));
    let knows = model.propositions.iter().zip(&insight.propositions);
    let formulas = watched.iter().zip(&insight.watched);
    let listed = insight.possible.states.iter().map(|state| state_view(model, state, None));
    json!({
        "agent": text(&model.agent(insight.agent).name),
        "sees": pairs(seen),
        "possible": insight.possible.count.to_string(),
        "listed": listed.collect::<Vec<Value>>(),
        "complete": insight.is_complete(),
        "knows": knows.map(|(proposition, known)| json!({
            "proposition": text(&proposition.name), "status": word(*known)
        })).collect::<Vec<Value>>(),
        "watched": formulas.map(|(formula, known)| json!({
            "formula": text(&formula.text), "status": word(*known)
        })).collect::<Vec<Value>>(),
    })
}

fn word(known: Known) -> &'static str {
    match known {
        Known::True => "true",
        Known::False => "false",
        Known::Open => "open",
    }
}
