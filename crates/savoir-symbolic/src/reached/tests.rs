//! What the logics ask of a system, compared with states written out by hand, for several ways to find them.

use super::*;
use crate::options::{LeaveOut, Reach, SymbolicOptions};
use savoir_check::{Budget, Choices, Combination, Membership, Observations, Paths, Power, Sets, Steps};
use savoir_check::{Capabilities, Fixpoints};
use savoir_model::{ActionId, Model};
use savoir_testkit::fixtures::load;

/// A thief goes two steps to be out, each while the guard sleeps; after watching the guard is tired and has to sleep. The
/// values of a state: how far the thief is, and whether the guard is tired.
const THIEF: &str = "
Agent Thief
  Vars: at : 0..2; end Vars
  Actions = {go, stay};
  Protocol: at < 2 : {go, stay}; Other : {stay}; end Protocol
  Evolution: at = at + 1 if Action = go and Guard.Action = sleep; end Evolution
end Agent
Agent Guard
  Vars: tired : boolean; end Vars
  RedStates: tired = true; end RedStates
  Actions = {watch, sleep};
  Protocol: tired = true : {sleep}; Other : {watch, sleep}; end Protocol
  Evolution: tired = true if Action = watch; tired = false if Action = sleep; end Evolution
end Agent
Evaluation out if Thief.at = 2; gone if Thief.at > 0; end Evaluation
InitStates Thief.at = 0 and Guard.tired = false; end InitStates
Formulae end Formulae
";

/// The second agent always has what the first one has; only a spy sees neither. A third value goes up at times.
const COPY: &str = "
Agent First
  Vars: x : boolean; end Vars
  Actions = {on, off};
  Protocol: Other : {on, off}; end Protocol
  Evolution: x = true if Action = on; x = false if Action = off; end Evolution
end Agent
Agent Copy
  Vars: y : boolean; end Vars
  Actions = {go};
  Protocol: Other : {go}; end Protocol
  Evolution: y = true if First.Action = on; y = false if First.Action = off; end Evolution
end Agent
Agent Spy
  Vars: n : 0..3; end Vars
  Actions = {up, wait};
  Protocol: Other : {up, wait}; end Protocol
  Evolution: n = n + 1 if Action = up and First.Action = on; end Evolution
end Agent
Evaluation same if First.x = Copy.y; copied if Copy.y = true; end Evaluation
InitStates First.x = false and Copy.y = false and Spy.n = 0; end InitStates
Formulae end Formulae
";

/// The environment, which is agent 0, has nothing to do.
const ONE: AgentId = AgentId(1);
const TWO: AgentId = AgentId(2);
const THREE: AgentId = AgentId(3);

