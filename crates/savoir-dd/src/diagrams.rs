//! The diagrams and the functions in them.

use crate::limits::go_on;
use crate::recursion::{NODE_BYTES, STEPS, Task, negate};
use crate::table::ComputedTable;
use crate::{Halt, Poll};
use oxidd::bcdd::{BCDDFunction, BCDDManagerRef, new_manager};
use oxidd_core::function::{BooleanFunction, Function};
use oxidd_core::{LevelNo, LevelView, Manager, ManagerRef};
use std::cell::{Cell, RefCell};

/// A variable. Its number never changes; where it stands in the order may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);

/// A Boolean function. Equal functions are equal values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bdd(pub(crate) BCDDFunction);

impl std::fmt::Debug for Bdd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bdd({} nodes)", self.0.node_count())
    }
}

/// A set of variables, as their conjunction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cube(pub(crate) Bdd);

/// A replacement of variables by others.
#[derive(Clone, Debug)]
pub struct Renaming {
    pairs: Vec<(Var, Var)>,
    number: u32,
}

/// The owner of all nodes.
pub struct Diagrams {
    pub(crate) manager: BCDDManagerRef,
    pub(crate) table: RefCell<ComputedTable>,
    poll: Box<dyn Poll>,
    renamings: Cell<u32>,
    /// Steps until the poll is asked again.
    steps: Cell<u32>,
    variables: u32,
}

/// Diagrams that never had more nodes than this can be used again.
const FEW_NODES: usize = 10_000;

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

/// Room for this many nodes is reserved as addresses; memory is used only as nodes are made. The numbers of nodes then
/// take 30 bits.
pub(crate) const NODE_CAPACITY: usize = (1 << 30) - 1;

impl Diagrams {
    /// Diagrams over variables `0..variables`, in this order from the top.
    #[must_use]
    pub fn new(variables: u32, poll: Box<dyn Poll>) -> Diagrams {
        // OxiDD's own computed table is not used, so it is as small as it can be.
        let manager = new_manager(NODE_CAPACITY, 16, 1);
        manager.with_manager_exclusive(|manager| {
            manager.add_vars(variables);
        });
        Diagrams {
            manager,
            table: RefCell::new(ComputedTable::new()),
            poll,
            renamings: Cell::new(0),
            steps: Cell::new(0),
            variables,
        }
    }

    /// The same as [`Diagrams::new`], with what is left of these when nobody needs their functions any more: threads and
    /// memory need not be made again, which takes most of the time of a small task.
    #[must_use]
    pub fn renewed(mut self, variables: u32, poll: Box<dyn Poll>) -> Diagrams {
        // Large tables would stay as large as they are.
        if self.nodes() > FEW_NODES || self.collect() > 0 || variables < self.variables {
            return Diagrams::new(variables, poll);
        }
        self.manager.with_manager_exclusive(|manager| {
            manager.add_vars(variables - self.variables);
        });
        self.table = RefCell::new(ComputedTable::new());
        self.variables = variables;
        self.poll = poll;
        self.renamings.set(0);
        self.steps.set(0);
        self
    }

    /// The number of variables.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// The function with this truth value everywhere.
    #[must_use]
    pub fn constant(&self, value: bool) -> Bdd {
        self.manager
            .with_manager_shared(|manager| Bdd(if value { BCDDFunction::t(manager) } else { BCDDFunction::f(manager) }))
    }

    /// The function that is a variable.
    ///
    /// # Errors
    /// When there is no room, as for every operation below; those that take long also stop when the poll says so.
    pub fn variable(&self, variable: Var) -> Result<Bdd, Halt> {
        self.manager
            .with_manager_shared(|manager| BCDDFunction::var(manager, variable.0).map(Bdd).map_err(|_| Halt::Memory))
    }

    /// The complement.
    #[must_use]
    pub fn not(&self, f: &Bdd) -> Bdd {
        Bdd(f.0.with_manager_shared(|manager, edge| BCDDFunction::from_edge(manager, manager.clone_edge(negate(edge)))))
    }

