//! The rule, with made-up results of attempts.

use super::super::standing::SearchStanding;
use super::*;
use savoir_explicit::{Explored, LimitMet};
use savoir_symbolic::SearchSteps;

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
    Reached::Encoded { nodes, peak: nodes, bytes, steps, states: None, suits }
}

/// An attempt that did all the work that it was allowed, and one poll more.
fn paused(attempt: &Attempt) -> Reached {
    let Way::Symbolic(_, pause) = attempt.way else { panic!("{attempt:?}") };
    Reached::Paused(SearchStanding {
        work: pause.work.saturating_add(1),
        stages: 2,
        nodes: 9,
        slices: Some(1),
        marks: vec![2, 4],
    })
}

const MANY: Reached =
    Reached::TooManyStates(Explored { states: 400, levels: 1, expanded: 0, steps: 0 }, LimitMet::States);

#[test]
fn a_tiny_model_takes_one_attempt() {
    let (names, last, _) = play(Engine::Auto, |_| Reached::Explored(10));
    assert_eq!((names, last), (vec!["tiny".to_owned()], Step::Take(0, Why::Taken)));
}

#[test]
fn a_long_path_is_followed_before_diagrams_are_tried() {
    let long =
        |levels| Reached::TooManyStates(Explored { states: 351, levels, ..Explored::default() }, LimitMet::States);
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

/// All states were found in between the steps of another attempt, whichever it was.
#[test]
fn what_was_found_in_between_is_taken() {
    let overtaken = Record {
        attempt: Attempt {
            name: AttemptName::FirstOrder,
            way: Way::Symbolic(OrderName::Force, Pause::NEVER),
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
fn a_limit_of_the_user_ends_the_plan() {
    for name in [AttemptName::Tiny, AttemptName::FirstOrder, AttemptName::Modest, AttemptName::Race(1)] {
        let (_, last, _) = play(Engine::Auto, |attempt| match attempt.name {
            other if other == name => Reached::Stopped(Stop::Cancelled),
            AttemptName::Tiny | AttemptName::Modest => MANY,
            _ => paused(attempt),
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
    assert_eq!(history[0].attempt.way, Way::Symbolic(OrderName::Saved, Pause::NEVER));
    // The other engine comes first where the engine was not chosen.
    let (names, ..) = play_with(Engine::Auto, &Chosen, |attempt| match attempt.name {
        AttemptName::Tiny | AttemptName::Modest => MANY,
        AttemptName::LastOrder => encoded(9, 9, true),
        _ => paused(attempt),
    });
    assert_eq!(names, ["tiny", "first order: saved", "last order: saved"]);
}

#[test]
fn models_of_modest_size_are_looked_at_when_diagrams_have_done_some_work() {
    let (names, last, history) = play(Engine::Auto, |attempt| match attempt.name {
        AttemptName::Tiny | AttemptName::Modest => MANY,
        AttemptName::Race(20..) => encoded(9, 9, true),
        _ => paused(attempt),
    });
    let modest = names.iter().position(|name| name == "modest").unwrap();
    let done = PlanTuning::default().modest_after;
    assert!(work_of(&history[..modest]) >= done && work_of(&history[..modest - 1]) < done, "{history:#?}");
    assert_eq!(history[modest - 1].why, Why::DiagramsTooLarge);
    assert_eq!(history[modest].why, Why::TooManyStates);
    assert_eq!(last, Step::Take(names.len() - 1, Why::Taken));
}

/// Diagrams know at last how many states there are, when an attempt to look at them one by one was given up long ago.
#[test]
fn few_states_are_looked_at_where_diagrams_did_not_suit_after_all() {
    let play_few = |states: u32, suits, few: Reached| {
        play(Engine::Auto, |attempt| match attempt.name {
            AttemptName::Tiny | AttemptName::Modest => MANY,
            AttemptName::Few => few.clone(),
            AttemptName::Race(20..) => {
                let steps = SearchSteps::default();
                Reached::Encoded { nodes: 9, peak: 9, bytes: 9, steps, states: Some(states.into()), suits }
            }
            _ => paused(attempt),
        })
    };
    let most = PlanTuning::default().modest.states as u32;
    let (names, last, history) = play_few(most, false, Reached::Explored(most as usize));
    let place = names.iter().position(|name| name == "few").unwrap();
    assert_eq!((last, history[place - 1].why), (Step::Take(place, Why::Taken), Why::DoesNotSuit));
    let Way::Explicit(limits) = history[place].attempt.way else { panic!("{:?}", history[place]) };
    assert_eq!(limits.known_states, Some(most as usize));
    assert_eq!(limits.words, 3 * 8_000 * work_of(&history[..place]));
    // Too much after all: what diagrams have found is taken.
    let (names, last, _) = play_few(most, false, MANY);
    assert_eq!(last, Step::Take(names.len() - 2, Why::EarlierTaken));
    for (states, suits) in [(most + 1, false), (most, true)] {
        let (names, last, _) = play_few(states, suits, MANY);
        assert!(!names.contains(&"few".to_owned()), "{names:?}");
        assert_eq!(last, Step::Take(names.len() - 1, Why::Taken));
    }
}

#[test]
fn many_slices_are_a_reason_to_look_at_states_at_once() {
    let sliced =
        |slices| Reached::Paused(SearchStanding { work: 2, slices: Some(slices), ..SearchStanding::default() });
    let names = |slices| {
        let (names, ..) = play(Engine::Auto, |attempt| match attempt.name {
            AttemptName::Tiny => MANY,
            AttemptName::FirstOrder => sliced(slices),
            AttemptName::Modest => Reached::Explored(9_000),
            _ => encoded(9, 9, true),
        });
        names
    };
    let most = PlanTuning::default().first_slices;
    assert_eq!(names(most + 1), ["tiny", "first order: force", "modest"]);
    assert_eq!(names(most), ["tiny", "first order: force", "race 1: force-from-names"]);
}
