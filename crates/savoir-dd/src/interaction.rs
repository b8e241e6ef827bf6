//! Which variables have to do with each other: some function depends on both. Two neighbours in the order that do not
//! can change places without any effect, so a variable has nothing to gain beyond the last one it interacts with.

use crate::limits::go_on;
use crate::{Halt, Poll};
use oxidd_core::{HasLevel, InnerNode, LevelNo, LevelView, Manager, Node};

/// For each variable, those it interacts with. Some pairs may be listed that do not interact, none is missing.
pub(crate) struct Interaction {
    /// One row of bits for each variable.
    rows: Vec<Vec<u64>>,
}

impl Interaction {
    /// Looks at all nodes there are.
    ///
    /// # Errors
    /// When everything has to end.
    pub(crate) fn new<M: Manager>(manager: &M, poll: &dyn Poll) -> Result<Interaction, Halt>
    where
        M::InnerNode: HasLevel,
    {
        let levels = manager.num_levels() as usize;
        let words = levels.div_ceil(64);
        let mut rows = vec![vec![0u64; words]; levels];
        // By level: the variables that its nodes depend on.
        let mut support = vec![vec![0u64; words]; levels];
        for level in (0..levels).rev() {
            go_on(poll)?;
            let variable = manager.level_to_var(level as LevelNo) as usize;
            let below = levels_below(manager, level as LevelNo, levels);
            let mut own = vec![0u64; words];
            own[variable / 64] |= 1 << (variable % 64);
            for (other, reached) in below.into_iter().enumerate() {
                if reached {
                    join(&mut own, &support[other]);
                }
            }
            // Everything that a node of this level depends on depends on each other.
            for (word, &bits) in own.iter().enumerate() {
                let mut left = bits;
                while left != 0 {
                    join(&mut rows[word * 64 + left.trailing_zeros() as usize], &own);
                    left &= left - 1;
                }
            }
            support[level] = own;
        }
        Ok(Interaction { rows })
    }

    /// Whether some function may depend on both.
    pub(crate) fn between(&self, a: u32, b: u32) -> bool {
        self.rows[a as usize][b as usize / 64] >> (b % 64) & 1 == 1
    }
}

/// Which levels the nodes of a level point to.
fn levels_below<M: Manager>(manager: &M, level: LevelNo, levels: usize) -> Vec<bool>
where
    M::InnerNode: HasLevel,
{
    let mut reached = vec![false; levels];
    for edge in manager.level(level).iter() {
        if let Node::Inner(node) = manager.get_node(edge) {
            for child in node.children() {
                if let Node::Inner(child) = manager.get_node(child) {
                    reached[child.level() as usize] = true;
                }
            }
        }
    }
    reached
}

fn join(into: &mut [u64], from: &[u64]) {
    into.iter_mut().zip(from).for_each(|(into, from)| *into |= from);
}

#[cfg(test)]
mod tests {
    use super::Interaction;
    use crate::{Diagrams, Unlimited, Var};
    use oxidd_core::ManagerRef;

    #[test]
    fn variables_of_one_function_interact() {
        let diagrams = Diagrams::new(6, Box::new(Unlimited));
        let variable = |number| diagrams.variable(Var(number)).unwrap();
        // 1 and 2 are on different sides of 0; 3 and 5 are in a function of their own; 4 is in none.
        let not_first = diagrams.not(&variable(0));
        let left = diagrams.and(&variable(0), &variable(1)).unwrap();
        let right = diagrams.and(&not_first, &variable(2)).unwrap();
        let _first = diagrams.or(&left, &right).unwrap();
        let _second = diagrams.xor(&variable(3), &variable(5)).unwrap();
        diagrams.collect();
        let found = diagrams.manager.with_manager_shared(|manager| Interaction::new(manager, &Unlimited)).unwrap();
        let together =
            |a, b| [[0, 1], [0, 2], [1, 2], [3, 5]].iter().any(|pair| pair.contains(&a) && pair.contains(&b));
        for a in 0..6 {
            for b in (0..6).filter(|&b| b != a) {
                assert_eq!(found.between(a, b), together(a, b), "{a} and {b}");
            }
        }
    }
}
