//! Attempts on small models: what they find, what they tell, and what ends them.

use super::*;
use crate::SymbolicTuning;
use crate::options::{LeaveOut, Reach};
use savoir_check::{Membership, Sets, Watch};
use savoir_testkit::fixtures::load;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// So many agents, one of which turns its own bit over in each step, as a scheduler says.
fn turns(agents: usize) -> Model {
    let agent = |at: usize| {
        format!(
            "Agent A{at} Vars: x : boolean; end Vars Actions = {{go}}; Protocol: Other : {{go}}; end Protocol
             Evolution: x = ~x if Scheduler.Action = turn{at}; end Evolution end Agent\n"
        )
    };
    let names: Vec<String> = (0..agents).map(|at| format!("turn{at}")).collect();
    let init: Vec<String> = (0..agents).map(|at| format!("A{at}.x = false")).collect();
    let scheduler = format!(
        "Agent Scheduler Vars: idle : boolean; end Vars Actions = {{{0}}}; Protocol: Other : {{{0}}}; end Protocol
         Evolution: idle = false if idle = true; end Evolution end Agent\n",
        names.join(", ")
    );
    load(&format!(
        "{scheduler}{} Evaluation p if A0.x = true; end Evaluation
         InitStates Scheduler.idle = false and {}; end InitStates Formulae end Formulae",
        (0..agents).map(agent).collect::<String>(),
        init.join(" and ")
    ))
}

fn finished<'m>(model: &'m Model, options: &SymbolicOptions) -> SymbolicSystem<'m> {
    SymbolicSystem::build(model, options, &Budget::unlimited()).unwrap()
}

#[test]
fn transitions_are_split_by_the_agent_that_moves_others() {
    let model = turns(5);
    let system = finished(&model, &SymbolicOptions::default());
    assert_eq!(system.encoded.slices().len(), 5);
    assert_eq!(system.state_count().unwrap(), 32u32.into());
    // With a share of nothing nobody's actions change little enough.
    let tuning = SymbolicTuning { split_below: 0.0, ..SymbolicTuning::default() };
    let options = SymbolicOptions { tuning, ..SymbolicOptions::default() };
    let whole = finished(&model, &options);
    assert_eq!(whole.encoded.slices().len(), 1);
    assert_eq!(whole.list(&whole.reachable()), system.list(&system.reachable()));
}

#[test]
fn every_way_to_search_finds_the_same() {
    let model = turns(4);
    let all = finished(&model, &SymbolicOptions::default());
    let expected = all.list(&all.reachable()).unwrap();
    for reach in [Reach::Bfs, Reach::Layers, Reach::Frontier, Reach::Chaining] {
        for leave_out in [LeaveOut::Never, LeaveOut::Always] {
            let system = finished(&model, &SymbolicOptions { reach, leave_out, ..SymbolicOptions::default() });
            assert_eq!(system.list(&system.reachable()).unwrap(), expected, "{reach:?} {leave_out:?}");
        }
    }
}

/// Whoever watches a search learns how far it is.
#[test]
fn stages_and_slices_are_told() {
    let model = turns(6);
    let prepared = Preparation::new(&model, &SymbolicOptions::default(), &Budget::unlimited()).unwrap();
    let watch = Arc::new(Watch::default());
    let budget = Budget::unlimited().watched(watch.clone());
    let system = prepared.search(prepared.first_order(), &budget).unwrap().into_system().unwrap();
    assert_eq!(watch.slices().map(|(_, slices)| slices), Some(6));
    // The encoding, and each round but the last, which finds nothing new.
    let stages = watch.stages_from(0);
    assert_eq!(stages.len(), system.search_steps().rounds);
    assert!(stages.iter().all(|stage| stage.nodes > 0));
    let layers = SymbolicOptions { reach: Reach::Layers, ..SymbolicOptions::default() };
    let prepared = Preparation::new(&model, &layers, &Budget::unlimited()).unwrap();
    let watch = Arc::new(Watch::default());
    prepared.search(prepared.first_order(), &Budget::unlimited().watched(watch.clone())).unwrap();
    assert_eq!((watch.slices().map(|(_, slices)| slices), watch.stages_from(0).len()), (Some(1), 7));
}

#[test]
fn a_limit_of_the_user_is_an_error() {
    let model = turns(4);
    let cancelled = Budget::unlimited().with_cancel(Arc::new(AtomicBool::new(true)));
    let memory = Budget::unlimited().with_memory(1);
    for (budget, stop) in [(cancelled, Stop::Cancelled), (memory, Stop::Memory)] {
        let found = SymbolicSystem::build(&model, &SymbolicOptions::default(), &budget);
        assert_eq!(found.err(), Some(stop));
    }
}

#[test]
fn bits_that_follow_from_others_are_left_out() {
    // The second agent always has what the first one has.
    let model = load(
        "Agent First Vars: x : boolean; end Vars Actions = {on, off}; Protocol: Other : {on, off}; end Protocol
           Evolution: x = true if Action = on; x = false if Action = off; end Evolution end Agent
         Agent Copy Vars: y : boolean; end Vars Actions = {go}; Protocol: Other : {go}; end Protocol
           Evolution: y = true if First.Action = on; y = false if First.Action = off; end Evolution end Agent
         Evaluation same if First.x = Copy.y; end Evaluation
         InitStates First.x = false and Copy.y = false; end InitStates Formulae end Formulae",
    );
    let options = SymbolicOptions { reach: Reach::Frontier, leave_out: LeaveOut::Always, ..SymbolicOptions::default() };
    let system = finished(&model, &options);
    assert_eq!((system.left_out(), system.state_count().unwrap()), (1, 2u32.into()));
    let same = system.states_where(&model, model.propositions[0].condition).unwrap();
    assert_eq!(system.list(&same).unwrap(), [[0, 0], [1, 1]]);
}

#[test]
fn threads_may_search_and_hand_over_what_they_found() {
    fn is_send<T: Send>() {}
    fn is_sync<T: Sync>() {}
    is_send::<Searched<'_>>();
    is_sync::<Preparation<'_>>();
}
