//! Plans carried out on small models of some families, with numbers so small that their orders race.

use super::super::attempt::AttemptName;
use super::super::pace::Pace;
use super::super::tuning::RaceTuning;
use super::*;
use savoir_check::MemoryUse;
use savoir_explicit::LimitMet;
use savoir_testkit::fixtures::load;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn model(family: &str, size: usize) -> Model {
    load(&savoir_families::family(family).unwrap().generate(size).unwrap())
}

/// Orders race nearly from the beginning, and work is counted finely.
fn racing(engine: Engine, threads: usize) -> BuildOptions {
    let few = |states| ExplorationLimits { states, ..PlanTuning::default().modest };
    let race = RaceTuning { head_start: 4, encoding: 4, encodings: 0, ..PlanTuning::default().race };
    let plan = PlanTuning {
        tiny: few(10),
        modest: few(200),
        modest_after: 8,
        race,
        narrow: ExplorationLimits { mean_level: Some(0), ..PlanTuning::default().narrow },
        // Nobody interferes.
        pace: Pace { first_poll: u64::MAX, ..PlanTuning::default().pace },
        ..PlanTuning::default()
    };
    let mut options = BuildOptions { engine, plan, ..BuildOptions::with_threads(threads) };
    options.symbolic.tuning.diagrams.poll_steps = 1 << 8;
    options
}

const FAMILIES: [(&str, usize); 4] = [("dining", 8), ("prisoners", 3), ("tokenring", 8), ("couriers", 12)];

/// The turns of a race: the orders, and how far each came.
fn turns(trace: &PlanTrace) -> Vec<(OrderName, Option<u64>)> {
    let turn = |record: &Record| match (record.attempt.way, &record.reached) {
        (Way::Symbolic(order, _), Reached::Paused(standing)) => Some((order, Some(standing.work))),
        (Way::Symbolic(order, _), _) => Some((order, None)),
        (Way::Explicit(_), _) => None,
    };
    trace.records.iter().filter_map(turn).collect()
}

#[test]
fn orders_go_on_where_they_were_until_one_comes_to_the_end() {
    for (family, size) in FAMILIES {
        let model = model(family, size);
        let Planned { engine, system, trace } = build(&model, &racing(Engine::Symbolic, 1), &Budget::unlimited());
        let turns = turns(&trace);
        assert!(turns.len() > 3, "{family}: {trace:#?}");
        assert_eq!((engine, trace.taken), (Engine::Symbolic, Some(trace.records.len() - 1)), "{family}");
        for (place, (order, work)) in turns.iter().enumerate() {
            let before = turns[..place].iter().rev().find(|(other, _)| other == order);
            if let (Some((_, Some(before))), Some(work)) = (before, work) {
                assert!(before < work, "{family}: {trace:#?}");
            }
        }
        let Ok(Built::Symbolic(system)) = system else { panic!("{family}: {trace:#?}") };
        let alone = SymbolicSystem::build(&model, &SymbolicOptions::default(), &Budget::unlimited()).unwrap();
        assert_eq!(system.state_count().unwrap(), alone.state_count().unwrap(), "{family}");
    }
}

/// What has come to the end is worked with for long, and nobody waits for it then.
#[test]
fn the_winner_has_no_pauses() {
    let model = model("couriers", 12);
    for threads in [1, 2] {
        let Planned { system, .. } = build(&model, &racing(Engine::Symbolic, threads), &Budget::unlimited());
        let Ok(Built::Symbolic(system)) = system else { panic!("there is one") };
        for _ in 0..1_000 {
            system.state_count().unwrap();
        }
    }
}

#[test]
fn what_happens_does_not_depend_on_threads() {
    for (family, size) in FAMILIES {
        let model = model(family, size);
        for engine in [Engine::Auto, Engine::Symbolic] {
            let alone = build(&model, &racing(engine, 1), &Budget::unlimited());
            assert!(alone.trace.taken.is_some(), "{family} {engine:?}");
            for threads in [2, 3, 4] {
                let together = build(&model, &racing(engine, threads), &Budget::unlimited());
                assert_eq!(alone.trace, together.trace, "{family} {engine:?} {threads}");
                let counts = [&alone.system, &together.system].map(|system| match system {
                    Ok(Built::Symbolic(system)) => (system.state_count().unwrap(), system.nodes()),
                    Ok(Built::Explicit(system)) => (system.state_count().into(), 0),
                    Err(stop) => panic!("{family} {engine:?} {threads}: {stop}"),
                });
                assert_eq!(counts[0], counts[1], "{family} {engine:?} {threads}");
            }
        }
    }
}

