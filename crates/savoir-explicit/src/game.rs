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
        self.moves_of(state).any(|index| self.leads_into(index, set))
    }

    fn moves_of(&self, state: usize) -> Range<usize> {
        self.moves[state] as usize..self.moves[state + 1] as usize
    }

    /// Where a move may lead to, sorted.
    fn targets_of(&self, index: usize) -> &[u32] {
        &self.targets[self.targets_start[index] as usize..self.targets_start[index + 1] as usize]
    }

    fn leads_into(&self, index: usize, set: &BitSet) -> bool {
        self.targets_of(index).iter().all(|target| set.contains(*target as usize))
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

    /// The least set with `target` and every state of `through` that can force it. A move waits for one of its targets that
    /// was not found yet; when it is, the move goes on to the next one. So every target of a move is looked at once.
    pub(crate) fn forcing(&self, through: &BitSet, target: &BitSet, budget: &Budget) -> Result<BitSet, Stop> {
        let mut waiting = Waiting::new(self);
        let mut found = target.clone();
        let mut open: Vec<usize> = target.iter().collect();
        let mut steps = 0u32;
        for state in through.difference(target).iter() {
            poll(&mut steps, budget)?;
            if self.moves_of(state).any(|index| !waiting.goes_on(index, state, &found)) && found.insert(state) {
                open.push(state);
            }
        }
        while let Some(state) = open.pop() {
            poll(&mut steps, budget)?;
            let mut next = std::mem::replace(&mut waiting.first[state], NOBODY);
            while next != NOBODY {
                let index = next;
                next = waiting.next[index];
                let before = waiting.owner[index] as usize;
                if !found.contains(before) && !waiting.goes_on(index, before, &found) {
                    found.insert(before);
                    open.push(before);
                }
            }
        }
        Ok(found)
    }

    /// The greatest part of `within` whose states are `free` or have a move that stays in it. A state holds on to one such
    /// move; when that is lost it looks for another among those it has not tried. So every move is tried once.
    pub(crate) fn holding(
        &self,
        graph: &ReverseGraph,
        within: &BitSet,
        free: &BitSet,
        budget: &Budget,
    ) -> Result<BitSet, Stop> {
        let mut found = within.clone();
        let mut tried = vec![0u32; self.moves.len() - 1];
        let mut open: Vec<usize> = Vec::new();
        let mut steps = 0u32;
        for state in within.difference(free).iter() {
            poll(&mut steps, budget)?;
            if !self.has_another(state, &mut tried[state], &found) {
                found.remove(state);
                open.push(state);
            }
        }
        while let Some(state) = open.pop() {
            poll(&mut steps, budget)?;
            for &before in graph.predecessors(state) {
                let before = before as usize;
                if found.contains(before)
                    && !free.contains(before)
                    && self
                        .targets_of(self.moves[before] as usize + tried[before] as usize)
                        .binary_search(&(state as u32))
                        .is_ok()
                    && !self.has_another(before, &mut tried[before], &found)
                {
                    found.remove(before);
                    open.push(before);
                }
            }
        }
        Ok(found)
    }

    /// Goes on to the first move of a state, from the one tried last, that leads into a set for certain; whether there is one.
    fn has_another(&self, state: usize, tried: &mut u32, set: &BitSet) -> bool {
        let moves = self.moves_of(state);
        let mut rest = moves.start + *tried as usize..moves.end;
        let found = rest.find(|index| self.leads_into(*index, set));
        *tried = (found.unwrap_or(moves.end) - moves.start) as u32;
        found.is_some()
    }
}

/// No move.
const NOBODY: usize = usize::MAX;

/// Moves that wait for one of their targets to be found.
struct Waiting<'a> {
    game: &'a Game,
    /// By state: the first move that waits for it.
    first: Vec<usize>,
    /// By move: another one that waits for the same state.
    next: Vec<usize>,
    /// By move: whose it is.
    owner: Vec<u32>,
    /// By move: how many of its targets were found.
    passed: Vec<u32>,
}

impl Waiting<'_> {
    fn new(game: &Game) -> Waiting<'_> {
        let (states, moves) = (game.moves.len() - 1, game.targets_start.len() - 1);
        Waiting {
            game,
            first: vec![NOBODY; states],
            next: vec![NOBODY; moves],
            owner: vec![0; moves],
            passed: vec![0; moves],
        }
    }

    /// Lets a move wait for the next of its targets that is not in a set; whether there is one.
    fn goes_on(&mut self, index: usize, owner: usize, set: &BitSet) -> bool {
        let passed = self.passed[index] as usize;
        let targets = self.game.targets_of(index);
        let Some(more) = targets[passed..].iter().position(|target| !set.contains(*target as usize)) else {
            return false;
        };
        let target = targets[passed + more] as usize;
        self.passed[index] = (passed + more) as u32;
        self.owner[index] = owner as u32;
        self.next[index] = std::mem::replace(&mut self.first[target], index);
        true
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
            let start = self.targets.len();
            self.targets.extend(targets.chunks_exact(store.words).filter_map(|next| store.find(next)));
            self.targets[start..].sort_unstable();
        })?;
        self.move_counts.push((self.target_counts.len() - before) as u32);
        Ok(())
    }
}
