//! The diagrams: who owns the nodes, how an operation runs on them, and what there is to know about them as a whole.
//!
//! Every operation fails when there is no room; those that take long also stop when the poll says so.

use crate::limits::go_on;
use crate::recursion::{NODE_BYTES, Task};
use crate::room::{MOST_NODES, Room};
use crate::table::ComputedTable;
use crate::tuning::DiagramTuning;
use crate::{Halt, Poll};
use oxidd::bcdd::{BCDDFunction, BCDDManagerRef};
use oxidd_core::function::{BooleanFunction, Function};
use oxidd_core::{LevelView, Manager, ManagerRef};
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

/// The owner of all nodes.
pub struct Diagrams {
    pub(crate) manager: BCDDManagerRef,
    /// There are never more nodes than this.
    pub(crate) most_nodes: usize,
    pub(crate) table: RefCell<ComputedTable>,
    poll: Box<dyn Poll>,
    pub(crate) renamings: Cell<u32>,
    /// Steps until the poll is asked again.
    pub(crate) steps: Cell<u32>,
    pub(crate) tuning: DiagramTuning,
    variables: Cell<u32>,
}

/// The manager as operations see it.
pub(crate) type Shared<'id> = <BCDDFunction as Function>::Manager<'id>;

impl Diagrams {
    /// Diagrams over variables `0..variables`, in this order from the top.
    ///
    /// # Panics
    /// If the system has no room for them. Who has to go on then uses [`Diagrams::tuned`].
    #[must_use]
    pub fn new(variables: u32, poll: Box<dyn Poll>) -> Diagrams {
        Diagrams::tuned(variables, poll, DiagramTuning::default()).expect("there is room for diagrams")
    }

    /// The same with other numbers.
    ///
    /// # Errors
    /// If the system has no room for them, or starts no threads.
    pub fn tuned(variables: u32, poll: Box<dyn Poll>, tuning: DiagramTuning) -> Result<Diagrams, Halt> {
        let Room { manager, nodes } = Room::reserve(tuning.most_nodes.min(MOST_NODES))?;
        manager.with_manager_exclusive(|manager| {
            manager.add_vars(variables);
        });
        Ok(Diagrams {
            manager,
            most_nodes: nodes,
            table: RefCell::new(ComputedTable::new(tuning)),
            poll,
            renamings: Cell::new(0),
            steps: Cell::new(0),
            tuning,
            variables: Cell::new(variables),
        })
    }

    /// The same as [`Diagrams::new`], with what is left of these when nobody needs their functions any more: threads and
    /// memory need not be made again, which takes most of the time of a small task.
    ///
    /// # Errors
    /// If the system has no room for new ones.
    pub fn renewed(mut self, variables: u32, poll: Box<dyn Poll>) -> Result<Diagrams, Halt> {
        // Large tables would stay as large as they are.
        if self.nodes() > self.tuning.reusable_nodes || self.collect() > 0 || variables < self.variables() {
            let tuning = self.tuning;
            drop(self);
            return Diagrams::tuned(variables, poll, tuning);
        }
        self.manager.with_manager_exclusive(|manager| {
            manager.add_vars(variables - self.variables());
        });
        self.table = RefCell::new(ComputedTable::new(self.tuning));
        self.variables.set(variables);
        self.poll = poll;
        self.renamings.set(0);
        self.steps.set(0);
        Ok(self)
    }