#[test]
fn both_engines_take_their_turns() {
    let model = model("tokenring", 5);
    let Planned { engine, trace, .. } = build(&model, &racing(Engine::Auto, 1), &Budget::unlimited());
    let names: Vec<AttemptName> = trace.records.iter().map(|record| record.attempt.name).collect();
    assert_eq!(names[..2], [AttemptName::Tiny, AttemptName::FirstOrder]);
    let modest = names.iter().position(|name| *name == AttemptName::Modest).unwrap();
    assert!(matches!(names.last(), Some(AttemptName::Race(_) | AttemptName::Beside)), "{names:?}");
    assert_eq!((engine, trace.records[modest].why), (Engine::Symbolic, Why::TooManyStates));
    // With room for all states they are looked at one by one.
    let mut options = racing(Engine::Auto, 1);
    options.plan.modest = ExplorationLimits::NONE;
    let Planned { engine, system, trace } = build(&model, &options, &Budget::unlimited());
    assert_eq!((engine, trace.taken), (Engine::Explicit, Some(modest)));
    assert!(matches!(system, Ok(Built::Explicit(_))));
}

/// Diagrams never suit, and the first attempt at states one by one may do nothing.
#[test]
fn few_states_that_diagrams_have_found_are_looked_at_one_by_one() {
    let model = model("tokenring", 5);
    let trace = |few_factor, threads| {
        let mut options = racing(Engine::Auto, threads);
        options.plan.modest = ExplorationLimits { words: 1, ..PlanTuning::default().modest };
        (options.plan.few_nodes, options.plan.nodes_per_state, options.plan.few_factor) = (0, 0, few_factor);
        let Planned { engine, system, trace } = build(&model, &options, &Budget::unlimited());
        let states = match system {
            Ok(Built::Explicit(system)) => system.state_count().into(),
            Ok(Built::Symbolic(system)) => system.state_count().unwrap(),
            Err(stop) => panic!("{stop}: {trace:#?}"),
        };
        (engine, states, trace)
    };
    let (engine, states, found) = trace(u64::MAX, 1);
    let place = found.records.iter().position(|record| record.attempt.name == AttemptName::Few).unwrap();
    assert_eq!((engine, found.taken), (Engine::Explicit, Some(place)));
    assert_eq!(found.records[place - 1].why, Why::DoesNotSuit);
    // With nothing to do it in, what diagrams have found is taken.
    let (engine, as_many, given_up) = trace(0, 1);
    assert_eq!((engine, given_up.taken, as_many), (Engine::Symbolic, Some(place - 1), states));
    assert_eq!(given_up.records[place].why, Why::EarlierTaken);
    for threads in [2, 3] {
        assert_eq!((trace(u64::MAX, threads).2, trace(0, threads).2), (found.clone(), given_up.clone()));
    }
}

#[test]
fn a_limit_of_the_user_leaves_no_system() {
    let model = model("tokenring", 8);
    let cancelled = Budget::unlimited().with_cancel(Arc::new(AtomicBool::new(true)));
    for engine in [Engine::Auto, Engine::Symbolic, Engine::Explicit] {
        let Planned { system, trace, .. } = build(&model, &racing(engine, 1), &cancelled);
        assert_eq!((system.err(), trace.taken), (Some(Stop::Cancelled), None), "{engine:?}");
        assert_eq!(trace.records.last().map(|record| record.why), Some(Why::NoSystem), "{engine:?}");
    }
    // How far the explicit engine may go is a limit as well.
    let limits = ExplorationLimits { states: 10, ..ExplorationLimits::NONE };
    let options = BuildOptions { limits, ..racing(Engine::Explicit, 1) };
    let Planned { engine, system, .. } = build(&model, &options, &Budget::unlimited());
    assert_eq!((engine, system.err()), (Engine::Explicit, Some(Stop::TooLarge)));
}

