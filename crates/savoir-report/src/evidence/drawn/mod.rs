//! Evidence as a picture. States have the same names as in the text, because they are met in the same order.

mod frame;
mod strategy;

use super::cause::{choosers, open_variables};
use super::{Detail, View, claims, problems, text, words};
use crate::drawing::{
    Drawing, Edge, Label, Note, Performed, Role, Style, Trace, all_values, differing_values, holding, wanted_agents,
};
use crate::drawing::{Node as Drawn, Values};
use savoir::{
    Accessibility, EpistemicLink, Evidence, EvidenceOutcome, FormulaEvidence, FormulaResult, JointAction, Model, Node,
    NodeId, Path, PathReason, PossibleState, Reason, Shape, Shown, State, Temporal, Tree, truth_along,
};
use std::collections::BTreeMap;

/// The picture of the evidence for a formula; without states if there is nothing to draw.
#[must_use]
pub fn drawing(result: &FormulaResult, view: &View) -> Drawing {
    let mut drawing = frame::empty(result);
    let Some(FormulaEvidence { model, outcome }) = &result.evidence else {
        drawing.sentences.push("The formula was not decided.".to_owned());
        return drawing;
    };
    drawing.agents = model.agents.iter().map(|agent| agent.name.clone()).collect();
    drawing.shown_agents = wanted_agents(model, view);
    drawing.propositions = model.propositions.iter().map(|proposition| proposition.name.clone()).collect();
    drawing.shows_propositions = view.propositions;
    match outcome {
        EvidenceOutcome::GivenUp(cause) => drawing.sentences.push(format!("No evidence: {cause}.")),
        EvidenceOutcome::Refuted(_, mismatch) => {
            let problem = problems::mismatch(model, mismatch);
            drawing.sentences.push(format!("The evidence is wrong, and the verdict may be wrong too: {problem}."));
        }
        EvidenceOutcome::Shown(evidence @ Evidence { shown: Shown::Claim(_), .. }, _) => {
            let sentence = evidence.claim().map(|claim| words::capital(&claims::sentence(model, &claim)));
            drawing.sentences.extend(sentence.map(|sentence| format!("{sentence}.")));
            drawing.replayed.push("Nothing finite shows it, so nothing was replayed.".to_owned());
        }
        EvidenceOutcome::Shown(Evidence { shown: Shown::Tree(tree), .. }, replayed) => {
            drawing.replayed = text::replayed(model, tree, replayed);
            let mut sketch =
                Sketch { model, tree, view, drawing, numbers: BTreeMap::new(), places: Vec::new(), done: Vec::new() };
            sketch.tree();
            return sketch.drawing;
        }
    }
    drawing
}

/// What the picture shows of a joint action, given who can do something else; agents without actions do nothing.
pub(crate) fn performed(
    model: &Model,
    agents: &[usize],
    view: &View,
    can_choose: &[bool],
    joint: &JointAction,
) -> Vec<Performed> {
    let shown = agents.iter().filter_map(|&agent| {
        let own = &model.agents[agent];
        let action = own.actions.get((*joint.get(agent)?)?.index())?;
        let only_one = !can_choose[agent] && view.detail == Detail::Changes;
        Some(Performed { agent, actions: vec![action.name.clone()], only_one })
    });
    shown.collect()
}

struct Sketch<'a> {
    model: &'a Model,
    tree: &'a Tree,
    view: &'a View,
    drawing: Drawing,
    numbers: BTreeMap<State, usize>,
    /// By state: its values and whether it has its place already.
    places: Vec<(State, bool)>,
    /// The nodes that were drawn already.
    done: Vec<NodeId>,
}

