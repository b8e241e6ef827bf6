//! The race of orders: a pure function of how far each has come.
//!
//! One order leads. The others are rivals, who may do a share of the work that the leader has done, one after the other. All
//! orders have the same stages, so a rival is compared with the leader at a stage that both have completed: one that took clearly
//! less work leads from there on, and the others are set aside until the leader has done several times as much. Nobody
//! begins again: who had a turn before goes on where it was.

use super::attempt::{Attempt, AttemptName, Success, Way};
use super::standing::{Pause, SearchStanding, mark};
use super::trace::{Reached, Record, Why};
use super::tuning::RaceTuning;
use savoir_symbolic::OrderName;

/// How a race stands.
pub(super) struct Race<'t> {
    tuning: &'t RaceTuning,
    runners: Vec<Runner>,
    /// The place of the order that is ahead.
    leader: usize,
    /// The places of the others, in the order of their turns.
    rivals: Vec<usize>,
    /// There is no room for several.
    is_alone: bool,
    turns: u32,
    why: Why,
}

/// An order in the race.
#[derive(Clone, Debug)]
struct Runner {
    order: OrderName,
    standing: SearchStanding,
    /// How many [marks](mark) were compared.
    compared: usize,
    /// It has its next turn when the leader has done so much work.
    back: u64,
}