#[test]
fn without_room_for_several_orders_one_is_tried_alone() {
    let model = model("couriers", 12);
    let alone = build(&model, &racing(Engine::Symbolic, 1), &Budget::unlimited());
    let Ok(Built::Symbolic(system)) = &alone.system else { panic!("{:#?}", alone.trace) };
    let count = system.state_count().unwrap();
    let first = SymbolicSystem::build(&model, &SymbolicOptions::default(), &Budget::unlimited()).unwrap();
    // Enough for the first order, but not for the others beside it.
    let scarce = Budget::unlimited().with_memory(first.peak_nodes() as u64 * 40);
    for threads in [1, 3] {
        let Planned { system, trace, .. } = build(&model, &racing(Engine::Symbolic, threads), &scarce);
        let Ok(Built::Symbolic(system)) = system else { panic!("{threads}: {trace:#?}") };
        assert_eq!(system.state_count().unwrap(), count, "{threads}");
    }
    let cancelled = Budget::unlimited().with_cancel(Arc::new(AtomicBool::new(true)));
    assert_eq!(build(&model, &racing(Engine::Symbolic, 3), &cancelled).system.err(), Some(Stop::Cancelled));
}

/// Threads take addresses, of which a user may grant few.
#[test]
fn where_addresses_are_scarce_there_is_no_race() {
    fn used() -> Option<MemoryUse> {
        Some(MemoryUse { resident: 1 << 20, addresses: 1 << 30 })
    }
    let model = model("couriers", 12);
    let names = |addresses| {
        let budget = Budget::unlimited().with_usage(used).with_addresses(addresses);
        let Planned { system, trace, .. } = build(&model, &racing(Engine::Symbolic, 1), &budget);
        assert!(system.is_ok(), "{trace:#?}");
        trace.records.iter().map(|record| record.attempt.name).collect::<Vec<_>>()
    };
    assert_eq!(names(2 << 30), [AttemptName::FirstOrder, AttemptName::LastOrder]);
    assert!(names(16 << 30).contains(&AttemptName::Race(1)));
}

/// A counter that goes up one by one: a path of `end` states, which takes diagrams as many steps.
fn path(end: usize) -> Model {
    load(&format!(
        "Agent Environment Vars: n : 0..{end}; end Vars Actions = {{tick}}; Protocol: Other : {{tick}}; end Protocol
         Evolution: n = n + 1 if n < {end}; end Evolution end Agent
         Agent Aa Vars: x : boolean; end Vars Actions = {{none}}; Protocol: Other : {{none}}; end Protocol
         Evolution: x = true if x = true; end Evolution end Agent
         Evaluation last if Environment.n = {end}; end Evaluation
         InitStates Environment.n = 0 and Aa.x = true; end InitStates Formulae AF last; end Formulae"
    ))
}

/// What a long path is followed with is not thrown away.
#[test]
fn a_long_path_goes_on_where_it_was() {
    let model = path(20_000);
    let build = |states| {
        let narrow = ExplorationLimits { states, ..PlanTuning::default().narrow };
        let plan = PlanTuning { narrow, ..PlanTuning::default() };
        build(&model, &BuildOptions { plan, ..BuildOptions::with_threads(1) }, &Budget::unlimited()).trace
    };
    let names = |trace: &PlanTrace| trace.records.iter().map(|record| record.attempt.name).collect::<Vec<_>>();
    let (whole, part) = (build(30_000), build(5_000));
    assert_eq!(names(&whole), [AttemptName::Tiny, AttemptName::Narrow], "{whole:#?}");
    assert_eq!(names(&part), [AttemptName::Tiny, AttemptName::Narrow, AttemptName::FirstOrder, AttemptName::Beside]);
    assert_eq!(part.records[3].reached, Reached::Explored(20_001));
}

/// States one by one have their turns early and often.
fn dovetailing(threads: usize) -> BuildOptions {
    let mut options = racing(Engine::Auto, threads);
    options.plan.modest.states = 20;
    options.plan.pace =
        Pace { steps_per_poll: 10_000, first_poll: 1, least_stretch: 100, stretch_share: 8, ..options.plan.pace };
    options
}