    /// The number of variables.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.variables.get()
    }

    /// So many more variables, at the bottom of the order. Functions stay the same.
    pub fn add_variables(&self, count: u32) -> Vec<Var> {
        let first = self.variables();
        self.manager.with_manager_exclusive(|manager| {
            manager.add_vars(count);
        });
        self.variables.set(first + count);
        (first..first + count).map(Var).collect()
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
    /// When there is no room.
    pub fn variable(&self, variable: Var) -> Result<Bdd, Halt> {
        self.manager
            .with_manager_shared(|manager| BCDDFunction::var(manager, variable.0).map(Bdd).map_err(|_| Halt::Memory))
    }

    /// How many steps there are between two polls.
    #[must_use]
    pub fn poll_steps(&self) -> u32 {
        self.tuning.poll_steps
    }

    /// How many steps are left until the poll is asked again.
    #[must_use]
    pub fn steps_to_poll(&self) -> u32 {
        self.steps.get()
    }

    /// Counts steps of work during which the poll was not asked, and asks it when it is time.
    pub(crate) fn worked(&self, steps: u32) -> Result<(), Halt> {
        match self.steps.get().checked_sub(steps) {
            Some(left) => self.steps.set(left),
            None => {
                self.steps.set(self.tuning.poll_steps);
                self.poll.poll(self.bytes())?;
                if self.nodes() > self.most_nodes {
                    return Err(Halt::Memory);
                }
            }
        }
        Ok(())
    }

    /// Counts a step of looking at nodes, which is no work: how far somebody looks must not change what is done. Asks now
    /// and then whether to go on, with what looking uses beside the diagrams.
    pub(crate) fn looked(&self, steps: &mut u32, bytes: impl FnOnce() -> u64) -> Result<(), Halt> {
        *steps += 1;
        if steps.is_multiple_of(self.tuning.poll_steps) {
            go_on(self.poll.as_ref())?;
            if !self.poll.has_room(self.bytes(), bytes()) {
                return Err(Halt::Memory);
            }
        }
        Ok(())
    }

    /// Asks whether so many bytes may be used beside the diagrams.
    ///
    /// # Errors
    /// When there is no room.
    pub fn make_room(&self, more: u64) -> Result<(), Halt> {
        if self.poll.has_room(self.bytes(), more) { Ok(()) } else { Err(Halt::Memory) }
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

    /// Runs an operation that makes a function.
    pub(crate) fn run(
        &self,
        operation: impl for<'id> Fn(&Shared<'id>, &Task<'_, Shared<'id>>) -> Result<BCDDFunction, Halt>,
    ) -> Result<Bdd, Halt> {
        self.find(operation).map(Bdd)
    }

    /// Runs an operation that finds out something.
    pub(crate) fn find<T>(
        &self,
        operation: impl for<'id> Fn(&Shared<'id>, &Task<'_, Shared<'id>>) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        // To begin takes time as well, and there are searches with many small operations.
        self.steps.set(self.steps.get().saturating_sub(self.tuning.begin_steps));
        self.find_with(self.poll.as_ref(), &self.steps, operation)
    }

    /// The same with another poll, which is asked after so many steps. The computed table fits the number of nodes: an
    /// operation that outgrows it starts again with a larger one, which still knows what was found.
    pub(crate) fn find_with<T>(
        &self,
        poll: &dyn Poll,
        steps: &Cell<u32>,
        operation: impl for<'id> Fn(&Shared<'id>, &Task<'_, Shared<'id>>) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        self.manager.with_manager_shared(|manager| {
            let outgrown = Cell::new(0);
            loop {
                // The exact number is a sum over all levels, too slow for small operations.
                self.grow_table(manager.approx_num_inner_nodes(), outgrown.take());
                let table = self.table.borrow();
                let task =
                    Task::new(manager, &table, (poll, steps, self.tuning.poll_steps), self.most_nodes, &outgrown);
                let found = operation(manager, &task);
                if outgrown.get() == 0 {
                    return found;
                }
            }
        })
    }

    /// Makes the computed table suit so many nodes, and have at least so many entries, if there is room for it.
    fn grow_table(&self, nodes: usize, entries: usize) {
        let mut table = self.table.borrow_mut();
        let wanted = table.entries_for(nodes, 0).max(entries);
        let growth = table.growth_to(wanted);
        if growth > 0 && self.poll.has_room(nodes as u64 * NODE_BYTES + table.bytes(), growth) {
            table.grow_to(wanted);
        }
    }
}
