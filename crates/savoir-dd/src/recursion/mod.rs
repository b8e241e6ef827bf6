//! The recursive algorithms, on OxiDD's edges. Each looks its result up in the computed table first and counts its
//! steps, so that it can be stopped. Depth of recursion is bounded by the number of levels.

mod apply;
mod constrain;
mod quantify;
mod rename;
mod unless;

pub(crate) use unless::Block;

use crate::table::{ComputedTable, Key, Operation};
use crate::{Halt, Poll};
use oxidd_core::util::{Own, Ref};
use oxidd_core::{Edge, HasLevel, InnerNode, LevelNo, LevelView, Manager, Node};
use oxidd_rules_bdd::complement_edge::{BCDDTerminal, EdgeTag};
use std::cell::Cell;

/// A manager of diagrams with complement edges.
pub(crate) trait Nodes: Manager<EdgeTag = EdgeTag, Terminal = BCDDTerminal, InnerNode: HasLevel> {}

impl<M: Manager<EdgeTag = EdgeTag, Terminal = BCDDTerminal, InnerNode: HasLevel>> Nodes for M {}

/// A rough figure for the memory of a node with its share of the unique table.
pub(crate) const NODE_BYTES: u64 = 24;

/// One operation under way.
pub(crate) struct Task<'a, M: Nodes> {
    manager: &'a M,
    table: &'a ComputedTable,
    poll: &'a dyn Poll,
    /// Steps until the next question; counted across operations, for many small ones take long as well.
    steps: &'a Cell<u32>,
    /// And how many there are between two questions.
    poll_steps: u32,
    /// How often the operation has asked.
    asked: Cell<usize>,
    /// How many results the table should have room for, when the operation ends only because it has too few.
    outgrown: &'a Cell<usize>,
    /// There are never more nodes than this.
    most_nodes: usize,
}

