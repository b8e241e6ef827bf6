//! The order of variables: candidates, the orders of MCMAS, and orders kept in files.

mod force;
mod names;
mod paper;
mod saved;

pub use saved::{OrderError, SavedOrder};

use crate::encoding::bits_of;
use crate::options::{OrderChoice, PaperOrder};
use force::Ties;
use savoir_model::{ActionClasses, AgentId, Model, VarId};

/// What has a place in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Element {
    Variable(VarId),
    /// The action of an agent with a choice.
    Action(AgentId),
    /// One of its action classes; only while the order is being found.
    ActionValue(AgentId, u16),
}

/// A bit of the encoding; places count from the most significant bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Bit {
    Current(VarId, u32),
    Next(VarId, u32),
    Action(AgentId, u32),
}

/// What an order depends on.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) model: &'a Model,
    pub(crate) classes: &'a ActionClasses,
    /// By agent: whether its action follows from the state.
    pub(crate) determined: &'a [bool],
    /// By variable: whether it ever changes.
    pub(crate) changes: &'a [bool],
}

impl Subject<'_> {
    /// All elements: agent by agent, its action before its variables.
    fn elements(&self) -> Vec<Element> {
        let mut elements = Vec::new();
        for agent in self.model.agent_ids() {
            if self.has_choice(agent) {
                elements.push(Element::Action(agent));
            }
            elements.extend(self.model.agent(agent).variables.iter().map(|&variable| Element::Variable(variable)));
        }
        elements
    }

    pub(crate) fn has_choice(&self, agent: AgentId) -> bool {
        self.classes.count(agent) > 1 && !self.determined[agent.index()]
    }

    /// The bits of elements in this order; current and next bits alternate.
    fn bits(&self, elements: &[Element]) -> Vec<Bit> {
        elements.iter().flat_map(|element| bits_of(self, *element)).collect()
    }
}

/// An order to begin with.
pub(crate) fn first_candidate(subject: &Subject<'_>, choice: &OrderChoice) -> Vec<Bit> {
    match choice {
        OrderChoice::Paper(order) => paper::order(subject, *order),
        OrderChoice::Saved(saved) => saved.complete(subject),
        OrderChoice::Auto => subject.bits(&force::orders(subject, Ties::ActionValues, &[subject.elements()])[0]),
    }
}

/// The orders to try, the most promising first: that to begin with, and others.
pub(crate) fn candidates(subject: &Subject<'_>, choice: &OrderChoice, first: &[Bit]) -> Vec<Vec<Bit>> {
    if *choice != OrderChoice::Auto {
        return vec![first.to_vec()];
    }
    let by_name = names::order(subject);
    let starts: Vec<Vec<Element>> = std::iter::once(subject.elements()).chain(by_name.clone()).collect();
    let by_values = force::orders(subject, Ties::ActionValues, &starts);
    let by_actions = force::orders(subject, Ties::WholeActions, &starts[..1]);
    let mut orders: Vec<Vec<Bit>> = Vec::new();
    for elements in by_values.into_iter().chain(by_actions).chain(by_name) {
        let order = subject.bits(&elements);
        if !orders.contains(&order) {
            orders.push(order);
        }
    }
    orders
}

/// Any order will do, for small diagrams.
pub(crate) fn declared(subject: &Subject<'_>) -> Vec<Bit> {
    paper::order(subject, PaperOrder::Interleaved)
}
