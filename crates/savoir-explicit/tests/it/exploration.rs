//! What exploration promises: little memory, and the same numbers for every number of threads.

use savoir_check::{Budget, Phase, Stop};
use savoir_explicit::{ExplicitOptions, ExplicitSystem, Exploration, ExplorationLimits, Explored, LimitMet};
use savoir_testkit::fixtures::load;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// `agents` counters from 0 to 9 that each go up or wait; `padding` more variables of 60 bits that never change.
fn counters(agents: usize, padding: usize) -> String {
    let mut text = String::new();
    let mut init = Vec::new();
    for agent in 0..agents {
        let wide: String = (0..padding).map(|index| format!("w{index} : 0..1152921504606846975; ")).collect();
        text += &format!(
            "Agent C{agent} Vars: n : 0..9; {wide} end Vars Actions = {{up, wait}};
             Protocol: n < 9 : {{up, wait}}; Other : {{wait}}; end Protocol
             Evolution: n = n + 1 if Action = up; end Evolution end Agent\n"
        );
        init.push(format!("C{agent}.n = 0"));
        init.extend((0..padding).map(|index| format!("C{agent}.w{index} = {index}")));
    }
    format!(
        "{text} Evaluation p if C0.n = 9; end Evaluation InitStates {}; end InitStates Formulae end Formulae",
        init.join(" and ")
    )
}

fn explore(text: &str, threads: usize, budget: Budget, look: impl FnOnce(Result<ExplicitSystem<'_>, Stop>)) {
    look(ExplicitSystem::explore(&load(text), ExplicitOptions { threads, ..ExplicitOptions::default() }, budget));
}

#[test]
fn a_state_costs_at_most_10_bytes_more_than_its_packed_form() {
    for padding in [0, 1] {
        explore(&counters(5, padding), 2, Budget::unlimited(), |system| {
            let Ok(system) = system else { panic!("no limit was set") };
            assert_eq!(system.state_count(), 100_000);
            let overhead = system.store_bytes() as f64 / 100_000.0 - system.packed_bytes() as f64;
            assert!(overhead <= 10.0, "{overhead} bytes for {} bytes packed", system.packed_bytes());
        });
    }
}

#[test]
fn numbers_do_not_depend_on_threads() {
    let states = |threads| {
        let mut found = Vec::new();
        explore(&counters(5, 0), threads, Budget::unlimited(), |system| {
            let Ok(system) = system else { panic!("no limit was set") };
            found = (0..system.state_count()).map(|number| system.state_codes(number)).collect();
        });
        found
    };
    let one = states(1);
    assert_eq!(one.len(), 100_000);
    assert_eq!(one, states(2));
    assert_eq!(one, states(5));
}

#[test]
fn limits_are_respected() {
    explore(&counters(7, 0), 2, Budget::unlimited().with_memory(1 << 20), |system| {
        assert_eq!(system.err(), Some(Stop::Memory));
    });
    explore(&counters(7, 0), 2, Budget::unlimited().with_time(Duration::ZERO), |system| {
        assert_eq!(system.err(), Some(Stop::Time));
    });
}

#[test]
fn progress_is_reported_and_cancelling_stops() {
    let cancel = Arc::new(AtomicBool::new(false));
    let (seen, phases) = (Arc::new(AtomicU64::new(0)), Arc::new(Mutex::new(Vec::new())));
    let sink = {
        let (cancel, seen, phases) = (cancel.clone(), seen.clone(), phases.clone());
        Arc::new(move |progress: &savoir_check::Progress| {
            let states = u64::try_from(&progress.states).unwrap_or(u64::MAX);
            seen.store(states, Ordering::Relaxed);
            phases.lock().unwrap_or_else(|error| error.into_inner()).push(progress.phase);
            // As a user would on Ctrl-C, after a while.
            cancel.store(states > 1000, Ordering::Relaxed);
        })
    };
    explore(&counters(7, 0), 1, Budget::unlimited().with_cancel(cancel).with_progress(sink), |system| {
        assert_eq!(system.err(), Some(Stop::Cancelled));
    });
    assert!(seen.load(Ordering::Relaxed) > 1000);
    let phases = phases.lock().unwrap_or_else(|error| error.into_inner());
    assert_eq!(phases[0], Phase::Initial);
    assert!(phases[1..].iter().all(|phase| *phase == Phase::Explore));
}

/// `agents` agents that each may go anywhere at once: 10 to the power of `agents` successors of every state.
fn jumpers(agents: usize) -> String {
    let lines: String = (0..10).map(|value| format!("x = {value} if Action = go;\n")).collect();
    let agent = |index| {
        format!(
            "Agent J{index} Vars: x : 0..9; end Vars Actions = {{go}}; Protocol: Other : {{go}}; end Protocol
             Evolution: {lines} end Evolution end Agent\n"
        )
    };
    let text: String = (0..agents).map(agent).collect();
    let init: Vec<String> = (0..agents).map(|index| format!("J{index}.x = 0")).collect();
    format!(
        "{text} Evaluation p if J0.x = 9; end Evaluation InitStates {}; end InitStates Formulae end Formulae",
        init.join(" and ")
    )
}

#[test]
fn limits_hold_while_the_successors_of_one_state_are_generated() {
    for threads in [1, 2] {
        let start = std::time::Instant::now();
        let time = Budget::unlimited().with_time(Duration::from_millis(200));
        explore(&jumpers(9), threads, time, |system| assert_eq!(system.err(), Some(Stop::Time)));
        let memory = Budget::unlimited().with_memory(100 << 20);
        explore(&jumpers(9), threads, memory, |system| assert_eq!(system.err(), Some(Stop::Memory)));
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    }
}

#[test]
fn only_an_attempt_is_given_up_because_its_levels_grow_fast() {
    // The second level has 9,999 states, and it is the last one.
    let model = load(&jumpers(4));
    let within = |limits| {
        let options = ExplicitOptions::with_threads(1);
        match ExplicitSystem::explore_within(&model, options, &limits, Budget::unlimited()).unwrap() {
            Exploration::Complete(system) => Ok(system.state_count()),
            Exploration::GivenUp(explored, met) => Err((explored, met)),
        }
    };
    let enough = ExplorationLimits { states: 20_000, forecast_level: Some(1_000), ..ExplorationLimits::NONE };
    assert!(matches!(within(enough), Err((Explored { states: 10_000, levels: 1, .. }, LimitMet::Forecast))));
    assert_eq!(within(ExplorationLimits { forecast_level: None, ..enough }), Ok(10_000));
    let few = ExplorationLimits { states: 100, ..ExplorationLimits::NONE };
    assert!(matches!(within(few), Err((Explored { levels: 0, .. }, LimitMet::States))));
    let nothing = ExplorationLimits { initial_states: 0, ..ExplorationLimits::NONE };
    assert!(matches!(within(nothing), Err((Explored { states: 1, levels: 0, .. }, LimitMet::InitialStates))));
    let blind = ExplorationLimits { condition_checks: 0, ..ExplorationLimits::NONE };
    assert_eq!(within(blind), Err((Explored::default(), LimitMet::ConditionChecks)));
    let narrow = ExplorationLimits { words: 0, ..ExplorationLimits::NONE };
    assert!(matches!(within(narrow), Err((_, LimitMet::Successors))));
    // Every state has 10,000 successors, but few of them have to be looked at to say so.
    let known = ExplorationLimits { words: 1_000_000, known_states: Some(10_000), ..ExplorationLimits::NONE };
    assert!(matches!(within(known), Err((Explored { states: 10_000, levels: 1, .. }, LimitMet::Successors))));
}
