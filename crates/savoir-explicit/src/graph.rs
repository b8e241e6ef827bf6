//! The transitions between numbered states, backwards: for each state its predecessors, in one array.

use crate::halt::Halt;
use crate::program::Program;
use crate::store::Store;
use crate::successors::Successors;
use crate::sweep;
use crate::system::ExplicitOptions;
use crate::usage::Usage;
use savoir_check::{Budget, Phase, Progress, Stop};
use std::ops::Range;

/// The reverse graph.
pub(crate) struct ReverseGraph {
    /// By state: where its predecessors start.
    offsets: Vec<u64>,
    sources: Vec<u32>,
}

impl ReverseGraph {
    pub(crate) fn build(
        program: &Program,
        store: &Store,
        options: ExplicitOptions,
        budget: &Budget,
    ) -> Result<ReverseGraph, Stop> {
        let count = store.len();
        let mut offsets = vec![0u64; count + 1];
        let mut forward: Vec<Edges> = Vec::new();
        let usage = Usage::new(budget, options.tuning, store.bytes() + 16 * count as u64);
        let mut done = 0;
        let edges = |successors: &mut Successors<'_>, states| Edges::of(store, successors, states);
        sweep::over_states(program, store, options.threads, &usage, edges, |part| {
            part.targets.iter().for_each(|target| offsets[*target as usize + 1] += 1);
            // The edges are needed a second time when they are turned round.
            usage.add(8 * (part.degrees.len() + part.targets.len()) as u64);
            done += part.degrees.len();
            forward.push(part);
            budget.report(&Progress::at(Phase::Connect, done as u64, count));
            Ok(())
        })?;
        for index in 0..count {
            offsets[index + 1] += offsets[index];
        }
        let mut sources = vec![0; offsets[count] as usize];
        let mut next = offsets.clone();
        let mut source = 0;
        for Edges { degrees, targets } in forward {
            let mut targets = targets.iter();
            for degree in degrees {
                for target in targets.by_ref().take(degree as usize) {
                    let place = &mut next[*target as usize];
                    sources[*place as usize] = source;
                    *place += 1;
                }
                source += 1;
            }
        }
        Ok(ReverseGraph { offsets, sources })
    }

    #[inline]
    pub(crate) fn predecessors(&self, state: usize) -> &[u32] {
        &self.sources[self.offsets[state] as usize..self.offsets[state + 1] as usize]
    }

    pub(crate) fn edges(&self) -> usize {
        self.sources.len()
    }
}

/// The transitions of a run of states.
struct Edges {
    degrees: Vec<u32>,
    targets: Vec<u32>,
}

impl Edges {
    fn of(store: &Store, successors: &mut Successors<'_>, states: Range<usize>) -> Result<Edges, Halt> {
        let mut edges = Edges { degrees: Vec::with_capacity(states.len()), targets: Vec::new() };
        for state in store.states(states) {
            let before = edges.targets.len();
            for next in successors.of(state)?.chunks_exact(store.words) {
                // Every successor was stored by the exploration.
                edges.targets.extend(store.find(next));
            }
            edges.degrees.push((edges.targets.len() - before) as u32);
        }
        Ok(edges)
    }
}
