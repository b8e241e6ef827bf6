//! The nodes of a function.

use crate::recursion::Nodes;
use crate::{Bdd, Diagrams, Halt, Var};
use oxidd_core::function::Function;
use oxidd_core::util::{NodeSet, Ref};
use oxidd_core::{HasLevel, InnerNode, LevelNo, Node};

impl Diagrams {
    /// How many nodes a function has, with the one for its values.
    pub fn size(&self, f: &Bdd) -> Result<usize, Halt> {
        let mut size = 1;
        self.visit(f, |_| size += 1)?;
        Ok(size)
    }

    /// The variables a function depends on, in their order.
    pub fn support(&self, f: &Bdd) -> Result<Vec<Var>, Halt> {
        let mut found = vec![false; self.variables() as usize];
        self.visit(f, |level| found[level as usize] = true)?;
        Ok(self.order().into_iter().zip(found).filter_map(|(variable, found)| found.then_some(variable)).collect())
    }

    /// Calls a function with the level of each node.
    fn visit(&self, f: &Bdd, mut each: impl FnMut(LevelNo)) -> Result<(), Halt> {
        f.0.with_manager_shared(|manager, edge| {
            visit(manager, edge, |level| {
                each(level);
                self.worked(1)
            })
        })
    }
}

fn visit<M: Nodes>(
    manager: &M,
    root: Ref<'_, M::Edge>,
    mut each: impl FnMut(LevelNo) -> Result<(), Halt>,
) -> Result<(), Halt> {
    // One bit for each node there is, which is nothing compared to the nodes.
    let mut seen = M::NodeSet::default();
    let mut open = vec![root];
    while let Some(edge) = open.pop() {
        if let Node::Inner(node) = manager.get_node(edge)
            && seen.insert(edge)
        {
            each(node.level())?;
            open.extend(node.children());
        }
    }
    Ok(())
}
