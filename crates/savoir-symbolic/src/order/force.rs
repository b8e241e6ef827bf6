//! An order found from which parts of the transition relation depend on which of them.
//!
//! FORCE (Aloul, Markov and Sakallah 2003) on hyperedges, with changes that matter for systems of agents: elements in
//! many edges (hubs) leave all edges and go on top; very large edges are dropped, but what single actions in them follow from
//! stays tied; an agent that sees nearly all variables of another is tied to those it does not see, because they are what
//! it has to guess.

use super::{Element, Subject};
use crate::tuning::ForceTuning;
use savoir_model::{AgentId, AssignmentSemantics, Expr, ExprId, ProtocolLine, VarId};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// Which ties between actions and variables an order follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// Each action class is tied to the condition that enables it and to what it changes.
    ActionValues,
    /// An agent's action as a whole.
    WholeActions,
}

/// Elements that should stand close together, by their indices, and how much that matters.
type Edges = BTreeMap<Vec<usize>, f64>;

/// Good orders of all variables and of the actions of agents with a choice, one for each order to start from, which is given
/// by its number; the best first.
pub(crate) fn orders(
    subject: &Subject<'_>,
    ties: Ties,
    starts: &[Vec<Element>],
    tuning: &ForceTuning,
) -> Vec<(usize, Vec<Element>)> {
    let elements = with_values(subject, ties, &subject.elements());
    let graph = Hypergraph::new(subject, &elements, tuning);
    let edges = graph.edges();
    let count = elements.len();
    let limit = graph.limit;
    let mut seen = vec![0usize; count];
    let small = edges.keys().filter(|edge| edge.len() <= limit);
    small.clone().flatten().for_each(|&element| seen[element] += 1);
    let many = (small.count() / tuning.hub_share).max(tuning.hub_edges);
    let is_hub: Vec<bool> = seen.iter().map(|&times| times > many).collect();
    let mut reduced: Edges = BTreeMap::new();
    for (edge, weight) in &edges {
        let rest: Vec<usize> = edge.iter().copied().filter(|&element| !is_hub[element]).collect();
        if rest.len() > 1 && rest.len() <= limit {
            let total = reduced.entry(rest).or_default();
            *total = (*total + weight).min(tuning.edge_weight);
        }
    }
    let reduced: Vec<(Vec<usize>, f64)> =
        reduced.into_iter().map(|(edge, weight)| (edge.clone(), weight / edge.len() as f64)).collect();
    let mut found: Vec<(f64, (usize, Vec<Element>))> = starts
        .iter()
        .enumerate()
        .map(|(number, start)| {
            let start = with_values(subject, ties, start);
            let start = start.iter().map(|element| graph.index[element]);
            let (hubs, rest): (Vec<usize>, Vec<usize>) = start.partition(|&element| is_hub[element]);
            let (span, best) = force(count, &rest, &reduced, tuning.stale_rounds);
            let placed = hubs.into_iter().chain(best).map(|element| elements[element]);
            (span, (number, placed.filter(|element| !matches!(element, Element::ActionValue(..))).collect()))
        })
        .collect();
    // Of those with the same span, the first one stays the first.
    found.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    found.into_iter().map(|(_, order)| order).collect()
}

/// The values of each action put behind it.
fn with_values(subject: &Subject<'_>, ties: Ties, elements: &[Element]) -> Vec<Element> {
    let mut all = Vec::new();
    for &element in elements {
        all.push(element);
        if let (Element::Action(agent), Ties::ActionValues) = (element, ties) {
            let classes = 0..subject.classes.count(agent) as u32;
            all.extend(classes.map(|class| Element::ActionValue(agent, class)));
        }
    }
    all
}

struct Hypergraph<'a> {
    subject: &'a Subject<'a>,
    tuning: &'a ForceTuning,
    /// Edges with more elements are dropped.
    limit: usize,
    index: BTreeMap<Element, usize>,
    /// The index of each variable.
    variables: Vec<usize>,
    /// By agent and action class, once asked for: what the condition for choosing it depends on.
    enabling: Vec<Vec<OnceCell<Vec<usize>>>>,
}

