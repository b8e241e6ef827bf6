//! Existential quantification, alone and together with conjunction. A set of variables is their conjunction.

use super::{Nodes, Task, same_node};
use crate::Halt;
use crate::table::Operation;
use oxidd_core::util::{EdgeDropGuard, Own, Ref};
use oxidd_core::{LevelNo, Node};

impl<M: Nodes> Task<'_, M> {
    /// The variables of a cube that are not above a level.
    fn without_above<'e>(&'e self, mut cube: Ref<'e, M::Edge>, level: LevelNo) -> Ref<'e, M::Edge> {
        while let Node::Inner(_) = self.manager.get_node(cube) {
            let top = self.level(cube);
            if top >= level {
                break;
            }
            cube = self.cofactors(cube, top).0;
        }
        cube
    }

    pub(crate) fn exists(&self, f: Ref<'_, M::Edge>, cube: Ref<'_, M::Edge>) -> Result<Own<M::Edge>, Halt> {
        let level = self.level(f);
        let cube = self.without_above(cube, level);
        if self.as_constant(f).is_some() || self.as_constant(cube).is_some() {
            return Ok(self.manager.clone_edge(f));
        }
        let key = self.key(Operation::Exists, [f, cube]);
        if let Some(result) = self.known(&key) {
            return Ok(result);
        }
        self.step()?;
        let (f1, f0) = self.cofactors(f, level);
        let result = if self.level(cube) == level {
            let rest = self.cofactors(cube, level).0;
            let high = EdgeDropGuard::new(self.manager, self.exists(f1, rest)?);
            if self.as_constant(high.borrowed()) == Some(true) {
                high.into_edge()
            } else {
                let low = EdgeDropGuard::new(self.manager, self.exists(f0, rest)?);
                self.or(high.borrowed(), low.borrowed())?
            }
        } else {
            let high = EdgeDropGuard::new(self.manager, self.exists(f1, cube)?);
            let low = self.exists(f0, cube)?;
            self.node(level, high.into_edge(), low)?
        };
        self.remember(&key, result.borrowed());
        Ok(result)
    }

    /// `∃ cube. f ∧ g`, without building `f ∧ g`.
    pub(crate) fn and_exists(
        &self,
        f: Ref<'_, M::Edge>,
        g: Ref<'_, M::Edge>,
        cube: Ref<'_, M::Edge>,
    ) -> Result<Own<M::Edge>, Halt> {
        if same_node(f, g) {
            return if f == g { self.exists(f, cube) } else { Ok(self.constant(false)) };
        }
        for (constant, other) in [(f, g), (g, f)] {
            match self.as_constant(constant) {
                Some(true) => return self.exists(other, cube),
                Some(false) => return Ok(self.constant(false)),
                None => {}
            }
        }
        let level = self.level(f).min(self.level(g));
        let cube = self.without_above(cube, level);
        if self.as_constant(cube).is_some() {
            return self.and(f, g);
        }
        let (f, g) = if f < g { (f, g) } else { (g, f) };
        let key = self.key(Operation::AndExists, [f, g, cube]);
        if let Some(result) = self.known(&key) {
            return Ok(result);
        }
        self.step()?;
        let ((f1, f0), (g1, g0)) = (self.cofactors(f, level), self.cofactors(g, level));
        let result = if self.level(cube) == level {
            let rest = self.cofactors(cube, level).0;
            let high = EdgeDropGuard::new(self.manager, self.and_exists(f1, g1, rest)?);
            if self.as_constant(high.borrowed()) == Some(true) {
                high.into_edge()
            } else {
                let low = EdgeDropGuard::new(self.manager, self.and_exists(f0, g0, rest)?);
                self.or(high.borrowed(), low.borrowed())?
            }
        } else {
            let high = EdgeDropGuard::new(self.manager, self.and_exists(f1, g1, cube)?);
            let low = self.and_exists(f0, g0, cube)?;
            self.node(level, high.into_edge(), low)?
        };
        self.remember(&key, result.borrowed());
        Ok(result)
    }
}
