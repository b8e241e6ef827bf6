//! Everything that steps in one direction lead to, from some states and inside of others: a least fixpoint.
//!
//! A round of chaining applies each slice of the transitions to all that was found so far, those before it in the same round
//! included. A layer applies all of them to the same states: either the new ones or all, which leads to the same, so those with
//! the smaller diagram are taken. Whether rounds or layers take less work is [found out](super::ways) on the way. Agents that move one at a time have long shortest
//! paths, as many steps as all of them together; a round takes a step of each.

use super::ways::Ways;
use crate::encode::EncodedModel;
use savoir_dd::{Bdd, Halt};

/// Where steps lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// To successors.
    Forwards,
    /// To predecessors.
    Backwards,
}

/// How to get further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Round {
    /// Slice by slice, each from all that was found so far.
    Chained,
    /// All slices from the same states.
    Layer,
    /// The same by all transitions at once.
    Whole,
    /// The same from states that agree with all found so far where it matters, and are simpler to describe.
    Simple,
}

/// A fixpoint to find.
pub(crate) struct Closure<'a> {
    pub(crate) direction: Direction,
    /// Where to begin.
    pub(crate) start: &'a Bdd,
    /// What else may be found.
    pub(crate) within: &'a Bdd,
    /// States beyond these do not lead to any `within`.
    pub(crate) care: Option<&'a Bdd>,
}

impl EncodedModel<'_> {
    /// What a closure comes to; `None` if it takes more than so many rounds.
    pub(crate) fn closure(&self, closure: &Closure<'_>, rounds: usize) -> Result<Option<Bdd>, Halt> {
        let diagrams = &self.diagrams;
        let side = self.beside_slices.side(closure.direction);
        let mut ways = self.rounds(closure);
        let mut found = closure.start.clone();
        let mut new = found.clone();
        let mut work = 0;
        for _ in 0..rounds {
            self.let_whole_compete(closure.direction, &mut ways)?;
            let worth = |round| if round == Round::Chained { self.tuning.trials.chained_layers } else { 1 };
            let step = |round| self.round(closure, round, &found, (&new, work));
            let before = self.work();
            let next = self.take_step(&mut ways, worth, step)?;
            work = self.work() - before;
            side.count(work);
            if next == found {
                return Ok(Some(found));
            }
            new = diagrams.minus(&next, &found)?;
            found = next;
            self.between_steps();
        }
        Ok(None)
    }

    fn rounds(&self, closure: &Closure<'_>) -> Ways<Round> {
        let simple = closure.care.map(|_| Round::Simple);
        if self.slices.is_none() {
            return Ways::new(Round::Layer, simple, self.tuning.trials);
        }
        let is_ready = self.beside_slices.side(closure.direction).is_ready();
        let others = [Some(Round::Layer), is_ready.then_some(Round::Whole), simple];
        Ways::new(Round::Chained, others.into_iter().flatten(), self.tuning.trials)
    }

    /// All transitions at once have trials from when they are ready on.
    fn let_whole_compete(&self, direction: Direction, ways: &mut Ways<Round>) -> Result<(), Halt> {
        let side = self.beside_slices.side(direction);
        if !side.is_ready() {
            self.make_whole_ready(direction)?;
            if side.is_ready() {
                ways.add(Round::Whole);
            }
        }
        Ok(())
    }

    /// All that is found after another round, when the last one found these new states with so much work.
    fn round(&self, closure: &Closure<'_>, round: Round, found: &Bdd, new: (&Bdd, u64)) -> Result<Bdd, Halt> {
        let diagrams = &self.diagrams;
        let from = match (round, closure.care) {
            (Round::Simple, Some(care)) => diagrams.simplify(found, care)?,
            (Round::Layer | Round::Whole, _) if !self.is_all_simpler(found, new.0, new.1)? => new.0.clone(),
            (Round::Chained | Round::Layer | Round::Whole | Round::Simple, _) => found.clone(),
        };
        let mut all = found.clone();
        let slices = if round == Round::Whole { std::slice::from_ref(&self.whole) } else { self.slices() };
        for slice in slices {
            let from = if round == Round::Chained { &all } else { &from };
            let reached = match closure.direction {
                Direction::Forwards => slice.image(diagrams, from)?,
                Direction::Backwards => slice.preimage(diagrams, from)?,
            };
            all = diagrams.or(&all, &diagrams.and(&reached, closure.within)?)?;
        }
        Ok(all)
    }

    /// Whether all states have a smaller diagram than the new ones among them, so that it is less work to start from all of them.
    /// Where the last step took little work it does not matter, and finding out would take longer.
    pub(super) fn is_all_simpler(&self, all: &Bdd, new: &Bdd, work: u64) -> Result<bool, Halt> {
        Ok(work >= self.tuning.trials.compare_work && self.diagrams.is_no_larger(all, new)?)
    }
}

#[cfg(test)]
#[path = "closure_tests.rs"]
mod tests;
