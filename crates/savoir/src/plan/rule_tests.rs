//! The rule, with made-up results of attempts.

use super::*;
use savoir_explicit::{Explored, LimitMet};
use savoir_symbolic::SearchSteps;
use std::cmp::Reverse;

struct Three;

const ALL: [OrderName; 3] = [OrderName::ForceFromNames, OrderName::Force, OrderName::Names];

impl Orders for Three {
    fn first(&self) -> OrderName {
        OrderName::Force
    }

    fn is_chosen(&self) -> bool {
        false
    }

    fn all(&self) -> Vec<OrderName> {
        ALL.to_vec()
    }
}

/// The user has chosen one.
struct Chosen;

impl Orders for Chosen {
    fn first(&self) -> OrderName {
        OrderName::Saved
    }

    fn is_chosen(&self) -> bool {
        true
    }

    fn all(&self) -> Vec<OrderName> {
        vec![OrderName::Saved]
    }
}

/// Carries out a plan on paper: `reach` says what each attempt reaches. The names of attempts with their orders, the last
/// step, and the history.
fn play(engine: Engine, reach: impl Fn(&Attempt) -> Reached) -> (Vec<String>, Step, Vec<Record>) {
    play_with(engine, &Three, reach)
}

fn play_with(
    engine: Engine,
    orders: &dyn Orders,
    reach: impl Fn(&Attempt) -> Reached,
) -> (Vec<String>, Step, Vec<Record>) {
    let tuning = PlanTuning::default();
    let plan = Plan { engine, limits: ExplorationLimits::NONE, tuning: &tuning };
    let mut history: Vec<Record> = Vec::new();
    loop {
        match plan.next(&history, orders) {
            Step::Try(attempt, why) => {
                assert_eq!(why.is_none(), history.is_empty());
                if let (Some(last), Some(why)) = (history.last_mut(), why) {
                    last.why = why;
                }
                let reached = reach(&attempt);
                history.push(Record { attempt, reached, why: Why::NoSystem });
                assert!(history.len() < 50, "the plan does not end: {history:#?}");
            }
            last => {
                let name = |record: &Record| match record.attempt.way {
                    Way::Explicit(_) => record.attempt.name.to_string(),
                    Way::Symbolic(order, _) => format!("{}: {order}", record.attempt.name),
                };
                return (history.iter().map(name).collect(), last, history);
            }
        }
    }
}

fn encoded(nodes: usize, bytes: u64, suits: bool) -> Reached {
    let steps = SearchSteps::default();
    Reached::Encoded { nodes, peak: nodes, bytes, held: bytes / 4, steps, states: None, suits }
}

fn given_up(stages: usize, nodes: usize) -> Reached {
    Reached::TooManyNodes(Milestone { stages, nodes: Reverse(nodes) })
}

const MANY: Reached = Reached::TooManyStates(Explored { states: 400, levels: 1 }, LimitMet::States);

fn order(attempt: &Attempt) -> Option<OrderName> {
    match attempt.way {
        Way::Symbolic(order, _) => Some(order),
        Way::Explicit(_) => None,
    }
}

fn bytes(record: &Record) -> u64 {
    match record.attempt.way {
        Way::Symbolic(_, allowance) => allowance.bytes,
        Way::Explicit(_) => 0,
    }
}

#[test]
fn a_tiny_model_takes_one_attempt() {
    let (names, last, _) = play(Engine::Auto, |_| Reached::Explored(10));
    assert_eq!((names, last), (vec!["tiny".to_owned()], Step::Take(0, Why::Taken)));
}

#[test]
fn a_long_path_is_followed_before_diagrams_are_tried() {
    let long = |levels| Reached::TooManyStates(Explored { states: 351, levels }, LimitMet::States);
    let reach = |levels, narrow: Reached| {
        move |attempt: &Attempt| match attempt.name {
            AttemptName::Tiny => long(levels),
            AttemptName::Narrow => narrow.clone(),
            _ => encoded(10, 1 << 20, true),
        }
    };
    let (names, last, history) = play(Engine::Auto, reach(88, Reached::Explored(5_000)));
    assert_eq!((names, last), (vec!["tiny".to_owned(), "narrow".to_owned()], Step::Take(1, Why::Taken)));
    assert_eq!(history[0].why, Why::ManySteps);
    let (names, last, _) = play(Engine::Auto, reach(88, MANY));
    assert_eq!(names, ["tiny", "narrow", "first order: force"]);
    assert_eq!(last, Step::Take(2, Why::Taken));
    let (names, _, _) = play(Engine::Auto, reach(87, MANY));
    assert_eq!(names, ["tiny", "first order: force"], "more than four states for each level");
}

