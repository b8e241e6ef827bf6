//! Which bits stand for which variable and which action.

use crate::order::{Bit, Element, Subject};
use savoir_dd::Var;
use savoir_model::{ActionClasses, AgentId, Domain, Model, VarId};

/// The bits of a model variable, the most significant first.
#[derive(Clone, Debug)]
pub(crate) struct VariableBits {
    pub(crate) current: Vec<Var>,
    /// Empty for a variable that never changes.
    pub(crate) next: Vec<Var>,
    pub(crate) spelling: Spelling,
}

impl VariableBits {
    /// What the current bits are for the value with this number.
    pub(crate) fn values(&self, code: u64) -> impl Iterator<Item = (Var, bool)> + '_ {
        let spelled = self.spelling.bits(code);
        // The first bit is the highest one.
        let shift = |place: usize| self.current.len() - 1 - place;
        self.current.iter().enumerate().map(move |(place, bit)| (*bit, spelled >> shift(place) & 1 == 1))
    }

    /// Current and next bits; none if the variable does not change.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (Var, Var)> + '_ {
        self.current.iter().copied().zip(self.next.iter().copied())
    }
}

/// How bits spell the number of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// As a binary number.
    Binary,
    /// Three names are 00, 01 and 11, so that one bit says "not the first" and another "the last": one of three names
    /// often stands for nothing, and then the other bit often [follows](crate::search) from other variables.
    Unary,
}

impl Spelling {
    fn of(model: &Model, domain: Domain) -> Spelling {
        match domain {
            Domain::Enum(_) if model.domain_size(domain) == 3 => Spelling::Unary,
            Domain::Enum(_) | Domain::Bool | Domain::Int { .. } => Spelling::Binary,
        }
    }

    /// The bits for a number, as a binary number.
    pub(crate) fn bits(self, number: u64) -> u64 {
        if self == Spelling::Unary && number == 2 { 0b11 } else { number }
    }

    /// The number that bits stand for.
    pub(crate) fn number(self, bits: u64) -> u64 {
        if self == Spelling::Unary && bits == 0b11 { 2 } else { bits }
    }
}

/// All bits.
#[derive(Clone, Debug)]
pub(crate) struct Encoding {
    pub(crate) variables: Vec<VariableBits>,
    /// By agent: the bits of its action class; empty where it has no choice that matters.
    pub(crate) actions: Vec<Vec<Var>>,
    /// By group that is sought: the bits that say who is in it, by agent.
    pub(crate) groups: Vec<Vec<(AgentId, Var)>>,
    /// What each bit stands for.
    pub(crate) bits: Vec<Bit>,
}

/// How many bits tell the action classes of an agent apart.
pub(crate) fn action_bits(classes: &ActionClasses, agent: AgentId) -> u32 {
    usize::BITS - (classes.count(agent) - 1).leading_zeros()
}

/// The bits of an element; current and next bits alternate.
pub(crate) fn bits_of(subject: &Subject<'_>, element: Element) -> Vec<Bit> {
    match element {
        Element::Variable(id) => (0..subject.model.domain_bits(subject.model.variable(id).domain))
            .flat_map(|place| {
                let next = subject.changes[id.index()].then_some(Bit::Next(id, place));
                std::iter::once(Bit::Current(id, place)).chain(next)
            })
            .collect(),
        Element::Action(agent) => {
            (0..action_bits(subject.classes, agent)).map(|place| Bit::Action(agent, place)).collect()
        }
        Element::ActionValue(..) => Vec::new(),
    }
}

fn blank(model: &Model, domain: Domain) -> VariableBits {
    VariableBits { current: Vec::new(), next: Vec::new(), spelling: Spelling::of(model, domain) }
}

impl Encoding {
    /// Numbers the bits in the given order, which is the order of the diagrams.
    pub(crate) fn new(model: &Model, order: &[Bit]) -> Encoding {
        let mut encoding = Encoding {
            variables: model.variables.iter().map(|variable| blank(model, variable.domain)).collect(),
            actions: vec![Vec::new(); model.agents.len()],
            groups: Vec::new(),
            bits: order.to_vec(),
        };
        // By significance, wherever the bits stand.
        let mut sorted: Vec<(Bit, Var)> = order.iter().copied().zip((0..).map(Var)).collect();
        sorted.sort_unstable();
        for (bit, variable) in sorted {
            match bit {
                Bit::Current(id, _) => encoding.variables[id.index()].current.push(variable),
                Bit::Next(id, _) => encoding.variables[id.index()].next.push(variable),
                Bit::Action(agent, _) => encoding.actions[agent.index()].push(variable),
                Bit::Member(agent, group) => {
                    let groups = encoding.groups.len().max(group as usize + 1);
                    encoding.groups.resize_with(groups, Vec::new);
                    encoding.groups[group as usize].push((agent, variable));
                }
            }
        }
        encoding
    }

    /// How many bits there are.
    pub(crate) fn count(&self) -> u32 {
        self.bits.len() as u32
    }

    /// The current bits of some variables.
    pub(crate) fn current(&self, variables: impl IntoIterator<Item = VarId>) -> Vec<Var> {
        variables.into_iter().flat_map(|id| self.variables[id.index()].current.iter().copied()).collect()
    }

    /// All next bits.
    pub(crate) fn next(&self) -> Vec<Var> {
        self.variables.iter().flat_map(|bits| bits.next.iter().copied()).collect()
    }

    /// The action bits of some agents.
    pub(crate) fn action_bits(&self, agents: impl IntoIterator<Item = AgentId>) -> Vec<Var> {
        agents.into_iter().flat_map(|agent| self.actions[agent.index()].iter().copied()).collect()
    }

    /// How many bits a state has.
    pub(crate) fn state_bits(&self) -> u32 {
        self.variables.iter().map(|bits| bits.current.len() as u32).sum()
    }
}
