//! Strongly connected components that satisfy fairness, after Tarjan, without recursion.

use crate::bitset::BitSet;
use crate::graph::ReverseGraph;
use savoir_check::{Budget, Stop};

const UNSEEN: u32 = u32::MAX;

/// The states of `within` that lie on a cycle inside `within` through every one of the `fair` sets.
pub(crate) fn on_fair_cycles(
    graph: &ReverseGraph,
    within: &BitSet,
    fair: &[BitSet],
    states: usize,
    budget: &Budget,
) -> Result<BitSet, Stop> {
    let mut search = ComponentSearch {
        graph,
        within,
        order: vec![UNSEEN; states],
        low: vec![0; states],
        on_stack: BitSet::empty(states),
        stack: Vec::new(),
        path: Vec::new(),
        counter: 0,
    };
    let mut found = BitSet::empty(states);
    for start in within.iter() {
        if search.order[start] == UNSEEN {
            search.from(start, budget, &mut |component| {
                let satisfies = |set: &BitSet| component.iter().any(|&member| set.contains(member as usize));
                if fair.iter().all(satisfies) {
                    component.iter().for_each(|&member| {
                        found.insert(member as usize);
                    });
                }
            })?;
        }
    }
    Ok(found)
}

/// A depth-first search for components. They are the same in the reverse graph.
struct ComponentSearch<'a> {
    graph: &'a ReverseGraph,
    within: &'a BitSet,
    /// By state: when it was first seen.
    order: Vec<u32>,
    /// By state: the earliest that can be reached from it through at most one edge back.
    low: Vec<u32>,
    /// States whose component is not known yet.
    stack: Vec<u32>,
    on_stack: BitSet,
    /// Where the search is: a state and how many of its edges were looked at.
    path: Vec<(u32, usize)>,
    counter: u32,
}

impl ComponentSearch<'_> {
    /// Finds everything ahead of a state; `found` sees each component that has a cycle.
    fn from(&mut self, start: usize, budget: &Budget, found: &mut impl FnMut(&[u32])) -> Result<(), Stop> {
        self.path.push((start as u32, 0));
        while let Some(&(state, edge)) = self.path.last() {
            let at = state as usize;
            if edge == 0 && self.order[at] == UNSEEN {
                self.visit(at, budget)?;
            }
            if let Some(next) = self.next_unseen(at) {
                self.path.push((next, 0));
                continue;
            }
            self.path.pop();
            if let Some(&(above, _)) = self.path.last() {
                let above = above as usize;
                self.low[above] = self.low[above].min(self.low[at]);
            }
            if self.low[at] == self.order[at] {
                self.close(at, found);
            }
        }
        Ok(())
    }

    fn visit(&mut self, at: usize, budget: &Budget) -> Result<(), Stop> {
        if self.counter.is_multiple_of(65536) {
            budget.check()?;
        }
        self.order[at] = self.counter;
        self.low[at] = self.counter;
        self.counter += 1;
        self.stack.push(at as u32);
        self.on_stack.insert(at);
        Ok(())
    }

    /// The next state that the last state of the path leads to and that was not seen before.
    fn next_unseen(&mut self, at: usize) -> Option<u32> {
        let (_, edge) = self.path.last_mut()?;
        let edges = self.graph.predecessors(at);
        while let Some(&next) = edges.get(*edge) {
            *edge += 1;
            let there = next as usize;
            if !self.within.contains(there) {
                continue;
            }
            if self.order[there] == UNSEEN {
                return Some(next);
            }
            if self.on_stack.contains(there) {
                self.low[at] = self.low[at].min(self.order[there]);
            }
        }
        None
    }

    /// A component ends with its first state.
    fn close(&mut self, at: usize, found: &mut impl FnMut(&[u32])) {
        let first = self.stack.iter().rposition(|member| *member as usize == at).unwrap_or(0);
        let component = &self.stack[first..];
        component.iter().for_each(|&member| self.on_stack.remove(member as usize));
        let has_cycle = component.len() > 1 || self.graph.predecessors(at).contains(&(at as u32));
        if has_cycle {
            found(component);
        }
        self.stack.truncate(first);
    }
}