#[test]
fn diagrams_that_suit_are_taken_and_others_are_not() {
    let reach = |suits| {
        move |attempt: &Attempt| match attempt.name {
            AttemptName::Tiny => MANY,
            AttemptName::FirstOrder => encoded(50_000, 1 << 20, suits),
            _ => Reached::Explored(700),
        }
    };
    assert_eq!(play(Engine::Auto, reach(true)).1, Step::Take(1, Why::Taken));
    let (names, last, history) = play(Engine::Auto, reach(false));
    assert_eq!(names, ["tiny", "first order: force", "modest"]);
    assert_eq!((last, history[1].why), (Step::Take(2, Why::Taken), Why::DoesNotSuit));
}

#[test]
fn diagrams_that_do_not_suit_are_better_than_nothing() {
    for modest in [MANY, Reached::Stopped(Stop::Time)] {
        let (_, last, _) = play(Engine::Auto, |attempt| match attempt.name {
            AttemptName::Tiny => MANY,
            AttemptName::FirstOrder => encoded(50_000, 1 << 20, false),
            _ => modest.clone(),
        });
        assert_eq!(last, Step::Take(1, Why::EarlierTaken));
    }
}

#[test]
fn within_the_first_ceiling_whoever_finishes_is_taken() {
    let (names, last, history) = play(Engine::Symbolic, |attempt| match (attempt.name, order(attempt)) {
        (AttemptName::Race(1), Some(OrderName::Names)) => encoded(5, 1 << 20, true),
        _ => given_up(3, 100),
    });
    // How far the first order came before the race counts.
    assert_eq!(names, ["first order: force", "race 1: force-from-names", "race 1: names"]);
    assert_eq!(last, Step::Take(2, Why::Taken));
    assert_eq!(history.iter().map(bytes).collect::<Vec<_>>(), [8 << 20, 16 << 20, 8 << 20], "the favourite has more");
}

/// All states were found in between the steps of another attempt, whichever it was.
#[test]
fn what_was_found_in_between_is_taken() {
    let overtaken = Record {
        attempt: Attempt {
            name: AttemptName::FirstOrder,
            way: Way::Symbolic(OrderName::Force, Allowance::UNLIMITED),
            success: Success::Finished,
        },
        reached: Reached::Overtaken,
        why: Why::BesideFirst,
    };
    let way = Way::Explicit(ExplorationLimits::NONE);
    let attempt = Attempt { name: AttemptName::Beside, way, success: Success::Finished };
    let beside = |reached| Record { attempt, reached, why: Why::NotFirst };
    let tuning = PlanTuning::default();
    let plan = Plan { engine: Engine::Auto, limits: ExplorationLimits::NONE, tuning: &tuning };
    let next = |reached| plan.next(&[overtaken.clone(), beside(reached)], &Three);
    assert_eq!(next(Reached::Explored(7)), Step::Take(1, Why::Taken));
    assert_eq!(next(Reached::Stopped(Stop::Time)), Step::Fail(Stop::Time));
}

#[test]
fn an_encoding_that_was_too_large_is_tried_again() {
    let (names, ..) = play(Engine::Symbolic, |attempt| match attempt.name {
        AttemptName::FirstOrder => given_up(0, 0),
        AttemptName::Race(_) => given_up(0, 0),
        _ => encoded(9, 9, true),
    });
    let expected = [
        "first order: force",
        "race 1: force-from-names",
        "race 1: force",
        "race 1: names",
        "race 2: force-from-names",
        "race 2: force",
        "race 2: names",
        // Nothing was learnt.
        "last order: force-from-names",
    ];
    assert_eq!(names, expected);
}

#[test]
fn those_that_came_furthest_go_on_and_the_smallest_diagrams_win() {
    let (names, last, history) = play(Engine::Symbolic, |attempt| match (attempt.name, order(attempt)) {
        (AttemptName::Race(2), Some(OrderName::ForceFromNames)) => encoded(900, 20 << 20, true),
        (AttemptName::Race(2), _) => encoded(800, 9 << 20, true),
        (_, Some(OrderName::Names)) => given_up(2, 50),
        _ => given_up(3, 100),
    });
    let expected = [
        "first order: force",
        "race 1: force-from-names",
        "race 1: names",
        "race 2: force-from-names",
        "race 2: force",
    ];
    assert_eq!((names, last), (expected.map(str::to_owned).to_vec(), Step::Take(4, Why::Taken)));
    // The challenger has half of what the finished one took, which holds some of it.
    let Way::Symbolic(_, allowance) = history[4].attempt.way else { panic!("{history:?}") };
    assert_eq!((allowance.bytes, allowance.elsewhere), (10 << 20, 5 << 20));
    assert_eq!(Plan::contender(&history), Some(4));
}

