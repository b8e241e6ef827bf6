//! Possible worlds as a picture: what differs between them, and dashed lines between those that somebody confuses.
//!
//! A class of ten worlds would have 45 lines if all were joined. Lines of an agent are drawn as a tree within each class
//! instead: that they look the same to it follows along the lines. Where another agent has a line already, it is shared.

use crate::drawing::{Drawing, Edge, Label, Node, Propositions, Role, Style, Values};
use crate::drawing::{all_values, holding, value_text};
use crate::evidence::words::listed;
use savoir::{Model, State, VarId, Worlds};
use std::collections::{BTreeMap, BTreeSet};

/// More worlds make a picture that nobody can read.
const MOST_DRAWN: usize = 24;
/// So many worlds stand beside each other.
const MOST_IN_A_ROW: usize = 5;
/// More values and propositions that are the same everywhere are not named.
const MOST_SHARED: usize = 12;

/// The name of a world, by its number.
pub(super) fn name(number: usize) -> String {
    format!("w{number}")
}

/// The picture of worlds; the first one is where somebody is.
#[must_use]
pub fn drawing(model: &Model, found: &Worlds) -> Drawing {
    let shown_agents: Vec<usize> = (0..model.agents.len()).filter(|agent| model.agents[*agent].declared).collect();
    let states = &found.states[..found.states.len().min(MOST_DRAWN)];
    // A single world differs from nothing, so everything about it is shown.
    let is_single = states.len() == 1;
    let varies: Vec<bool> = model.variable_ids().map(|id| is_single || varies(states, id)).collect();
    let holds: Vec<Vec<usize>> = states.iter().map(|state| holding(model, state)).collect();
    let rows = rows(&found.distance);
    let everywhere = |number: &usize| !is_single && holds.iter().all(|here| here.contains(number));
    let node = |(number, state)| {
        let values = all_values(model, &shown_agents, state);
        Node {
            name: name(number),
            layer: rows[number],
            roles: if number == 0 { vec![Role::Here] } else { Vec::new() },
            shown: differing(model, &values, &varies),
            values,
            holding: holds[number].iter().copied().filter(|one| !everywhere(one)).collect(),
            state: Some(Clone::clone(state)),
            ..Node::default()
        }
    };
    let agents: Vec<String> = found.agents.iter().map(|agent| model.agent(*agent).name.clone()).collect();
    let shared = shared(model, states, &varies, holds.first().into_iter().flatten().copied().filter(everywhere));
    Drawing {
        key: "worlds".to_owned(),
        title: if agents.is_empty() {
            "The world".to_owned()
        } else {
            format!("Possible worlds of {}", listed(&agents))
        },
        sentences: sentences(found, states.len(), &shared),
        agents: model.agents.iter().map(|agent| agent.name.clone()).collect(),
        shown_agents: shown_agents.clone(),
        nodes: states.iter().enumerate().map(node).collect(),
        edges: edges(model, found, states.len()),
        propositions: model.propositions.iter().map(|proposition| proposition.name.clone()).collect(),
        shows_propositions: if !is_single && holds.windows(2).all(|pair| pair[0] == pair[1]) {
            Propositions::Hidden
        } else {
            Propositions::Shown
        },
        ..Drawing::default()
    }
}

/// In which row a world stands: rows are filled one after the other, and those that are farther away begin a new one.
fn rows(distance: &[usize]) -> Vec<usize> {
    let mut rows: Vec<usize> = Vec::with_capacity(distance.len());
    let mut first = 0;
    for number in 0..distance.len() {
        let is_new = number > 0 && (distance[number] != distance[number - 1] || number - first == MOST_IN_A_ROW);
        if is_new {
            first = number;
        }
        rows.push(rows.last().map_or(0, |row| row + usize::from(is_new)));
    }
    rows
}

fn varies(states: &[State], id: VarId) -> bool {
    states.windows(2).any(|pair| pair[0][id.index()] != pair[1][id.index()])
}

/// The values that are not the same in all worlds.
fn differing(model: &Model, values: &[Values], varies: &[bool]) -> Vec<Values> {
    let kept = values.iter().map(|values| {
        let variables = &model.agents[values.agent].variables;
        let own = variables.iter().zip(&values.values).filter(|(id, _)| varies[id.index()]);
        Values { agent: values.agent, values: own.map(|(_, value)| value.clone()).collect() }
    });
    kept.filter(|values| !values.values.is_empty()).collect()
}

/// What is the same in all worlds: values, and propositions that hold.
fn shared(model: &Model, states: &[State], varies: &[bool], holding: impl Iterator<Item = usize>) -> Vec<String> {
    let Some(first) = states.first() else { return Vec::new() };
    let same = model.variable_ids().filter(|id| !varies[id.index()]);
    let mut parts: Vec<String> =
        same.map(|id| format!("{} = {}", model.variable_text(id), value_text(model, id, first))).collect();
    parts.extend(holding.map(|number| model.propositions[number].name.clone()));
    if parts.len() > MOST_SHARED {
        let more = parts.len() - MOST_SHARED;
        parts.truncate(MOST_SHARED);
        parts.push(format!("and {more} more"));
    }
    parts
}

fn sentences(found: &Worlds, drawn: usize, shared: &[String]) -> Vec<String> {
    let count = &found.count;
    let mut sentences = vec![match drawn {
        1 if found.is_complete() => "There is no doubt about where this is.".to_owned(),
        _ if *count == drawn.into() => format!("{count} worlds; w0 is where this is."),
        _ => format!("The nearest {drawn} of {count} worlds; w0 is where this is."),
    }];
    if found.classes.iter().flatten().any(|class| class.len() > 2) {
        sentences.push("An agent cannot tell apart any two worlds that lines with its name lead between.".to_owned());
    }
    if !shared.is_empty() {
        sentences.push(format!("In all that are shown: {}.", shared.join(", ")));
    }
    sentences
}

/// For each agent a tree within each of its classes. A world is joined with the nearest one before it: with one that is
/// joined with it already if there is one, otherwise with the first of those that have the fewest lines and differ least in
/// their distance.
fn edges(model: &Model, found: &Worlds, drawn: usize) -> Vec<Edge> {
    let mut lines: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    for (agent, classes) in found.agents.iter().zip(&found.classes) {
        for class in classes {
            let class: Vec<usize> = class.iter().copied().filter(|world| *world < drawn).collect();
            for pair in tree(found, &class, &lines.keys().copied().collect()) {
                lines.entry(pair).or_default().push(model.agent(*agent).name.clone());
            }
        }
    }
    let edge = |((from, to), names): ((usize, usize), Vec<String>)| Edge {
        from,
        to,
        style: Style::Indistinguishable,
        label: Label::Agents(names.join(", ")),
        closes_loop: false,
        steps: Vec::new(),
    };
    lines.into_iter().map(edge).collect()
}

fn tree(found: &Worlds, class: &[usize], known: &BTreeSet<(usize, usize)>) -> Vec<(usize, usize)> {
    let mut joined: Vec<(usize, usize)> = Vec::new();
    for (place, &world) in class.iter().enumerate().skip(1) {
        let cost = |before: &&usize| {
            let lines = joined.iter().filter(|(from, to)| from == *before || to == *before).count();
            (!known.contains(&(**before, world)), found.distance[world] - found.distance[**before], lines)
        };
        joined.extend(class[..place].iter().min_by_key(cost).map(|before| (*before, world)));
    }
    joined
}
