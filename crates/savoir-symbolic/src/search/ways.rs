//! Which of several ways to take a step takes least work: found out by taking them in turn.
//!
//! The work of a step depends on the shape of sets that nobody knows beforehand. So one way is taken as long as it is the
//! best one known, and now and then another one has a trial. It is compared with the steps before and after it, and takes
//! over if it took less. Trials are a small part of all work, and a trial that takes far more is ended early.

use crate::encode::EncodedModel;
use crate::meter::{Ceiling, Ended};
use crate::tuning::TrialTuning;
use savoir_dd::Halt;

/// Ways that compete.
pub(crate) struct Ways<W> {
    tuning: TrialTuning,
    /// The way that is taken.
    best: W,
    /// Those that may have a trial, with the work of their last one.
    others: Vec<Challenger<W>>,
    /// The work of the last step of the best way, if there was one.
    last: Option<u64>,
    /// The trial that is not judged yet: which of the others, its work, and the step before it.
    open: Option<Trial>,
    /// Which of the others is next.
    turn: usize,
}

struct Challenger<W> {
    way: W,
    /// The work of its last trial.
    trial: u64,
    /// The work of the best way since then.
    since: u64,
}

#[derive(Clone, Copy)]
struct Trial {
    other: usize,
    work: u64,
    before: u64,
}

impl<W: Copy + PartialEq> Ways<W> {
    /// The first one is taken until another one is better.
    pub(crate) fn new(best: W, others: impl IntoIterator<Item = W>, tuning: TrialTuning) -> Ways<W> {
        let others = others.into_iter().map(|way| Challenger { way, trial: 0, since: 0 }).collect();
        Ways { tuning, best, others, last: None, open: None, turn: 0 }
    }

    /// Another way that may have trials.
    pub(crate) fn add(&mut self, way: W) {
        self.others.push(Challenger { way, trial: 0, since: 0 });
    }

    /// Which way has a trial now, if any, and how much work it may take.
    fn trial(&self) -> Option<(usize, u64)> {
        let last = self.last.filter(|_| self.open.is_none())?;
        let due = |other: &&usize| {
            let Challenger { trial, since, .. } = &self.others[**other];
            *since >= self.tuning.share.saturating_mul(*trial)
        };
        let count = self.others.len();
        let order: Vec<usize> = (0..count).map(|step| (self.turn + step) % count).collect();
        order.iter().find(due).map(|other| (*other, self.tuning.factor.saturating_mul(last)))
    }

    /// A trial took so much work.
    fn tried(&mut self, other: usize, work: u64) {
        self.turn = other + 1;
        (self.others[other].trial, self.others[other].since) = (work, 0);
        self.open = self.last.map(|before| Trial { other, work, before });
    }

    /// A step of the best way took so much work.
    fn stepped(&mut self, work: u64) {
        self.others.iter_mut().for_each(|other| other.since = other.since.saturating_add(work));
        self.last = Some(work);
        if let Some(Trial { other, work: tried, before }) = self.open.take()
            // Steps take ever more or ever less work, so it is compared with the mean of its neighbours.
            && u128::from(tried) * u128::from(tried) < u128::from(before) * u128::from(work)
        {
            std::mem::swap(&mut self.best, &mut self.others[other].way);
            self.last = Some(tried);
        }
    }
}

