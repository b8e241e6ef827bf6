//! Explorations with pauses, compared with those without.

use super::*;
use savoir_testkit::fixtures::load;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const BYTES: u64 = 1 << 30;

/// Two counters that each go up or wait, begun anywhere below 3, and a third that is stuck at its end.
const COUNTERS: &str = "Semantics = SingleAssignment;
    Agent Aa Vars: n : 0..20; end Vars Actions = {up, wait}; Protocol: n < 20 : {up, wait}; Other : {wait}; end Protocol
    Evolution: n = n + 1 if Action = up; end Evolution end Agent
    Agent B Vars: n : 0..20; end Vars Actions = {up, wait}; Protocol: n < 20 : {up, wait}; Other : {wait}; end Protocol
    Evolution: n = n + 1 if Action = up; end Evolution end Agent
    Agent C Vars: n : 0..5; end Vars Actions = {go}; Protocol: n < 5 : {go}; end Protocol
    Evolution: n = n + 1 if Action = go; end Evolution end Agent
    Evaluation p if Aa.n = 20; end Evaluation
    InitStates Aa.n < 3 and B.n < 3 and C.n = 0; end InitStates Formulae end Formulae";

/// The same with more states, none of them stuck.
fn many() -> String {
    let larger = COUNTERS.replace("0..20", "0..60").replace("< 20", "< 60").replace("n = 20", "n = 60");
    larger.replace("n < 5 : {go};", "Other : {go};").replace("if Action = go", "if n < 5")
}

/// Goes on in stretches of so many steps up to the end.
fn run(exploration: &mut PausableExploration, model: &Model, stretch: u64) -> Standing {
    loop {
        let before = exploration.standing();
        let standing = exploration.go_on(model, before.steps + stretch, BYTES, &Budget::unlimited()).unwrap();
        assert!(standing.end.is_some() || standing.steps >= before.steps + stretch, "it uses what it is granted");
        assert!(standing.explored.states >= before.explored.states, "nothing is lost");
        if standing.end.is_some() {
            return standing;
        }
    }
}

#[test]
fn pauses_change_nothing() {
    let model = load(COUNTERS);
    let options = ExplicitOptions::default();
    let whole = ExplicitSystem::explore(&model, options, Budget::unlimited()).unwrap();
    for stretch in [1, 2, 7, 100, 1_000_000] {
        let mut exploration = PausableExploration::new(&model, options);
        let standing = run(&mut exploration, &model, stretch);
        assert_eq!(standing.end, Some(End::Complete), "{stretch}");
        assert_eq!(standing.explored.states, whole.state_count(), "{stretch}");
        assert_eq!(standing.explored.expanded, whole.state_count(), "{stretch}");
        let system = exploration.into_system(&model, Budget::unlimited()).unwrap();
        assert_eq!(system.state_count(), whole.state_count(), "{stretch}");
        assert!(system.initial == whole.initial, "{stretch}: states have the same numbers");
    }
}

/// Whether two neighbours meet: there are two successors, and many combinations of actions that lead to them.
#[test]
fn what_it_takes_to_find_few_successors_counts() {
    let count = 7;
    let crowd = |others: &str| {
        let agent = |own: usize| {
            format!(
                "Agent A{own} Vars: x : boolean; end Vars Actions = {{left, right, wait}};
                 Protocol: Other : {{left, right{others}}}; end Protocol Evolution: end Evolution end Agent\n"
            )
        };
        let meet = |own: usize| {
            let next = (own + 1) % count;
            format!("met = !met if A{own}.Action = left and A{next}.Action = right;\n")
        };
        let each = |text: &dyn Fn(usize) -> String| (0..count).map(text).collect::<String>();
        let model = load(&format!(
            "Semantics = SingleAssignment;
             Agent Environment Vars: met : boolean; end Vars Actions = {{look}}; Protocol: Other : {{look}}; end Protocol
               Evolution: {} end Evolution end Agent
             {} Evaluation p if Environment.met = true; end Evaluation
             InitStates {} Environment.met = false; end InitStates Formulae end Formulae",
            each(&meet),
            each(&agent),
            each(&|own| format!("A{own}.x = true and ")),
        ));
        let mut exploration = PausableExploration::new(&model, ExplicitOptions::default());
        let standing = run(&mut exploration, &model, 1_000_000);
        (standing.explored.states, standing.steps)
    };
    let (two, three) = (crowd(""), crowd(", wait"));
    assert_eq!((two.0, three.0), (2, 2));
    // In each of the states, the lines were run for hundreds of combinations, more of them where there are more actions.
    assert!(two.1 > 300 && three.1 > 2 * two.1, "{two:?} {three:?}");
}

#[test]
fn how_far_it_is_depends_on_the_steps_alone() {
    let model = load(COUNTERS);
    let at = |stretches: &[u64]| {
        let mut exploration = PausableExploration::new(&model, ExplicitOptions::default());
        let mut last = Standing::default();
        for &until in stretches {
            last = exploration.go_on(&model, until, BYTES, &Budget::unlimited()).unwrap();
        }
        last
    };
    assert_eq!(at(&[500, 900]), at(&[500, 900]));
    let (once, twice) = (at(&[900]), at(&[500, 900]));
    assert!(once.explored.states.abs_diff(twice.explored.states) < 20, "{once:?} {twice:?}");
}

