//! The order of variables: candidates, the orders of MCMAS, and orders kept in files.

mod counters;
mod force;
mod hypergraph;
mod members;
mod names;
mod neighbours;
mod paper;
mod saved;

pub(crate) use members::with_members;
pub use saved::{OrderError, SavedOrder};

use crate::encode::bits_of;
use crate::options::{OrderChoice, PaperOrder};
use crate::tuning::ForceTuning;
use force::{Placement, Start, Ties};
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
    /// The same from one in which neighbours stand together.
    ForceFromNeighbours,
    /// FORCE from the order of the file, with actions as a whole.
    ForceWholeActions,
    /// FORCE from where neighbours stand together, with the parts of large conditions tied as well.
    ForceParts,
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
            OrderName::ForceFromNeighbours => "force-from-neighbours",
            OrderName::ForceWholeActions => "force-whole-actions",
            OrderName::ForceParts => "force-parts",
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
            let found = Placement::new(subject, Ties::ActionValues, tuning).order_from(Start::File);
            found.map_or_else(Vec::new, |placed| subject.bits(&placed.elements))
        }
    }
}

/// The orders to try, the most promising first; of equal ones the first name stays.
pub(crate) fn candidates(subject: &Subject<'_>, tuning: &ForceTuning) -> Vec<Candidate> {
    let mut found: Vec<(OrderName, Vec<Bit>)> = Vec::new();
    let by_values = Placement::new(subject, Ties::ActionValues, tuning);
    let placed = by_values.orders();
    let least = placed.iter().map(|placed| placed.span).fold(f64::INFINITY, f64::min);
    found.extend(placed.iter().map(|placed| (from(placed.start), subject.bits(&placed.elements))));
    let whole = Placement::new(subject, Ties::WholeActions, tuning).order_from(Start::File);
    found.extend(whole.map(|placed| (OrderName::ForceWholeActions, subject.bits(&placed.elements))));
    let parts = Placement::new(subject, Ties::PartsOfConditions, tuning).orders();
    let parts = parts.iter().min_by(|a, b| a.span.total_cmp(&b.span));
    found.extend(parts.map(|placed| (OrderName::ForceParts, subject.bits(&placed.elements))));
    found.extend(names::order(subject).map(|elements| (OrderName::Names, subject.bits(&elements))));
    // In both of them the elements are in the order of the file.
    if by_values.span(&subject.elements()) <= tuning.paper_span * least {
        let paper = [PaperOrder::Interleaved, PaperOrder::ActionsBetween];
        found.extend(paper.map(|order| (OrderName::Mcmas(order), paper::order(subject, order))));
    }
    let mut orders: Vec<Candidate> = Vec::new();
    for (name, bits) in found {
        if !orders.iter().any(|known| known.bits == bits) {
            orders.push(Candidate { name, bits });
        }
    }
    orders
}

fn from(start: Start) -> OrderName {
    match start {
        Start::File => OrderName::Force,
        Start::Names => OrderName::ForceFromNames,
        Start::Neighbours => OrderName::ForceFromNeighbours,
    }
}

/// Any order will do, for small diagrams.
pub(crate) fn declared(subject: &Subject<'_>) -> Vec<Bit> {
    paper::order(subject, PaperOrder::Interleaved)
}

#[cfg(test)]
mod candidate_tests;
#[cfg(test)]
mod tests;