impl<'a, M: Nodes> Task<'a, M> {
    pub(crate) fn new(
        manager: &'a M,
        table: &'a ComputedTable,
        (poll, steps, poll_steps): (&'a dyn Poll, &'a Cell<u32>, u32),
        most_nodes: usize,
        outgrown: &'a Cell<usize>,
    ) -> Task<'a, M> {
        Task { manager, table, poll, steps, poll_steps, asked: Cell::new(0), outgrown, most_nodes }
    }

    /// Counts a step; now and then asks whether to go on.
    #[inline]
    fn step(&self) -> Result<(), Halt> {
        match self.steps.get().checked_sub(1) {
            Some(left) => {
                self.steps.set(left);
                Ok(())
            }
            None => self.ask(),
        }
    }

    /// Asks whether to go on. An operation that has become too large for the table ends here, to go on with a larger one: it
    /// would forget its own results and find them again and again, and with deep diagrams that takes exponential time.
    #[cold]
    fn ask(&self) -> Result<(), Halt> {
        self.steps.set(self.poll_steps);
        let nodes = self.manager.approx_num_inner_nodes();
        let bytes = nodes as u64 * NODE_BYTES + self.table.bytes();
        self.poll.poll(bytes)?;
        if nodes > self.most_nodes {
            return Err(Halt::Memory);
        }
        let steps = self.asked.get().saturating_mul(self.poll_steps as usize);
        self.asked.set(self.asked.get() + 1);
        let wanted = self.table.entries_for(nodes, steps);
        let growth = self.table.growth_to(wanted);
        if growth > 0 && self.poll.has_room(bytes, growth) {
            self.outgrown.set(wanted);
            return Err(Halt::Interrupted);
        }
        Ok(())
    }

    #[inline]
    fn key<const N: usize>(&self, operation: Operation, operands: [Ref<'_, M::Edge>; N]) -> Key {
        self.table.key(operation, operands)
    }

    #[inline]
    fn known(&self, key: &Key) -> Option<Own<M::Edge>> {
        self.table.get(self.manager, key)
    }

    #[inline]
    fn remember(&self, key: &Key, result: Ref<'_, M::Edge>) {
        self.table.add(key, result);
    }

    #[inline]
    pub(crate) fn constant(&self, value: bool) -> Own<M::Edge> {
        // The terminals of this kind of diagram are built in.
        match self.manager.get_terminal(BCDDTerminal) {
            Ok(edge) if value => edge,
            Ok(edge) => negate_own(edge),
            Err(_) => unreachable!("there is always room for the terminal"),
        }
    }

    /// The node that decides between two functions at a level, or the function if they are the same.
    #[inline]
    fn node(&self, level: LevelNo, high: Own<M::Edge>, low: Own<M::Edge>) -> Result<Own<M::Edge>, Halt> {
        if high == low {
            self.manager.drop_edge(low);
            return Ok(high);
        }
        // The edge to the first child is never complemented, so that every function has one form.
        let tag = high.tag();
        let (high, low) = match tag {
            EdgeTag::None => (high, low),
            EdgeTag::Complemented => (negate_own(high), negate_own(low)),
        };
        let node = M::InnerNode::new(level, [high, low]);
        match self.manager.level(level).get_or_insert(node) {
            Ok(edge) => Ok(edge.with_tag(tag)),
            Err(_) => Err(Halt::Memory),
        }
    }

    /// The function that decides between two others at a level above both.
    pub(crate) fn choose(
        &self,
        level: LevelNo,
        high: Ref<'_, M::Edge>,
        low: Ref<'_, M::Edge>,
    ) -> Result<Own<M::Edge>, Halt> {
        debug_assert!(level < self.level(high).min(self.level(low)), "a node stands above its children");
        self.step()?;
        self.node(level, self.manager.clone_edge(high), self.manager.clone_edge(low))
    }

    #[inline]
    fn level(&self, edge: Ref<'_, M::Edge>) -> LevelNo {
        match self.manager.get_node(edge) {
            Node::Inner(node) => node.level(),
            Node::Terminal(_) => LevelNo::MAX,
        }
    }

    /// The two cofactors of a function at a level that is not below its top.
    #[inline]
    fn cofactors<'e>(&'e self, edge: Ref<'e, M::Edge>, level: LevelNo) -> (Ref<'e, M::Edge>, Ref<'e, M::Edge>) {
        match self.manager.get_node(edge) {
            Node::Inner(node) if node.level() == level => {
                let (high, low) = (node.child(0), node.child(1));
                match edge.tag() {
                    EdgeTag::None => (high, low),
                    EdgeTag::Complemented => (negate(high), negate(low)),
                }
            }
            _ => (edge, edge),
        }
    }

    /// The truth value of a constant function.
    #[inline]
    fn as_constant(&self, edge: Ref<'_, M::Edge>) -> Option<bool> {
        match self.manager.get_node(edge) {
            Node::Inner(_) => None,
            Node::Terminal(_) => Some(edge.tag() == EdgeTag::None),
        }
    }
}

