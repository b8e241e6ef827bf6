//! The race, with orders that come forward on paper.

use super::super::rule::{Orders, Plan, Step};
use super::super::tuning::PlanTuning;
use super::*;
use crate::Engine;
use savoir_explicit::ExplorationLimits;
use savoir_symbolic::SearchSteps;
use std::collections::BTreeMap;

const FIRST: OrderName = OrderName::Force;
const SECOND: OrderName = OrderName::Names;
const THIRD: OrderName = OrderName::ForceFromNames;

/// Orders with the work after which each of their stages is completed; the last one is the end.
struct Paper(Vec<(OrderName, Vec<u64>)>);

impl Orders for Paper {
    fn first(&self) -> OrderName {
        self.0[0].0
    }

    fn is_chosen(&self) -> bool {
        false
    }

    fn all(&self) -> Vec<OrderName> {
        // The second one is the most promising.
        let mut all: Vec<OrderName> = self.0.iter().map(|(order, _)| *order).collect();
        all.rotate_left(1);
        all
    }
}

/// What became of a race.
struct Outcome {
    /// Who came to the end.
    winner: OrderName,
    /// What all of them have done.
    total: u64,
    /// The orders of the turns.
    turns: Vec<OrderName>,
    history: Vec<Record>,
}

impl Paper {
    fn new(courses: &[(OrderName, &[u64])]) -> Paper {
        Paper(courses.iter().map(|(order, course)| (*order, course.to_vec())).collect())
    }

    /// Goes on from some work until the pause, or to the end.
    fn go_on(&self, order: OrderName, from: u64, pause: &Pause) -> (u64, Option<SearchStanding>) {
        let course = &self.0.iter().find(|(known, _)| *known == order).unwrap().1;
        let end = *course.last().unwrap();
        let mut work = from + 1;
        loop {
            if work >= end {
                return (end, None);
            }
            let stages = course.partition_point(|at| *at <= work);
            let most = if stages == 0 {
                pause.encoding
            } else {
                pause.work.max((course[0] * pause.encodings).min(course[0] + pause.beyond))
            };
            if work > most || stages >= pause.stages {
                let marks =
                    (1..).map(mark).take_while(|stage| *stage <= stages).map(|stage| course[stage - 1]).collect();
                return (work, Some(SearchStanding { work, stages, nodes: 7, slices: Some(1), marks }));
            }
            work += 1;
        }
    }

    fn run(&self) -> Outcome {
        let tuning = PlanTuning::default();
        let plan = Plan { engine: Engine::Symbolic, limits: ExplorationLimits::NONE, tuning: &tuning };
        let (mut history, mut turns): (Vec<Record>, Vec<OrderName>) = (Vec::new(), Vec::new());
        let mut work: BTreeMap<String, u64> = BTreeMap::new();
        while let Step::Try(attempt, _) = plan.next(&history, self) {
            let Way::Symbolic(order, pause) = attempt.way else { panic!("{attempt:?}") };
            let before = work.get(&order.to_string()).copied().unwrap_or(0);
            let (after, standing) = self.go_on(order, before, &pause);
            work.insert(order.to_string(), after);
            let steps = SearchSteps::default();
            let reached = standing.map_or(
                Reached::Encoded { nodes: 1, peak: 1, bytes: 1, steps, states: None, suits: true },
                Reached::Paused,
            );
            turns.push(order);
            history.push(Record { attempt, reached, why: Why::NoSystem });
            assert!(history.len() < 300, "the race does not end: {history:#?}");
        }
        Outcome { winner: *turns.last().unwrap(), total: work.values().sum(), turns, history }
    }
}

/// So many stages, each of which takes so many times the work of the one before, in percent.
fn growing(encoding: u64, first: u64, percent: u64, stages: usize) -> Vec<u64> {
    let (mut course, mut step) = (vec![encoding], first as f64);
    for _ in 0..stages {
        course.push(course.last().unwrap() + step.max(1.0) as u64);
        step *= percent as f64 / 100.0;
    }
    course
}

#[test]
fn what_is_over_soon_has_no_rivals() {
    let paper = Paper::new(&[(FIRST, &[2, 5, 10, 12]), (SECOND, &[1, 2, 3, 4])]);
    let outcome = paper.run();
    assert_eq!((outcome.winner, outcome.total, outcome.turns.len()), (FIRST, 12, 1));
}

/// It took longer for the first stages, and was set aside. What the leader did in the same stages says nothing about later ones.
#[test]
fn who_was_set_aside_has_another_turn() {
    let mut leader = growing(4, 2, 100, 9);
    leader.extend(growing(*leader.last().unwrap(), 40, 250, 6).into_iter().skip(1));
    let paper = Paper::new(&[(FIRST, &leader), (SECOND, &growing(10, 4, 100, 15))]);
    let outcome = paper.run();
    let best = 10 + 15 * 4;
    assert_eq!(outcome.winner, SECOND);
    assert!(outcome.total < 12 * best && 10 * outcome.total < *leader.last().unwrap(), "{}", outcome.total);
}