impl Sketch<'_> {
    fn tree(&mut self) {
        self.node(NodeId::ROOT);
        let root = &self.tree.nodes[0].state;
        let root = self.number(root);
        self.place(root, None, 0);
        self.drawing.nodes[root].roles.extend([Role::Root, Role::Initial]);
        if let (Detail::Full, Some(fair)) = (self.view.detail, &self.tree.fair) {
            self.path(fair, "A fair path from the first state");
        }
        for node in &mut self.drawing.nodes {
            node.roles.sort_unstable();
            node.roles.dedup();
        }
    }

    /// The number of a state, which has a name from now on.
    fn number(&mut self, state: &State) -> usize {
        if let Some(number) = self.numbers.get(state) {
            return *number;
        }
        let number = self.numbers.len();
        self.numbers.insert(state.clone(), number);
        self.places.push((state.clone(), false));
        let values = all_values(self.model, &self.drawing.shown_agents, state);
        let holding = holding(self.model, state);
        let (name, state) = (format!("s{number}"), Some(state.clone()));
        self.drawing.nodes.push(Drawn { name, values, holding, state, ..Drawn::default() });
        number
    }

    fn is_placed(&self, number: usize) -> bool {
        self.places[number].1
    }

    /// Gives a state its place, unless it has one: it shows what differs from the state it is reached from.
    fn place(&mut self, number: usize, from: Option<usize>, layer: usize) {
        if self.places[number].1 {
            return;
        }
        self.places[number].1 = true;
        let shown: Vec<Values> = match (from, self.view.detail) {
            (Some(from), Detail::Changes) => {
                let (state, other) = (&self.places[number].0, &self.places[from].0);
                differing_values(self.model, &self.drawing.shown_agents, state, other)
            }
            _ => self.drawing.nodes[number].values.clone(),
        };
        self.drawing.nodes[number].shown = shown;
        self.drawing.nodes[number].layer = layer;
    }

    /// Draws why a node is as it is. The recursion goes to proper parts of the formula, whose depth is bounded.
    fn node(&mut self, id: NodeId) {
        let tree = self.tree;
        let node = tree.node(id);
        if self.done.contains(&id) {
            return;
        }
        self.done.push(id);
        let at = self.number(&node.state);
        let layer = self.drawing.nodes[at].layer;
        self.note(id, at);
        match &node.reason {
            Reason::Parts(parts) => {
                self.place(at, None, layer);
                self.say(node, at, &words::because(self.model, tree, node, parts));
                parts.iter().for_each(|part| self.node(*part));
            }
            Reason::Path(reason) => self.path_reason(node, at, reason),
            Reason::PossibleState(possible) => self.possible_state(node, at, possible),
            Reason::Strategy(strategy) => self.strategy(node, at, strategy),
            Reason::Conflict(conflict) => self.conflict(node, at, conflict),
            Reason::Claim(_) => {
                self.place(at, None, layer);
                let sentence = node.claim().map(|claim| claims::sentence(self.model, &claim));
                self.say(node, at, &sentence.unwrap_or_default());
            }
        }
    }

    /// Notes what a node says at its state; what the first one says is the title.
    fn note(&mut self, id: NodeId, at: usize) {
        let node = self.tree.node(id);
        if id == NodeId::ROOT {
            return;
        }
        let note = Note {
            formula: self.model.formula_short(node.formula),
            holds: node.holds,
            claimed: matches!(node.reason, Reason::Claim(_)),
        };
        let notes = &mut self.drawing.nodes[at].notes;
        if !notes.contains(&note) {
            notes.push(note);
        }
    }

    /// A sentence about a node. The first one is about the formula in the title.
    fn say(&mut self, node: &Node, at: usize, why: &str) {
        let name = &self.drawing.nodes[at].name;
        let (formula, initial) = match self.drawing.sentences.is_empty() {
            true => ("It".to_owned(), "the initial state "),
            false => (words::quoted(self.model, node.formula), ""),
        };
        let verb = words::verb(node.holds);
        let why = if why.is_empty() { String::new() } else { format!(": {why}") };
        let sentence = format!("{formula} {verb} in {initial}{name}{why}.").replace('\u{a0}', " ");
        self.drawing.sentences.push(sentence);
    }

    fn path_reason(&mut self, node: &Node, at: usize, reason: &PathReason) {
        let name = self.drawing.nodes[at].name.clone();
        let why = words::path(self.model, node, reason, &name);
        self.say(node, at, &why);
        self.place(at, None, 0);
        self.path(&reason.path, &words::capital(&why));
        self.mark_end(node, &reason.path);
        if let Some((_, formula)) = self.model.formulas.get(node.formula).quantified() {
            let rows = truth_along(self.model, self.tree, formula, reason);
            let rows = rows.into_iter().map(|(part, truths)| (self.model.formula_brief(part), truths)).collect();
            if let Some(trace) = self.drawing.traces.last_mut() {
                trace.truths = rows;
            }
        }
        if let (Detail::Full, Some(fair)) = (self.view.detail, &reason.fair) {
            self.path(fair, "How the path goes on fairly");
        }
        for mark in &reason.marks {
            self.node_or_fact(mark.node);
        }
    }

    /// Marks the last state of a path that leads somewhere.
    fn mark_end(&mut self, node: &Node, path: &Path) {
        let Shape::Ctl(_, temporal) = self.model.formulas.get(node.formula).shape() else { return };
        let role = match (temporal, node.holds) {
            (Temporal::Next(_) | Temporal::Finally(_) | Temporal::Until(..), true) => Role::Goal,
            (Temporal::Next(_) | Temporal::Globally(_) | Temporal::Until(..), false) => Role::Violation,
            (Temporal::Globally(_), true) | (Temporal::Finally(_), false) => return,
        };
        if let (None, Some(last)) = (path.back, path.end()) {
            let last = self.number(last);
            self.drawing.nodes[last].roles.push(role);
        }
    }

    /// What a fact says needs no sentence, only a note.
    fn node_or_fact(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        if self.model.formulas.get(node.formula).is_fact() {
            let at = self.number(&node.state);
            self.note(id, at);
        } else {
            self.node(id);
        }
    }

    fn possible_state(&mut self, node: &Node, at: usize, possible: &PossibleState) {
        let other = self.number(&self.tree.node(possible.node).state);
        let names = [at, other].map(|number| self.drawing.nodes[number].name.clone());
        self.say(node, at, &words::possible_state(self.model, node, possible, &names[0], &names[1]));
        self.place(at, None, 0);
        let mut from = at;
        for link in &possible.links {
            from = self.link(node, from, link);
        }
        self.node_or_fact(possible.node);
    }

    /// Draws a possible state, how it is reached, and who confuses it with which other one.
    fn link(&mut self, node: &Node, from: usize, link: &EpistemicLink) -> usize {
        let to = self.number(&link.state);
        let full = self.view.detail == Detail::Full;
        let is_initial = link.access.actions.is_empty();
        if full || !self.is_placed(to) && !is_initial {
            let name = &self.drawing.nodes[to].name;
            self.path(&link.access, &format!("How {name} is reached"));
        }
        self.place(to, Some(from), self.drawing.nodes[from].layer + 1);
        if is_initial {
            self.drawing.nodes[to].roles.push(Role::Initial);
        }
        let (style, label) = self.link_label(node, link);
        let label = Label::Agents(label);
        self.drawing.connect(Edge { from, to, style, label, closes_loop: false, steps: Vec::new() });
        if let (true, Some(fair)) = (full, &link.fair) {
            self.path(fair, "How a path goes on fairly");
        }
        to
    }

    fn link_label(&self, node: &Node, link: &EpistemicLink) -> (Style, String) {
        let name = |id: &savoir::AgentId| self.model.agent(*id).name.clone();
        let observers: Vec<String> = link.observers.iter().map(name).collect();
        let modality = self.model.formulas.get(node.formula).modality();
        match modality.map(|modality| (modality.accessible, modality.correct)) {
            Some((Accessibility::Anywhere, Some(agent))) => (Style::Duty, name(&agent)),
            Some((_, Some(correct))) => {
                (Style::Indistinguishable, format!("{} ({} correct)", observers.join(" + "), name(&correct)))
            }
            Some((_, None)) | None => (Style::Indistinguishable, observers.join(" + ")),
        }
    }

    /// Draws a path. Its first state keeps its place if it has one; otherwise it is an initial state.
    fn path(&mut self, path: &Path, title: &str) {
        let numbers: Vec<usize> = path.states.iter().map(|state| self.number(state)).collect();
        let Some(&first) = numbers.first() else { return };
        if !self.is_placed(first) {
            self.place(first, None, 0);
            self.drawing.nodes[first].roles.push(Role::Initial);
        }
        for pair in numbers.windows(2) {
            let layer = self.drawing.nodes[pair[0]].layer + 1;
            self.place(pair[1], Some(pair[0]), layer);
        }
        let mut distinct = numbers.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let comes_again = distinct.len() < numbers.len();
        let ends = numbers.iter().skip(1).chain(path.back.map(|back| &numbers[back]));
        let agents = self.drawing.shown_agents.clone();
        let mut actions = Vec::with_capacity(path.actions.len());
        let mut left_open = Vec::with_capacity(path.actions.len());
        for (position, ((&from, &to), joint)) in numbers.iter().zip(ends).zip(&path.actions).enumerate() {
            let can_choose = choosers(self.model, &path.states[position]);
            left_open.push(!open_variables(self.model, &path.states[position], joint).is_empty());
            let joint = performed(self.model, &agents, self.view, &can_choose, joint);
            self.drawing.connect(Edge {
                from,
                to,
                style: Style::Step,
                label: Label::Actions(vec![joint.clone()]),
                closes_loop: path.back.is_some() && position + 1 == numbers.len(),
                steps: if comes_again { vec![position + 1] } else { Vec::new() },
            });
            actions.push(joint);
        }
        if path.states.len() > 1 || path.back.is_some() {
            let title = title.replace('\u{a0}', " ");
            self.drawing.traces.push(Trace {
                title,
                nodes: numbers,
                actions,
                left_open,
                back: path.back,
                ..Trace::default()
            });
        }
    }
}