impl EncodedModel<'_> {
    /// Steps of diagrams so far.
    pub(crate) fn work(&self) -> u64 {
        let polled = self.meter.polls().saturating_mul(u64::from(self.diagrams.poll_steps()));
        polled.saturating_sub(u64::from(self.diagrams.steps_to_poll()))
    }

    /// Takes a step in the best way that is known, or in another one that has a trial. All ways give results that are as
    /// good; `worth` says in how many equal parts the work of a way is to be divided before it is compared.
    pub(crate) fn take_step<W: Copy + PartialEq, T>(
        &self,
        ways: &mut Ways<W>,
        worth: impl Fn(W) -> u64,
        step: impl Fn(W) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        if let Some((other, most)) = ways.trial() {
            let way = ways.others[other].way;
            let before = self.work();
            let result = self.within(most.saturating_mul(worth(way)), || step(way))?;
            ways.tried(other, (self.work() - before) / worth(way));
            // What a layer adds to the result of rounds makes it irregular.
            if let Some(result) = result.filter(|_| worth(way) == worth(ways.best)) {
                return Ok(result);
            }
        }
        let way = ways.best;
        let before = self.work();
        let result = step(way)?;
        ways.stepped((self.work() - before) / worth(way));
        Ok(result)
    }

    /// What an operation gives, if it takes no more than about so many steps.
    pub(super) fn within<T>(&self, steps: u64, operation: impl FnOnce() -> Result<T, Halt>) -> Result<Option<T>, Halt> {
        let allowed = self.meter.ceiling();
        let more = 1 + steps / u64::from(self.diagrams.poll_steps()).max(1);
        let polls = self.meter.polls().saturating_add(more);
        if polls >= allowed.polls {
            return operation().map(Some);
        }
        let result = {
            let _ceiling = self.meter.allow(Ceiling { polls, ..allowed });
            operation()
        };
        match result {
            Ok(result) => Ok(Some(result)),
            Err(halt) if self.meter.ended_by(halt) == Ended::ByAllowance && self.meter.polls() > polls => Ok(None),
            Err(halt) => Err(halt),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TUNING: TrialTuning = TrialTuning { share: 4, factor: 3, chained_layers: 4, whole_after: 0, compare_work: 0 };

    /// The ways taken when each step of a way takes so much work.
    fn taken(steps: usize, share: u64, work: impl Fn(usize, char) -> u64) -> String {
        let mut ways = Ways::new('a', ['b', 'c'], TrialTuning { share, ..TUNING });
        let mut taken = String::new();
        while taken.len() < steps {
            match ways.trial() {
                Some((other, _)) => {
                    let way = ways.others[other].way;
                    ways.tried(other, work(taken.len(), way));
                    taken.push(way);
                }
                None => {
                    ways.stepped(work(taken.len(), ways.best));
                    taken.push(ways.best);
                }
            }
        }
        taken
    }

    #[test]
    fn every_way_has_a_trial_and_the_best_one_is_taken() {
        let cost = |costs: [u64; 3]| move |_: usize, way: char| costs[(way as u8 - b'a') as usize];
        assert!(taken(40, 4, cost([1, 100, 100])).ends_with("aaaaaaaa"));
        assert!(taken(40, 4, cost([100, 1, 100])).ends_with("bbbbbbbb"));
        assert!(taken(40, 4, cost([100, 100, 1])).ends_with("cccccccc"));
        // Trials of worse ways are a small part of the work.
        let worse = taken(100, 4, cost([10, 20, 20])).chars().filter(|way| *way != 'a').count();
        assert!((4..30).contains(&worse), "{worse}");
    }

    #[test]
    fn steps_that_grow_are_compared_with_their_neighbours() {
        let most = |way: char, taken: &str| taken.matches(way).count() > taken.len() / 2;
        // Each step takes twice the work of the one before; the second way takes two thirds.
        let cost = |step: usize, way: char| (if way == 'b' { 200 } else { 300 }) << step;
        let found = taken(16, 64, cost);
        assert!(most('b', &found), "{found}");
        // And if it takes a bit more, it is not taken.
        let cost = |step: usize, way: char| (if way == 'a' { 300 } else { 400 }) << step;
        let found = taken(16, 64, cost);
        assert!(most('a', &found), "{found}");
    }

    #[test]
    fn a_trial_may_take_a_few_times_the_work_of_the_last_step() {
        let mut ways = Ways::new('a', ['b'], TUNING);
        assert_eq!(ways.trial(), None, "the first step is the one to compare with");
        ways.stepped(10);
        assert_eq!(ways.trial(), Some((0, 30)));
        ways.tried(0, 30);
        assert_eq!(ways.trial(), None, "not before it was compared");
        ways.stepped(10);
        assert_eq!((ways.best, ways.trial()), ('a', None));
        ways.stepped(110);
        assert_eq!(ways.trial(), Some((0, 330)));
    }
}