#[test]
fn a_far_better_order_is_found_soon() {
    let slow = growing(4, 20, 300, 8);
    let paper = Paper::new(&[(FIRST, &slow), (SECOND, &slow), (THIRD, &growing(4, 2, 110, 8))]);
    let outcome = paper.run();
    assert_eq!(outcome.winner, THIRD);
    let alone = *slow.last().unwrap();
    assert!(outcome.total < alone / 50, "{} of {alone}: {:#?}", outcome.total, outcome.history);
}

#[test]
fn rivals_that_are_no_better_cost_a_third() {
    for percent in [100, 110, 130, 200] {
        let course = growing(5, 8, percent, 20);
        let others: Vec<(OrderName, &[u64])> = [FIRST, SECOND, THIRD].map(|order| (order, &course[..])).to_vec();
        let outcome = Paper::new(&others).run();
        let alone = *course.last().unwrap();
        assert_eq!(outcome.winner, FIRST, "{percent}");
        assert!(outcome.total <= alone + alone * 2 / 5, "{percent}: {} of {alone}", outcome.total);
    }
}

#[test]
fn what_is_behind_is_not_followed_further() {
    let good = growing(5, 20, 110, 12);
    let outcome = Paper::new(&[(FIRST, &good), (SECOND, &growing(5, 400, 200, 12))]).run();
    let alone = *good.last().unwrap();
    assert_eq!(outcome.winner, FIRST);
    assert!(outcome.total < alone * 3 / 2, "{} of {alone}", outcome.total);
    assert!(outcome.history.iter().all(|record| record.attempt.name != AttemptName::LastOrder));
}

#[test]
fn an_order_that_is_better_later_comes_back() {
    // The same for six stages, then far apart.
    let (mut slow, mut quick) = (growing(5, 20, 120, 6), growing(5, 20, 120, 6));
    for stage in 0..20 {
        slow.push(slow.last().unwrap() + (300 << (stage / 4)));
        quick.push(quick.last().unwrap() + 10);
    }
    let outcome = Paper::new(&[(FIRST, &slow), (SECOND, &quick)]).run();
    let alone = *slow.last().unwrap();
    assert_eq!(outcome.winner, SECOND);
    assert!(outcome.total < alone / 3, "{} of {alone}: {:#?}", outcome.total, outcome.history);
}

#[test]
fn while_the_first_order_is_encoded_the_most_promising_one_leads() {
    let never = [1_000_000, 1_000_001];
    let outcome = Paper::new(&[(FIRST, &never), (SECOND, &growing(10, 40, 150, 5)), (THIRD, &never)]).run();
    assert_eq!((outcome.winner, outcome.turns[1]), (SECOND, SECOND));
    let outcome = Paper::new(&[(FIRST, &never), (SECOND, &never), (THIRD, &growing(10, 40, 150, 5))]).run();
    assert_eq!(outcome.winner, THIRD);
    assert!(outcome.total < 10_000, "{:#?}", outcome.history);
}

#[test]
fn work_is_never_done_twice_and_turns_are_few() {
    let long = growing(30, 100, 100, 10_000);
    let outcome = Paper::new(&[(FIRST, &long), (SECOND, &long), (THIRD, &long)]).run();
    assert!(outcome.history.len() < 120, "{}", outcome.history.len());
    let mut before: BTreeMap<String, u64> = BTreeMap::new();
    for (order, record) in outcome.turns.iter().zip(&outcome.history) {
        if let Reached::Paused(standing) = &record.reached {
            assert!(before.insert(order.to_string(), standing.work).is_none_or(|work| work < standing.work));
        }
    }
}

#[test]
fn an_order_without_rivals_goes_on_to_the_end() {
    let outcome = Paper::new(&[(FIRST, &growing(5, 20, 150, 12))]).run();
    let names: Vec<AttemptName> = outcome.history.iter().map(|record| record.attempt.name).collect();
    assert_eq!(names, [AttemptName::FirstOrder, AttemptName::LastOrder]);
}

