//! The order of variables: candidates, the orders of MCMAS, and orders kept in files.

mod force;
mod members;
mod names;
mod paper;
mod saved;

pub(crate) use members::with_members;
pub use saved::{OrderError, SavedOrder};

use crate::encode::bits_of;
use crate::options::{OrderChoice, PaperOrder};
use crate::tuning::ForceTuning;
use force::Ties;
use savoir_model::{ActionClasses, AgentId, Model, VarId};
use std::fmt;

/// What has a place in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Element {
    Variable(VarId),
    /// The action of an agent with a choice.
    Action(AgentId),
    /// One of its action classes; only while the order is being found.
    ActionValue(AgentId, u32),
}

/// A bit of the encoding; places count from the most significant bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Bit {
    Current(VarId, u32),
    Next(VarId, u32),
    Action(AgentId, u32),
    /// Whether the agent is in a group that is sought, by the number of the group.
    Member(AgentId, u32),
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

/// An order by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderName {
    /// FORCE from the order of the file, with action values tied to what enables them.
    Force,
    /// The same from the order by the numbers in names.
    ForceFromNames,
    /// FORCE from the order of the file, with actions as a whole.
    ForceWholeActions,
    /// By the numbers in names.
    Names,
    /// One of the orders of MCMAS.
    Mcmas(PaperOrder),
    /// One that was saved.
    Saved,
}

impl fmt::Display for OrderName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OrderName::Force => "force",
            OrderName::ForceFromNames => "force-from-names",
            OrderName::ForceWholeActions => "force-whole-actions",
            OrderName::Names => "names",
            OrderName::Mcmas(PaperOrder::StatesThenActions) => "mcmas-1",
            OrderName::Mcmas(PaperOrder::Interleaved) => "mcmas-2",
            OrderName::Mcmas(PaperOrder::ActionsBetween) => "mcmas-3",
            OrderName::Mcmas(PaperOrder::ActionsLast) => "mcmas-4",
            OrderName::Saved => "saved",
        })
    }
}

/// An order of all bits, with its name.
pub(crate) struct Candidate {
    pub(crate) name: OrderName,
    pub(crate) bits: Vec<Bit>,
}

/// The order to begin with.
pub(crate) fn first_candidate(subject: &Subject<'_>, choice: &OrderChoice, tuning: &ForceTuning) -> Vec<Bit> {
    match choice {
        OrderChoice::Paper(order) => paper::order(subject, *order),
        OrderChoice::Saved(saved) => saved.complete(subject),
        OrderChoice::Auto => {
            let found = force::orders(subject, Ties::ActionValues, &[subject.elements()], tuning);
            found.iter().flat_map(|(_, elements)| subject.bits(elements)).collect()
        }
    }
}

/// The orders to try, the most promising first; of equal ones the first name stays.
pub(crate) fn candidates(subject: &Subject<'_>, tuning: &ForceTuning) -> Vec<Candidate> {
    let by_name = names::order(subject);
    let starts: Vec<Vec<Element>> = std::iter::once(subject.elements()).chain(by_name.clone()).collect();
    let by_values = force::orders(subject, Ties::ActionValues, &starts, tuning);
    let by_actions = force::orders(subject, Ties::WholeActions, &starts[..1], tuning);
    let from = |start: usize| if start == 0 { OrderName::Force } else { OrderName::ForceFromNames };
    let named = by_values.into_iter().map(|(start, elements)| (from(start), elements));
    let named = named.chain(by_actions.into_iter().map(|(_, elements)| (OrderName::ForceWholeActions, elements)));
    let named = named.chain(by_name.map(|elements| (OrderName::Names, elements)));
    let mut orders: Vec<Candidate> = Vec::new();
    for (name, elements) in named {
        let bits = subject.bits(&elements);
        if !orders.iter().any(|known| known.bits == bits) {
            orders.push(Candidate { name, bits });
        }
    }
    orders
}

/// Any order will do, for small diagrams.
pub(crate) fn declared(subject: &Subject<'_>) -> Vec<Bit> {
    paper::order(subject, PaperOrder::Interleaved)
}

#[cfg(test)]
mod tests;
