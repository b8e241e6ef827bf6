//! Turns of an exploration, by what is known.

use super::*;
use savoir_explicit::{End, Explored};

const PACE: Pace = Pace {
    steps_per_poll: 100,
    first_poll: 2,
    fast_bytes: 1_000,
    bytes_per_poll: 10,
    least_stretch: 50,
    stretch_share: 4,
    ahead: 2,
    ahead_share: 4,
    doubtful_share: u64::MAX,
    steady_growth: 3,
    narrow_level: 4,
};

/// Whether it is due if diagrams know so many states and nothing else.
fn is_due(standing: &Standing, poll: u64, states: u64) -> bool {
    PACE.is_due(standing, poll, Known { states, halfway: None, bytes: 0 })
}

/// After so many steps, with so many states, as many of them expanded.
fn after(steps: u64, states: usize) -> Standing {
    let explored = Explored { states, levels: 1, expanded: states, steps };
    Standing { steps, explored, knows_initial: true, ..Standing::default() }
}

#[test]
fn diagrams_begin() {
    let due: Vec<bool> = (1..5).map(|poll| is_due(&Standing::default(), poll, 0)).collect();
    assert_eq!(due, [false, false, true, true]);
}

#[test]
fn it_has_as_much_as_diagrams_and_no_more() {
    assert_eq!([PACE.stretch(0), PACE.stretch(100), PACE.stretch(1_000)], [50, 150, 1_250]);
    assert!(is_due(&after(240, 240), 3, 0) && !is_due(&after(241, 241), 3, 0));
    assert!(is_due(&after(1_000, 10), 13, 0) && !is_due(&after(1_000, 10), 12, 0));
    let complete = Standing { end: Some(End::Complete), ..after(10, 10) };
    assert!(!is_due(&complete, 100, 0));
}

#[test]
fn it_waits_while_it_would_need_more_than_diagrams_have_used() {
    // Three steps for a state, and diagrams know 1,000 of them.
    let standing = after(300, 100);
    assert!(!is_due(&standing, 29, 1_000) && is_due(&standing, 30, 1_000));
    assert!(!is_due(&standing, u64::MAX / 200, u64::MAX), "so many are never looked at one by one");
    // Levels that grow tenfold: 100 + 100 * 10 * 10 states at least.
    let growing = Standing { level: 100, last_level: 10, ..standing };
    assert!(!is_due(&growing, 302, 0) && is_due(&growing, 303, 0));
    let level = Standing { level: 10, last_level: 10, ..standing };
    assert!(is_due(&level, 4, 0), "levels that do not grow say nothing");
}

#[test]
fn it_may_do_more_while_it_has_found_more() {
    let standing = after(1_000, 1_000);
    let due = |poll, states, halfway| PACE.is_due(&standing, poll, Known { states, halfway, bytes: 0 });
    // A quarter of a stretch more than so far, at four times the pace: 1,250 steps after 3.125 polls.
    assert!(!due(3, 500, Some(250)) && due(4, 500, Some(250)));
    // Diagrams are as near; they find more and more; it is not known yet.
    for (states, halfway) in [(501, Some(500)), (500, Some(166)), (500, None)] {
        assert!(!due(12, states, halfway) && due(13, states, halfway), "{states} {halfway:?}");
    }
}

#[test]
fn diagrams_that_grow_take_longer() {
    let due = |poll, bytes| PACE.is_due(&after(1_000, 10), poll, Known { states: 0, halfway: None, bytes });
    assert!(due(13, 0) && !due(12, 1_009) && due(12, 1_010) && due(4, 1_090) && !due(3, 1_090));
}

#[test]
fn large_diagrams_know_better_than_a_forecast() {
    // Levels that grow tenfold: 10,100 states at least, and three steps for each.
    let growing = Standing { level: 100, last_level: 10, ..after(300, 100) };
    let due = |poll, states, bytes| PACE.is_due(&growing, poll, Known { states, halfway: None, bytes });
    assert!(!due(302, 1_000, 1_000) && due(303, 1_000, 1_000));
    assert!(!due(29, 1_000, 1_001) && due(30, 1_000, 1_001));
    assert!(!due(302, 100, 1_001) && due(303, 100, 1_001), "they have not found more");
}

#[test]
fn a_part_of_the_work_is_done_whatever_is_expected() {
    // Levels that grow tenfold: 10,100 states at least, and three steps for each, of which 300 are done.
    let growing = Standing { level: 100, last_level: 10, ..after(300, 100) };
    let pace = Pace { doubtful_share: 4, ..PACE };
    let due = |poll, states| pace.is_due(&growing, poll, Known { states, halfway: None, bytes: 0 });
    let stretch = pace.stretch(300).div_ceil(pace.steps_per_poll);
    assert!(!due(4 * stretch - 4, 0) && due(4 * stretch, 0), "{stretch}");
    // What is known for sure may take four times what was done.
    let known = 4 * pace.steps_per_poll * 4 * stretch / 3;
    assert!(due(4 * stretch, known) && !due(4 * stretch, known + 1));
    assert!(!PACE.is_due(&growing, 4 * stretch, Known::default()), "not a guess of its own");
}

#[test]
fn a_long_path_has_more_turns_from_the_beginning() {
    let path = |levels| {
        let standing = after(1_000, 1_000);
        Standing { explored: Explored { levels, ..standing.explored }, ..standing }
    };
    let due = |levels, poll, states| PACE.is_due(&path(levels), poll, Known { states, halfway: None, bytes: 0 });
    assert!(!due(250, 3, 10) && due(250, 4, 10));
    // A few more states for each level, or diagrams are as near.
    assert!(!due(249, 12, 10) && due(249, 13, 10));
    assert!(!due(250, 12, 501) && due(250, 13, 501));
}

#[test]
fn limits_of_an_attempt_are_foreseen() {
    let limits = ExplorationLimits {
        initial_states: 20,
        condition_checks: 1_000,
        states: 500,
        words: 2_000,
        forecast_level: Some(50),
        known_states: None,
        mean_level: Some(1_000),
    };
    let met = |standing: Standing, known| PACE.beyond(&standing, &limits, known);
    assert_eq!(met(after(300, 100), 0), None);
    assert_eq!(met(after(300, 501), 0), Some(LimitMet::States));
    assert_eq!(met(after(300, 100), 501), Some(LimitMet::States));
    assert_eq!(met(after(2_001, 100), 0), Some(LimitMet::Successors));
    assert_eq!(met(after(1_000, 100), 250), Some(LimitMet::Successors), "ten steps for each of 250 states");
    assert_eq!(met(Standing { level: 60, last_level: 6, ..after(300, 100) }, 0), Some(LimitMet::Forecast));
    let wide = Standing { explored: Explored { states: 100, ..Explored::default() }, ..after(300, 100) };
    assert_eq!(met(wide, 0), Some(LimitMet::Width));
    let begun = Standing { knows_initial: false, ..after(10, 21) };
    assert_eq!(met(begun, 0), Some(LimitMet::InitialStates));
    assert_eq!(met(Standing { condition_checks: 1_001, ..after(10, 21) }, 0), None, "initial states are known");
    let checked = Standing { knows_initial: false, condition_checks: 1_001, ..after(10, 0) };
    assert_eq!(met(checked, 0), Some(LimitMet::ConditionChecks));
}
