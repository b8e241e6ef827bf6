//! The nodes of a function.

use crate::recursion::Nodes;
use crate::{Bdd, Diagrams, Halt, Var};
use oxidd_core::function::{BooleanFunction, Function};
use oxidd_core::util::{NodeSet, Ref};
use oxidd_core::{HasLevel, InnerNode, LevelNo, Manager, Node};

/// What a function asks first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The variable at its top.
    pub variable: Var,
    /// The function where the variable is true.
    pub then: Bdd,
    /// The function where it is false.
    pub other: Bdd,
}

impl Diagrams {
    /// The decision at the top of a function, for algorithms that are no business of this crate; nothing for a constant.
    pub fn decision(&self, f: &Bdd) -> Result<Option<Decision>, Halt> {
        self.worked(1)?;
        let top = f.0.with_manager_shared(|manager, edge| match manager.get_node(edge) {
            Node::Inner(node) => Some(Var(manager.level_to_var(node.level()))),
            Node::Terminal(_) => None,
        });
        let decision = top.zip(f.0.cofactors());
        Ok(decision.map(|(variable, (then, other))| Decision { variable, then: Bdd(then), other: Bdd(other) }))
    }

    /// How many nodes a function has, with the one for its values.
    pub fn size(&self, f: &Bdd) -> Result<usize, Halt> {
        let mut size = 1;
        self.visit(f, |_| {
            size += 1;
            true
        })?;
        Ok(size)
    }

    /// Whether `f` has no more nodes than `g`; it takes as many steps as `g` has nodes, however many `f` has.
    pub fn is_no_larger(&self, f: &Bdd, g: &Bdd) -> Result<bool, Halt> {
        let most = self.size(g)?;
        let mut size = 1;
        self.visit(f, |_| {
            size += 1;
            size <= most
        })?;
        Ok(size <= most)
    }

    /// The variables a function depends on, in their order.
    pub fn support(&self, f: &Bdd) -> Result<Vec<Var>, Halt> {
        self.shape(f).map(|(_, support)| support)
    }

    /// How many nodes a function has, and the variables it depends on, in their order.
    pub fn shape(&self, f: &Bdd) -> Result<(usize, Vec<Var>), Halt> {
        let mut size = 1;
        let mut found = vec![false; self.variables() as usize];
        self.visit(f, |level| {
            size += 1;
            found[level as usize] = true;
            true
        })?;
        let variables = self.order().into_iter().zip(found);
        Ok((size, variables.filter_map(|(variable, found)| found.then_some(variable)).collect()))
    }

    /// Calls a function with the level of each node, as long as it says to go on.
    fn visit(&self, f: &Bdd, mut each: impl FnMut(LevelNo) -> bool) -> Result<(), Halt> {
        f.0.with_manager_shared(|manager, edge| {
            visit(manager, edge, |level| {
                self.worked(1)?;
                Ok(each(level))
            })
        })
    }
}

fn visit<M: Nodes>(
    manager: &M,
    root: Ref<'_, M::Edge>,
    mut each: impl FnMut(LevelNo) -> Result<bool, Halt>,
) -> Result<(), Halt> {
    // One bit for each node there is, which is nothing compared to the nodes.
    let mut seen = M::NodeSet::default();
    let mut open = vec![root];
    while let Some(edge) = open.pop() {
        if let Node::Inner(node) = manager.get_node(edge)
            && seen.insert(edge)
        {
            if !each(node.level())? {
                return Ok(());
            }
            open.extend(node.children());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::{Decision, Diagrams, Unlimited, Var};

    #[test]
    fn sizes_are_compared() {
        let diagrams = Diagrams::new(3, Box::new(Unlimited));
        let [a, b, c] = [0, 1, 2].map(|number| diagrams.variable(Var(number)).unwrap());
        let both = diagrams.and(&a, &b).unwrap();
        let odd = diagrams.xor(&both, &c).unwrap();
        assert_eq!([&a, &both, &odd].map(|f| diagrams.size(f).unwrap()), [2, 3, 4]);
        for (f, g, expected) in [(&a, &both, true), (&both, &a, false), (&both, &both, true), (&odd, &both, false)] {
            assert_eq!(diagrams.is_no_larger(f, g).unwrap(), expected);
        }
    }

    #[test]
    fn a_decision_of_a_complement_has_the_complements() {
        let diagrams = Diagrams::new(2, Box::new(Unlimited));
        let [a, b] = [0, 1].map(|number| diagrams.variable(Var(number)).unwrap());
        let f = diagrams.not(&diagrams.and(&a, &b).unwrap());
        let expected = Decision { variable: Var(0), then: diagrams.not(&b), other: diagrams.constant(true) };
        assert_eq!(diagrams.decision(&f).unwrap(), Some(expected));
        assert_eq!(diagrams.decision(&diagrams.constant(true)).unwrap(), None);
    }
}
