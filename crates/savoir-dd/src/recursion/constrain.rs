//! The generalised cofactor: a function that agrees with `f` on a care set and is free elsewhere, chosen to be small.

use super::{Nodes, Task};
use crate::Halt;
use crate::table::Operation;
use oxidd_core::util::{EdgeDropGuard, Own, Ref};

impl<M: Nodes> Task<'_, M> {
    /// Simplifies `f` with the help of `care` without bringing in variables that `f` does not have (Coudert and
    /// Madre's *restrict*). `care` must not be empty.
    pub(crate) fn simplify(&self, f: Ref<'_, M::Edge>, care: Ref<'_, M::Edge>) -> Result<Own<M::Edge>, Halt> {
        if self.as_constant(f).is_some() || self.as_constant(care).is_some() {
            return Ok(self.manager.clone_edge(f));
        }
        if f == care {
            return Ok(self.constant(true));
        }
        let key = self.key(Operation::Constrain, [f, care]);
        if let Some(result) = self.known(&key) {
            return Ok(result);
        }
        self.step()?;
        let (top, care_top) = (self.level(f), self.level(care));
        let (care1, care0) = self.cofactors(care, care_top);
        let result = if care_top < top {
            // `f` does not depend on this variable: care about either value.
            let either = EdgeDropGuard::new(self.manager, self.or(care1, care0)?);
            self.simplify(f, either.borrowed())?
        } else {
            let (f1, f0) = self.cofactors(f, top);
            let (care1, care0) = self.cofactors(care, top);
            if self.as_constant(care1) == Some(false) {
                self.simplify(f0, care0)?
            } else if self.as_constant(care0) == Some(false) {
                self.simplify(f1, care1)?
            } else {
                let high = EdgeDropGuard::new(self.manager, self.simplify(f1, care1)?);
                let low = self.simplify(f0, care0)?;
                self.node(top, high.into_edge(), low)?
            }
        };
        self.remember(&key, result.borrowed());
        Ok(result)
    }
}
