//! Conjunction, difference of truth values, and choice.

use super::{Nodes, Task, negate, negate_own, same_node};
use crate::Halt;
use crate::table::{Operation, to_number};
use oxidd_core::LevelNo;
use oxidd_core::util::{EdgeDropGuard, Own, Ref};
use rustc_hash::FxHashSet;

impl<M: Nodes> Task<'_, M> {
    pub(crate) fn and(&self, f: Ref<'_, M::Edge>, g: Ref<'_, M::Edge>) -> Result<Own<M::Edge>, Halt> {
        if same_node(f, g) {
            return Ok(if f == g { self.manager.clone_edge(f) } else { self.constant(false) });
        }
        for (constant, other) in [(f, g), (g, f)] {
            match self.as_constant(constant) {
                Some(true) => return Ok(self.manager.clone_edge(other)),
                Some(false) => return Ok(self.constant(false)),
                None => {}
            }
        }
        let (f, g) = if f < g { (f, g) } else { (g, f) };
        let key = self.key(Operation::And, [f, g]);
        if let Some(result) = self.known(&key) {
            return Ok(result);
        }
        self.step()?;
        let level = self.level(f).min(self.level(g));
        let ((f1, f0), (g1, g0)) = (self.cofactors(f, level), self.cofactors(g, level));
        let high = EdgeDropGuard::new(self.manager, self.and(f1, g1)?);
        let low = self.and(f0, g0)?;
        let result = self.node(level, high.into_edge(), low)?;
        self.remember(&key, result.borrowed());
        Ok(result)
    }

    /// Whether nothing satisfies both. This ends with the first thing found that does.
    pub(crate) fn disjoint(&self, f: Ref<'_, M::Edge>, g: Ref<'_, M::Edge>) -> Result<bool, Halt> {
        match (self.as_constant(f), self.as_constant(g)) {
            (Some(false), _) | (_, Some(false)) => return Ok(true),
            (Some(true), _) | (_, Some(true)) => return Ok(false),
            (None, None) if same_node(f, g) => return Ok(f != g),
            (None, None) => {}
        }
        let (f, g) = if f < g { (f, g) } else { (g, f) };
        let key = self.key(Operation::And, [f, g]);
        if let Some(both) = self.known(&key) {
            let both = EdgeDropGuard::new(self.manager, both);
            return Ok(self.as_constant(both.borrowed()) == Some(false));
        }
        self.step()?;
        let level = self.level(f).min(self.level(g));
        let ((f1, f0), (g1, g0)) = (self.cofactors(f, level), self.cofactors(g, level));
        let disjoint = self.disjoint(f1, g1)? && self.disjoint(f0, g0)?;
        if disjoint {
            let nothing = EdgeDropGuard::new(self.manager, self.constant(false));
            self.remember(&key, nothing.borrowed());
        }
        Ok(disjoint)
    }

    /// Whether nothing satisfies a function with both values of the variable at a level. This ends with the first
    /// thing found that does.
    pub(crate) fn determines(&self, f: Ref<'_, M::Edge>, level: LevelNo) -> Result<bool, Halt> {
        let mut seen = FxHashSet::default();
        let mut open = vec![f];
        while let Some(f) = open.pop() {
            if self.as_constant(f) == Some(false) || !seen.insert(to_number(f.raw())) {
                continue;
            }
            self.step()?;
            let top = self.level(f);
            let (high, low) = self.cofactors(f, top);
            if top < level {
                open.extend([high, low]);
            } else if top > level || !self.disjoint(high, low)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(crate) fn or(&self, f: Ref<'_, M::Edge>, g: Ref<'_, M::Edge>) -> Result<Own<M::Edge>, Halt> {
        Ok(negate_own(self.and(negate(f), negate(g))?))
    }

    pub(crate) fn xor(&self, f: Ref<'_, M::Edge>, g: Ref<'_, M::Edge>) -> Result<Own<M::Edge>, Halt> {
        if same_node(f, g) {
            return Ok(self.constant(f != g));
        }
        for (constant, other) in [(f, g), (g, f)] {
            if let Some(value) = self.as_constant(constant) {
                return Ok(self.manager.clone_edge(if value { negate(other) } else { other }));
            }
        }
        // Complements of operands only complement the result.
        let complemented = f.tag() != g.tag();
        let plain = |edge: Ref<'_, M::Edge>| edge.tag() == Default::default();
        let (f, g) = (if plain(f) { f } else { negate(f) }, if plain(g) { g } else { negate(g) });
        let (f, g) = if f < g { (f, g) } else { (g, f) };
        let finish = |edge| if complemented { negate_own(edge) } else { edge };
        let key = self.key(Operation::Xor, [f, g]);
        if let Some(result) = self.known(&key) {
            return Ok(finish(result));
        }
        self.step()?;
        let level = self.level(f).min(self.level(g));
        let ((f1, f0), (g1, g0)) = (self.cofactors(f, level), self.cofactors(g, level));
        let high = EdgeDropGuard::new(self.manager, self.xor(f1, g1)?);
        let low = self.xor(f0, g0)?;
        let result = self.node(level, high.into_edge(), low)?;
        self.remember(&key, result.borrowed());
        Ok(finish(result))
    }

    /// `then` where `condition` holds, `other` elsewhere.
    pub(crate) fn if_then_else(
        &self,
        condition: Ref<'_, M::Edge>,
        then: Ref<'_, M::Edge>,
        other: Ref<'_, M::Edge>,
    ) -> Result<Own<M::Edge>, Halt> {
        if let Some(value) = self.as_constant(condition) {
            return Ok(self.manager.clone_edge(if value { then } else { other }));
        }
        if then == other {
            return Ok(self.manager.clone_edge(then));
        }
        if same_node(then, other) {
            return Ok(negate_own(self.xor(condition, then)?));
        }
        match (self.as_constant(then), self.as_constant(other)) {
            (Some(true), _) => return self.or(condition, other),
            (Some(false), _) => return self.and(negate(condition), other),
            (_, Some(true)) => return self.or(negate(condition), then),
            (_, Some(false)) => return self.and(condition, then),
            _ => {}
        }
        let operands = [condition, then, other];
        let key = self.key(Operation::IfThenElse, operands);
        if let Some(result) = self.known(&key) {
            return Ok(result);
        }
        self.step()?;
        let level = self.level(condition).min(self.level(then)).min(self.level(other));
        let [(c1, c0), (t1, t0), (o1, o0)] = operands.map(|edge| self.cofactors(edge, level));
        let high = EdgeDropGuard::new(self.manager, self.if_then_else(c1, t1, o1)?);
        let low = self.if_then_else(c0, t0, o0)?;
        let result = self.node(level, high.into_edge(), low)?;
        self.remember(&key, result.borrowed());
        Ok(result)
    }
}
