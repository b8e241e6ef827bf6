//! Steps, walks to a goal, and sessions that are saved and played again.

use super::{first_proposition, for_each_model, number};
use crate::simulation::{run, settings};
use savoir::simulate::{Ending, Filter, Reply, Simulation};
use savoir_testkit::StateSet;
use savoir_testkit::semantics::Graph;
use std::collections::{BTreeSet, VecDeque};

#[test]
fn steps_are_those_of_the_reference() {
    for_each_model(0..60, |sample, reference, engine, seed| {
        let model = &sample.model;
        let graph = reference.graph();
        let mut session = Simulation::new(model, settings(engine), seed).unwrap();
        let initial: Vec<usize> = session.initial().states.iter().map(|state| number(graph, state)).collect();
        assert!(session.initial().complete);
        assert_eq!(initial, graph.initial, "seed {seed}");
        run(&mut session, "start random").unwrap();
        for _ in 0..15 {
            let from = number(graph, &session.here().state);
            let options = session.options(&Filter::default());
            assert!(options.complete);
            let mut listed: Vec<(Vec<_>, usize)> =
                options.steps.iter().map(|step| (step.action.clone(), number(graph, &step.state))).collect();
            listed.sort();
            let expected: Vec<(Vec<_>, usize)> = graph
                .transitions
                .iter()
                .filter(|transition| transition.from == from)
                .map(|transition| (transition.action.clone(), transition.to))
                .collect();
            assert_eq!(listed, expected, "seed {seed}");
            let Reply::Walked(walk) = run(&mut session, "random 1").unwrap() else { panic!() };
            if expected.is_empty() {
                assert_eq!((walk.ending, walk.places.len()), (Ending::Stuck, 0));
                break;
            }
            let here = session.here();
            let taken = (here.action.clone().unwrap(), number(graph, &here.state));
            assert!(expected.contains(&taken), "seed {seed}");
            assert_eq!(walk.places, [here]);
        }
    });
}

#[test]
fn goals_are_reached_on_shortest_paths() {
    let mut reached = 0;
    for_each_model(200..260, |sample, reference, engine, seed| {
        let model = &sample.model;
        let graph = reference.graph();
        let goal = first_proposition(model, reference);
        let mut session = Simulation::new(model, settings(engine), seed).unwrap();
        let distance = distance(graph, number(graph, &session.here().state), &goal);
        let name = &model.propositions[0].name;
        let Reply::Walked(walk) = run(&mut session, &format!("goal {name}")).unwrap() else { panic!() };
        match distance {
            None => assert_eq!(walk.ending, Ending::Unreachable(name.clone()), "seed {seed}"),
            Some(distance) => {
                reached += usize::from(distance > 0);
                assert_eq!((walk.ending, walk.places.len()), (Ending::Reached(name.clone()), distance), "seed {seed}");
                assert!(goal[number(graph, &session.here().state)], "seed {seed}");
                for place in walk.places {
                    let from = number(graph, &place.before.unwrap());
                    let step = (from, place.action.unwrap(), number(graph, &place.state));
                    let known = graph
                        .transitions
                        .iter()
                        .any(|known| (known.from, &known.action, known.to) == (step.0, &step.1, step.2));
                    assert!(known, "seed {seed}");
                }
            }
        }
    });
    assert!(reached > 5, "only {reached} goals take a step");
}

fn distance(graph: &Graph, from: usize, goal: &StateSet) -> Option<usize> {
    let mut seen = BTreeSet::from([from]);
    let mut open = VecDeque::from([(from, 0)]);
    while let Some((state, distance)) = open.pop_front() {
        if goal[state] {
            return Some(distance);
        }
        open.extend(
            graph.successors[state].iter().filter(|next| seen.insert(**next)).map(|next| (*next, distance + 1)),
        );
    }
    None
}

#[test]
fn a_saved_session_leads_to_the_same_place() {
    for_each_model(500..540, |sample, _, engine, seed| {
        let mut session = Simulation::new(&sample.model, settings(engine), seed).unwrap();
        for line in ["start random", "random 12", "set initial", "set step"] {
            run(&mut session, line).unwrap();
        }
        if session.here().step > 2 {
            run(&mut session, "back 2").unwrap();
        }
        let script = session.script();
        let mut again = Simulation::new(&sample.model, settings(engine), 0).unwrap();
        for line in script.lines() {
            run(&mut again, line).unwrap_or_else(|trouble| panic!("seed {seed}: {line}: {}\n{script}", trouble.text()));
        }
        assert_eq!(again.history(), session.history(), "seed {seed}");
        assert_eq!(again.here(), session.here());
        assert_eq!(again.script(), script);
    });
}