    /// Conjunction.
    ///
    /// # Errors
    /// See [`Diagrams::variable`].
    pub fn and(&self, f: &Bdd, g: &Bdd) -> Result<Bdd, Halt> {
        self.run(|manager, table, poll| {
            let task = Task::new(manager, table, poll, &self.steps);
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
        let left = Cell::new(steps);
        let found = self.run(|manager, table, _| {
            let task = Task::new(manager, table, &Never, &left);
            let edge = task.and(f.0.as_edge(manager), g.0.as_edge(manager))?;
            Ok(BCDDFunction::from_edge(manager, edge))
        });
        match found {
            Err(Halt::Interrupted) => self.worked(steps).map(|()| None),
            Ok(found) => self.worked(steps - left.get()).map(|()| Some(found)),
            Err(halt) => Err(halt),
        }
    }

    /// Counts steps of work during which the poll was not asked, and asks it when it is time.
    pub(crate) fn worked(&self, steps: u32) -> Result<(), Halt> {
        match self.steps.get().checked_sub(steps) {
            Some(left) => self.steps.set(left),
            None => {
                self.steps.set(STEPS);
                self.poll.poll(self.bytes())?;
            }
        }
        Ok(())
    }

    /// Counts a step of looking at nodes, which is no work: how far somebody looks must not change what is done. Asks now
    /// and then whether to go on, with what looking uses beside the diagrams.
    pub(crate) fn looked(&self, steps: &mut u32, bytes: impl FnOnce() -> u64) -> Result<(), Halt> {
        *steps += 1;
        if steps.is_multiple_of(STEPS) {
            go_on(self.poll.as_ref())?;
            if !self.poll.has_room(self.bytes(), bytes()) {
                return Err(Halt::Memory);
            }
        }
        Ok(())
    }

    /// Disjunction.
    ///
    /// # Errors
    /// See [`Diagrams::variable`].
    pub fn or(&self, f: &Bdd, g: &Bdd) -> Result<Bdd, Halt> {
        Ok(self.not(&self.and(&self.not(f), &self.not(g))?))
    }

    /// Where `f` holds but not `g`.
    ///
    /// # Errors
    /// See [`Diagrams::variable`].
    pub fn minus(&self, f: &Bdd, g: &Bdd) -> Result<Bdd, Halt> {
        self.and(f, &self.not(g))
    }

    /// Where the truth values differ.
    ///
    /// # Errors
    /// See [`Diagrams::variable`].
    pub fn xor(&self, f: &Bdd, g: &Bdd) -> Result<Bdd, Halt> {
        self.run(|manager, table, poll| {
            let task = Task::new(manager, table, poll, &self.steps);
            let edge = task.xor(f.0.as_edge(manager), g.0.as_edge(manager))?;
            Ok(BCDDFunction::from_edge(manager, edge))
        })
    }

    /// `then` where `condition` holds, `other` elsewhere.
    ///
    /// # Errors
    /// See [`Diagrams::variable`].
    pub fn if_then_else(&self, condition: &Bdd, then: &Bdd, other: &Bdd) -> Result<Bdd, Halt> {
        self.run(|manager, table, poll| {
            let task = Task::new(manager, table, poll, &self.steps);
            let [c, t, o] = [condition, then, other].map(|function| function.0.as_edge(manager));
            Ok(BCDDFunction::from_edge(manager, task.if_then_else(c, t, o)?))
        })
    }

    /// `then` where a variable is true, `other` where it is false. Both must start below the variable.
    ///
    /// # Errors
    /// See [`Diagrams::variable`].
    pub fn choose(&self, variable: Var, then: &Bdd, other: &Bdd) -> Result<Bdd, Halt> {
        self.run(|manager, table, poll| {
            let task = Task::new(manager, table, poll, &self.steps);
            let edge =
                task.choose(manager.var_to_level(variable.0), then.0.as_edge(manager), other.0.as_edge(manager))?;
            Ok(BCDDFunction::from_edge(manager, edge))
        })
    }

    /// A set of variables.
    ///
    /// # Errors
    /// See [`Diagrams::variable`].
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
    ///
    /// # Errors
    /// See [`Diagrams::variable`].
    pub fn exists(&self, f: &Bdd, cube: &Cube) -> Result<Bdd, Halt> {
        self.run(|manager, table, poll| {
            let task = Task::new(manager, table, poll, &self.steps);
            let edge = task.exists(f.0.as_edge(manager), cube.0.0.as_edge(manager))?;
            Ok(BCDDFunction::from_edge(manager, edge))
        })
    }

    /// `∃ cube. f ∧ g`.
    ///
    /// # Errors
    /// See [`Diagrams::variable`].
    pub fn and_exists(&self, f: &Bdd, g: &Bdd, cube: &Cube) -> Result<Bdd, Halt> {
        self.run(|manager, table, poll| {
            let task = Task::new(manager, table, poll, &self.steps);
            let [f, g, cube] = [f, g, &cube.0].map(|function| function.0.as_edge(manager));
            Ok(BCDDFunction::from_edge(manager, task.and_exists(f, g, cube)?))
        })
    }

    /// A function that agrees with `f` wherever `care` holds, and is small.
    ///
    /// # Errors
    /// See [`Diagrams::variable`].
    pub fn simplify(&self, f: &Bdd, care: &Bdd) -> Result<Bdd, Halt> {
        if self.is_false(care) {
            return Ok(self.constant(false));
        }
        self.run(|manager, table, poll| {
            let task = Task::new(manager, table, poll, &self.steps);
            let edge = task.simplify(f.0.as_edge(manager), care.0.as_edge(manager))?;
            Ok(BCDDFunction::from_edge(manager, edge))
        })
    }

    /// A replacement of the first variable of each pair by the second.
    #[must_use]
    pub fn renaming(&self, pairs: &[(Var, Var)]) -> Renaming {
        let number = self.renamings.get();
        self.renamings.set(number + 1);
        Renaming { pairs: pairs.to_vec(), number }
    }

    /// `f` with its variables replaced. The new variables must not occur in `f` unless they are replaced as well.
    ///
    /// # Errors
    /// See [`Diagrams::variable`].
    pub fn rename(&self, f: &Bdd, renaming: &Renaming) -> Result<Bdd, Halt> {
        self.run(|manager, table, poll| {
            let task = Task::new(manager, table, poll, &self.steps);
            let mut levels: Vec<LevelNo> = (0..manager.num_levels()).collect();
            for (from, to) in &renaming.pairs {
                levels[manager.var_to_level(from.0) as usize] = manager.var_to_level(to.0);
            }
            let edge = task.rename(f.0.as_edge(manager), &levels, renaming.number)?;
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
    ///
    /// # Errors
    /// See [`Diagrams::variable`].
    pub fn implies(&self, f: &Bdd, g: &Bdd) -> Result<bool, Halt> {
        self.disjoint(f, &self.not(g))
    }

    /// Whether nothing satisfies both; faster than their conjunction where something does.
    ///
    /// # Errors
    /// See [`Diagrams::variable`].
    pub fn disjoint(&self, f: &Bdd, g: &Bdd) -> Result<bool, Halt> {
        self.find(|manager, table, poll| {
            let task = Task::new(manager, table, poll, &self.steps);
            task.disjoint(f.0.as_edge(manager), g.0.as_edge(manager))
        })
    }

    /// Whether `f` never holds for both values of a variable while the others stay the same: then the variable is a
    /// function of the others wherever `f` holds.
    ///
    /// # Errors
    /// See [`Diagrams::variable`].
    pub fn determines(&self, f: &Bdd, variable: Var) -> Result<bool, Halt> {
        self.find(|manager, table, poll| {
            let task = Task::new(manager, table, poll, &self.steps);
            task.determines(f.0.as_edge(manager), manager.var_to_level(variable.0))
        })
    }

    /// Where a variable stands in the order, from 0 at the top.
    #[must_use]
    pub fn level(&self, variable: Var) -> u32 {
        self.manager.with_manager_shared(|manager| manager.var_to_level(variable.0))
    }

    /// All nodes there are, dead ones that were not collected yet included.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.manager.with_manager_shared(|manager| manager.num_inner_nodes())
    }

    /// The memory in use, roughly.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.nodes() as u64 * NODE_BYTES + self.table.borrow().bytes()
    }

    /// Frees the nodes that no function needs; gives the number of those that are left. Known results are forgotten.
    /// When everything has to end, so does this, and some of the nodes stay.
    pub fn collect(&self) -> usize {
        self.table.borrow_mut().clear();
        self.manager.with_manager_exclusive(|manager| {
            // OxiDD would do all levels in one go. From the top each level frees what only it needed of those below; and
            // only while the order may change can a level be done by itself.
            manager.reorder(|manager| {
                let mut levels = 0..manager.num_levels();
                while let Some(level) = levels.next()
                    && !self.poll.must_end()
                {
                    manager.level(level).gc();
                }
            });
            manager.num_inner_nodes()
        })
    }

    pub(crate) fn poll(&self) -> &dyn Poll {
        self.poll.as_ref()
    }

    /// Runs an operation, with a computed table that fits the number of nodes.
    fn run(
        &self,
        operation: impl for<'id> FnOnce(
            &<BCDDFunction as Function>::Manager<'id>,
            &ComputedTable,
            &dyn Poll,
        ) -> Result<BCDDFunction, Halt>,
    ) -> Result<Bdd, Halt> {
        self.find(operation).map(Bdd)
    }

    /// The same for what is not a function.
    fn find<T>(
        &self,
        operation: impl for<'id> FnOnce(
            &<BCDDFunction as Function>::Manager<'id>,
            &ComputedTable,
            &dyn Poll,
        ) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        self.manager.with_manager_shared(|manager| {
            // The exact number is a sum over all levels, too slow for small operations.
            let nodes = manager.approx_num_inner_nodes();
            let growth = self.table.borrow().growth_for(nodes / 2);
            // A larger table is only worth it if there is room for it.
            let bytes = nodes as u64 * NODE_BYTES + self.table.borrow().bytes();
            if growth > 0 && self.poll.has_room(bytes, growth) {
                self.table.borrow_mut().grow_for(nodes / 2);
            }
            operation(manager, &self.table.borrow(), self.poll.as_ref())
        })
    }
}
