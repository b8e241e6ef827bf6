//! An order found from which parts of the transition relation depend on which of them.
//!
//! FORCE (Aloul, Markov and Sakallah 2003) on hyperedges, with changes that matter for systems of agents: elements in
//! many edges (hubs) leave all edges and go on top; very large edges are dropped, but what single actions in them follow from
//! stays tied; an agent that sees nearly all variables of another is tied to those it does not see, because they are what
//! it has to guess.

use super::hypergraph::{Edges, Hypergraph};
use super::{Element, Subject, counters, names, neighbours};
use crate::tuning::ForceTuning;
use std::collections::BTreeMap;

/// Which ties between actions and variables an order follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// Each action class is tied to the condition that enables it and to what it changes.
    ActionValues,
    /// An agent's action as a whole.
    WholeActions,
    /// The same as action values, and what stands together in the parts of conditions that are too large.
    PartsOfConditions,
}

/// Where FORCE begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// The order of the file.
    File,
    /// The order by the numbers in names; none if there are no numbers.
    Names,
    /// Neighbours by neighbours. But for ties, that is the same whatever the order of the file.
    Neighbours,
}

/// An order with its weighted span: how far apart things stand that should stand together.
pub(crate) struct Placed {
    pub(crate) start: Start,
    pub(crate) span: f64,
    /// Of all variables and of the actions of agents with a choice.
    pub(crate) elements: Vec<Element>,
}

/// What should stand together, with all elements numbered.
pub(crate) struct Placement<'a> {
    subject: &'a Subject<'a>,
    ties: Ties,
    stale_rounds: usize,
    /// In the order of the file, with the values of actions.
    elements: Vec<Element>,
    index: BTreeMap<Element, usize>,
    is_hub: Vec<bool>,
    /// The only variable that counts, if there is just one: it goes with what all others have done so far, and the states with
    /// each of its values are a simpler set than all of them.
    only_counter: Option<usize>,
    /// With their weights; none of them has a hub.
    edges: Vec<(Vec<usize>, f64)>,
}

impl<'a> Placement<'a> {
    pub(crate) fn new(subject: &'a Subject<'a>, ties: Ties, tuning: &'a ForceTuning) -> Placement<'a> {
        let elements = with_values(subject, ties, &subject.elements());
        let graph = Hypergraph::new(subject, &elements, ties, tuning);
        let edges = graph.edges();
        let limit = graph.limit;
        let mut seen = vec![0usize; elements.len()];
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
        let edges = reduced.into_iter().map(|(edge, weight)| (edge.clone(), weight / edge.len() as f64)).collect();
        let index = graph.index;
        let counters = counters::counters(subject.model);
        let only = counters.first().filter(|_| counters.len() == 1 && ties == Ties::ActionValues);
        let only_counter = only.map(|counter| index[&Element::Variable(*counter)]);
        Placement { subject, ties, stale_rounds: tuning.stale_rounds, elements, index, is_hub, only_counter, edges }
    }

    /// A good order, from one to start with.
    pub(crate) fn order_from(&self, start: Start) -> Option<Placed> {
        let first = match start {
            Start::File => (0..self.elements.len()).collect(),
            Start::Names => self.numbers(&names::order(self.subject)?),
            Start::Neighbours => neighbours::order(self.elements.len(), &self.edges),
        };
        let (hubs, rest): (Vec<usize>, Vec<usize>) = first.into_iter().partition(|&element| self.is_hub[element]);
        let (span, best) = force(self.elements.len(), &rest, &self.edges, self.stale_rounds);
        let others = hubs.into_iter().chain(best).filter(|element| Some(*element) != self.only_counter);
        let placed = self.only_counter.into_iter().chain(others).map(|element| self.elements[element]);
        let elements = placed.filter(|element| !matches!(element, Element::ActionValue(..))).collect();
        Some(Placed { start, span, elements })
    }

    /// Those from all starts, with the least span first; but from neighbours last, and not at all where they are no better a
    /// start than the file: the span says too little to try both (0035).
    pub(crate) fn orders(&self) -> Vec<Placed> {
        let mut placed: Vec<Placed> =
            [Start::File, Start::Names].into_iter().filter_map(|start| self.order_from(start)).collect();
        let file = placed.first().map_or(f64::INFINITY, |file| file.span);
        // Of those with the same span, the first one stays the first.
        placed.sort_by(|a, b| a.span.total_cmp(&b.span));
        placed.extend(self.order_from(Start::Neighbours).filter(|placed| placed.span < file));
        placed
    }

    /// The span of an order as it is.
    pub(crate) fn span(&self, elements: &[Element]) -> f64 {
        let mut place = vec![0.0; self.elements.len()];
        let rest = self.numbers(elements).into_iter().filter(|&element| !self.is_hub[element]);
        rest.enumerate().for_each(|(at, element)| place[element] = at as f64);
        span(&self.edges, &place)
    }

    fn numbers(&self, elements: &[Element]) -> Vec<usize> {
        with_values(self.subject, self.ties, elements).iter().map(|element| self.index[element]).collect()
    }
}

/// The values of each action put behind it.
fn with_values(subject: &Subject<'_>, ties: Ties, elements: &[Element]) -> Vec<Element> {
    let mut all = Vec::new();
    for &element in elements {
        all.push(element);
        if let Element::Action(agent) = element
            && ties != Ties::WholeActions
        {
            let classes = 0..subject.classes.count(agent) as u32;
            all.extend(classes.map(|class| Element::ActionValue(agent, class)));
        }
    }
    all
}

fn span(edges: &[(Vec<usize>, f64)], place: &[f64]) -> f64 {
    let of = |(edge, weight): &(Vec<usize>, f64)| {
        let places = edge.iter().map(|&element| place[element]);
        let (low, high) = places.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
        (high - low) * weight
    };
    edges.iter().map(of).sum()
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
        let span = span(edges, &place);
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