#[test]
fn states_one_by_one_overtake_diagrams() {
    let model = path(20_000);
    let plan = PlanTuning { narrow: dovetailing(1).plan.narrow, ..PlanTuning::default() };
    let options = BuildOptions { plan, ..dovetailing(1) };
    let Planned { engine, system, trace } = build(&model, &options, &Budget::unlimited());
    let names: Vec<AttemptName> = trace.records.iter().map(|record| record.attempt.name).collect();
    assert_eq!(names, [AttemptName::Tiny, AttemptName::FirstOrder, AttemptName::Beside], "{trace:#?}");
    assert_eq!(trace.records[1].reached, Reached::Overtaken);
    assert_eq!(trace.records[1].why, Why::BesideFirst);
    assert_eq!((engine, trace.taken), (Engine::Explicit, Some(2)));
    let Ok(Built::Explicit(system)) = system else { panic!("{trace:#?}") };
    assert_eq!(system.state_count(), 20_001);
}

#[test]
fn turns_do_not_depend_on_threads() {
    for end in [3_000, 20_000] {
        let model = path(end);
        let alone = build(&model, &dovetailing(1), &Budget::unlimited());
        assert_eq!(alone.engine, Engine::Explicit, "{:#?}", alone.trace);
        for threads in [2, 3] {
            let together = build(&model, &dovetailing(threads), &Budget::unlimited());
            assert_eq!(alone.trace, together.trace, "{end} {threads}");
        }
    }
}

/// Searches wait for each other, and states one by one have their turns in between: again and again in the same way.
#[test]
fn turns_in_a_race_are_the_same_each_time() {
    for (family, size) in FAMILIES {
        let model = model(family, size);
        let expected = build(&model, &dovetailing(1), &Budget::unlimited()).trace;
        for threads in [1, 1, 1, 1, 1, 2, 2, 3] {
            let again = build(&model, &dovetailing(threads), &Budget::unlimited()).trace;
            assert_eq!(again, expected, "{family} {threads}");
        }
    }
}

/// What is not first is in the trace as well, and there are no turns once all states are known.
#[test]
fn diagrams_that_are_first_are_taken_and_left_alone() {
    let model = model("tokenring", 8);
    for threads in [1, 2] {
        let options = dovetailing(threads);
        let Planned { engine, system, trace } = build(&model, &options, &Budget::unlimited());
        assert_eq!(engine, Engine::Symbolic, "{trace:#?}");
        let beside = trace.records.iter().find(|record| record.attempt.name == AttemptName::Beside).unwrap();
        assert!(matches!(beside.reached, Reached::SetAside(_) | Reached::TooManyStates(..)), "{trace:#?}");
        // Were there turns, it would be overtaken now, and stopped.
        let Ok(Built::Symbolic(system)) = system else { panic!("{trace:#?}") };
        for _ in 0..100 {
            system.state_count().unwrap();
        }
    }
}

/// The same model: now every byte of diagrams counts as work, and states one by one may do as much.
#[test]
fn room_that_diagrams_take_counts_for_turns() {
    let model = model("tokenring", 8);
    let trace = |threads| {
        let mut options = dovetailing(threads);
        (options.plan.pace.fast_bytes, options.plan.pace.bytes_per_poll) = (0, 1);
        build(&model, &options, &Budget::unlimited()).trace
    };
    let alone = trace(1);
    let last = alone.records.last().unwrap();
    assert_eq!((last.attempt.name, alone.taken), (AttemptName::Beside, Some(alone.records.len() - 1)), "{alone:#?}");
    assert_eq!(trace(2), alone);
}

#[test]
fn without_room_for_both_diagrams_go_on_alone() {
    let model = path(20_000);
    let mut options = BuildOptions { plan: PlanTuning::default(), ..dovetailing(1) };
    options.plan.beside_bytes = 1;
    let Planned { engine, trace, .. } = build(&model, &options, &Budget::unlimited());
    let beside = trace.records.iter().find(|record| record.attempt.name == AttemptName::Beside).unwrap();
    assert!(matches!(beside.reached, Reached::TooManyStates(_, LimitMet::Bytes)), "{trace:#?}");
    assert_eq!(engine, Engine::Symbolic);
}
