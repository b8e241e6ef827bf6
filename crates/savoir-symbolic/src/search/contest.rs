//! A contest of ways to search: a pure function of how far each has come.
//!
//! Whether rounds of chaining or layers take less work depends on the shape of sets that nobody knows beforehand. Each way has
//! states of its own, since what one adds to those of another makes them irregular. They are compared by how often the number
//! of states has doubled, and with how much work. One way leads; the others have a turn when it has done some work, up to a share
//! of it, and one that comes as far with clearly less leads from there on.

use crate::tuning::ContestTuning;

/// How a contest stands.
pub(super) struct Contest {
    tuning: ContestTuning,
    entrants: Vec<Course>,
    /// Which of them leads.
    leader: usize,
    /// Who else has a turn now, up to how much work.
    turn: Option<(usize, u64)>,
}

/// How one way has come to where it is.
#[derive(Clone, Debug, Default)]
struct Course {
    /// The work it has done, in vain or not.
    work: u64,
    /// How often the states have doubled, with the work until then.
    marks: Vec<(f64, u64)>,
    /// It has moved since its states were counted.
    is_uncounted: bool,
    /// The last step was ended since it took too much.
    is_stuck: bool,
    /// It has no more turns.
    is_dismissed: bool,
    /// It has its next turn when the leader has done so much.
    back: u64,
}

impl Course {
    /// Nobody knows what its next step is worth.
    fn is_open(&self) -> bool {
        self.marks.is_empty() || self.is_stuck
    }

    fn doublings(&self) -> f64 {
        self.marks.last().map_or(0.0, |(doublings, _)| *doublings)
    }

    /// The work until the states had doubled so often, as if they became more steadily in between.
    fn work_until(&self, doublings: f64) -> f64 {
        let mut before = (0.0, 0.0);
        for &(at, work) in &self.marks {
            let work = work as f64;
            if at >= doublings {
                let share = if at > before.0 { (doublings - before.0) / (at - before.0) } else { 1.0 };
                return before.1 + (work - before.1) * share.clamp(0.0, 1.0);
            }
            before = (at, work);
        }
        self.work as f64
    }
}

impl Contest {
    /// A contest of so many ways, of which the first one leads, once `encoding` work was done.
    pub(super) fn new(entrants: usize, encoding: u64, tuning: ContestTuning) -> Contest {
        let back = tuning.head_start.max(encoding / tuning.encoding_share.max(1)).max(1);
        Contest { tuning, entrants: vec![Course { back, ..Course::default() }; entrants], leader: 0, turn: None }
    }

    /// Who takes the next step, and with how much work at most.
    pub(super) fn next(&mut self) -> (usize, u64) {
        if let Some((rival, most)) = self.turn {
            if !self.is_over(rival, most) {
                return (rival, most - self.entrants[rival].work);
            }
            self.turn = None;
            self.judge(rival);
        }
        loop {
            let leader = &self.entrants[self.leader];
            let (work, is_open) = (leader.work, leader.is_open());
            let others = (0..self.entrants.len()).filter(|place| *place != self.leader);
            let rivals = others.filter(|place| !self.entrants[*place].is_dismissed);
            let Some(rival) = rivals.min_by_key(|rival| self.entrants[*rival].back) else {
                return (self.leader, u64::MAX);
            };
            let course = &mut self.entrants[rival];
            if work < course.back {
                // It should not be in the middle of a long step when the others have their turns.
                return (self.leader, course.back.saturating_mul(2).saturating_sub(work));
            }
            let most = if is_open { work } else { work / self.tuning.share.max(1) };
            if most > course.work {
                course.is_stuck = false;
                self.turn = Some((rival, most));
                return (rival, most - course.work);
            }
            let factor = if is_open { 2 } else { self.tuning.back_factor.max(2) };
            course.back = factor.saturating_mul(work.max(course.work)).max(1);
        }
    }

