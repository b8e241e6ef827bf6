//! The state graph as a picture: a state shows the values that are not the same everywhere, and the states that look the
//! same to an agent are joined by a chain of dashed lines, not each with each. A graph that is too large to be read is
//! summarised: by what is asked for, and by what each agent sees.

use super::{EpistemicEdges, GraphView, Merge};
use crate::drawing::layout::layout;
use crate::drawing::merged;
use crate::drawing::{
    Drawing, Edge, Label, Node, Performed, Role, Rows, Style, Trace, Values, all_values, holding, value_text,
    wanted_agents,
};
use crate::evidence::View;
use crate::evidence::cause::choosers;
use crate::evidence::drawn::performed;
use crate::evidence::words::capital;
use savoir::{AgentId, Budget, Merging, Model, Quotient, StateGraph, Stop, Transition, VarId, quotient};
use std::collections::BTreeMap;

/// A picture with more states is not read by anybody.
const MOST_NODES: usize = 60;
/// Nor one with more arrows and lines.
const MOST_EDGES: usize = 200;
/// Nor one that is wider, in pixels, if there is another way to draw it.
const MOST_WIDTH: f64 = 4000.0;
/// Summaries may be wider: a page shows a part of them at a time.
const MOST_SUMMARY_WIDTH: f64 = 10_000.0;
/// A table with more states is cut.
pub(super) const MOST_LISTED: usize = 200;

/// The pictures of the state graph of a model, which has a name; the first one tells most.
///
/// # Errors
/// When the budget is used up.
pub fn drawings(
    name: &str,
    model: &Model,
    graph: &StateGraph,
    view: &GraphView,
    budget: &Budget,
) -> Result<Vec<Drawing>, Stop> {
    let content = Content::new(name, model, graph, view);
    let agents: Vec<AgentId> = content.shown_agents.iter().map(|agent| AgentId::from(*agent)).collect();
    let merging = match view.merge {
        Merge::Auto if !view.agents.is_empty() => Merging::Values(agents),
        Merge::Auto => {
            let whole = (graph.states.len() <= MOST_NODES)
                .then(|| content.whole(view))
                .filter(|whole| is_readable(whole, MOST_WIDTH));
            return whole.map_or_else(|| summaries(&content, &agents, view, budget), |whole| Ok(vec![whole]));
        }
        Merge::Nothing => Merging::Nothing,
        Merge::Values => Merging::Values(agents),
        Merge::Propositions => Merging::Propositions,
        Merge::Bisimulation => Merging::Bisimulation,
    };
    let found = quotient(model, graph, &merging, budget)?;
    // Where every state stays by itself, its name and values are told as usual.
    if found.classes.len() == graph.states.len() {
        return Ok(vec![content.whole(view)]);
    }
    Ok(vec![super::merged::drawing(&content, &merging, &found, view)])
}

/// Whether anybody would look at a picture.
fn is_readable(drawing: &Drawing, width: f64) -> bool {
    drawing.nodes.len() <= MOST_NODES && drawing.edges.len() <= MOST_EDGES && layout(drawing).width <= width
}

/// Pictures of a graph that is too large to be drawn: those that can be read, or else the smallest one.
fn summaries(
    content: &Content<'_>,
    agents: &[AgentId],
    view: &GraphView,
    budget: &Budget,
) -> Result<Vec<Drawing>, Stop> {
    let seen = agents.iter().filter(|agent| agent.index() != 0).map(|agent| Merging::Observations(*agent));
    let candidates = [Merging::Bisimulation].into_iter().chain(seen).chain([Merging::Propositions]);
    let mut readable: Vec<Drawing> = Vec::new();
    let mut smallest: Option<(Merging, Quotient)> = None;
    for merging in candidates {
        let found = quotient(content.model, content.graph, &merging, budget)?;
        let count = found.classes.len();
        if (2..=MOST_NODES).contains(&count) {
            let mut drawing = super::merged::drawing(content, &merging, &found, view);
            if is_readable(&drawing, MOST_SUMMARY_WIDTH) {
                drawing.key = format!("g{}", readable.len() + 1);
                let name = name(content.model, &merging);
                drawing.title = format!("{}, {name}", drawing.title);
                drawing.name = Some(capital(&name));
                readable.push(drawing);
            }
        }
        if smallest.as_ref().is_none_or(|(_, known)| count < known.classes.len()) {
            smallest = Some((merging, found));
        }
    }
    if let (true, Some((merging, found))) = (readable.is_empty(), &smallest) {
        readable.push(super::merged::drawing(content, merging, found, view));
    }
    let states = content.graph.states.len();
    for drawing in &mut readable {
        drawing.sentences.push(format!(
            "All {states} states would make a picture that nobody can read; `--merge nothing` draws them nevertheless, and \
             `--agents` shows what some agents have."
        ));
    }
    Ok(readable)
}

