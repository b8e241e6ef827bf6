//! Existential quantification that depends on a variable above what is quantified.

use super::{Nodes, Task};
use crate::Halt;
use crate::table::Operation;
use oxidd_core::LevelNo;
use oxidd_core::util::{EdgeDropGuard, Own, Ref};

/// Levels that are quantified where a level above them is false.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) condition: LevelNo,
    /// Sorted; all below the condition.
    pub(crate) quantified: Vec<LevelNo>,
}

impl Block {
    /// The last level.
    pub(crate) fn last(&self) -> LevelNo {
        self.quantified.last().copied().unwrap_or(self.condition)
    }
}

impl<M: Nodes> Task<'_, M> {
    /// `if condition then f else ∃ quantified. f`, for all blocks, which do not overlap and stand in the order of levels.
    /// `number` identifies them in the computed table.
    pub(crate) fn exists_unless(
        &self,
        f: Ref<'_, M::Edge>,
        mut blocks: &[Block],
        number: u32,
    ) -> Result<Own<M::Edge>, Halt> {
        let level = self.level(f);
        while let [first, rest @ ..] = blocks
            && first.last() < level
        {
            blocks = rest;
        }
        let ([block, rest @ ..], None) = (blocks, self.as_constant(f)) else { return Ok(self.manager.clone_edge(f)) };
        let key = self.key(Operation::ExistsUnless(number), [f]);
        if let Some(result) = self.known(&key) {
            return Ok(result);
        }
        self.step()?;
        let here = level.min(block.condition);
        let (f1, f0) = self.cofactors(f, here);
        let result = if level < block.condition {
            let high = EdgeDropGuard::new(self.manager, self.exists_unless(f1, blocks, number)?);
            let low = self.exists_unless(f0, blocks, number)?;
            self.node(here, high.into_edge(), low)?
        } else {
            let high = EdgeDropGuard::new(self.manager, self.through(f1, (block, &[]), rest, number)?);
            let low = self.through(f0, (block, &block.quantified), rest, number)?;
            self.node(here, high.into_edge(), low)?
        };
        self.remember(&key, result.borrowed());
        Ok(result)
    }

    /// Goes through the levels of a block, some of which are quantified, and then on to the other blocks. A block is short, so
    /// nothing is remembered on the way.
    fn through(
        &self,
        f: Ref<'_, M::Edge>,
        (block, quantified): (&Block, &[LevelNo]),
        rest: &[Block],
        number: u32,
    ) -> Result<Own<M::Edge>, Halt> {
        let level = self.level(f);
        if level > block.last() {
            return self.exists_unless(f, rest, number);
        }
        let (f1, f0) = self.cofactors(f, level);
        let high = EdgeDropGuard::new(self.manager, self.through(f1, (block, quantified), rest, number)?);
        let low = EdgeDropGuard::new(self.manager, self.through(f0, (block, quantified), rest, number)?);
        if quantified.contains(&level) {
            self.or(high.borrowed(), low.borrowed())
        } else {
            self.node(level, high.into_edge(), low.into_edge())
        }
    }
}