#[test]
fn the_last_order_goes_on_alone() {
    let (names, last, history) = play(Engine::Symbolic, |attempt| match (attempt.name, order(attempt)) {
        (AttemptName::LastOrder, _) => encoded(9, 9, true),
        (_, Some(OrderName::Names)) => given_up(5, 50),
        _ => given_up(3, 100),
    });
    assert_eq!(names.last().map(String::as_str), Some("last order: names"));
    assert_eq!((last, history[2].why), (Step::Take(3, Why::Taken), Why::OneLeft));
}

#[test]
fn a_limit_of_the_user_ends_the_plan() {
    for name in [AttemptName::Tiny, AttemptName::FirstOrder, AttemptName::Modest, AttemptName::Race(1)] {
        let (_, last, _) = play(Engine::Auto, |attempt| match attempt.name {
            other if other == name => Reached::Stopped(Stop::Cancelled),
            AttemptName::Tiny | AttemptName::Modest => MANY,
            _ => given_up(3, 100),
        });
        assert_eq!(last, Step::Fail(Stop::Cancelled), "{name}");
    }
    for engine in [Engine::Explicit, Engine::Symbolic, Engine::Auto] {
        let (names, last, _) = play(engine, |_| Reached::Stopped(Stop::Memory));
        assert_eq!((names.len(), last), (1, Step::Fail(Stop::Memory)));
    }
}

#[test]
fn an_order_that_the_user_chose_is_tried_to_the_end() {
    let (names, last, history) = play_with(Engine::Symbolic, &Chosen, |_| encoded(9, 9, true));
    assert_eq!((names, last), (vec!["as asked: saved".to_owned()], Step::Take(0, Why::Taken)));
    assert_eq!(bytes(&history[0]), u64::MAX);
    // The other engine comes first where the engine was not chosen.
    let (names, _, history) = play_with(Engine::Auto, &Chosen, |attempt| match attempt.name {
        AttemptName::Tiny | AttemptName::Modest => MANY,
        AttemptName::LastOrder => encoded(9, 9, true),
        _ => given_up(3, 100),
    });
    assert_eq!(names, ["tiny", "first order: saved", "modest", "last order: saved"]);
    assert_eq!(history[2].why, Why::TooManyStates);
}

#[test]
fn a_race_ends_where_it_may_use_no_more() {
    let (names, _, history) = play(Engine::Symbolic, |attempt| match attempt.name {
        AttemptName::LastOrder => encoded(9, 9, true),
        _ => given_up(3, 100),
    });
    assert_eq!(names.last().map(String::as_str), Some("last order: force-from-names"));
    assert_eq!(history[history.len() - 2].why, Why::RaceOver);
    let brief = |record: &Record| matches!(record.attempt.way, Way::Symbolic(_, a) if a.diligence == Diligence::Brief);
    let names: Vec<&String> = names.iter().zip(&history).filter(|(_, record)| brief(record)).map(|(n, _)| n).collect();
    assert_eq!(names, ["first order: force", "race 1: names"]);
}

#[test]
fn what_would_come_next_is_foreseen() {
    let tuning = PlanTuning::default();
    let plan = Plan { engine: Engine::Symbolic, limits: ExplorationLimits::NONE, tuning: &tuning };
    let far = Reached::TooManyNodes(Milestone { stages: 3, nodes: Reverse(10) });
    let mut history: Vec<Record> = Vec::new();
    let mut foreseen: Vec<Attempt> = Vec::new();
    // As long as orders are given up one after the other, each of them was foreseen while the one before was tried.
    while let Step::Try(attempt, _) = plan.next(&history, &Three) {
        if attempt.name == AttemptName::Race(1) && !foreseen.is_empty() {
            assert_eq!(attempt, foreseen[0], "{history:#?}");
        }
        foreseen = plan.foresee(&history, &Three, attempt, 2);
        assert!(foreseen.len() <= 2 && foreseen.iter().all(|next| next.engine() == Engine::Symbolic));
        history.push(Record { attempt, reached: far.clone(), why: Why::NoSystem });
        if attempt.name == AttemptName::LastOrder {
            assert!(foreseen.is_empty(), "nothing comes after the last");
        }
    }
    assert!(history.len() > 3);
}
