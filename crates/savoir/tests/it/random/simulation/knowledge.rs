//! What agents know, sets of states, and formulas in the current state.

use super::{first_proposition, for_each_model, number};
use crate::simulation::{run, settings};
use savoir::simulate::{Known, Reply, Simulation, Trouble};
use savoir_model::{AgentId, FormulaId, Model};
use savoir_testkit::Reference;
use std::collections::BTreeSet;

#[test]
fn knowledge_is_that_of_the_reference() {
    for_each_model(100..160, |sample, reference, engine, seed| {
        let mut session = Simulation::new(&sample.model, settings(engine), seed).unwrap();
        let sat = |formula: FormulaId| reference.sat(formula).unwrap();
        for _ in 0..6 {
            let here = number(reference.graph(), &session.here().state);
            let Reply::Knowledge(knowledge) = run(&mut session, "knows").unwrap() else { panic!() };
            for about in knowledge {
                let alike = alike(&sample.model, reference, about.agent, here);
                assert_eq!(about.possible, alike.len().into(), "seed {seed}");
                let name = &sample.model.agent(about.agent).name;
                let Reply::Possible(listed) = run(&mut session, &format!("possible {name} 1000")).unwrap() else {
                    panic!()
                };
                let listed: Vec<usize> = listed.states.iter().map(|state| number(reference.graph(), state)).collect();
                assert_eq!(listed, alike, "seed {seed}");
                if reference.domain()[here] {
                    for (known, (yes, no)) in about.propositions.iter().zip(&sample.knows[about.agent.index()]) {
                        assert_eq!(*known == Known::True, sat(*yes)[here], "seed {seed}");
                        assert_eq!(*known == Known::False, sat(*no)[here], "seed {seed}");
                    }
                }
            }
            run(&mut session, "random 1").unwrap();
        }
    });
}

/// The states of the domain that an agent cannot tell from a state.
fn alike(model: &Model, reference: &Reference<'_>, agent: AgentId, state: usize) -> Vec<usize> {
    let states = &reference.graph().states;
    let same = |other: usize| {
        model
            .agent(agent)
            .observes
            .iter()
            .all(|variable| states[other][variable.index()] == states[state][variable.index()])
    };
    (0..states.len()).filter(|&other| reference.domain()[other] && same(other)).collect()
}

#[test]
fn sets_have_the_states_of_the_reference() {
    for_each_model(300..360, |sample, reference, engine, seed| {
        let model = &sample.model;
        let graph = reference.graph();
        let count = graph.states.len();
        let holds = first_proposition(model, reference);
        let name = &model.propositions[0].name;
        let mut session = Simulation::new(model, settings(engine), seed).unwrap();
        let mut expected: BTreeSet<usize> = graph.initial.iter().copied().collect();
        let mut last = expected.clone();
        let filter = format!("set where {name}");
        for line in [
            "set initial",
            "set step",
            "set step",
            &filter,
            "set before",
            "set back",
            "set step",
            "set reachable",
            "set here",
        ] {
            let before = expected.clone();
            expected = match line {
                "set initial" => graph.initial.iter().copied().collect(),
                "set step" => expected.iter().flat_map(|state| graph.successors[*state].iter().copied()).collect(),
                "set before" => (0..count)
                    .filter(|state| graph.successors[*state].iter().any(|next| expected.contains(next)))
                    .collect(),
                "set back" => last.clone(),
                "set reachable" => (0..count).collect(),
                "set here" => BTreeSet::from([number(graph, &session.here().state)]),
                _ => expected.iter().copied().filter(|state| holds[*state]).collect(),
            };
            last = before;
            let Reply::Set(report) = run(&mut session, line).unwrap() else { panic!() };
            assert_eq!(report.count, expected.len().into(), "seed {seed}, {line}");
            let inside = expected.iter().filter(|state| holds[**state]).count();
            assert_eq!(report.propositions[0].holds, inside.into(), "seed {seed}, {line}");
            let Reply::Set(listed) = run(&mut session, "set list 1000").unwrap() else { panic!() };
            let listed: Vec<usize> = listed.states.iter().map(|state| number(graph, state)).collect();
            assert_eq!(listed, expected.iter().copied().collect::<Vec<_>>(), "seed {seed}, {line}");
            let Reply::Across(across) = run(&mut session, "set knows").unwrap() else { panic!() };
            for about in across {
                let (yes, no) = sample.knows[about.agent.index()][about.proposition.index()];
                let known = |formula| {
                    let sat = reference.sat(formula).unwrap();
                    expected.iter().filter(|state| sat[**state]).count()
                };
                let inside = expected.iter().filter(|state| reference.domain()[**state]).count();
                let (yes, no) = (known(yes), known(no));
                assert_eq!(about.knows_true, yes.into(), "seed {seed}, {line}");
                assert_eq!(about.knows_false, no.into(), "seed {seed}, {line}");
                assert_eq!(about.open, (inside - yes - no).into(), "seed {seed}, {line}");
            }
        }
    });
}

#[test]
fn formulas_hold_here_as_in_the_reference() {
    for_each_model(400..430, |sample, reference, engine, seed| {
        let mut session = Simulation::new(&sample.model, settings(engine), seed).unwrap();
        run(&mut session, "random 3").unwrap();
        let here = number(reference.graph(), &session.here().state);
        for property in &sample.model.properties {
            let answer = run(&mut session, &format!("is {}", property.text));
            match answer {
                Ok(Reply::Truth { holds, .. }) => {
                    // Without operators a formula speaks about values, fair path or not.
                    if reference.domain()[here] {
                        assert_eq!(
                            holds,
                            reference.sat(property.formula).unwrap()[here],
                            "seed {seed} {}",
                            property.text
                        );
                    }
                }
                Err(Trouble::Wrong(message)) => assert!(!reference.domain()[here], "{message}"),
                other => panic!("seed {seed}: {other:?}"),
            }
        }
    });
}