    /// Whether a turn is over.
    fn is_over(&self, rival: usize, most: u64) -> bool {
        let (course, leader) = (&self.entrants[rival], &self.entrants[self.leader]);
        let is_ahead = !leader.is_open() && course.doublings() > leader.doublings();
        course.work >= most || course.is_stuck || is_ahead
    }

    /// Whose states have to be counted before the next step, since they are to be compared.
    pub(super) fn to_count(&self) -> Vec<usize> {
        match self.turn {
            Some((rival, most)) if self.is_over(rival, most) => {
                [rival, self.leader].into_iter().filter(|place| self.entrants[*place].is_uncounted).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The states of a way have doubled so often.
    pub(super) fn counted(&mut self, entrant: usize, doublings: f64) {
        let course = &mut self.entrants[entrant];
        course.is_uncounted = false;
        course.marks.push((doublings, course.work));
    }

    /// There is room for one only: the others have no more turns.
    pub(super) fn keep_only(&mut self, entrant: usize) {
        (self.leader, self.turn) = (entrant, None);
        for (place, course) in self.entrants.iter_mut().enumerate() {
            course.is_dismissed = place != entrant;
        }
    }

    /// Which way leads.
    pub(super) fn leader(&self) -> usize {
        self.leader
    }

    /// Somebody has completed a step with so much work.
    pub(super) fn moved(&mut self, entrant: usize, work: u64) {
        let course = &mut self.entrants[entrant];
        course.work = course.work.saturating_add(work);
        (course.is_stuck, course.is_uncounted) = (false, true);
    }

    /// A step was ended, since it took more than it might.
    pub(super) fn stuck(&mut self, entrant: usize, work: u64) {
        let course = &mut self.entrants[entrant];
        course.work = course.work.saturating_add(work);
        course.is_stuck = true;
    }

    /// How often the states have doubled in the way that came furthest.
    pub(super) fn doublings(&self) -> f64 {
        self.entrants.iter().map(Course::doublings).fold(0.0, f64::max)
    }

    /// Whether the states of a way should be counted after a step: when it has done clearly more work than the last time.
    pub(super) fn counts(&self, entrant: usize) -> bool {
        let course = &self.entrants[entrant];
        let last = course.marks.last().map_or(0, |(_, work)| *work);
        course.work > last + last / self.tuning.count_share.max(1)
    }

    /// Compares a rival with the leader.
    fn judge(&mut self, rival: usize) {
        let (its, leader) = (&self.entrants[rival], &self.entrants[self.leader]);
        let most = its.work.max(leader.work);
        if leader.marks.is_empty() || leader.is_stuck && its.doublings() <= leader.doublings() {
            // Its step may be worth many of others, or none. Both get twice as much.
            self.entrants[rival].back = most.saturating_mul(2);
            return;
        }
        let done = leader.work as f64;
        let (mine, best) = if its.doublings() > leader.doublings() {
            // The leader has not come so far with all its work.
            (its.work as f64, done)
        } else {
            let both = its.doublings();
            (its.work_until(both), leader.work_until(both))
        };
        // What the leader has done since it was there the rival has to do again; what is left is taken to be as much as was done.
        let needs = mine * (done + (done - best));
        let leads = its.doublings() > 0.0 && self.tuning.gain_percent as f64 * needs < 100.0 * best * done;
        let is_far_behind = its.doublings() <= 0.0 || mine > 2.0 * best;
        let factor = self.tuning.back_factor.max(2);
        let back = most.saturating_mul(if is_far_behind { factor.saturating_mul(factor) } else { factor });
        if leads {
            self.entrants[self.leader].back = back;
            self.leader = rival;
        } else {
            self.entrants[rival].back = back;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TUNING: ContestTuning = ContestTuning {
        head_start: 10,
        encoding_share: 1,
        share: 4,
        back_factor: 4,
        gain_percent: 120,
        count_share: 10,
    };

    /// Runs a contest in which a step of each way takes so much work and doubles the states so often, until one has doubled
    /// them a hundred times: who that was, and the work of all.
    fn run(ways: &[(u64, f64)]) -> (usize, u64) {
        run_until(ways, |_, _| None)
    }

    /// The same where some steps, by way and doublings, take another amount of work.
    fn run_until(ways: &[(u64, f64)], other: impl Fn(usize, f64) -> Option<u64>) -> (usize, u64) {
        let mut contest = Contest::new(ways.len(), 0, TUNING);
        let mut doublings = vec![0.0; ways.len()];
        let mut all = 0;
        loop {
            let (entrant, most) = contest.next();
            let (work, more) = ways[entrant];
            let work = other(entrant, doublings[entrant]).unwrap_or(work);
            all += work.min(most);
            if work > most {
                contest.stuck(entrant, most);
                contest.to_count().into_iter().for_each(|place| contest.counted(place, doublings[place]));
                continue;
            }
            doublings[entrant] += more;
            if doublings[entrant] >= 100.0 {
                return (entrant, all);
            }
            contest.moved(entrant, work);
            if contest.counts(entrant) {
                contest.counted(entrant, doublings[entrant]);
            }
            contest.to_count().into_iter().for_each(|place| contest.counted(place, doublings[place]));
        }
    }

    #[test]
    fn the_best_way_comes_to_the_end() {
        // A step for each doubling, a hundred steps.
        assert_eq!(run(&[(10, 1.0), (30, 1.0), (30, 1.0)]).0, 0);
        assert_eq!(run(&[(30, 1.0), (10, 1.0), (30, 1.0)]).0, 1);
        assert_eq!(run(&[(30, 1.0), (30, 1.0), (10, 1.0)]).0, 2);
        // Few large steps and many small ones.
        assert_eq!(run(&[(100, 10.0), (5, 0.1)]).0, 0);
        assert_eq!(run(&[(5, 0.1), (100, 10.0)]).0, 1);
    }

    #[test]
    fn little_is_lost_whoever_is_best() {
        for work in [[10, 40], [40, 10], [10, 12], [12, 10], [10, 10_000], [200, 1_000], [1_000, 200]] {
            let ways: Vec<(u64, f64)> = work.iter().map(|work| (*work, 1.0)).collect();
            let best = work.iter().min().unwrap() * 100;
            let (_, all) = run(&ways);
            assert!(all < best * 2, "{work:?}: {all} instead of {best}");
        }
        let (_, all) = run(&[(10_000, 1.0), (10, 1.0)]);
        assert!(all < 4_000, "{all}");
        let (_, all) = run(&[(12, 1.0), (11, 1.0), (10, 1.0)]);
        assert!(all < 1_600, "{all}");
    }

    #[test]
    fn a_step_that_never_ends_is_left() {
        assert_eq!(run(&[(1_000_000, 1.0), (10, 1.0)]).0, 1);
        assert_eq!(run(&[(1_000_000, 1.0), (1_000_000, 1.0), (10, 1.0)]).0, 2);
    }

    #[test]
    fn a_leader_that_meets_a_cliff_is_overtaken() {
        // A third of the way it is three times as good, and then a step takes for ever.
        let cliff = |way, doublings| (way == 0 && doublings >= 35.0).then_some(1_000_000_000);
        let (winner, all) = run_until(&[(3, 1.0), (10, 1.0)], cliff);
        assert_eq!(winner, 1);
        assert!(all < 6_000, "{all}");
    }

    #[test]
    fn without_room_one_goes_on_alone() {
        let mut contest = Contest::new(2, 0, TUNING);
        contest.keep_only(1);
        assert_eq!((contest.next(), contest.leader()), ((1, u64::MAX), 1));
        // Nothing is too small.
        let mut contest = Contest::new(2, 0, ContestTuning { head_start: 0, back_factor: 0, share: 0, ..TUNING });
        assert_eq!(contest.next().0, 0);
    }

    #[test]
    fn long_steps_are_taken_if_there_is_nothing_else() {
        let (first, all) = run(&[(1_000, 60.0), (1_000, 60.0)]);
        assert!(all < 6_000, "{first}: {all}");
    }
}
