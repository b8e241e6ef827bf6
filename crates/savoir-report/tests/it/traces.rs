//! Traces in the format ITF are paths of their model.

use crate::common::{examples, random, results};
use savoir::{Budget, EvidenceOutcome, GraphLimits, Loaded, Reason, Shown, state_graph};
use savoir_report::evidence::itf;
use savoir_report::graph::{self, GraphView};
use serde_json::Value;
use std::collections::BTreeSet;

/// The state graph of a model as JSON, if it is small.
fn graph_of(loaded: &Loaded) -> Option<Value> {
    let limits = GraphLimits { states: 500, joint_actions: 100_000 };
    let model = loaded.model.as_ref()?;
    let found = state_graph(model, limits, 1, &Budget::unlimited()).ok()?;
    serde_json::from_str(&graph::json::render("m", model, &found, &GraphView::default())).ok()
}

/// Every state of a trace is one of the graph, the first one is initial, and every step is a transition, also the one that
/// closes the loop; gives the number of steps.
fn follow(graph: &Value, trace: &Value) -> usize {
    let flat = |state: &Value| {
        let agents = state.as_object().unwrap().iter();
        let values = agents.flat_map(|(agent, own)| {
            own.as_object().unwrap().iter().map(move |(name, value)| (format!("{agent}.{name}"), value.clone()))
        });
        values.collect::<serde_json::Map<String, Value>>()
    };
    let known: Vec<_> = graph["states"].as_array().unwrap().iter().map(flat).collect();
    let number = |state: &Value| {
        let mut values = state.as_object().unwrap().clone();
        values.retain(|name, _| name.contains('.'));
        known.iter().position(|known| *known == values).expect("a state of the trace is not reachable")
    };
    let states = trace["states"].as_array().unwrap();
    let numbers: Vec<usize> = states.iter().map(number).collect();
    assert!(graph["initial"].as_array().unwrap().contains(&Value::from(numbers[0])));
    let mut steps: Vec<(usize, usize, &Value)> =
        (1..numbers.len()).map(|to| (numbers[to - 1], numbers[to], &states[to]["action"])).collect();
    if let Some(back) = trace["loop"].as_u64() {
        steps.push((*numbers.last().unwrap(), numbers[back as usize], &trace["#meta"]["closing-action"]));
    }
    for (from, to, action) in &steps {
        let transitions = graph["transitions"].as_array().unwrap();
        let found = transitions.iter().any(|transition| {
            transition["from"] == *from
                && transition["to"] == *to
                && transition["joint_actions"].as_array().unwrap().contains(action)
        });
        assert!(found, "no transition from {from} to {to} by {action}");
    }
    steps.len()
}

#[test]
fn itf_traces_are_paths_of_the_model() {
    let mut traces = 0;
    let mut lassos = 0;
    let models = examples().into_iter().chain((0..40).map(|seed| {
        let loaded = random(seed);
        let results = results(&loaded);
        (loaded, results)
    }));
    let mut steps = 0;
    for (loaded, results) in models {
        let graph = graph_of(&loaded);
        for result in &results {
            let files = itf::files(result, &loaded.source.name);
            for file in &files {
                let trace: Value = serde_json::from_str(&file.content).unwrap();
                let names: BTreeSet<&str> =
                    trace["vars"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
                let states = trace["states"].as_array().unwrap();
                for (index, state) in states.iter().enumerate() {
                    let keys: BTreeSet<&str> =
                        state.as_object().unwrap().keys().map(String::as_str).filter(|key| *key != "#meta").collect();
                    assert_eq!(keys, names);
                    assert_eq!(state["#meta"]["index"], index);
                }
                assert_eq!(states[0]["action"], serde_json::json!({}));
                steps += graph.as_ref().map_or(0, |graph| follow(graph, &trace));
                if let Some(back) = trace.get("loop") {
                    assert!((back.as_u64().unwrap() as usize) < states.len());
                    lassos += 1;
                }
            }
            traces += files.len();
            // Where there is a path with a step, there is a trace.
            let Some(EvidenceOutcome::Shown(evidence, _)) = result.evidence.as_ref().map(|found| &found.outcome) else {
                continue;
            };
            let Shown::Tree(tree) = &evidence.shown else { continue };
            let moves = |reason: &Reason| match reason {
                Reason::Path(reason) => !reason.path.actions.is_empty(),
                Reason::PossibleState(possible) => !possible.links.is_empty(),
                _ => false,
            };
            assert_eq!(tree.shown_nodes().iter().any(|node| moves(&node.reason)), !files.is_empty());
        }
    }
    assert!(traces > 100 && lassos > 20 && steps > 200, "{traces} {lassos} {steps}");
}
