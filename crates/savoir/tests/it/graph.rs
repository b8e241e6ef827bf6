//! State graphs of random models, compared with the reference.

use savoir::{Budget, GraphError, GraphLimits, Stop, state_graph};
use savoir_testkit::fixtures::load;
use savoir_testkit::{Options, RandomModel, Reference};
use std::time::Duration;

const LIMITS: GraphLimits = GraphLimits { states: 1000, joint_actions: 1_000_000 };

#[test]
fn graphs_have_the_states_and_transitions_of_the_reference() {
    let (mut compared, mut deadlocks) = (0, 0);
    for seed in 0..200 {
        let model = load(&RandomModel::generate(seed, &Options { formulas: 0, ..Options::default() }).to_ispl());
        let reference = Reference::build(&model, 10_000).unwrap();
        let expected = reference.graph();
        let found = match state_graph(&model, LIMITS, 1, &Budget::unlimited()) {
            Ok(found) => found,
            Err(GraphError::Model(_)) => {
                assert!(expected.states.is_empty());
                continue;
            }
            Err(other) => panic!("{other:?}"),
        };
        let old = |state: usize| expected.states.binary_search(&found.states[state]).unwrap();
        assert_eq!(found.states.len(), expected.states.len());
        let mut initial: Vec<usize> =
            (0..found.states.len()).filter(|state| found.distance[*state] == 0).map(old).collect();
        initial.sort_unstable();
        assert_eq!(initial, expected.initial);
        let mut transitions: Vec<(usize, _, usize)> = Vec::new();
        for transition in &found.transitions {
            let (from, to) = (old(transition.from), old(transition.to));
            transitions.extend(transition.joint_actions.iter().map(|joint| (from, joint.clone(), to)));
            // A step leads at most one layer down.
            assert!(found.distance[transition.to] <= found.distance[transition.from] + 1);
        }
        transitions.sort();
        let mut wanted: Vec<_> =
            expected.transitions.iter().map(|edge| (edge.from, edge.action.clone(), edge.to)).collect();
        wanted.sort();
        assert_eq!(transitions, wanted, "seed {seed}");
        let mut stuck: Vec<usize> = found.deadlocks.iter().map(|state| old(*state)).collect();
        stuck.sort_unstable();
        assert_eq!(stuck, reference.deadlocks());
        deadlocks += stuck.len();
        for agent in model.agent_ids() {
            let classes = found.classes(&model, agent);
            assert_eq!(classes.iter().map(Vec::len).sum::<usize>(), found.states.len());
            for class in classes {
                let seen = |state: usize| {
                    model
                        .agent(agent)
                        .observes
                        .iter()
                        .map(move |id| id.index())
                        .map(|index| found.states[state][index])
                        .collect::<Vec<_>>()
                };
                assert!(class.iter().all(|state| seen(*state) == seen(class[0])));
            }
        }
        compared += 1;
    }
    assert!(compared > 150 && deadlocks > 0, "{compared} {deadlocks}");
}

#[test]
fn limits_are_respected() {
    let model = load(
        "Agent M Vars: x : 0..99; end Vars Actions = {inc, dec}; Protocol: Other : {inc, dec}; end Protocol
         Evolution: x = x + 1 if x < 99 and Action = inc; end Evolution end Agent
         Evaluation p if M.x = 0; end Evaluation InitStates M.x = 0; end InitStates Formulae EF p; end Formulae",
    );
    let graph = |limits, budget: &Budget| state_graph(&model, limits, 1, budget);
    assert_eq!(graph(GraphLimits { states: 100, ..LIMITS }, &Budget::unlimited()).unwrap().states.len(), 100);
    let small = GraphLimits { states: 99, ..LIMITS };
    assert!(matches!(graph(small, &Budget::unlimited()), Err(GraphError::TooManyStates)));
    let few = GraphLimits { joint_actions: 199, ..LIMITS };
    assert!(matches!(graph(few, &Budget::unlimited()), Err(GraphError::TooManyJointActions)));
    let late = Budget::unlimited().with_time(Duration::ZERO);
    assert!(matches!(graph(LIMITS, &late), Err(GraphError::Stopped(Stop::Time))));
}

#[test]
fn a_graph_within_the_limit_is_drawn_however_fast_it_grows() {
    let lines: String = (0..40).map(|value| format!("x = {value} if Action = go;\n")).collect();
    let agent = |name| {
        format!(
            "Agent {name} Vars: x : 0..39; end Vars Actions = {{go}}; Protocol: Other : {{go}}; end Protocol
             Evolution: {lines} end Evolution end Agent\n"
        )
    };
    let text = format!(
        "{}{} Evaluation p if Ann.x = 9; end Evaluation InitStates Ann.x = 0 and Bob.x = 0; end InitStates
         Formulae end Formulae",
        agent("Ann"),
        agent("Bob")
    );
    let limits = GraphLimits { states: 1600, joint_actions: 10_000_000 };
    assert_eq!(state_graph(&load(&text), limits, 1, &Budget::unlimited()).unwrap().states.len(), 1600);
}
