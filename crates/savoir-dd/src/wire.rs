//! Moving functions between diagrams: a list of nodes that names variables, so the orders may differ.

mod bytes;
#[cfg(test)]
mod tests;

pub use bytes::WireError;

use crate::{Bdd, Diagrams, Halt, Var};
use oxidd_core::Node::{Inner, Terminal};
use oxidd_core::function::Function;
use oxidd_core::{HasLevel, InnerNode, Manager, ManagerRef};
use oxidd_rules_bdd::complement_edge::EdgeTag;
use rustc_hash::FxHashMap;

/// Functions outside of any diagrams.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Wire {
    /// How many variables there are; all that are named are below it.
    variables: u32,
    /// Children before parents.
    nodes: Vec<Node>,
    roots: Vec<u32>,
}

/// A node, with references to what follows if its variable is true and if it is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    variable: Var,
    then: u32,
    other: u32,
}

/// Why functions could not be read into diagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// They are about more variables than the diagrams have.
    #[error("the functions are about {0} variables, which is more than there are here")]
    Variables(u32),
    /// There was no room, or the poll said to stop.
    #[error(transparent)]
    Halt(#[from] Halt),
}

/// What a node of a [`Wire`] leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireRef {
    /// A constant.
    Constant(bool),
    /// The node with this index, or its complement.
    Node {
        /// Its place among the nodes.
        index: usize,
        /// Whether its complement is meant.
        complement: bool,
    },
}

impl WireRef {
    fn new(reference: u32) -> WireRef {
        let complement = reference & 1 == 1;
        match reference & !1 {
            TRUE => WireRef::Constant(!complement),
            number => WireRef::Node { index: (number / 2 - 1) as usize, complement },
        }
    }
}

impl Wire {
    /// How many variables there are; all that are named are below it.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// The same functions of other variables, of which there are so many.
    #[must_use]
    pub fn renamed(mut self, variables: u32, rename: impl Fn(Var) -> Var) -> Wire {
        self.variables = variables;
        self.nodes.iter_mut().for_each(|node| node.variable = rename(node.variable));
        self
    }

    /// The nodes, children before parents: the variable, and what follows if it is true and if it is not.
    pub fn nodes(&self) -> impl Iterator<Item = (Var, WireRef, WireRef)> + '_ {
        self.nodes.iter().map(|node| (node.variable, WireRef::new(node.then), WireRef::new(node.other)))
    }

    /// Whether the function with this number, in the order in which they were written, holds where variables have these
    /// values.
    ///
    /// # Panics
    /// If there is no such function.
    pub fn holds_at(&self, function: usize, value: impl Fn(Var) -> bool) -> bool {
        let mut reference = self.roots[function];
        let mut complemented = false;
        loop {
            complemented ^= reference & 1 == 1;
            match reference & !1 {
                TRUE => return !complemented,
                number => {
                    let node = &self.nodes[(number / 2 - 1) as usize];
                    reference = if value(node.variable) { node.then } else { node.other };
                }
            }
        }
    }

    /// All values of some variables for which a function holds. The function depends on no others, and they are given in the
    /// order of the diagrams that wrote it; values are given in the same order.
    ///
    /// # Errors
    /// The first one that `visit` returns.
    ///
    /// # Panics
    /// If there is no such function.
    pub fn solutions<E>(
        &self,
        function: usize,
        variables: &[Var],
        visit: &mut dyn FnMut(&[bool]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut values = vec![false; variables.len()];
        // How many variables have values, what is left of the function then, and the last of these values.
        let mut open = vec![(0, self.roots[function], false)];
        while let Some((known, rest, value)) = open.pop() {
            if known > 0 {
                values[known - 1] = value;
            }
            if rest == FALSE {
                continue;
            }
            let Some(&variable) = variables.get(known) else {
                visit(&values)?;
                continue;
            };
            let (then, other) = self.cofactors(rest, variable);
            open.push((known + 1, then, true));
            open.push((known + 1, other, false));
        }
        Ok(())
    }

    /// What is left of a function if a variable that no other of its variables stands above is true, and if it is false.
    fn cofactors(&self, reference: u32, variable: Var) -> (u32, u32) {
        let complement = reference & 1;
        match reference & !1 {
            TRUE => (reference, reference),
            number => match self.nodes[(number / 2 - 1) as usize] {
                Node { variable: tested, then, other } if tested == variable => (then ^ complement, other ^ complement),
                _ => (reference, reference),
            },
        }
    }

    /// The functions.
    pub fn roots(&self) -> impl Iterator<Item = WireRef> + '_ {
        self.roots.iter().copied().map(WireRef::new)
    }
}

/// A reference: twice the index of a node plus two, or 0 for the constant true; one more for the complement.
const TRUE: u32 = 0;
const FALSE: u32 = 1;

impl Diagrams {
    /// Writes functions down; what they share is written once.
    #[must_use]
    pub fn export(&self, functions: &[Bdd]) -> Wire {
        self.manager.with_manager_shared(|manager| {
            let mut wire = Wire { variables: self.variables(), ..Wire::default() };
            // Functions of one manager share their nodes, so the numbers of the nodes are good keys.
            let mut numbers = FxHashMap::default();
            for function in functions {
                let root = function.0.as_edge(manager);
                let mut open = vec![(root, false)];
                while let Some((edge, children_done)) = open.pop() {
                    let Inner(node) = manager.get_node(edge) else { continue };
                    if numbers.contains_key(&edge.node_id()) {
                        continue;
                    }
                    if !children_done {
                        open.push((edge, true));
                        open.extend(node.children().map(|child| (child, false)));
                        continue;
                    }
                    let [then, other] = [0, 1].map(|index| reference(manager, node.child(index), &numbers));
                    let variable = Var(manager.level_to_var(node.level()));
                    numbers.insert(edge.node_id(), 2 * wire.nodes.len() as u32 + 2);
                    wire.nodes.push(Node { variable, then, other });
                }
                wire.roots.push(reference(manager, root, &numbers));
            }
            wire
        })
    }

    /// Reads functions that were written down by diagrams with the same variables, or fewer. Where the order is the same,
    /// each node takes one step.
    ///
    /// # Errors
    /// If there are not as many variables, when there is no room, or the poll says to stop.
    pub fn import(&self, wire: &Wire) -> Result<Vec<Bdd>, ImportError> {
        if wire.variables > self.variables() {
            return Err(ImportError::Variables(wire.variables));
        }
        let mut functions: Vec<Bdd> = Vec::with_capacity(wire.nodes.len());
        let resolve = |functions: &[Bdd], reference: u32| {
            let plain = match reference & !1 {
                TRUE => self.constant(true),
                number => functions[(number / 2 - 1) as usize].clone(),
            };
            if reference & 1 == 1 { self.not(&plain) } else { plain }
        };
        for node in &wire.nodes {
            let condition = self.variable(node.variable)?;
            let (then, other) = (resolve(&functions, node.then), resolve(&functions, node.other));
            functions.push(self.if_then_else(&condition, &then, &other)?);
        }
        Ok(wire.roots.iter().map(|root| resolve(&functions, *root)).collect())
    }
}

fn reference<M: Manager<EdgeTag = EdgeTag>>(
    manager: &M,
    edge: oxidd_core::util::Ref<'_, M::Edge>,
    numbers: &FxHashMap<oxidd_core::NodeID, u32>,
) -> u32 {
    let complement = u32::from(edge.tag() == EdgeTag::Complemented);
    match manager.get_node(edge) {
        Terminal(_) => TRUE + complement,
        Inner(_) => numbers.get(&edge.node_id()).copied().unwrap_or(TRUE) + complement,
    }
}