impl<'t> Race<'t> {
    /// The race after these attempts. The first order leads in the beginning, if it was encoded before there was a race; if not,
    /// the most promising one does.
    pub(super) fn new(
        tuning: &'t RaceTuning,
        first: OrderName,
        orders: Vec<OrderName>,
        history: &[Record],
    ) -> Race<'t> {
        let is_encoded = |record: &Record| matches!(&record.reached, Reached::Paused(its) if its.stages > 0);
        let ahead = match history.iter().find(|record| record.attempt.name == AttemptName::FirstOrder) {
            Some(record) if is_encoded(record) => first,
            _ => orders.first().copied().unwrap_or(first),
        };
        let runner = |order| Runner { order, standing: SearchStanding::default(), compared: 0, back: 0 };
        let others = orders.into_iter().filter(|order| *order != ahead);
        let runners: Vec<Runner> = std::iter::once(ahead).chain(others).map(runner).collect();
        let rivals = (1..runners.len()).collect();
        let why = if runners.len() == 1 { Why::OneLeft } else { Why::OthersRace };
        let mut race = Race { tuning, runners, leader: 0, rivals, is_alone: false, turns: 0, why };
        for record in history {
            if let Way::Symbolic(order, _) = record.attempt.way {
                race.turns += u32::from(matches!(record.attempt.name, AttemptName::Race(_)));
                race.enter(order, &record.reached);
            }
        }
        race
    }

    /// What an order has reached in its turn.
    fn enter(&mut self, order: OrderName, reached: &Reached) {
        let Some(place) = self.runners.iter().position(|runner| runner.order == order) else { return };
        match reached {
            Reached::Paused(standing) => {
                self.runners[place].standing = standing.clone();
                self.why = Why::LeaderGoesOn;
                if place == self.leader {
                    self.why = if self.due().next().is_some() { Why::OthersRace } else { Why::LeaderGoesOn };
                    // It may have shown that those who were given some time are behind.
                    for rival in self.due().collect::<Vec<_>>() {
                        let has_begun = self.runners[rival].standing != SearchStanding::default();
                        // Who was set aside is due again, and has a turn first.
                        if place == self.leader && has_begun && self.runners[rival].back == 0 {
                            self.judge(rival);
                        }
                    }
                } else {
                    self.judge(place);
                }
            }
            Reached::NoRoom => {
                self.is_alone = true;
                self.why = Why::OnlyOne;
            }
            Reached::Explored(_)
            | Reached::Encoded { .. }
            | Reached::TooManyStates(..)
            | Reached::SetAside(_)
            | Reached::Overtaken
            | Reached::Stopped(_) => {}
        }
    }

    /// Compares a rival with the leader.
    fn judge(&mut self, place: usize) {
        let (rival, leader) = (&self.runners[place], &self.runners[self.leader]);
        let (its, best) = (&rival.standing, &leader.standing);
        let next = self.next_mark(rival);
        if best.marks.len() >= next {
            let both = its.marks.len().min(best.marks.len());
            if its.marks.len() >= next && self.is_worth_it(its.marks[both - 1], best.marks[both - 1]) {
                self.lead(place);
            } else if its.marks.len() >= next && self.is_promising(its.marks[both - 1], best.marks[both - 1]) {
                let runner = &mut self.runners[place];
                runner.compared = both;
                self.why = Why::Promising;
            } else if its.marks.len() >= next || its.work >= best.marks[next - 1] {
                self.set_aside(place);
            }
        } else if its.marks.len() > best.marks.len() && self.is_worth_it(its.work, best.work) {
            self.lead(place);
        }
    }

    /// Whether a rival that took so much work to come as far as the leader with so much should lead. What the leader has done since
    /// then the rival has to do again; what is left is taken to be as much as was done.
    fn is_worth_it(&self, its: u64, leaders: u64) -> bool {
        let done = self.runners[self.leader].standing.work;
        let again = done.saturating_sub(leaders);
        let needs = u128::from(its) * u128::from(done.saturating_add(again));
        self.is_promising(its, leaders) && needs < u128::from(leaders) * u128::from(done)
    }

    /// Whether a rival came as far with clearly less work, though perhaps not yet so much that it should lead.
    fn is_promising(&self, its: u64, leaders: u64) -> bool {
        its.saturating_mul(self.tuning.gain_percent) < leaders.saturating_mul(100)
    }

    /// The next mark at which a rival is compared.
    fn next_mark(&self, rival: &Runner) -> usize {
        self.tuning.first_mark.max(rival.compared + 1)
    }

    fn lead(&mut self, place: usize) {
        let before = std::mem::replace(&mut self.leader, place);
        self.rivals.retain(|rival| *rival != place);
        self.rivals.push(before);
        self.wait(before);
        self.why = Why::Ahead;
    }

    fn set_aside(&mut self, place: usize) {
        self.rivals.retain(|rival| *rival != place);
        self.rivals.push(place);
        self.wait(place);
        self.why = Why::Behind;
    }

    /// Has its next turn when the leader has done several times as much as either of them now.
    fn wait(&mut self, place: usize) {
        let most = self.runners[self.leader].standing.work.max(self.runners[place].standing.work);
        let runner = &mut self.runners[place];
        runner.back = most.saturating_mul(self.tuning.back_factor);
        runner.compared = runner.standing.marks.len().max(runner.compared);
    }

    /// The order that is ahead.
    pub(super) fn leader(&self) -> OrderName {
        self.runners[self.leader].order
    }

    /// The next attempt, and why.
    pub(super) fn next(&self, success: Success) -> (Attempt, Why) {
        let leader = &self.runners[self.leader];
        if self.is_alone || self.rivals.is_empty() {
            let way = Way::Symbolic(leader.order, Pause::NEVER);
            return (Attempt { name: AttemptName::LastOrder, way, success }, self.why);
        }
        let (order, pause) = self.rivals_turn().unwrap_or_else(|| self.leaders_turn());
        let way = Way::Symbolic(order, pause);
        (Attempt { name: AttemptName::Race(self.turns + 1), way, success }, self.why)
    }

    /// The places of the rivals who may have a turn.
    fn due(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        let work = self.runners[self.leader].standing.work;
        self.rivals.iter().copied().filter(move |rival| self.runners[*rival].back <= work)
    }

    /// The turn of a rival, if the leader has done enough: as far as the leader came with so much work as each of them has, or as
    /// far as they have to come at least.
    fn rivals_turn(&self) -> Option<(OrderName, Pause)> {
        let leader = &self.runners[self.leader].standing;
        // Who is promising goes on when all have been compared.
        let new = self.due().filter(|rival| self.runners[*rival].compared == 0);
        // While the leader is encoded and has not come to where they are compared, none of them takes what all may do.
        let is_open = self.is_open(leader);
        let first = match is_open {
            true => new.clone().min_by_key(|rival| self.runners[*rival].standing.work),
            false => new.clone().next(),
        };
        let rival = &self.runners[first.or_else(|| self.due().next())?];
        let spent: u64 = self.rivals.iter().map(|rival| self.runners[*rival].standing.work).sum();
        let granted = leader.work.saturating_mul(self.rivals_percent(leader)) / 100;
        let room = granted.saturating_sub(spent);
        // A turn should be worth its while.
        if leader.work == 0 || room <= rival.standing.work / 8 {
            return None;
        }
        let each = rival.standing.work + (room / new.count().max(1) as u64).max(1);
        let next = self.next_mark(rival).max(leader.marks.partition_point(|work| *work <= each));
        let most = if is_open { each } else { rival.standing.work.saturating_add(room) };
        let (mut work, mut stages) = (most, leader.stages.saturating_add(1));
        if let Some(most) = leader.marks.get(next - 1) {
            work = work.min(*most);
            stages = mark(next);
        }
        Some((rival.order, Pause { stages: stages.max(rival.standing.stages + 1), ..Pause::after(work) }))
    }

    /// Whether a leader is encoded and has not come to where orders are compared.
    fn is_open(&self, leader: &SearchStanding) -> bool {
        (1..self.tuning.first_mark).contains(&leader.marks.len())
    }

    /// How much of the leader's work rivals may do, in percent. While it does not come forward in its first stages, nobody knows whether
    /// it ever will.
    fn rivals_percent(&self, leader: &SearchStanding) -> u64 {
        let is_stuck = |mark: &u64| leader.work >= mark.saturating_mul(self.tuning.stuck_factor);
        let is_stuck = self.is_open(leader) && leader.marks.last().is_some_and(is_stuck);
        if is_stuck { self.tuning.stuck_percent } else { self.tuning.rivals_percent }
    }

    /// The turn of the leader: until rivals may go on.
    fn leaders_turn(&self) -> (OrderName, Pause) {
        let leader = &self.runners[self.leader];
        if leader.standing == SearchStanding::default() {
            return (leader.order, self.tuning.head_start());
        }
        let work = leader.standing.work;
        let soonest = self.rivals.iter().map(|rival| self.runners[*rival].back).min().unwrap_or(u64::MAX);
        (leader.order, Pause::after(soonest.max(work + (work / 2).max(1))))
    }

    /// Turns that are likely to come after this one, for those who have time to begin with them.
    pub(super) fn likely_turns(&self, required: OrderName) -> Vec<(OrderName, Pause)> {
        let leader = &self.runners[self.leader];
        if required != leader.order {
            let work = leader.standing.work;
            return vec![(leader.order, Pause::after(work.saturating_mul(2)))];
        }
        let rivals = self.due().map(|rival| &self.runners[rival]);
        let granted = leader.standing.work.saturating_mul(self.rivals_percent(&leader.standing)) / 100;
        rivals.map(|rival| (rival.order, Pause::after(granted.max(rival.standing.work)))).collect()
    }
}

#[cfg(test)]
#[path = "race_tests.rs"]
mod tests;
