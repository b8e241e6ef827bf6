//! Which elements of a model should stand close together.

use super::force::Ties;
use super::{Element, Subject};
use crate::tuning::ForceTuning;
use savoir_model::{AgentId, AssignmentSemantics, Expr, ExprId, ProtocolLine, VarId};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// Elements that should stand close together, by their indices, and how much that matters.
pub(super) type Edges = BTreeMap<Vec<usize>, f64>;

pub(super) struct Hypergraph<'a> {
    subject: &'a Subject<'a>,
    ties: Ties,
    tuning: &'a ForceTuning,
    /// Edges with more elements are dropped.
    pub(super) limit: usize,
    pub(super) index: BTreeMap<Element, usize>,
    /// The index of each variable.
    variables: Vec<usize>,
    /// By agent and action class, once asked for: what the condition for choosing it depends on.
    enabling: Vec<Vec<OnceCell<Vec<usize>>>>,
}

impl<'a> Hypergraph<'a> {
    pub(super) fn new(
        subject: &'a Subject<'a>,
        elements: &[Element],
        ties: Ties,
        tuning: &'a ForceTuning,
    ) -> Hypergraph<'a> {
        let index: BTreeMap<Element, usize> = elements.iter().enumerate().map(|(index, one)| (*one, index)).collect();
        let variables = subject.model.variable_ids().map(|id| index[&Element::Variable(id)]).collect();
        let agents = subject.model.agent_ids();
        let enabling = agents.map(|agent| vec![OnceCell::new(); subject.classes.count(agent)]).collect();
        let limit = (elements.len() / tuning.edge_share).max(tuning.edge_elements);
        Hypergraph { subject, ties, tuning, limit, index, variables, enabling }
    }

    pub(super) fn edges(&self) -> Edges {
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
            if part.len() > self.tuning.edge_elements && self.ties == Ties::PartsOfConditions {
                conditions.iter().for_each(|&condition| self.pieces(condition, &mut edges));
            }
            edges.push(part);
        }
        edges
    }

    /// One edge for each of the largest parts of a condition that are small enough.
    fn pieces(&self, condition: ExprId, edges: &mut Vec<Vec<usize>>) {
        let mut open = vec![condition];
        let mut seen = BTreeSet::new();
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            let support = self.support(id);
            if support.len() <= self.tuning.edge_elements {
                edges.push(support);
                continue;
            }
            match self.subject.model.exprs.get(id) {
                Expr::Not(inner) => open.push(*inner),
                Expr::And(parts) | Expr::Or(parts) => open.extend(parts.iter().rev()),
                Expr::Implies(a, b) | Expr::Iff(a, b) => open.extend([*b, *a]),
                _ => {}
            }
        }
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
