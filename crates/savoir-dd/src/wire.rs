//! Moving functions between diagrams: a list of nodes that names variables, so the orders may differ.

use crate::{Bdd, Diagrams, Halt, Var};
use oxidd_core::function::Function;
use oxidd_core::{HasLevel, InnerNode, Manager, Node};
use oxidd_rules_bdd::complement_edge::EdgeTag;
use rustc_hash::FxHashMap;

/// Functions outside of any diagrams.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Wire {
    /// Nodes, children before parents: variable, then-reference, else-reference.
    nodes: Vec<(u32, u32, u32)>,
    roots: Vec<u32>,
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
    /// The nodes, children before parents: the variable, and what follows if it is true and if it is not.
    pub fn nodes(&self) -> impl Iterator<Item = (Var, WireRef, WireRef)> + '_ {
        self.nodes.iter().map(|(variable, then, other)| (Var(*variable), WireRef::new(*then), WireRef::new(*other)))
    }

    /// The functions.
    pub fn roots(&self) -> impl Iterator<Item = WireRef> + '_ {
        self.roots.iter().copied().map(WireRef::new)
    }
}

/// A reference: twice the index of a node plus two, or 0 for the constant true; one more for the complement.
const TRUE: u32 = 0;

impl Diagrams {
    /// Writes functions down; what they share is written once.
    #[must_use]
    pub fn export(&self, functions: &[Bdd]) -> Wire {
        let mut wire = Wire::default();
        for function in functions {
            let root = function.0.with_manager_shared(|manager, edge| {
                // Functions of one manager share their nodes, so the numbers of the nodes are good keys.
                let mut numbers = FxHashMap::default();
                let mut open = vec![(edge, false)];
                while let Some((edge, children_done)) = open.pop() {
                    let Node::Inner(node) = manager.get_node(edge) else { continue };
                    if numbers.contains_key(&edge.node_id()) {
                        continue;
                    }
                    if !children_done {
                        open.push((edge, true));
                        open.extend(node.children().map(|child| (child, false)));
                        continue;
                    }
                    let [high, low] = [0, 1].map(|index| reference(manager, node.child(index), &numbers));
                    let entry = (manager.level_to_var(node.level()), high, low);
                    numbers.insert(edge.node_id(), 2 * wire.nodes.len() as u32 + 2);
                    wire.nodes.push(entry);
                }
                reference(manager, edge, &numbers)
            });
            wire.roots.push(root);
        }
        wire
    }

    /// Reads functions that were written down by diagrams with the same variables.
    ///
    /// # Errors
    /// When there is no room, or the poll says to stop.
    pub fn import(&self, wire: &Wire) -> Result<Vec<Bdd>, Halt> {
        let mut functions: Vec<Bdd> = Vec::with_capacity(wire.nodes.len());
        let resolve = |functions: &[Bdd], reference: u32| {
            let plain = match reference & !1 {
                TRUE => self.constant(true),
                number => functions[(number / 2 - 1) as usize].clone(),
            };
            if reference & 1 == 1 { self.not(&plain) } else { plain }
        };
        for (variable, high, low) in &wire.nodes {
            let condition = self.variable(Var(*variable))?;
            let (high, low) = (resolve(&functions, *high), resolve(&functions, *low));
            functions.push(self.if_then_else(&condition, &high, &low)?);
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
        Node::Terminal(_) => TRUE + complement,
        Node::Inner(_) => numbers.get(&edge.node_id()).copied().unwrap_or(TRUE) + complement,
    }
}
