//! Successors of a packed state.
//!
//! Given a state, an agent's next local state depends only on the actions it reads. So the agents that have a choice
//! fall into groups that no agent reads across; each group is enumerated on its own, and the successors are the
//! product of the groups' results. The number of joint actions never matters where it is not the number of successors.

use crate::program::{ActionClass, Program};

/// Generates successors; keeps its buffers from one state to the next.
pub(crate) struct Successors<'p> {
    program: &'p Program,
    words: usize,
    enabled: Vec<Vec<ActionClass>>,
    actions: Vec<ActionClass>,
    /// By agent: the representative of its group, or itself.
    group: Vec<usize>,
    local: Vec<u64>,
    partial: Vec<u64>,
    merged: Vec<u64>,
    found: Vec<u64>,
}

impl<'p> Successors<'p> {
    pub(crate) fn new(program: &'p Program) -> Successors<'p> {
        let agents = program.agents.len();
        Successors {
            program,
            words: program.layout.words,
            enabled: vec![Vec::new(); agents],
            actions: vec![0; agents],
            group: vec![0; agents],
            local: Vec::new(),
            partial: Vec::new(),
            merged: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Finds the action classes every agent may choose; whether everyone has one.
    pub(crate) fn enable(&mut self, state: &[u64]) -> bool {
        for agent in 0..self.enabled.len() {
            self.program.enabled(agent, state, &mut self.enabled[agent]);
            if self.enabled[agent].is_empty() {
                return false;
            }
        }
        true
    }

    /// The action classes an agent may choose, as found by [`Successors::enable`].
    pub(crate) fn enabled(&self, agent: usize) -> &[ActionClass] {
        &self.enabled[agent]
    }

    /// Restricts the choice of an agent to one class, until the next [`Successors::enable`].
    pub(crate) fn fix(&mut self, agent: usize, class: ActionClass) {
        self.enabled[agent].clear();
        self.enabled[agent].push(class);
    }

    /// The distinct successors of a state, one after the other.
    pub(crate) fn of(&mut self, state: &[u64]) -> &[u64] {
        if self.enable(state) {
            self.of_enabled(state);
        } else {
            self.found.clear();
        }
        &self.found
    }

    /// The distinct successors under the choices that are enabled now.
    pub(crate) fn of_enabled(&mut self, state: &[u64]) -> &[u64] {
        let program = self.program;
        let agents = program.agents.len();
        for agent in 0..agents {
            self.group[agent] = agent;
            self.actions[agent] = self.enabled[agent][0];
        }
        for agent in 0..agents {
            let mut first = None;
            for &read in &program.agents[agent].reads {
                if self.enabled[read].len() > 1 {
                    let root = self.root(read);
                    match first {
                        None => first = Some(root),
                        Some(first) => self.group[root] = first,
                    }
                }
            }
        }
        self.found.clear();
        self.found.resize(self.words, 0);
        // Agents that read no choice have one set of alternatives.
        self.partial.clear();
        self.partial.resize(self.words, 0);
        for agent in 0..agents {
            if self.choice_read(agent).is_none() && !self.combine(agent, state) {
                self.found.clear();
                return &self.found;
            }
        }
        std::mem::swap(&mut self.found, &mut self.partial);
        for root in 0..agents {
            if self.enabled[root].len() > 1 && self.root(root) == root && !self.explore_group(root, state) {
                self.found.clear();
                return &self.found;
            }
        }
        &self.found
    }

    fn root(&self, mut agent: usize) -> usize {
        while self.group[agent] != agent {
            agent = self.group[agent];
        }
        agent
    }

    /// The group of choices that an agent reads, if it reads any.
    fn choice_read(&self, agent: usize) -> Option<usize> {
        let read = self.program.agents[agent].reads.iter().find(|&&read| self.enabled[read].len() > 1)?;
        Some(self.root(*read))
    }

    /// Multiplies what was found so far by the alternatives of one group of choices; whether there is one.
    fn explore_group(&mut self, root: usize, state: &[u64]) -> bool {
        let agents = self.program.agents.len();
        let readers: Vec<usize> = (0..agents).filter(|&agent| self.choice_read(agent) == Some(root)).collect();
        if readers.is_empty() {
            return true;
        }
        let choosers: Vec<usize> =
            (0..agents).filter(|&agent| self.enabled[agent].len() > 1 && self.root(agent) == root).collect();
        let mut results: Vec<u64> = Vec::new();
        let mut counter = vec![0; choosers.len()];
        loop {
            for (&agent, &choice) in choosers.iter().zip(&counter) {
                self.actions[agent] = self.enabled[agent][choice];
            }
            self.partial.clear();
            self.partial.resize(self.words, 0);
            if readers.iter().all(|&agent| self.combine(agent, state)) {
                results.extend_from_slice(&self.partial);
            }
            // The next combination of choices.
            let mut position = 0;
            while position < choosers.len() {
                counter[position] += 1;
                if counter[position] < self.enabled[choosers[position]].len() {
                    break;
                }
                counter[position] = 0;
                position += 1;
            }
            if position == choosers.len() {
                break;
            }
        }
        sort_and_dedup(&mut results, self.words);
        std::mem::swap(&mut self.found, &mut self.partial);
        self.found.clear();
        multiply(&self.partial, &results, self.words, &mut self.found);
        !self.found.is_empty()
    }

    /// Multiplies the partial states by an agent's alternatives; whether it has one.
    fn combine(&mut self, agent: usize, state: &[u64]) -> bool {
        self.alternatives(agent, state);
        if self.local.len() == self.words {
            // The common case: one alternative.
            for partial in self.partial.chunks_exact_mut(self.words) {
                partial.iter_mut().zip(&self.local).for_each(|(word, own)| *word |= own);
            }
            return true;
        }
        self.merged.clear();
        multiply(&self.partial, &self.local, self.words, &mut self.merged);
        std::mem::swap(&mut self.partial, &mut self.merged);
        !self.partial.is_empty()
    }

    /// The distinct next values of an agent's own variables under the current actions, in `self.local`.
    fn alternatives(&mut self, agent: usize, state: &[u64]) {
        let program = self.program;
        let own = &program.agents[agent].own;
        self.local.clear();
        self.local.extend(state.iter().zip(own).map(|(word, mask)| word & mask));
        for lines in &program.agents[agent].groups {
            // Every alternative so far branches into one for each enabled line of this group. The line for which
            // nothing was found yet can change the alternatives in place.
            let before = self.local.len();
            let mut any_enabled = false;
            for line in lines {
                if !program.holds(line.guard, state, &self.actions) {
                    continue;
                }
                any_enabled = true;
                let start = self.local.len();
                self.local.extend_from_within(..before);
                for (field, value) in &line.assignments {
                    match program.value(value, state, &self.actions) {
                        Some(code) => {
                            let new = &mut self.local[start..];
                            new.chunks_exact_mut(self.words).for_each(|next| field.set(next, code));
                        }
                        None => {
                            // Out of range: the line is enabled but leads nowhere.
                            self.local.truncate(start);
                            break;
                        }
                    }
                }
            }
            if any_enabled {
                self.local.drain(..before);
                if self.local.len() > self.words {
                    sort_and_dedup(&mut self.local, self.words);
                }
            }
        }
    }
}

/// Every left state joined with every right one; they have no bits in common.
fn multiply(left: &[u64], right: &[u64], words: usize, out: &mut Vec<u64>) {
    for a in left.chunks_exact(words) {
        for b in right.chunks_exact(words) {
            out.extend(a.iter().zip(b).map(|(a, b)| a | b));
        }
    }
}

fn sort_and_dedup(states: &mut Vec<u64>, words: usize) {
    if words == 1 {
        states.sort_unstable();
        states.dedup();
        return;
    }
    let mut list: Vec<&[u64]> = states.chunks_exact(words).collect();
    list.sort_unstable();
    list.dedup();
    *states = list.concat();
}
