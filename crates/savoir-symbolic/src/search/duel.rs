//! Two ways to find the same set, of which now and then both are taken to see which one takes less work.
//!
//! Steps that formulas ask for have little to do with the ones before: after a set that takes millions of steps of diagrams comes an empty one. So
//! ways are compared on the same sets, unlike [ways](super::ways) to come forward in one fixpoint, which are compared with their neighbours.

use crate::encode::EncodedModel;
use crate::tuning::DuelTuning;
use savoir_dd::Halt;

/// Two ways that compete, or one.
pub(crate) struct Duel<W> {
    tuning: DuelTuning,
    best: W,
    other: Option<W>,
    /// The work of the best one and of the other where both were taken; what is long ago counts less.
    both: (u64, u64),
    /// The work of the best one since then.
    since: u64,
    /// The work of the other one then.
    last: u64,
}

impl<W: Copy> Duel<W> {
    /// The first one is taken until the other one is better.
    pub(crate) fn new(best: W, other: Option<W>, tuning: DuelTuning) -> Duel<W> {
        Duel { tuning, best, other, both: (0, 0), since: 0, last: 0 }
    }

    /// Another way that may be taken.
    pub(crate) fn join(&mut self, other: W) {
        self.other = Some(other);
    }

    /// The best way took so much work: the other one, if it is to be taken as well, and how much it may take.
    fn took(&mut self, work: u64) -> Option<(W, u64)> {
        self.since = self.since.saturating_add(work);
        let is_due = work >= self.tuning.least && self.since >= self.last.saturating_mul(self.tuning.share);
        Some((self.other.filter(|_| is_due)?, work.saturating_mul(self.tuning.factor)))
    }

    /// They took so much work for the same set.
    fn compare(&mut self, best: u64, other: u64) {
        (self.since, self.last) = (0, other);
        self.both = (self.both.0 / 2 + best, self.both.1 / 2 + other);
        if let Some(way) = self.other.as_mut().filter(|_| self.both.1 < self.both.0) {
            std::mem::swap(&mut self.best, way);
            self.both = (self.both.1, self.both.0);
        }
    }
}

impl EncodedModel<'_> {
    /// What both ways give, by the one that is better so far.
    pub(crate) fn better_of<W: Copy, T>(
        &self,
        duel: &mut Duel<W>,
        step: impl Fn(W) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        let before = self.work();
        let result = step(duel.best)?;
        let work = self.work() - before;
        if let Some((other, most)) = duel.took(work) {
            let before = self.work();
            let ended = self.within(most, || step(other))?.is_none();
            let others = self.work() - before;
            duel.compare(work, if ended { others.max(most) } else { others });
        }
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TUNING: DuelTuning = DuelTuning { share: 8, factor: 4, least: 10 };

    /// The ways taken first, when each set takes so much work, and the other way so many percent of it.
    fn taken(sets: &[u64], percent: u64) -> String {
        let mut duel = Duel::new('a', Some('b'), TUNING);
        let work = |set: u64, way: char| if way == 'a' { set } else { set * percent / 100 };
        let step = |set: &u64| {
            let way = duel.best;
            if let Some((other, most)) = duel.took(work(*set, way)) {
                duel.compare(work(*set, way), work(*set, other).min(most));
            }
            way
        };
        sets.iter().map(step).collect()
    }

    #[test]
    fn ways_are_compared_on_the_same_sets() {
        let uneven = [1, 1000, 2, 3, 900, 1, 800, 1, 1, 700];
        assert_eq!(taken(&uneven, 50), "aabbbbbbbb");
        assert_eq!(taken(&uneven, 110), "aaaaaaaaaa");
        // Tiny sets say nothing.
        assert_eq!(taken(&[1; 5], 50), "aaaaa");
    }

    #[test]
    fn the_other_way_is_a_small_part_of_the_work() {
        let mut duel = Duel::new('a', Some('b'), TUNING);
        let mut others = 0;
        for _ in 0..1000 {
            if let Some((_, most)) = duel.took(100) {
                duel.compare(100, most);
                others += most;
            }
        }
        assert!((400..=100_000 / 8 + 800).contains(&others), "{others}");
    }

    #[test]
    fn there_may_be_one_way_only_at_first() {
        let mut duel = Duel::new('a', None, TUNING);
        assert_eq!(duel.took(1000), None);
        duel.join('b');
        assert_eq!(duel.took(1000), Some(('b', 4000)));
    }
}
