//! Which bits stand for which variable and which action.

use crate::order::Element;
use savoir_dd::Var;
use savoir_model::{ActionClasses, AgentId, Model, VarId};

/// The bits of a model variable, the most significant first.
#[derive(Clone, Debug, Default)]
pub(crate) struct VariableBits {
    pub(crate) current: Vec<Var>,
    /// Empty for a variable that never changes.
    pub(crate) next: Vec<Var>,
}

/// All bits.
#[derive(Clone, Debug)]
pub(crate) struct Encoding {
    pub(crate) variables: Vec<VariableBits>,
    /// By agent: the bits of its action class; empty where it has no choice that matters.
    pub(crate) actions: Vec<Vec<Var>>,
    /// How many bits there are.
    pub(crate) count: u32,
}

impl Encoding {
    /// Numbers the bits in the given order, which is the order of the diagrams; current and next bits alternate.
    pub(crate) fn new(model: &Model, classes: &ActionClasses, order: &[Element], changes: &[bool]) -> Encoding {
        let mut encoding = Encoding {
            variables: vec![VariableBits::default(); model.variables.len()],
            actions: vec![Vec::new(); model.agents.len()],
            count: 0,
        };
        for element in order {
            match *element {
                Element::Variable(id) => {
                    for _ in 0..model.domain_bits(model.variable(id).domain) {
                        let current = encoding.fresh();
                        encoding.variables[id.index()].current.push(current);
                        if changes[id.index()] {
                            let next = encoding.fresh();
                            encoding.variables[id.index()].next.push(next);
                        }
                    }
                }
                Element::Action(agent) => {
                    let bits = usize::BITS - (classes.count(agent) - 1).leading_zeros();
                    for _ in 0..bits {
                        let bit = encoding.fresh();
                        encoding.actions[agent.index()].push(bit);
                    }
                }
                Element::ActionValue(..) => {}
            }
        }
        encoding
    }

    fn fresh(&mut self) -> Var {
        self.count += 1;
        Var(self.count - 1)
    }

    /// The current bits of some variables.
    pub(crate) fn current(&self, variables: impl IntoIterator<Item = VarId>) -> Vec<Var> {
        variables.into_iter().flat_map(|id| self.variables[id.index()].current.iter().copied()).collect()
    }

    /// All next bits.
    pub(crate) fn next(&self) -> Vec<Var> {
        self.variables.iter().flat_map(|bits| bits.next.iter().copied()).collect()
    }

    /// Current and next bits of the variables that change.
    pub(crate) fn pairs(&self) -> Vec<(Var, Var)> {
        self.variables.iter().flat_map(|bits| bits.current.iter().copied().zip(bits.next.iter().copied())).collect()
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