#[test]
fn without_room_for_several_the_leader_goes_on_alone() {
    let tuning = PlanTuning::default();
    let standing =
        |work| Reached::Paused(SearchStanding { work, stages: 2, nodes: 7, slices: None, marks: vec![3, 9] });
    let record = |name, order, reached| {
        let attempt = Attempt { name, way: Way::Symbolic(order, Pause::NEVER), success: Success::Finished };
        Record { attempt, reached, why: Why::NoSystem }
    };
    let first = record(AttemptName::FirstOrder, FIRST, standing(30));
    for out_of_room in [FIRST, SECOND] {
        let history = [first.clone(), record(AttemptName::Race(1), out_of_room, Reached::NoRoom)];
        let race = Race::new(&tuning.race, FIRST, vec![FIRST, SECOND], &history);
        let (attempt, why) = race.next(Success::Finished);
        assert_eq!((attempt.name, why), (AttemptName::LastOrder, Why::OnlyOne));
        assert_eq!(attempt.way, Way::Symbolic(FIRST, Pause::NEVER));
    }
}

#[test]
fn who_has_time_begins_with_what_comes_next() {
    let tuning = PlanTuning::default();
    let slow = growing(4, 20, 200, 12);
    let outcome = Paper::new(&[(FIRST, &slow), (SECOND, &slow), (THIRD, &growing(4, 10, 150, 12))]).run();
    for turn in 2..outcome.history.len() {
        let race = Race::new(&tuning.race, FIRST, vec![SECOND, THIRD, FIRST], &outcome.history[..turn]);
        let likely = race.likely_turns(outcome.turns[turn]);
        assert!(likely.iter().all(|(order, _)| *order != outcome.turns[turn]), "{turn}");
        // While a rival has its turn, the leader may go on.
        if outcome.turns[turn] != race.leader() {
            assert_eq!(likely.iter().map(|(order, _)| *order).collect::<Vec<_>>(), [race.leader()]);
        }
    }
}

/// Steps that take ever more, as where sets explode: nobody comes to where orders are compared but the one that is far better.
#[test]
fn no_rival_takes_what_all_may_do() {
    let slow = growing(10, 60, 1_000, 6);
    let fourth = OrderName::ForceWholeActions;
    let paper = Paper::new(&[(FIRST, &slow), (SECOND, &slow), (THIRD, &slow), (fourth, &growing(10, 5, 110, 6))]);
    let outcome = paper.run();
    assert_eq!(outcome.winner, fourth);
    assert!(outcome.total < 1_200, "{}: {:#?}", outcome.total, outcome.history);
}

#[test]
fn rivals_may_do_as_much_as_a_leader_that_does_not_come_forward() {
    let endless = [10, 12, 15, 3_000, 9_000];
    let paper =
        Paper::new(&[(FIRST, &endless), (SECOND, &[30, 60, 90, 3_000, 9_000]), (THIRD, &[30, 35, 40, 45, 50, 60])]);
    let outcome = paper.run();
    assert_eq!(outcome.winner, THIRD);
    assert!(outcome.total < 300, "{}", outcome.total);
    // While it does, they may do a third of it.
    let steady = growing(10, 10, 102, 30);
    let paper = Paper::new(&[(FIRST, &steady), (SECOND, &endless), (THIRD, &endless)]);
    let outcome = paper.run();
    let end = *steady.last().unwrap();
    assert_eq!(outcome.winner, FIRST);
    assert!(outcome.total <= end + end * 2 / 5, "{} of {end}", outcome.total);
}

#[test]
fn a_leader_that_comes_forward_after_all_has_lost_no_more_than_its_own_work() {
    let endless = [60, 100, 3_000, 9_000];
    // Each stage takes four times the work of all before it, and then it is over soon.
    let late = [10, 50, 200, 800, 840, 880, 900];
    let outcome = Paper::new(&[(FIRST, &late), (SECOND, &endless), (THIRD, &endless)]).run();
    assert_eq!(outcome.winner, FIRST);
    assert!(outcome.total <= 2 * 900 + 100, "{}", outcome.total);
    // It has come to where orders are compared before it is slow: rivals may do a third.
    let slow = [10, 20, 30, 40, 50, 900];
    let outcome = Paper::new(&[(FIRST, &slow), (SECOND, &[35, 45, 60, 3_000]), (THIRD, &[35, 45, 60, 3_000])]).run();
    assert_eq!(outcome.winner, FIRST);
    assert!(outcome.total <= 900 + 900 * 2 / 5, "{}", outcome.total);
}

#[test]
fn a_leader_is_stuck_from_three_times_its_last_stage_on() {
    let tuning = PlanTuning::default().race;
    let race = Race::new(&tuning, FIRST, vec![FIRST, SECOND], &[]);
    let percent = |work, marks: &[u64]| {
        let stages = marks.len();
        race.rivals_percent(&SearchStanding { work, stages, marks: marks.to_vec(), ..SearchStanding::default() })
    };
    assert_eq!((percent(29, &[10]), percent(30, &[10])), (33, 100));
    assert_eq!((percent(59, &[10, 20]), percent(60, &[10, 15, 20])), (33, 100));
    assert_eq!((percent(1_000, &[]), percent(1_000, &[1, 2, 3, 4])), (33, 33), "not encoded, or they are compared");
}