#[test]
fn one_that_is_not_complete_is_no_system() {
    let model = load(COUNTERS);
    let mut exploration = PausableExploration::new(&model, ExplicitOptions::default());
    exploration.go_on(&model, 50, BYTES, &Budget::unlimited()).unwrap();
    assert_eq!(exploration.into_system(&model, Budget::unlimited()).err(), Some(Stop::TooLarge));
}

#[test]
fn it_is_given_up_where_it_uses_too_much() {
    let model = load(&many());
    let mut exploration = PausableExploration::new(&model, ExplicitOptions::default());
    let standing = exploration.go_on(&model, u64::MAX, 1, &Budget::unlimited()).unwrap();
    assert_eq!(standing.end, Some(End::GivenUp(LimitMet::Bytes)));
    assert!(exploration.store.len() == 0, "what it held is given back");
    // Room for others counts as well.
    let mut exploration = PausableExploration::new(&model, ExplicitOptions::default());
    let scarce = Budget::unlimited().with_memory(1 << 10);
    let standing = exploration.go_on(&model, u64::MAX, BYTES, &scarce).unwrap();
    assert_eq!(standing.end, Some(End::GivenUp(LimitMet::Bytes)));
}

#[test]
fn after_a_limit_of_the_user_it_may_go_on() {
    let model = load(&many());
    let mut exploration = PausableExploration::new(&model, ExplicitOptions::default());
    let flag = Arc::new(AtomicBool::new(true));
    let budget = Budget::unlimited().with_cancel(flag.clone());
    assert_eq!(exploration.go_on(&model, u64::MAX, BYTES, &budget), Err(Stop::Cancelled));
    flag.store(false, Ordering::Relaxed);
    assert_eq!(run(&mut exploration, &model, 10_000).end, Some(End::Complete));
    let whole = ExplicitSystem::explore(&model, ExplicitOptions::default(), Budget::unlimited()).unwrap();
    assert_eq!(exploration.standing().explored.states, whole.state_count());
}

/// A value that does not fit is noticed even if the next state of its level has so many successors that the stretch ends there.
#[test]
fn what_is_noticed_before_a_pause_counts() {
    let agents: String = (0..15)
        .map(|number| {
            format!(
                "Agent A{number} Vars: x : boolean; end Vars Actions = {{set, reset}};
                 Protocol: Environment.n = 1 : {{set, reset}}; Other : {{set}}; end Protocol
                 Evolution: x = true if Action = set and Environment.n = 1; end Evolution end Agent\n"
            )
        })
        .collect();
    let model = load(&format!(
        "Agent Environment Obsvars: n : 0..2; m : 0..3; end Obsvars Actions = {{go, leave}};
         Protocol: n = 0 : {{go, leave}}; Other : {{go}}; end Protocol
         Evolution: n = n + 1 if Action = go and n < 2; n = n + 3 if Action = leave; end Evolution end Agent
         {agents} Evaluation p if Environment.n = 2; end Evaluation
         InitStates Environment.n < 2 {initial}; end InitStates Formulae end Formulae",
        initial = (0..15).map(|number| format!(" and A{number}.x = false")).collect::<String>(),
    ));
    let line = &model.agents[0].evolution[1];
    let overflowing = |system: &ExplicitSystem<'_>| system.overflows(line).unwrap().count();
    let whole = ExplicitSystem::explore(&model, ExplicitOptions::default(), Budget::unlimited()).unwrap();
    assert_eq!(overflowing(&whole), 4);
    for stretch in [100, 1_000, 10_000] {
        let mut exploration = PausableExploration::new(&model, ExplicitOptions::default());
        run(&mut exploration, &model, stretch);
        let system = exploration.into_system(&model, Budget::unlimited()).unwrap();
        assert_eq!(overflowing(&system), 4, "{stretch}");
    }
}

/// Steps that a state takes, in the mean.
fn steps_per_state(text: &str, options: ExplicitOptions) -> u64 {
    let mut exploration = PausableExploration::new(&load(text), options);
    let standing = run(&mut exploration, &load(text), 1_000_000);
    standing.explored.steps / standing.explored.expanded as u64
}

#[test]
fn guards_that_are_tested_count() {
    let options = ExplicitOptions::default();
    let plain = steps_per_state(&many(), options);
    // Lines that hold nowhere, which nobody can tell without asking each of them.
    let more: String = (0..200).map(|line| format!("n = 0 if n * n > {} and Action = up;\n", 9_000 + line)).collect();
    let guarded = many().replacen("Evolution: ", &format!("Evolution: {more}"), 1);
    let tested = steps_per_state(&guarded, options);
    assert!(tested > 20 * plain, "{plain} {tested}");
}

#[test]
fn successors_take_longer_where_memory_is_slow() {
    let mut options = ExplicitOptions::default();
    let fast = steps_per_state(&many(), options);
    (options.tuning.fast_bytes, options.tuning.slow_factor) = (0, 100);
    assert!(steps_per_state(&many(), options) > 20 * fast);
}
