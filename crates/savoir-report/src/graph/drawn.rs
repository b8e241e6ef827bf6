//! The state graph as a picture: a state shows the values that are not the same everywhere, and the states that look the
//! same to an agent are joined by a chain of dashed lines, not each with each.

use super::{EpistemicEdges, GraphView};
use crate::drawing::merged;
use crate::drawing::{
    Drawing, Edge, Label, Node, Role, Rows, Style, Trace, Values, all_values, value_text, wanted_agents,
};
use crate::evidence::drawn::performed;
use crate::evidence::{Detail, View};
use savoir::{AgentId, Model, StateGraph, VarId};
use std::collections::BTreeMap;

/// The picture of the state graph of a model, which has a name.
#[must_use]
pub fn drawing(name: &str, model: &Model, graph: &StateGraph, view: &GraphView) -> Drawing {
    let names = View { detail: Detail::Changes, agents: view.agents.clone() };
    let shown_agents = wanted_agents(model, &names);
    let constant: Vec<bool> = model.variable_ids().map(|id| is_constant(graph, id)).collect();
    let mut drawing = Drawing {
        key: "graph".to_owned(),
        title: format!("State graph of {name}"),
        agents: model.agents.iter().map(|agent| agent.name.clone()).collect(),
        shown_agents: shown_agents.clone(),
        sentences: sentences(model, graph, &shown_agents, &constant),
        ..Drawing::default()
    };
    for (number, state) in graph.states.iter().enumerate() {
        let values = all_values(model, &shown_agents, state);
        let mut roles = Vec::new();
        if graph.distance[number] == 0 {
            roles.push(Role::Initial);
        }
        if graph.deadlocks.contains(&number) {
            roles.push(Role::Deadlock);
        }
        let shown = varying(model, &values, &constant);
        let (name, layer) = (format!("s{number}"), graph.distance[number]);
        drawing.nodes.push(Node { name, layer, roles, values, shown, notes: Vec::new() });
    }
    for transition in &graph.transitions {
        let joint_actions = transition.joint_actions.iter().map(|joint| performed(model, &shown_agents, &names, joint));
        let label = Label::Actions(merged(joint_actions.collect()));
        let (from, to) = (transition.from, transition.to);
        drawing.edges.push(Edge { from, to, style: Style::Step, label, closes_loop: false, steps: Vec::new() });
    }
    if view.epistemic == EpistemicEdges::Drawn {
        drawing.edges.extend(indistinguishable(model, graph, &shown_agents));
    }
    let nodes = (0..graph.states.len()).collect();
    drawing.traces.push(Trace { title: "All states".to_owned(), rows: Rows::List, nodes, ..Trace::default() });
    drawing
}

fn is_constant(graph: &StateGraph, id: VarId) -> bool {
    graph.states.windows(2).all(|pair| pair[0][id.index()] == pair[1][id.index()])
}

/// How large it is, and what is the same everywhere.
fn sentences(model: &Model, graph: &StateGraph, agents: &[usize], constant: &[bool]) -> Vec<String> {
    let count = |number: usize, noun: &str| format!("{number} {noun}{}", if number == 1 { "" } else { "s" });
    let initial = graph.distance.iter().filter(|distance| **distance == 0).count();
    let mut sentence = format!(
        "{}, {} of them initial, {}",
        count(graph.states.len(), "reachable state"),
        initial,
        count(graph.transitions.len(), "transition")
    );
    if !graph.deadlocks.is_empty() {
        sentence += &format!(", {}", count(graph.deadlocks.len(), "deadlock"));
    }
    // With a single state everything is the same everywhere, and is shown there.
    let same = model.variable_ids().filter(|id| constant[id.index()] && graph.states.len() > 1);
    let same = same.filter(|id| agents.contains(&model.variable(*id).owner.index()));
    let same: Vec<String> =
        same.map(|id| format!("{} = {}", model.variable_text(id), value_text(model, id, &graph.states[0]))).collect();
    sentence += &if same.is_empty() { ".".to_owned() } else { format!(". Everywhere: {}.", same.join(", ")) };
    vec![sentence]
}

/// The values that are not the same everywhere; all of them, if there are no others.
fn varying(model: &Model, values: &[Values], constant: &[bool]) -> Vec<Values> {
    if constant.iter().all(|constant| *constant) {
        return values.to_vec();
    }
    let kept = values.iter().map(|values| {
        let variables = &model.agents[values.agent].variables;
        let varies = variables.iter().zip(&values.values).filter(|(id, _)| !constant[id.index()]);
        Values { agent: values.agent, values: varies.map(|(_, value)| value.clone()).collect() }
    });
    kept.filter(|values| !values.values.is_empty()).collect()
}

/// Lines between neighbours in the classes of each agent; those of several agents between the same states are one.
fn indistinguishable(model: &Model, graph: &StateGraph, agents: &[usize]) -> Vec<Edge> {
    let mut lines: BTreeMap<(usize, usize), Vec<&str>> = BTreeMap::new();
    // The environment sees what it has, but nobody asks what it knows.
    for &agent in agents.iter().filter(|agent| **agent != 0) {
        for class in graph.classes(model, AgentId::from(agent)) {
            for pair in class.windows(2) {
                lines.entry((pair[0], pair[1])).or_default().push(&model.agents[agent].name);
            }
        }
    }
    let edge = |((from, to), names): ((usize, usize), Vec<&str>)| Edge {
        from,
        to,
        style: Style::Indistinguishable,
        label: Label::Agents(names.join(", ")),
        closes_loop: false,
        steps: Vec::new(),
    };
    lines.into_iter().map(edge).collect()
}
