//! The state graph for programs: the schema `savoir/graph/1`, which `docs/schema/graph-1.json` describes.

use super::{EpistemicEdges, GraphView};
use crate::drawing::wanted_agents;
use crate::escape;
use crate::evidence::View;
use crate::evidence::json::{joint_entry, state_entry};
use crate::evidence::ordered::Ordered;
use savoir::{AgentId, Model, StateGraph};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// What the field `schema` says.
pub const SCHEMA: &str = "savoir/graph/1";

#[derive(Serialize)]
struct Document {
    schema: &'static str,
    file: String,
    agents: Vec<String>,
    states: Vec<Ordered<Ordered<Value>>>,
    initial: Vec<usize>,
    deadlocks: Vec<usize>,
    transitions: Vec<TransitionEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    indistinguishable: Option<Ordered<Vec<Vec<usize>>>>,
}

#[derive(Serialize)]
struct TransitionEntry {
    from: usize,
    to: usize,
    joint_actions: Vec<Ordered<String>>,
}

/// The state graph as text.
#[must_use]
pub fn render(file: &str, model: &Model, graph: &StateGraph, view: &GraphView) -> String {
    let agents = wanted_agents(model, &View { agents: view.agents.clone(), ..View::default() });
    let name = |agent: &usize| model.agents[*agent].name.clone();
    let wanted: Vec<String> = agents.iter().map(name).collect();
    let document = Document {
        schema: SCHEMA,
        file: file.to_owned(),
        states: graph.states.iter().map(|state| only(state_entry(model, state), &wanted)).collect(),
        initial: (0..graph.states.len()).filter(|state| graph.distance[*state] == 0).collect(),
        deadlocks: graph.deadlocks.clone(),
        transitions: (graph.transitions.iter())
            .map(|transition| {
                // Without the agents that are not shown, some may be equal.
                let mut seen = BTreeSet::new();
                let entries = transition.joint_actions.iter().map(|joint| only(joint_entry(model, joint), &wanted));
                let joint_actions = entries.filter(|entry| seen.insert(entry.0.clone())).collect();
                TransitionEntry { from: transition.from, to: transition.to, joint_actions }
            })
            .collect(),
        indistinguishable: (view.epistemic == EpistemicEdges::Drawn).then(|| {
            let classes = |agent: &usize| (name(agent), graph.classes(model, AgentId::from(*agent)));
            Ordered(agents.iter().map(classes).collect())
        }),
        agents: wanted,
    };
    escape::json::pretty(&document)
}

/// The entries of some agents.
fn only<T>(entries: Ordered<T>, agents: &[String]) -> Ordered<T> {
    Ordered(entries.0.into_iter().filter(|(name, _)| agents.contains(name)).collect())
}
