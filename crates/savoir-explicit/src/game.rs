//! What a coalition can choose: for each state its moves, and for each move the states it may lead to.

use crate::bitset::BitSet;
use crate::graph::ReverseGraph;
use crate::halt::Halt;
use crate::program::Program;
use crate::store::Store;
use crate::successors::Successors;
use crate::sweep;
use crate::system::ExplicitOptions;
use crate::usage::Usage;
use savoir_check::{Budget, Stop};
use std::ops::Range;

/// The moves of one coalition in all states. Moves without successor are left out: they do not exist.
pub(crate) struct Game {
    /// By state: where its moves start.
    moves: Vec<u64>,
    /// By move: where its targets start.
    targets_start: Vec<u64>,
    targets: Vec<u32>,
}

/// The moves of a run of states.
#[derive(Default)]
struct Part {
    move_counts: Vec<u32>,
    target_counts: Vec<u32>,
    targets: Vec<u32>,
}

impl Game {
    pub(crate) fn build(
        program: &Program,
        store: &Store,
        coalition: &[usize],
        options: ExplicitOptions,
        budget: &Budget,
    ) -> Result<Game, Stop> {
        let mut game = Game { moves: vec![0], targets_start: vec![0], targets: Vec::new() };
        let moves = |successors: &mut Successors<'_>, states: Range<usize>| {
            let mut part = Part::default();
            for number in states {
                part.add_state(store, successors, coalition, number)?;
            }
            Ok(part)
        };
        let usage = Usage::new(budget, options.tuning, store.bytes());
        sweep::over_states(program, store, options.threads, &usage, moves, |part: Part| {
            game.append(&part);
            let bytes = 8 * (game.moves.len() + game.targets_start.len()) + 4 * game.targets.len();
            usage.set(store.bytes() + bytes as u64);
            Ok(())
        })?;
        Ok(game)
    }

    fn append(&mut self, part: &Part) {
        let mut moves = *self.moves.last().unwrap_or(&0);
        for count in &part.move_counts {
            moves += u64::from(*count);
            self.moves.push(moves);
        }
        let mut start = *self.targets_start.last().unwrap_or(&0);
        for count in &part.target_counts {
            start += u64::from(*count);
            self.targets_start.push(start);
        }
        self.targets.extend_from_slice(&part.targets);
    }

    /// Whether some move in `state` leads into `set` for certain.
    fn can_force(&self, state: usize, set: &BitSet) -> bool {
        (self.moves[state]..self.moves[state + 1]).any(|index| {
            let (from, to) = (self.targets_start[index as usize], self.targets_start[index as usize + 1]);
            self.targets[from as usize..to as usize].iter().all(|target| set.contains(*target as usize))
        })
    }

    pub(crate) fn controllable(&self, set: &BitSet, budget: &Budget) -> Result<BitSet, Stop> {
        let count = self.moves.len() - 1;
        let mut found = BitSet::empty(count);
        let mut steps = 0;
        for state in 0..count {
            poll(&mut steps, budget)?;
            if self.can_force(state, set) {
                found.insert(state);
            }
        }
        Ok(found)
    }

    /// The least set with `target` and every state of `through` that can force it: a state is looked at again only
    /// when one of its successors was added.
    pub(crate) fn forcing(
        &self,
        graph: &ReverseGraph,
        through: &BitSet,
        target: &BitSet,
        budget: &Budget,
    ) -> Result<BitSet, Stop> {
        let mut found = target.clone();
        let mut open: Vec<usize> = target.iter().collect();
        let mut steps = 0u32;
        while let Some(state) = open.pop() {
            poll(&mut steps, budget)?;
            for &before in graph.predecessors(state) {
                let before = before as usize;
                if through.contains(before) && !found.contains(before) && self.can_force(before, &found) {
                    found.insert(before);
                    open.push(before);
                }
            }
        }
        Ok(found)
    }

    /// The greatest part of `within` in which the coalition can stay.
    pub(crate) fn holding(&self, graph: &ReverseGraph, within: &BitSet, budget: &Budget) -> Result<BitSet, Stop> {
        let mut found = within.clone();
        let mut open: Vec<usize> = within.iter().filter(|&state| !self.can_force(state, within)).collect();
        open.iter().for_each(|&state| found.remove(state));
        let mut steps = 0u32;
        while let Some(state) = open.pop() {
            poll(&mut steps, budget)?;
            for &before in graph.predecessors(state) {
                let before = before as usize;
                if found.contains(before) && !self.can_force(before, &found) {
                    found.remove(before);
                    open.push(before);
                }
            }
        }
        Ok(found)
    }
}

/// Polls the budget now and then.
pub(crate) fn poll(steps: &mut u32, budget: &Budget) -> Result<(), Stop> {
    *steps = steps.wrapping_add(1);
    if steps.is_multiple_of(4096) { budget.check() } else { Ok(()) }
}

impl Part {
    fn add_state(
        &mut self,
        store: &Store,
        successors: &mut Successors<'_>,
        coalition: &[usize],
        number: usize,
    ) -> Result<(), Halt> {
        let state = store.state(number);
        let before = self.target_counts.len();
        successors.moves(state, coalition, |targets| {
            self.target_counts.push((targets.len() / store.words) as u32);
            // Every successor was stored by the exploration.
            self.targets.extend(targets.chunks_exact(store.words).filter_map(|next| store.find(next)));
        })?;
        self.move_counts.push((self.target_counts.len() - before) as u32);
        Ok(())
    }
}
