//! Boolean operations and questions about functions.

use crate::diagrams::Shared;
use crate::recursion::{Task, negate};
use crate::{Bdd, Cube, Diagrams, Halt, Poll, Var};
use oxidd::bcdd::BCDDFunction;
use oxidd_core::Manager;
use oxidd_core::function::{BooleanFunction, Function};
use std::cell::Cell;

/// Says no when it is asked.
struct Never;

impl Poll for Never {
    fn poll(&self, _bytes: u64) -> Result<(), Halt> {
        Err(Halt::Interrupted)
    }

    fn has_room(&self, _bytes: u64, _more: u64) -> bool {
        false
    }
}

impl Diagrams {
    /// The complement.
    #[must_use]
    pub fn not(&self, f: &Bdd) -> Bdd {
        Bdd(f.0.with_manager_shared(|manager, edge| BCDDFunction::from_edge(manager, manager.clone_edge(negate(edge)))))
    }

    /// Conjunction.
    pub fn and(&self, f: &Bdd, g: &Bdd) -> Result<Bdd, Halt> {
        self.run(|manager, task| {
            let edge = task.and(f.0.as_edge(manager), g.0.as_edge(manager))?;
            Ok(BCDDFunction::from_edge(manager, edge))
        })
    }

    /// Conjunction, if it takes no more than so many steps; there are at least as many as there are nodes in the result
    /// that are not nodes of an operand.
    ///
    /// # Errors
    /// When there is no room, or when the poll says to stop, which is asked between such operations.
    pub fn and_within(&self, f: &Bdd, g: &Bdd, steps: u32) -> Result<Option<Bdd>, Halt> {
        self.within(steps, |manager, task| {
            let edge = task.and(f.0.as_edge(manager), g.0.as_edge(manager))?;
            Ok(BCDDFunction::from_edge(manager, edge))
        })
    }

    /// `∃ cube. f ∧ g`, if it takes no more than so many steps.
    ///
    /// # Errors
    /// The same.
    pub fn and_exists_within(&self, f: &Bdd, g: &Bdd, cube: &Cube, steps: u32) -> Result<Option<Bdd>, Halt> {
        self.within(steps, |manager, task| {
            let [f, g, cube] = [f, g, &cube.0].map(|function| function.0.as_edge(manager));
            Ok(BCDDFunction::from_edge(manager, task.and_exists(f, g, cube)?))
        })
    }

    fn within(
        &self,
        steps: u32,
        operation: impl for<'id> Fn(&Shared<'id>, &Task<'_, Shared<'id>>) -> Result<BCDDFunction, Halt>,
    ) -> Result<Option<Bdd>, Halt> {
        let left = Cell::new(steps);
        match self.find_with(&Never, &left, operation) {
            Err(Halt::Interrupted) => self.worked(steps).map(|()| None),
            Ok(found) => self.worked(steps - left.get()).map(|()| Some(Bdd(found))),
            Err(halt) => Err(halt),
        }
    }

    /// Disjunction.
    pub fn or(&self, f: &Bdd, g: &Bdd) -> Result<Bdd, Halt> {
        Ok(self.not(&self.and(&self.not(f), &self.not(g))?))
    }

    /// Where `f` holds but not `g`.
    pub fn minus(&self, f: &Bdd, g: &Bdd) -> Result<Bdd, Halt> {
        self.and(f, &self.not(g))
    }

    /// Where the truth values differ.
    pub fn xor(&self, f: &Bdd, g: &Bdd) -> Result<Bdd, Halt> {
        self.run(|manager, task| {
            let edge = task.xor(f.0.as_edge(manager), g.0.as_edge(manager))?;
            Ok(BCDDFunction::from_edge(manager, edge))
        })
    }

    /// `then` where `condition` holds, `other` elsewhere.
    pub fn if_then_else(&self, condition: &Bdd, then: &Bdd, other: &Bdd) -> Result<Bdd, Halt> {
        self.run(|manager, task| {
            let [c, t, o] = [condition, then, other].map(|function| function.0.as_edge(manager));
            Ok(BCDDFunction::from_edge(manager, task.if_then_else(c, t, o)?))
        })
    }

    /// `then` where a variable is true, `other` where it is false. Both must start below the variable.
    pub fn choose(&self, variable: Var, then: &Bdd, other: &Bdd) -> Result<Bdd, Halt> {
        self.run(|manager, task| {
            let edge =
                task.choose(manager.var_to_level(variable.0), then.0.as_edge(manager), other.0.as_edge(manager))?;
            Ok(BCDDFunction::from_edge(manager, edge))
        })
    }

    /// Whether `f` holds nowhere.
    #[must_use]
    pub fn is_false(&self, f: &Bdd) -> bool {
        !f.0.satisfiable()
    }

    /// Whether `f` holds everywhere.
    #[must_use]
    pub fn is_true(&self, f: &Bdd) -> bool {
        f.0.valid()
    }

    /// Whether `g` holds wherever `f` does.
    pub fn implies(&self, f: &Bdd, g: &Bdd) -> Result<bool, Halt> {
        self.disjoint(f, &self.not(g))
    }

    /// Whether nothing satisfies both; faster than their conjunction where something does.
    pub fn disjoint(&self, f: &Bdd, g: &Bdd) -> Result<bool, Halt> {
        self.find(|manager, task| task.disjoint(f.0.as_edge(manager), g.0.as_edge(manager)))
    }

    /// Whether `f` never holds for both values of a variable while the others stay the same: then the variable is a
    /// function of the others wherever `f` holds.
    pub fn determines(&self, f: &Bdd, variable: Var) -> Result<bool, Halt> {
        self.find(|manager, task| task.determines(f.0.as_edge(manager), manager.var_to_level(variable.0)))
    }
}