impl<'a> Hypergraph<'a> {
    fn new(subject: &'a Subject<'a>, elements: &[Element], tuning: &'a ForceTuning) -> Hypergraph<'a> {
        let index: BTreeMap<Element, usize> = elements.iter().enumerate().map(|(index, one)| (*one, index)).collect();
        let variables = subject.model.variable_ids().map(|id| index[&Element::Variable(id)]).collect();
        let agents = subject.model.agent_ids();
        let enabling = agents.map(|agent| vec![OnceCell::new(); subject.classes.count(agent)]).collect();
        let limit = (elements.len() / tuning.edge_share).max(tuning.edge_elements);
        Hypergraph { subject, tuning, limit, index, variables, enabling }
    }

    fn edges(&self) -> Edges {
        let mut edges = Edges::new();
        let mut add = |mut edge: Vec<usize>, weight: f64| {
            edge.sort_unstable();
            edge.dedup();
            if edge.len() > 1 {
                *edges.entry(edge).or_default() += weight;
            }
        };
        for agent in self.subject.model.agent_ids() {
            for edge in self.parts(agent) {
                add(edge, 1.0);
            }
            if let Some(&action) = self.index.get(&Element::Action(agent)) {
                let guards = self.subject.model.agent(agent).protocol.iter().filter_map(|line| line.guard);
                let mut edge: Vec<usize> = guards.flat_map(|guard| self.support(guard)).collect();
                if edge.is_empty() {
                    // Nothing else ties the action to what it changes.
                    edge.extend(self.values(agent));
                }
                edge.push(action);
                add(edge, 1.0);
                for class in 0..self.subject.classes.count(agent) as u32 {
                    if let Some(&value) = self.index.get(&Element::ActionValue(agent, class)) {
                        add([self.enabling(agent, class), &[value]].concat(), 1.0);
                    }
                }
            }
            if let Some(missed) = self.missed(agent) {
                add(missed, 1.0);
            }
        }
        for (edge, weight) in self.initial() {
            add(edge, weight);
        }
        edges
    }

    /// The classes of an agent's actions, where they are elements.
    fn values(&self, agent: AgentId) -> impl Iterator<Item = usize> {
        let classes = 0..self.subject.classes.count(agent) as u32;
        classes.filter_map(move |class| self.index.get(&Element::ActionValue(agent, class)).copied())
    }

    fn variable(&self, id: VarId) -> usize {
        self.variables[id.index()]
    }

    /// What a condition depends on, each once; an action that follows from the state counts as what it follows from.
    fn support(&self, id: ExprId) -> Vec<usize> {
        let mut found = Found { elements: Vec::new(), known: vec![false; self.index.len()] };
        self.subject.model.exprs.walk(id, |_, expr| match expr {
            Expr::Var(variable) => found.add(self.variable(*variable)),
            Expr::ActionIs(agent, action) => {
                let class = self.subject.classes.class(*agent, *action);
                let value = self.index.get(&Element::ActionValue(*agent, class));
                match value.or_else(|| self.index.get(&Element::Action(*agent))) {
                    Some(element) => found.add(*element),
                    None if self.subject.determined[agent.index()] => {
                        self.enabling(*agent, class).iter().for_each(|&element| found.add(element));
                    }
                    None => {}
                }
            }
            _ => {}
        });
        found.elements
    }

    /// What the condition for choosing an action class depends on, each once.
    fn enabling(&self, agent: AgentId, class: u32) -> &[usize] {
        self.enabling[agent.index()][class as usize].get_or_init(|| {
            let lines = &self.subject.model.agent(agent).protocol;
            let chosen = |line: &&ProtocolLine| self.subject.classes.of(agent, &line.actions).contains(&class);
            // `Other` depends on all lines above it.
            let other = lines.iter().filter(chosen).any(|line| line.guard.is_none());
            let relevant = lines.iter().filter(|line| other || chosen(line)).filter_map(|line| line.guard);
            let variables = relevant.flat_map(|guard| self.subject.model.exprs.variables(guard));
            let elements: BTreeSet<usize> = variables.map(|variable| self.variable(variable)).collect();
            elements.into_iter().collect()
        })
    }

    /// For each part of an agent's transitions: what it assigns and what it depends on; for one that is too large also what
    /// the actions in it follow from.
    fn parts(&self, agent: AgentId) -> Vec<Vec<usize>> {
        let mut parts: BTreeMap<Option<VarId>, (Vec<usize>, Vec<ExprId>)> = BTreeMap::new();
        let single = self.subject.model.semantics == AssignmentSemantics::Single;
        for line in &self.subject.model.agent(agent).evolution {
            for (variable, value) in &line.assignments {
                let (part, conditions) = parts.entry(single.then_some(*variable)).or_default();
                part.push(self.variable(*variable));
                part.extend(self.support(*value));
                part.extend(self.support(line.guard));
                conditions.push(line.guard);
            }
        }
        let mut edges = Vec::new();
        for (mut part, conditions) in parts.into_values() {
            part.sort_unstable();
            part.dedup();
            if part.len() > self.limit {
                edges.extend(self.followed(&conditions));
            }
            edges.push(part);
        }
        edges
    }

    /// What each action that follows from the state follows from, for the actions in conditions. A parity of what all agents
    /// say says nothing about a good order, but what makes one agent say it must stand together: with one variable of each
    /// agent above all others, the parity has a node for every combination of these.
    fn followed(&self, conditions: &[ExprId]) -> BTreeSet<Vec<usize>> {
        let exprs = &self.subject.model.exprs;
        let actions: BTreeSet<_> = conditions.iter().flat_map(|&condition| exprs.actions(condition)).collect();
        let follows = actions.into_iter().filter(|(agent, _)| self.subject.determined[agent.index()]);
        let edges = follows.map(|(agent, action)| self.enabling(agent, self.subject.classes.class(agent, action)));
        edges.filter(|edge| edge.len() <= self.limit).map(<[usize]>::to_vec).collect()
    }

    /// An agent that sees many variables of the environment and misses few is tied to the missed ones.
    fn missed(&self, agent: AgentId) -> Option<Vec<usize>> {
        let environment = self.subject.model.agent(AgentId::ENVIRONMENT);
        let own = self.subject.model.agent(agent);
        let missed: Vec<VarId> =
            environment.variables.iter().copied().filter(|variable| !own.sees(*variable)).collect();
        let seen = environment.variables.len() - missed.len();
        if agent == AgentId::ENVIRONMENT
            || seen < self.tuning.seen_variables
            || missed.is_empty()
            || missed.len() > self.tuning.missed_variables
        {
            return None;
        }
        let mut edge: Vec<usize> =
            missed.iter().chain(&own.variables).map(|&variable| self.variable(variable)).collect();
        edge.extend(self.index.get(&Element::Action(agent)));
        Some(edge)
    }

    /// The variables that a condition mentions, each as often as it does.
    fn mentions(&self, id: ExprId) -> Vec<usize> {
        let mut found = Vec::new();
        self.subject.model.exprs.walk(id, |_, expr| {
            if let Expr::Var(variable) = expr {
                found.push(self.variable(*variable));
            }
        });
        found
    }

    /// One edge for each conjunct of the initial condition; conjuncts about variables that it mentions often weigh less.
    fn initial(&self) -> Vec<(Vec<usize>, f64)> {
        let mut conjuncts = Vec::new();
        let mut open = vec![self.subject.model.init];
        while let Some(id) = open.pop() {
            match self.subject.model.exprs.get(id) {
                Expr::And(parts) => open.extend(parts.iter()),
                _ => conjuncts.push(self.mentions(id)),
            }
        }
        conjuncts.retain(|edge| edge.len() > 1);
        let mut times = vec![0usize; self.index.len()];
        conjuncts.iter().flatten().for_each(|&element| times[element] += 1);
        let weight = |edge: &Vec<usize>| 1.0 / edge.iter().map(|&element| times[element]).max().unwrap_or(1) as f64;
        conjuncts
            .into_iter()
            .map(|edge| (edge.clone(), weight(&edge)))
            .filter(|(_, weight)| *weight >= self.tuning.initial_weight)
            .collect()
    }
}

/// Elements in the order in which they were found.
struct Found {
    elements: Vec<usize>,
    /// By element.
    known: Vec<bool>,
}

impl Found {
    fn add(&mut self, element: usize) {
        if !std::mem::replace(&mut self.known[element], true) {
            self.elements.push(element);
        }
    }
}

/// Places every element at the mean of its edges' centres, again and again; the least total span, and the order that has
/// it.
fn force(count: usize, start: &[usize], edges: &[(Vec<usize>, f64)], stale_rounds: usize) -> (f64, Vec<usize>) {
    let mut order = start.to_vec();
    let mut best = (f64::INFINITY, order.clone());
    let mut stale = 0;
    while stale < stale_rounds {
        let mut place = vec![0.0; count];
        order.iter().enumerate().for_each(|(index, &element)| place[element] = index as f64);
        let span: f64 = edges
            .iter()
            .map(|(edge, weight)| {
                let places = edge.iter().map(|&element| place[element]);
                let (low, high) = places.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
                (high - low) * weight
            })
            .sum();
        if span < best.0 - 1e-9 {
            best = (span, order.clone());
            stale = 0;
        } else {
            stale += 1;
        }
        let mut sums = vec![(0.0, 0.0); count];
        for (edge, weight) in edges {
            let centre = edge.iter().map(|&element| place[element]).sum::<f64>() / edge.len() as f64;
            for &element in edge {
                sums[element].0 += centre * weight;
                sums[element].1 += weight;
            }
        }
        let target = |element: usize| match sums[element] {
            (_, 0.0) => place[element],
            (sum, weight) => sum / weight,
        };
        order.sort_by(|&a, &b| target(a).total_cmp(&target(b)).then(place[a].total_cmp(&place[b])));
    }
    best
}
