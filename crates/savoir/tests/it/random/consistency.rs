//! Deadlocks and values that do not fit, on random models and from both engines: they are found if and only if the
//! reference has them, as near to an initial state as possible, both engines find the same, and what is changed is noticed.

use crate::common::{explicit, symbolic};
use savoir_check::System;
use savoir_evidence::{find_deadlock, find_overflow};
use savoir_model::{Domain, Model};
use savoir_reference::{Moment, State, Value, code_of, joint_actions};
use savoir_replay::{Defect, DefectCause, replay_defect};
use savoir_testkit::fixtures::load;
use savoir_testkit::{Options, RandomModel, Reference, cases};
use std::collections::VecDeque;

fn find<S: System>(model: &Model, system: &S) -> [Option<Defect>; 2] {
    [find_deadlock(model, system).unwrap(), find_overflow(model, system).unwrap()]
}

/// Steps from the initial states to the nearest one where `wanted`.
fn distance(reference: &Reference<'_>, wanted: impl Fn(usize) -> bool) -> Option<usize> {
    let graph = reference.graph();
    let mut steps = vec![usize::MAX; graph.states.len()];
    let mut open: VecDeque<usize> = VecDeque::new();
    for &state in &graph.initial {
        steps[state] = 0;
        open.push_back(state);
    }
    while let Some(state) = open.pop_front() {
        if wanted(state) {
            return Some(steps[state]);
        }
        for &next in &graph.successors[state] {
            if steps[next] == usize::MAX {
                steps[next] = steps[state] + 1;
                open.push_back(next);
            }
        }
    }
    None
}

/// Whether some joint action enables a line that assigns a number outside its range: by trying all of them.
fn overflows(model: &Model, state: &State) -> bool {
    joint_actions(model, state).iter().any(|joint| {
        let moment = Moment { model, state, joint };
        model.agents.iter().flat_map(|agent| &agent.evolution).any(|line| {
            moment.holds(line.guard)
                && line.assignments.iter().any(|&(variable, value)| {
                    let domain = model.variable(variable).domain;
                    let value = moment.value(value);
                    matches!((domain, value), (Domain::Int { .. }, Value::Number(_)))
                        && code_of(model, domain, value).is_none()
                })
        })
    })
}

#[test]
fn trouble_is_found_where_there_is_some() {
    let (mut seen, mut stuck_without_action) = ([0; 2], 0);
    for seed in 0..cases(600) {
        let text = RandomModel::generate(seed, &Options::default()).to_ispl();
        let model = load(&text);
        let Ok(reference) = Reference::build(&model, 500) else { continue };
        if reference.graph().initial.is_empty() {
            continue;
        }
        let found = find(&model, &explicit(&model));
        assert_eq!(found, find(&model, &symbolic(&model)), "the engines differ, seed {seed}\n{text}");
        let graph = reference.graph();
        let nearest = [
            distance(&reference, |state| graph.successors[state].is_empty()),
            distance(&reference, |state| overflows(&model, &graph.states[state])),
        ];
        for (number, (defect, nearest)) in found.iter().zip(nearest).enumerate() {
            let steps = defect.as_ref().map(|defect| defect.path.actions.len());
            assert_eq!(steps, nearest, "check {number}, seed {seed}\n{text}");
            let Some(defect) = defect else { continue };
            seen[number] += 1;
            stuck_without_action += u64::from(matches!(defect.cause, DefectCause::NoAction(_)));
            replay_defect(&model, defect).unwrap_or_else(|problem| panic!("{problem:?}, seed {seed}\n{text}"));
            for wrong in falsified(&model, defect) {
                assert!(replay_defect(&model, &wrong).is_err(), "not noticed, seed {seed}\n{wrong:?}\n{text}");
            }
        }
    }
    assert!(
        seen.iter().all(|seen| *seen > cases(50)) && stuck_without_action > cases(20),
        "{seen:?} {stuck_without_action}"
    );
}

/// The defect with something in it that is wrong.
fn falsified(model: &Model, defect: &Defect) -> Vec<Defect> {
    let mut all = Vec::new();
    if !defect.path.actions.is_empty() {
        let mut shorter = defect.clone();
        shorter.path.states.pop();
        shorter.path.actions.pop();
        // The state before the last has no defect, or there would have been a shorter path.
        all.push(shorter);
    }
    let mut without_end = defect.clone();
    without_end.path.states.clear();
    all.push(without_end);
    match &defect.cause {
        DefectCause::NoAction(_) => all.push(Defect { cause: DefectCause::NoAction(Vec::new()), ..defect.clone() }),
        DefectCause::NoSuccessor(overflow) | DefectCause::Overflow(overflow) => {
            let mut other = overflow.clone();
            other.value = other.value.plus(savoir_reference::Number::whole(1));
            if other.value != overflow.value {
                all.push(Defect { cause: DefectCause::Overflow(other), ..defect.clone() });
            }
            let mut nobody = overflow.clone();
            nobody.joint = vec![None; model.agents.len()];
            if nobody.joint != overflow.joint {
                all.push(Defect { cause: DefectCause::Overflow(nobody), ..defect.clone() });
            }
        }
    }
    all
}
