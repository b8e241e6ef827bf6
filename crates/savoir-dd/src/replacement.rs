//! Functions with some of their variables quantified, replaced, or known to matter only in part.

use crate::{Bdd, Diagrams, Halt, Var};
use oxidd::bcdd::BCDDFunction;
use oxidd_core::function::Function;
use oxidd_core::{LevelNo, Manager};

/// A set of variables, as their conjunction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cube(pub(crate) Bdd);

/// A replacement of variables by others.
#[derive(Clone, Debug)]
pub struct Renaming {
    pairs: Vec<(Var, Var)>,
    number: u32,
}

impl Diagrams {
    /// A set of variables.
    pub fn cube(&self, variables: &[Var]) -> Result<Cube, Halt> {
        // From the bottom, each step adds one node.
        let mut sorted = variables.to_vec();
        sorted.sort_by_key(|variable| std::cmp::Reverse(self.level(*variable)));
        sorted.dedup();
        let mut cube = self.constant(true);
        for variable in sorted {
            cube = self.and(&self.variable(variable)?, &cube)?;
        }
        Ok(Cube(cube))
    }

    /// Whether `f` can be made true by some values for the variables of the cube.
    pub fn exists(&self, f: &Bdd, cube: &Cube) -> Result<Bdd, Halt> {
        self.run(|manager, task| {
            let edge = task.exists(f.0.as_edge(manager), cube.0.0.as_edge(manager))?;
            Ok(BCDDFunction::from_edge(manager, edge))
        })
    }

    /// `∃ cube. f ∧ g`.
    pub fn and_exists(&self, f: &Bdd, g: &Bdd, cube: &Cube) -> Result<Bdd, Halt> {
        self.run(|manager, task| {
            let [f, g, cube] = [f, g, &cube.0].map(|function| function.0.as_edge(manager));
            Ok(BCDDFunction::from_edge(manager, task.and_exists(f, g, cube)?))
        })
    }

    /// A function that agrees with `f` wherever `care` holds, and is small.
    pub fn simplify(&self, f: &Bdd, care: &Bdd) -> Result<Bdd, Halt> {
        if self.is_false(care) {
            return Ok(self.constant(false));
        }
        self.run(|manager, task| {
            let edge = task.simplify(f.0.as_edge(manager), care.0.as_edge(manager))?;
            Ok(BCDDFunction::from_edge(manager, edge))
        })
    }

    /// A replacement of the first variable of each pair by the second.
    #[must_use]
    pub fn renaming(&self, pairs: &[(Var, Var)]) -> Renaming {
        Renaming { pairs: pairs.to_vec(), number: self.next_number() }
    }

    /// A number for something that is not known by its operands alone.
    pub(crate) fn next_number(&self) -> u32 {
        let number = self.renamings.get();
        self.renamings.set(number + 1);
        number
    }

    /// `f` with its variables replaced. The new variables must not occur in `f` unless they are replaced as well.
    pub fn rename(&self, f: &Bdd, renaming: &Renaming) -> Result<Bdd, Halt> {
        self.run(|manager, task| {
            let mut levels: Vec<LevelNo> = (0..manager.num_levels()).collect();
            for (from, to) in &renaming.pairs {
                levels[manager.var_to_level(from.0) as usize] = manager.var_to_level(to.0);
            }
            let edge = task.rename(f.0.as_edge(manager), &levels, renaming.number)?;
            Ok(BCDDFunction::from_edge(manager, edge))
        })
    }
}
