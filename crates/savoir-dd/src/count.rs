//! How many assignments satisfy a function, and which one does.

use crate::recursion::Nodes;
use crate::{Bdd, Diagrams, Halt, Var};
use num_bigint::{BigInt, BigUint};
use oxidd_core::function::{BooleanFunction, Function};
use oxidd_core::util::{OptBool, Ref};
use oxidd_core::{HasLevel, InnerNode, Manager, Node, NodeID};
use oxidd_rules_bdd::complement_edge::EdgeTag;
use rustc_hash::FxHashMap;
use std::num::Wrapping;
use std::ops::{AddAssign, Neg, Shr};

/// Counts over so many variables fit into 128 bits with a sign, which is faster than a large number.
const FIT_INTO_I128: u32 = 126;

/// What is kept of a node beside its number of assignments.
const ENTRY_BYTES: usize = size_of::<(NodeID, NodeID)>();

/// A number of assignments.
trait Number: Clone + Default + AddAssign + Neg<Output = Self> + Shr<usize, Output = Self> {}

impl<N: Clone + Default + AddAssign + Neg<Output = N> + Shr<usize, Output = N>> Number for N {}

/// The shares of some nodes.
type Shares<E, N> = FxHashMap<NodeID, (E, N)>;

/// A count under way, from the top of a function to its bottom. Each node has a share of all assignments, those that lead
/// to it, and passes half of it on to each child. Only nodes that still wait for their turn are remembered.
struct Sharing<'a, M: Nodes, N> {
    manager: &'a M,
    /// By level, the nodes that were given a share. It is negative if more is to be subtracted than to be added: where
    /// the complement of a node holds is everything but where the node holds.
    waiting: Vec<Shares<Ref<'a, M::Edge>, N>>,
    /// How many nodes wait.
    width: usize,
    /// What is certain already.
    count: N,
}

impl<'a, M: Nodes, N: Number> Sharing<'a, M, N> {
    fn give(&mut self, edge: Ref<'a, M::Edge>, mut share: N) {
        if edge.tag() == EdgeTag::Complemented {
            self.count += share.clone();
            share = -share;
        }
        match self.manager.get_node(edge) {
            Node::Terminal(_) => self.count += share,
            Node::Inner(node) => {
                let level = &mut self.waiting[node.level() as usize];
                let before = level.len();
                level.entry(edge.node_id()).or_insert_with(|| (edge, N::default())).1 += share;
                self.width += level.len() - before;
            }
        }
    }
}

impl Diagrams {
    /// How many values of `variables` many variables, which must include all that `f` depends on, satisfy `f`.
    pub fn count(&self, f: &Bdd, variables: u32) -> Result<BigUint, Halt> {
        let count = if variables <= FIT_INTO_I128 {
            // What is certain may be too large for a while, but in the end it is not.
            BigInt::from(self.share(f, Wrapping(1i128 << variables), size_of::<i128>())?.0)
        } else {
            self.share(f, BigInt::from(1) << variables, size_of::<BigInt>() + variables as usize / 8)?
        };
        Ok(count.into_parts().1)
    }

    /// How many of `all` assignments satisfy `f`; a number takes so many bytes.
    fn share<N: Number>(&self, f: &Bdd, all: N, bytes: usize) -> Result<N, Halt> {
        f.0.with_manager_shared(|manager, edge| {
            let levels = (0..manager.num_levels()).map(|_| FxHashMap::default());
            let mut sharing = Sharing { manager, waiting: levels.collect(), width: 0, count: N::default() };
            sharing.give(edge, all);
            let mut looked = 0;
            for level in 0..sharing.waiting.len() {
                let nodes = std::mem::take(&mut sharing.waiting[level]);
                sharing.width -= nodes.len();
                let here = nodes.len();
                for (edge, share) in nodes.into_values() {
                    // Tables have some room.
                    self.looked(&mut looked, || 2 * ((sharing.width + here) * (ENTRY_BYTES + bytes)) as u64)?;
                    let half = share >> 1;
                    if let Node::Inner(node) = manager.get_node(edge) {
                        for child in node.children() {
                            sharing.give(child, half.clone());
                        }
                    }
                }
            }
            Ok(sharing.count)
        })
    }

    /// Values that satisfy `f`, as few as possible of them fixed: by variable, `None` where it does not matter. Where
    /// there is a choice, a variable is false. `None` if nothing satisfies it.
    #[must_use]
    pub fn pick(&self, f: &Bdd) -> Option<Vec<Option<bool>>> {
        let cube = f.0.pick_cube(|_, _, _| false)?;
        let value = |value| match value {
            OptBool::None => None,
            OptBool::False => Some(false),
            OptBool::True => Some(true),
        };
        Some(cube.into_iter().map(value).collect())
    }

    /// Whether `f` holds where the variables have these values; those that are not listed must not matter.
    #[must_use]
    pub fn holds_at(&self, f: &Bdd, values: impl IntoIterator<Item = (Var, bool)>) -> bool {
        f.0.eval(values.into_iter().map(|(variable, value)| (variable.0, value)))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Diagrams, Unlimited, Var};
    use num_bigint::BigUint;

    #[test]
    fn complements_share_all_assignments_and_the_rest_doubles() {
        let diagrams = Diagrams::new(200, Box::new(Unlimited));
        let variable = |number| diagrams.variable(Var(number)).unwrap();
        // Three of the four values of two variables, far from each other in the order.
        let either = diagrams.or(&variable(0), &variable(199)).unwrap();
        for variables in [2, 126, 127, 200] {
            let rest = BigUint::from(1u32) << (variables - 2);
            assert_eq!(diagrams.count(&either, variables).unwrap(), &rest * 3u32, "{variables} variables");
            assert_eq!(diagrams.count(&diagrams.not(&either), variables).unwrap(), rest, "{variables} variables");
        }
    }

    #[test]
    fn what_is_picked_satisfies_and_leaves_open_what_does_not_matter() {
        let diagrams = Diagrams::new(3, Box::new(Unlimited));
        let variable = |number| diagrams.variable(Var(number)).unwrap();
        let f = diagrams.minus(&variable(2), &variable(0)).unwrap();
        assert_eq!(diagrams.pick(&f), Some(vec![Some(false), None, Some(true)]));
        assert_eq!(diagrams.pick(&diagrams.constant(false)), None);
    }
}