#[inline]
pub(crate) fn negate<E: Edge<Tag = EdgeTag>>(edge: Ref<'_, E>) -> Ref<'_, E> {
    edge.with_tag(!edge.tag())
}

#[inline]
pub(crate) fn negate_own<E: Edge<Tag = EdgeTag>>(edge: Own<E>) -> Own<E> {
    let tag = edge.tag();
    edge.with_tag(!tag)
}

/// Whether two edges lead to one node.
#[inline]
fn same_node<E: Edge<Tag = EdgeTag>>(a: Ref<'_, E>, b: Ref<'_, E>) -> bool {
    a.with_tag(EdgeTag::None) == b.with_tag(EdgeTag::None)
}

#[cfg(test)]
mod tests {
    use crate::{Bdd, Diagrams, Halt, Poll, Unlimited, Var};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Says no the first time it is asked.
    struct Impatient;

    impl Poll for Impatient {
        fn poll(&self, _bytes: u64) -> Result<(), Halt> {
            Err(Halt::Interrupted)
        }

        fn has_room(&self, _bytes: u64, _more: u64) -> bool {
            true
        }
    }

    #[test]
    fn equal_functions_are_one_node_whatever_the_operations() {
        let diagrams = Diagrams::new(3, Box::new(Unlimited));
        let [a, b, c] = [0, 1, 2].map(|number| diagrams.variable(Var(number)).unwrap());
        let choice = diagrams.if_then_else(&a, &b, &c).unwrap();
        let spelt = diagrams.or(&diagrams.and(&a, &b).unwrap(), &diagrams.minus(&c, &a).unwrap()).unwrap();
        assert_eq!(choice, spelt);
        assert_eq!(diagrams.not(&diagrams.not(&choice)), choice);
        let cube = diagrams.cube(&[Var(0)]).unwrap();
        assert_eq!(diagrams.exists(&choice, &cube).unwrap(), diagrams.or(&b, &c).unwrap());
        assert_eq!(diagrams.and_exists(&choice, &a, &cube).unwrap(), b);
        assert_eq!(diagrams.simplify(&choice, &a).unwrap(), b);
    }

    #[test]
    fn steps_are_counted_across_operations() {
        let diagrams = Diagrams::new(2, Box::new(Impatient));
        let [a, b] = [0, 1].map(|number| diagrams.variable(Var(number)).unwrap());
        let crate::DiagramTuning { poll_steps, begin_steps, .. } = crate::DiagramTuning::default();
        diagrams.steps.set(poll_steps);
        let mut done = 0;
        // Results are known after the first time, so they are forgotten each time.
        while diagrams.and(&a, &b).is_ok() {
            diagrams.collect();
            done += 1;
        }
        // Each takes a step, and to begin it counts as well.
        assert!(done > 0 && done <= poll_steps / begin_steps, "{done}");
    }
    /// Counts how often it is asked.
    struct Counting(Arc<AtomicU64>);

    impl Poll for Counting {
        fn poll(&self, _bytes: u64) -> Result<(), Halt> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }

        fn has_room(&self, _bytes: u64, _more: u64) -> bool {
            true
        }
    }

    /// Where the sum of what the variables weigh is a multiple of `modulus`.
    fn multiple(diagrams: &Diagrams, modulus: usize, weight: impl Fn(usize) -> usize) -> Bdd {
        let mut rows: Vec<Bdd> = (0..modulus).map(|sum| diagrams.constant(sum == 0)).collect();
        for number in (0..diagrams.variables()).rev() {
            let row = |sum: usize| {
                let then = &rows[(sum + weight(number as usize)) % modulus];
                let condition = diagrams.variable(Var(number)).unwrap();
                diagrams.if_then_else(&condition, then, &rows[sum]).unwrap()
            };
            rows = (0..modulus).map(row).collect();
        }
        rows[0].clone()
    }

    /// Two functions of about 2,000 nodes whose conjunction has about 80,000, and few of them at the bottom, where the search
    /// begins: with as many results as suit the nodes that there are, it finds the same for hours.
    #[test]
    fn the_table_grows_with_the_operation() {
        let asked = Arc::new(AtomicU64::new(0));
        let diagrams = Diagrams::new(48, Box::new(Counting(asked.clone())));
        let a = multiple(&diagrams, 61, |number| number + 1);
        let b = multiple(&diagrams, 53, |number| number * number + 1);
        let (polls, nodes) = (asked.load(Ordering::Relaxed), diagrams.nodes());
        diagrams.and(&a, &b).unwrap();
        assert!(diagrams.nodes() > 10 * nodes, "{} nodes after {nodes}", diagrams.nodes());
        // So many pairs of remainders there are to look at; most of them are looked at once.
        let pairs = 61 * 53 * 48;
        let (polls, poll_steps) =
            (asked.load(Ordering::Relaxed) - polls, u64::from(crate::DiagramTuning::default().poll_steps));
        assert!(polls * poll_steps < 5 * pairs, "{polls} polls");
    }
}
