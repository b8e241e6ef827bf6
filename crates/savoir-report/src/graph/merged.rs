//! Several states as one: what they have in common, and all steps between the classes.

use super::drawn::{Content, chains};
use super::{EpistemicEdges, GraphView};
use crate::drawing::{Drawing, Edge, Label, Node, Performed, Role, Rows, Style, Trace, Values, merged};
use crate::drawing::{holding, value_text};
use savoir::{Merging, Model, Quotient, StateGraph, VarId};
use std::collections::BTreeMap;

/// More joint actions beside an arrow are only counted.
const MOST_JOINT_ACTIONS: usize = 3;
/// A value that is not the same in all states of a class.
const VARIES: &str = "·";

/// The picture of a quotient.
pub(super) fn drawing(content: &Content<'_>, merging: &Merging, quotient: &Quotient, view: &GraphView) -> Drawing {
    let mut drawing = content.empty(view);
    let what = sentence(content.model, merging, quotient, content.graph);
    if let Some(first) = drawing.sentences.first_mut() {
        *first = format!("{first} {what}");
    }
    for (number, members) in quotient.classes.iter().enumerate() {
        drawing.nodes.push(node(content, number, members));
    }
    drawing.edges = steps(content, quotient);
    if view.epistemic == EpistemicEdges::Drawn && matches!(merging, Merging::Values(_)) {
        drawing.edges.extend(doubts(content, quotient));
    }
    let nodes = (0..quotient.classes.len()).take(super::drawn::MOST_LISTED).collect();
    drawing.traces.push(Trace { title: "All classes".to_owned(), rows: Rows::List, nodes, ..Trace::default() });
    drawing
}

/// Which states are drawn as one.
fn sentence(model: &Model, merging: &Merging, quotient: &Quotient, graph: &StateGraph) -> String {
    let (classes, states) = (quotient.classes.len(), graph.states.len());
    let what = match merging {
        Merging::Nothing => return String::new(),
        Merging::Values(agents) => {
            let names: Vec<String> = agents.iter().map(|agent| model.agent(*agent).name.clone()).collect();
            format!("with the same values of {}", crate::evidence::words::listed(&names))
        }
        Merging::Observations(agent) => format!("that look the same to {}", model.agent(*agent).name),
        Merging::Propositions => "in which the same propositions hold".to_owned(),
        Merging::Bisimulation => {
            "in which the same propositions hold, now and after whatever happens (bisimilar states)".to_owned()
        }
    };
    let boxes = if classes == 1 { "1 box".to_owned() } else { format!("{classes} boxes") };
    format!("{boxes} for {states} states: those {what} are drawn as one.")
}

fn node(content: &Content<'_>, number: usize, members: &[usize]) -> Node {
    let (model, graph) = (content.model, content.graph);
    let state = &graph.states[members[0]];
    let is_shared = |id: VarId| members.iter().all(|one| graph.states[*one][id.index()] == state[id.index()]);
    let mut values = Vec::new();
    let mut shown = Vec::new();
    for &agent in &content.shown_agents {
        let variables = &model.agents[agent].variables;
        let text = |id: &VarId| if is_shared(*id) { value_text(model, *id, state) } else { VARIES.to_owned() };
        let all = variables.iter().map(|id| (model.variable(*id).name.clone(), text(id)));
        values.push(Values { agent, values: all.collect() });
        let telling = variables.iter().filter(|id| is_shared(**id) && !content.constant[id.index()]);
        let telling: Vec<_> =
            telling.map(|id| (model.variable(*id).name.clone(), value_text(model, *id, state))).collect();
        if !telling.is_empty() {
            shown.push(Values { agent, values: telling });
        }
    }
    let mut roles = Vec::new();
    if members.iter().any(|one| graph.distance[*one] == 0) {
        roles.push(Role::Initial);
    }
    if members.iter().any(|one| graph.deadlocks.contains(one)) {
        roles.push(Role::Deadlock);
    }
    let mut holding_in_all = holding(model, state);
    for one in &members[1..] {
        let here = holding(model, &graph.states[*one]);
        holding_in_all.retain(|proposition| here.contains(proposition));
    }
    Node {
        name: if members.len() == 1 { format!("s{}", members[0]) } else { format!("c{number}") },
        layer: members.iter().map(|one| graph.distance[*one]).min().unwrap_or(0),
        roles,
        values,
        shown,
        notes: Vec::new(),
        holding: holding_in_all,
        state: (members.len() == 1).then(|| state.clone()),
        stands_for: (members.len() > 1).then_some(members.len()),
    }
}

/// One arrow for each pair of classes with steps between their members.
fn steps(content: &Content<'_>, quotient: &Quotient) -> Vec<Edge> {
    let mut between: BTreeMap<(usize, usize), Vec<Vec<Performed>>> = BTreeMap::new();
    for transition in &content.graph.transitions {
        let [from, to] = [transition.from, transition.to].map(|state| quotient.class_of[state]);
        let actions = between.entry((from, to)).or_default();
        for joint in content.performed(transition) {
            if !actions.contains(&joint) {
                actions.push(joint);
            }
        }
    }
    let edge = |((from, to), actions): ((usize, usize), Vec<Vec<Performed>>)| {
        let count = actions.len();
        let actions = merged(actions);
        let label = if actions.len() > MOST_JOINT_ACTIONS {
            Label::Agents(format!("{count} joint actions"))
        } else {
            Label::Actions(actions)
        };
        Edge { from, to, style: Style::Step, label, closes_loop: false, steps: Vec::new() }
    };
    between.into_iter().map(edge).collect()
}

/// Lines between classes with members that an agent cannot tell apart.
fn doubts(content: &Content<'_>, quotient: &Quotient) -> Vec<Edge> {
    let mut lines: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    for (pair, names) in chains(content.model, content.graph, &content.shown_agents) {
        let [one, other] = [pair.0, pair.1].map(|state| quotient.class_of[state]);
        if one != other {
            let known = lines.entry((one.min(other), one.max(other))).or_default();
            let new = names.iter().filter(|name| !known.contains(name)).cloned().collect::<Vec<_>>();
            known.extend(new);
        }
    }
    lines.into_iter().map(|((from, to), names)| super::drawn::doubt(from, to, &names)).collect()
}
