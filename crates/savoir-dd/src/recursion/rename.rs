//! Exchanging variables for others.

use super::{Nodes, Task};
use crate::Halt;
use crate::table::Operation;
use oxidd_core::util::{EdgeDropGuard, Own, Ref};
use oxidd_core::{InnerNode, LevelNo, LevelView, Node};

impl<M: Nodes> Task<'_, M> {
    /// `f` with the variable of each level replaced by that of `levels[level]`; levels beyond the end stay. `number`
    /// identifies the replacement in the computed table.
    pub(crate) fn rename(&self, f: Ref<'_, M::Edge>, levels: &[LevelNo], number: u32) -> Result<Own<M::Edge>, Halt> {
        let Node::Inner(_) = self.manager.get_node(f) else { return Ok(self.manager.clone_edge(f)) };
        let level = self.level(f);
        if level as usize >= levels.len() {
            return Ok(self.manager.clone_edge(f));
        }
        let key = self.key(Operation::Rename(number), [f]);
        if let Some(result) = self.known(&key) {
            return Ok(result);
        }
        self.step()?;
        let (f1, f0) = self.cofactors(f, level);
        let high = EdgeDropGuard::new(self.manager, self.rename(f1, levels, number)?);
        let low = EdgeDropGuard::new(self.manager, self.rename(f0, levels, number)?);
        let target = levels[level as usize];
        let below = self.level(high.borrowed()).min(self.level(low.borrowed()));
        let result = if target < below {
            // The new variable is still above everything else: the common case, since orders interleave.
            self.node(target, high.into_edge(), low.into_edge())?
        } else {
            let variable = EdgeDropGuard::new(self.manager, self.variable(target)?);
            self.if_then_else(variable.borrowed(), high.borrowed(), low.borrowed())?
        };
        self.remember(&key, result.borrowed());
        Ok(result)
    }

    /// The function that is the variable of a level.
    pub(crate) fn variable(&self, level: LevelNo) -> Result<Own<M::Edge>, Halt> {
        let node = M::InnerNode::new(level, [self.constant(true), self.constant(false)]);
        self.manager.level(level).get_or_insert(node).map_err(|_| Halt::Memory)
    }
}
