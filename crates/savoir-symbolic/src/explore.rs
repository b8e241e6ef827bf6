//! Finding the reachable states (Algorithm 10 of the STTT paper, and chaining).

use crate::options::{LeaveOut, Reach, SymbolicOptions};
use crate::redundancy::Search;
use crate::system::SymbolicSystem;
use crate::transitions::Transitions;
use savoir_dd::{Bdd, Halt};
use std::cmp::Reverse;

impl SymbolicSystem<'_> {
    /// Adds everything reachable to the initial states.
    pub(crate) fn explore(&mut self, options: &SymbolicOptions) -> Result<(), Halt> {
        let leave_out = options.leave_out;
        match options.reach {
            Reach::Auto if self.slices.is_some() => self.chain(),
            Reach::Chaining => self.chain(),
            Reach::Auto | Reach::Frontier => self.by_layers(leave_out, |_, new, _| new.clone()),
            Reach::Layers => self.by_layers(leave_out, |_, _, successors| successors.clone()),
            Reach::Bfs => self.by_layers(leave_out, |all, _, _| all.clone()),
        }?;
        self.parts.clear();
        for condition in self.propositions.iter_mut().chain(&mut self.red) {
            *condition = self.redundant.replace(&self.diagrams, condition)?;
        }
        Ok(())
    }

    /// Layer by layer; `from` chooses among all states, the new ones and all successors of the last step what the next
    /// step starts from.
    fn by_layers(&mut self, leave_out: LeaveOut, from: impl Fn(&Bdd, &Bdd, &Bdd) -> Bdd) -> Result<(), Halt> {
        let mut search = Search::new(&self.initial, &self.limits, leave_out);
        loop {
            self.mend_functions(&mut search)?;
            let successors = self.whole.after(&self.diagrams, &search.start)?;
            let new = self.diagrams.minus(&successors, &self.reachable)?;
            if self.diagrams.is_false(&new) {
                // Shortest paths are found from these.
                self.tracing.keep(search.layers, self.reachable.clone());
                return Ok(());
            }
            self.reachable = self.diagrams.or(&self.reachable, &new)?;
            search.start = from(&self.reachable, &new, &successors);
            search.layers.push(new);
            self.after_step(search.layers.len(), &self.reachable);
            self.leave_out(&mut search)?;
        }
    }

    /// Chaining from the initial states.
    fn chain(&mut self) -> Result<(), Halt> {
        let all = self.diagrams.constant(true);
        let after_round = |round, found: &Bdd| self.after_step(round, found);
        if let Some(found) = self.chained(&self.initial, &all, usize::MAX, after_round)? {
            self.reachable = found;
        }
        Ok(())
    }

    /// The transitions in slices, or as one.
    pub(crate) fn slices(&self) -> &[Transitions] {
        self.slices.as_deref().unwrap_or(std::slice::from_ref(&self.whole))
    }

    /// What can be reached from `start` inside `within`, of which `start` is a part; `None` if it takes more than so many
    /// rounds. In a round each slice of the transitions in turn adds the successors of all states found so far, those of
    /// the slices before it included.
    pub(crate) fn chained(
        &self,
        start: &Bdd,
        within: &Bdd,
        rounds: usize,
        after_round: impl Fn(usize, &Bdd),
    ) -> Result<Option<Bdd>, Halt> {
        let mut found = start.clone();
        for round in 0..rounds {
            let before = found.clone();
            for slice in self.slices() {
                let successors = self.diagrams.and(&slice.after(&self.diagrams, &found)?, within)?;
                found = self.diagrams.or(&found, &successors)?;
            }
            if found == before {
                return Ok(Some(found));
            }
            after_round(round + 1, &found);
        }
        Ok(None)
    }

    fn after_step(&self, iteration: usize, reached: &Bdd) {
        self.limits.attained.set((1 + iteration, Reverse(self.diagrams.nodes())));
        self.tell_found(iteration, reached);
        self.tidy();
    }
}