/// Checks something however the states were found.
fn in_every_way(text: &str, check: impl Fn(&Model, &SymbolicSystem<'_>)) {
    let model = load(text);
    for reach in [Reach::Frontier, Reach::Layers, Reach::Chaining] {
        for leave_out in [LeaveOut::Never, LeaveOut::Always] {
            let options = SymbolicOptions { reach, leave_out, ..SymbolicOptions::default() };
            check(&model, &SymbolicSystem::build(&model, &options, &Budget::unlimited()).unwrap());
        }
    }
}

/// The states that two digits each stand for.
fn states(digits: &str) -> Vec<Vec<u64>> {
    let state = |state: &str| state.bytes().map(|digit| u64::from(digit - b'0')).collect();
    digits.split_whitespace().map(state).collect()
}

/// The set of some states.
fn set(system: &SymbolicSystem<'_>, digits: &str) -> Bdd {
    let add = |all: Bdd, state: &Vec<u64>| system.union(&all, &system.singleton(state).unwrap()).unwrap();
    states(digits).iter().fold(system.empty(), add)
}

#[test]
fn sets_are_states_that_can_be_reached() {
    in_every_way(THIEF, |_, system| {
        let reachable = system.reachable();
        assert_eq!(system.list(&reachable).unwrap(), states("00 01 10 11 20 21"));
        assert_eq!((system.count(&reachable).unwrap(), system.state_count().unwrap()), (6u32.into(), 6u32.into()));
        assert_eq!(system.list(&system.initial()).unwrap(), states("00"));
        assert_eq!(system.pick(&set(system, "21 11 20")).unwrap(), Some(vec![1, 1]));
        assert!(
            system.is_empty(&system.singleton(&[3, 0]).unwrap()) && system.pick(&system.empty()).unwrap().is_none()
        );
    });
    in_every_way(COPY, |_, system| {
        // Once the number is at its end, only a spy that waits lets the first one turn on.
        let all = system.list(&system.reachable()).unwrap();
        assert_eq!(all, states("000 001 002 003 110 111 112 113"));
        assert!(system.contains(&system.reachable(), &[1, 1, 2]).unwrap());
        assert!(!system.contains(&system.reachable(), &[1, 0, 2]).unwrap(), "one follows from the other");
        assert!(system.is_empty(&system.singleton(&[1, 0, 2]).unwrap()));
    });
}

#[test]
fn steps_lead_forwards_and_backwards() {
    in_every_way(THIEF, |_, system| {
        for (from, to) in [("00", "00 01 10"), ("01", "00 10"), ("11", "10 20"), ("01 11", "00 10 20")] {
            assert_eq!(system.list(&system.image(&set(system, from)).unwrap()).unwrap(), states(to), "{from}");
        }
        for (to, from) in [("00", "00 01"), ("20", "10 11 20 21"), ("11", "10"), ("01 11", "00 10")] {
            assert_eq!(system.list(&system.preimage(&set(system, to)).unwrap()).unwrap(), states(from), "{to}");
        }
        let among = system.preimage_among(&[2, 0], &set(system, "00 10 21")).unwrap();
        assert_eq!(system.list(&among).unwrap(), states("10 21"));
        assert!(system.has_infinite_path(&set(system, "00"), &set(system, "00 01")).unwrap());
        assert!(!system.has_infinite_path(&set(system, "01"), &set(system, "01 11")).unwrap());
    });
}

#[test]
fn a_coalition_controls_what_the_others_cannot_prevent() {
    in_every_way(THIEF, |_, system| {
        for (coalition, into, expected) in [
            (&[ONE][..], "20 21", "11 20 21"),
            (&[TWO], "20 21", "20 21"),
            (&[ONE, TWO], "20 21", "10 11 20 21"),
            (&[], "20 21", "20 21"),
            (&[TWO], "01", "00"),
            (&[ONE], "01 10", "00 01 11"),
            (&[], "00 01 10", "00 01"),
            (&[ONE, TWO], "", ""),
        ] {
            let found = system.controllable_predecessors(coalition, &set(system, into)).unwrap();
            assert_eq!(system.list(&found).unwrap(), states(expected), "{coalition:?} into {into}");
        }
        assert_eq!(system.power(&[ONE, TWO]), Power::Everything);
        assert_eq!((system.power(&[ONE]), system.power(&[])), (Power::Something, Power::Nothing));
    });
}

#[test]
fn states_are_indistinguishable_that_agree_in_what_is_seen() {
    in_every_way(THIEF, |_, system| {
        for (observers, of, expected) in [
            (&[ONE][..], "00", "00 01"),
            (&[TWO], "00", "00 10 20"),
            (&[ONE, TWO], "00 21", "00 21"),
            (&[], "00", "00 01 10 11 20 21"),
            (&[ONE], "00 21", "00 01 20 21"),
        ] {
            let found = system.indistinguishable(observers, &set(system, of)).unwrap();
            assert_eq!(system.list(&found).unwrap(), states(expected), "{observers:?} {of}");
        }
    });
    // What was left out counts for those who see it.
    in_every_way(COPY, |_, system| {
        for (observer, expected) in [(ONE, "110 111 112 113"), (TWO, "110 111 112 113"), (THREE, "002 112")] {
            let found = system.indistinguishable(&[observer], &set(system, "112")).unwrap();
            assert_eq!(system.list(&found).unwrap(), states(expected), "{observer:?}");
        }
    });
}

#[test]
fn a_step_has_the_first_joint_action_that_is_allowed() {
    let [first, second] = [ActionId(0), ActionId(1)];
    let both = vec![first, second];
    in_every_way(THIEF, |_, system| {
        let action = |from: &[u64], to: &[u64], thief: &[ActionId]| {
            system.joint_action(from, to, &[vec![], thief.to_vec(), both.clone()]).unwrap()
        };
        assert_eq!(action(&[0, 0], &[1, 0], &both), Some(vec![None, Some(first), Some(second)]));
        assert_eq!(action(&[0, 0], &[0, 1], &both), Some(vec![None, Some(first), Some(first)]));
        assert_eq!(action(&[0, 0], &[0, 1], &[second]), Some(vec![None, Some(second), Some(first)]));
        assert_eq!(action(&[0, 0], &[1, 0], &[second]), None, "who stays does not come further");
        assert_eq!(action(&[0, 0], &[2, 0], &both), None, "two steps");
    });
    in_every_way(COPY, |_, system| {
        let action = |from: &[u64], to: &[u64]| {
            system.joint_action(from, to, &[vec![], both.clone(), vec![first], both.clone()]).unwrap()
        };
        assert_eq!(action(&[0, 0, 0], &[1, 1, 1]), Some(vec![None, Some(first), Some(first), Some(first)]));
        assert_eq!(action(&[1, 1, 2], &[0, 0, 2]), Some(vec![None, Some(second), Some(first), Some(first)]));
        assert_eq!(action(&[1, 1, 2], &[0, 0, 3]), None);
    });
}

#[test]
fn conditions_and_their_combinations_hold_in_reachable_states() {
    in_every_way(THIEF, |model, system| {
        let [out, gone] = [0, 1].map(|place| model.propositions[place].condition);
        assert_eq!(system.list(&system.states_where(model, out).unwrap()).unwrap(), states("20 21"));
        let red = model.agent(TWO).red.unwrap();
        assert_eq!(system.list(&system.states_where(model, red).unwrap()).unwrap(), states("01 11 21"));
        let [out, gone] = [out, gone].map(Combination::Condition);
        for (combination, expected) in [
            (Combination::Not(Box::new(out.clone())), "00 01 10 11"),
            (Combination::And(vec![gone.clone(), Combination::Not(Box::new(out.clone()))]), "10 11"),
            (Combination::Or(vec![out.clone(), Combination::Constant(false)]), "20 21"),
            (Combination::Implies(Box::new(gone.clone()), Box::new(out.clone())), "00 01 20 21"),
            (Combination::Iff(Box::new(gone), Box::new(out)), "00 01 20 21"),
        ] {
            let found = system.states_where_combined(model, &combination).unwrap().unwrap();
            assert_eq!(system.list(&found).unwrap(), states(expected), "{combination:?}");
        }
    });
    // One that is about a bit that was left out.
    in_every_way(COPY, |model, system| {
        let copied = system.states_where(model, model.propositions[1].condition).unwrap();
        assert_eq!(system.list(&copied).unwrap(), states("110 111 112 113"));
        let same = system.states_where(model, model.propositions[0].condition).unwrap();
        assert!(system.is_subset(&system.reachable(), &same).unwrap());
    });
}

#[test]
fn a_path_from_an_initial_state_is_shortest_and_has_the_least_states() {
    in_every_way(THIEF, |_, system| {
        let path = |target: &str| system.path_from_initial(&set(system, target)).unwrap();
        assert_eq!(path("20 21"), Some(states("00 10 20")));
        assert_eq!(path("11 21"), Some(states("00 10 11")));
        assert_eq!((path("00"), path("")), (Some(states("00")), None));
    });
    in_every_way(COPY, |_, system| {
        let path = system.path_from_initial(&set(system, "003 112")).unwrap();
        assert_eq!(path, Some(states("000 111 112")));
    });
}

#[test]
fn a_line_overflows_where_it_may_be_enabled() {
    in_every_way(COPY, |model, system| {
        let line = &model.agent(THREE).evolution[0];
        assert_eq!(system.list(&system.overflowing(line).unwrap()).unwrap(), states("003 113"));
        assert!(system.is_empty(&system.overflowing(&model.agent(TWO).evolution[0]).unwrap()));
    });
    // The protocol does not let it come so far.
    let careful = COPY.replace("Protocol: Other : {up, wait};", "Protocol: n < 3 : {up, wait}; Other : {wait};");
    in_every_way(&careful, |model, system| {
        assert!(system.is_empty(&system.overflowing(&model.agent(THREE).evolution[0]).unwrap()));
        assert_eq!(system.state_count().unwrap(), 8u32.into());
    });
}
