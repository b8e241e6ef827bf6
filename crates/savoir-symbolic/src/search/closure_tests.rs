//! Fixpoints by rounds of chaining and by layers, in both directions.

use super::*;
use crate::options::{Reach, SymbolicOptions};
use crate::reached::SymbolicSystem;
use crate::tuning::{SymbolicTuning, TrialTuning};
use savoir_check::{Budget, Fixpoints, Sets, Steps};
use savoir_model::Model;
use savoir_testkit::fixtures::load;

const TOP: u64 = 6;

/// So many counters, one of which goes on in each step, as a scheduler says; at the end one may start again.
fn counters(agents: usize) -> Model {
    let agent = |at: usize| {
        format!(
            "Agent C{at} Vars: n : 0..{TOP}; end Vars Actions = {{go}}; Protocol: Other : {{go}}; end Protocol
             Evolution: n = n + 1 if Scheduler.Action = turn{at} and n < {TOP};
               n = 0 if Scheduler.Action = turn{at} and n = {TOP}; end Evolution end Agent\n"
        )
    };
    let names: Vec<String> = (0..agents).map(|at| format!("turn{at}")).collect();
    let init: Vec<String> = (0..agents).map(|at| format!("C{at}.n = 0")).collect();
    let scheduler = format!(
        "Agent Scheduler Vars: idle : boolean; end Vars Actions = {{{0}}}; Protocol: Other : {{{0}}}; end Protocol
         Evolution: idle = false if idle = true; end Evolution end Agent\n",
        names.join(", ")
    );
    load(&format!(
        "{scheduler}{} Evaluation p if C0.n = 0; end Evaluation
         InitStates Scheduler.idle = false and {}; end InitStates Formulae end Formulae",
        (0..agents).map(agent).collect::<String>(),
        init.join(" and ")
    ))
}

fn tuned(trials: TrialTuning) -> SymbolicOptions {
    SymbolicOptions { tuning: SymbolicTuning { trials, ..SymbolicTuning::default() }, ..SymbolicOptions::default() }
}

fn finished<'m>(model: &'m Model, options: &SymbolicOptions) -> SymbolicSystem<'m> {
    SymbolicSystem::build(model, options, &Budget::unlimited()).unwrap()
}

fn usual() -> TrialTuning {
    SymbolicTuning::default().trials
}

/// By the definition: from the new states of each layer.
fn by_layers(system: &SymbolicSystem<'_>, direction: Direction, start: &Bdd, within: &Bdd) -> (Bdd, usize) {
    let (mut found, mut layers) = (start.clone(), 0);
    loop {
        let reached = match direction {
            Direction::Forwards => system.image(&found),
            Direction::Backwards => system.preimage(&found),
        };
        let next = system.union(&found, &system.intersection(&reached.unwrap(), within).unwrap()).unwrap();
        if next == found {
            return (found, layers);
        }
        (found, layers) = (next, layers + 1);
    }
}

#[test]
fn a_round_takes_a_step_of_each_agent() {
    let agents = 4;
    let model = counters(agents);
    let system = finished(&model, &SymbolicOptions::default());
    let (encoded, all) = (&system.encoded, system.reachable());
    for direction in [Direction::Forwards, Direction::Backwards] {
        let closure = Closure { direction, start: &system.initial(), within: &all, care: None };
        let (expected, layers) = by_layers(&system, direction, closure.start, &all);
        assert_eq!(layers, agents * TOP as usize, "one agent after the other");
        // One more to see that there is nothing more; without a trial of layers.
        let rounds = TOP as usize + 1;
        assert_eq!(encoded.closure(&closure, rounds).unwrap(), Some(expected), "{direction:?}");
        assert_eq!(encoded.closure(&closure, rounds - 2).unwrap(), None, "{direction:?}");
    }
}

#[test]
fn every_way_finds_the_same() {
    let model = counters(3);
    let eager = TrialTuning { share: 0, factor: 1000, compare_work: 0, ..usual() };
    for (reach, trials) in [(Reach::Auto, usual()), (Reach::Auto, eager), (Reach::Bfs, usual()), (Reach::Bfs, eager)] {
        let system = finished(&model, &SymbolicOptions { reach, ..tuned(trials) });
        let all = system.reachable();
        let zero = system.states_where(&model, model.propositions[0].condition).unwrap();
        let some = system.image(&system.image(&system.initial()).unwrap()).unwrap();
        for (through, target) in [(&all, &some), (&zero, &some), (&all, &zero), (&zero, &system.initial())] {
            let expected = by_layers(&system, Direction::Backwards, target, through).0;
            assert_eq!(system.exists_until(through, target).unwrap(), expected, "{reach:?}");
            let ahead = Closure { direction: Direction::Forwards, start: target, within: through, care: None };
            let expected = by_layers(&system, Direction::Forwards, target, through).0;
            assert_eq!(system.encoded.closure(&ahead, usize::MAX).unwrap(), Some(expected), "{reach:?}");
        }
    }
}

#[test]
fn a_step_starts_from_the_smaller_diagram() {
    let model = counters(3);
    let steps = |compare_work| {
        let tuning = SymbolicTuning { split_below: 0.0, ..tuned(TrialTuning { compare_work, ..usual() }).tuning };
        finished(&model, &SymbolicOptions { tuning, ..SymbolicOptions::default() }).search_steps()
    };
    let (compared, never) = (steps(0), steps(u64::MAX));
    assert!(compared.all > 0, "{compared:?}");
    assert_eq!((never.all, never.new, never.rounds), (0, compared.new + compared.all, 0));
    assert!(finished(&model, &SymbolicOptions::default()).search_steps().rounds > 0);
}

/// All transitions at once and slices of them find the same sets, once there was enough work to make both ready.
#[test]
fn all_transitions_at_once_compete_with_slices() {
    let model = counters(5);
    let with = |whole_after| {
        let mut options = tuned(TrialTuning { whole_after, ..usual() });
        // As if each step of diagrams were worth a look.
        (options.tuning.diagrams.poll_steps, options.tuning.duel.least) = (64, 0);
        options
    };
    let (never, soon) = (finished(&model, &with(u64::MAX)), finished(&model, &with(0)));
    assert!(soon.slices().is_some());
    let walk = |system: &SymbolicSystem<'_>| {
        let (mut forwards, mut backwards) = (system.initial(), system.initial());
        let mut counts = Vec::new();
        for _ in 0..40 {
            (forwards, backwards) = (system.image(&forwards).unwrap(), system.preimage(&backwards).unwrap());
            counts.push((system.count(&forwards).unwrap(), system.count(&backwards).unwrap()));
        }
        let all = system.exists_until(&system.reachable(), &system.initial()).unwrap();
        assert_eq!(all, system.reachable());
        counts
    };
    assert_eq!(walk(&never), walk(&soon));
    for direction in [Direction::Forwards, Direction::Backwards] {
        let is_ready = |system: &SymbolicSystem<'_>| system.encoded.beside_slices.side(direction).is_ready();
        assert!(is_ready(&soon) && !is_ready(&never), "{direction:?}");
    }
}