/// What tells a summary from others.
fn name(model: &Model, merging: &Merging) -> String {
    match merging {
        Merging::Nothing | Merging::Values(_) => "state by state".to_owned(),
        Merging::Observations(agent) => format!("as {} sees it", model.agent(*agent).name),
        Merging::Propositions => "by propositions".to_owned(),
        Merging::Bisimulation => "up to bisimulation".to_owned(),
    }
}

/// What the pictures of a graph share.
pub(super) struct Content<'a> {
    name: String,
    pub(super) model: &'a Model,
    pub(super) graph: &'a StateGraph,
    pub(super) shown_agents: Vec<usize>,
    /// By variable: whether it is the same everywhere.
    pub(super) constant: Vec<bool>,
    names: View,
    /// By state: who can do something else.
    can_choose: Vec<Vec<bool>>,
}

impl<'a> Content<'a> {
    fn new(name: &str, model: &'a Model, graph: &'a StateGraph, view: &GraphView) -> Content<'a> {
        let names = View { agents: view.agents.clone(), ..View::default() };
        Content {
            name: name.to_owned(),
            model,
            graph,
            shown_agents: wanted_agents(model, &names),
            constant: model.variable_ids().map(|id| is_constant(graph, id)).collect(),
            names,
            can_choose: graph.states.iter().map(|state| choosers(model, state)).collect(),
        }
    }

    /// A picture without states.
    pub(super) fn empty(&self, view: &GraphView) -> Drawing {
        Drawing {
            key: "graph".to_owned(),
            title: format!("State graph of {}", self.name),
            agents: self.model.agents.iter().map(|agent| agent.name.clone()).collect(),
            shown_agents: self.shown_agents.clone(),
            sentences: sentences(self.model, self.graph, &self.shown_agents, &self.constant),
            propositions: self.model.propositions.iter().map(|proposition| proposition.name.clone()).collect(),
            shows_propositions: view.propositions,
            ..Drawing::default()
        }
    }

    /// What the agents do in a transition; those that can do nothing else say nothing.
    pub(super) fn performed(&self, transition: &Transition) -> impl Iterator<Item = Vec<Performed>> {
        let can_choose = &self.can_choose[transition.from];
        let joint_actions = transition.joint_actions.iter();
        joint_actions.map(move |joint| performed(self.model, &self.shown_agents, &self.names, can_choose, joint))
    }

    /// Every state for itself.
    fn whole(&self, view: &GraphView) -> Drawing {
        let (model, graph) = (self.model, self.graph);
        let mut drawing = self.empty(view);
        for (number, state) in graph.states.iter().enumerate() {
            let values = all_values(model, &self.shown_agents, state);
            let mut roles = Vec::new();
            if graph.distance[number] == 0 {
                roles.push(Role::Initial);
            }
            if graph.deadlocks.contains(&number) {
                roles.push(Role::Deadlock);
            }
            let shown = varying(model, &values, &self.constant);
            let (name, layer, holding) = (format!("s{number}"), graph.distance[number], holding(model, state));
            let state = Some(state.clone());
            drawing.nodes.push(Node { name, layer, roles, values, shown, holding, state, ..Node::default() });
        }
        for transition in &graph.transitions {
            let label = Label::Actions(merged(self.performed(transition).collect()));
            let (from, to) = (transition.from, transition.to);
            drawing.edges.push(Edge { from, to, style: Style::Step, label, closes_loop: false, steps: Vec::new() });
        }
        if view.epistemic == EpistemicEdges::Drawn {
            let lines = chains(model, graph, &self.shown_agents);
            drawing.edges.extend(lines.into_iter().map(|((from, to), names)| doubt(from, to, &names)));
        }
        let nodes = (0..graph.states.len()).take(MOST_LISTED).collect();
        drawing.traces.push(Trace { title: "All states".to_owned(), rows: Rows::List, nodes, ..Trace::default() });
        drawing
    }
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

/// Between neighbours in the classes of each agent: who cannot tell them apart.
pub(super) fn chains(model: &Model, graph: &StateGraph, agents: &[usize]) -> BTreeMap<(usize, usize), Vec<String>> {
    let mut lines: BTreeMap<(usize, usize), Vec<String>> = BTreeMap::new();
    // The environment sees what it has, but nobody asks what it knows.
    for &agent in agents.iter().filter(|agent| **agent != 0) {
        for class in graph.classes(model, AgentId::from(agent)) {
            for pair in class.windows(2) {
                lines.entry((pair[0], pair[1])).or_default().push(model.agents[agent].name.clone());
            }
        }
    }
    lines
}

/// A dashed line; those of several agents between the same states are one.
pub(super) fn doubt(from: usize, to: usize, names: &[String]) -> Edge {
    Edge {
        from,
        to,
        style: Style::Indistinguishable,
        label: Label::Agents(names.join(", ")),
        closes_loop: false,
        steps: Vec::new(),
    }
}
