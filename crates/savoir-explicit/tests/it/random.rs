//! Random models and a model with a scheduler, explored in many ways: pieces of work so small that threads meet everywhere, and
//! joint actions tried one by one, or never.

use savoir_check::{Budget, Fixpoints, Sets, Steps};
use savoir_explicit::{ExplicitOptions, ExplicitSystem, ExplicitTuning};
use savoir_model::Model;
use savoir_testkit::fixtures::load;
use savoir_testkit::{Options, RandomModel, cases};

/// Every level is large, and every batch small.
fn tiny_pieces() -> ExplicitTuning {
    ExplicitTuning {
        level_chunk: 3,
        batch_chunks: 2,
        parallel_level: 1,
        sweep_chunk: 64,
        parallel_set: 1,
        ..ExplicitTuning::default()
    }
}

fn explore(model: &Model, threads: usize, tuning: ExplicitTuning) -> ExplicitSystem<'_> {
    ExplicitSystem::explore(model, ExplicitOptions { threads, tuning }, Budget::unlimited()).unwrap()
}

/// All states by number, how many transitions there are, and some sets of states as bits.
type Page = (Vec<Vec<u64>>, usize, Vec<Vec<usize>>);

fn page(system: &ExplicitSystem<'_>) -> Page {
    let states = (0..system.state_count()).map(|number| system.state_codes(number)).collect();
    let initial = system.initial();
    let everything = system.reachable();
    let sets = [
        system.image(&initial).unwrap(),
        system.image(&everything).unwrap(),
        system.preimage(&everything).unwrap(),
        system.exists_globally(&everything).unwrap(),
        system.deadlocks().unwrap(),
    ];
    (states, system.transition_count().unwrap(), sets.iter().map(|set| set.iter().collect()).collect())
}

#[test]
fn random_models_have_the_same_numbers_for_every_number_of_threads() {
    let mut states = 0;
    for seed in 0..cases(800) {
        let model = load(&RandomModel::generate(8_200_000 + seed, &Options::default()).to_ispl());
        let expected = page(&explore(&model, 1, ExplicitTuning::default()));
        for threads in 1..=4 {
            assert_eq!(page(&explore(&model, threads, tiny_pieces())), expected, "seed {seed}, {threads} threads");
        }
        states += expected.0.len();
    }
    assert!(states > 1000, "{states}");
}

/// The states, sorted, with the number of transitions: which of them comes first may depend on how successors are found.
fn sorted(system: &ExplicitSystem<'_>) -> (Vec<Vec<u64>>, usize) {
    let (mut states, transitions, _) = page(system);
    states.sort();
    (states, transitions)
}

/// Philosophers who act one at a time, as a scheduler says; each may also wait.
fn philosophers(count: usize) -> String {
    let names = |of: &dyn Fn(usize) -> String| (0..count).map(of).collect::<Vec<_>>();
    let turns = names(&|agent| format!("turn{agent}")).join(", ");
    let forks = names(&|fork| format!("fork{fork} : boolean;")).join(" ");
    let lines = names(&|agent| {
        let right = (agent + 1) % count;
        format!(
            "fork{agent} = false if Action = turn{agent} and P{agent}.Action = left;
             fork{right} = false if Action = turn{agent} and P{agent}.Action = right;
             fork{agent} = true and fork{right} = true if Action = turn{agent} and P{agent}.Action = put;"
        )
    });
    let agents = names(&|agent| {
        let right = (agent + 1) % count;
        format!(
            "Agent P{agent} Vars: s : {{thinking, hungry, eating}}; end Vars Actions = {{left, right, put, wait}};
             Protocol: s = thinking and Environment.fork{agent} = true : {{left, wait}};
               s = hungry and Environment.fork{right} = true : {{right, wait}};
               s = eating : {{put, wait}}; Other : {{wait}}; end Protocol
             Evolution: s = hungry if Environment.Action = turn{agent} and Action = left;
               s = eating if Environment.Action = turn{agent} and Action = right;
               s = thinking if Environment.Action = turn{agent} and Action = put; end Evolution end Agent"
        )
    });
    let begin = names(&|agent| format!("Environment.fork{agent} = true and P{agent}.s = thinking")).join(" and ");
    format!(
        "Agent Environment Obsvars: {forks} end Obsvars Actions = {{{turns}}};
         Protocol: Other : {{{turns}}}; end Protocol Evolution: {} end Evolution end Agent {}
         Evaluation p if P0.s = eating; end Evaluation InitStates {begin}; end InitStates Formulae end Formulae",
        lines.join("\n"),
        agents.join("\n")
    )
}

#[test]
fn joint_actions_tried_one_by_one_lead_to_the_same_states() {
    let never = ExplicitTuning { direct_actions: 0, direct_choices: 0, ..ExplicitTuning::default() };
    let always = ExplicitTuning { direct_actions: usize::MAX, direct_choices: usize::MAX, ..ExplicitTuning::default() };
    let mut models: Vec<Model> = (0..cases(800))
        .map(|seed| load(&RandomModel::generate(8_300_000 + seed, &Options::default()).to_ispl()))
        .collect();
    models.push(load(&philosophers(7)));
    for (place, model) in models.iter().enumerate() {
        let expected = sorted(&explore(model, 1, never));
        for tuning in [ExplicitTuning::default(), always] {
            assert_eq!(sorted(&explore(model, 1, tuning)), expected, "model {place}");
        }
    }
}

#[test]
fn two_threads_number_a_large_level_as_one_does() {
    let model = load(&philosophers(10));
    let expected = page(&explore(&model, 1, ExplicitTuning::default()));
    assert!(expected.0.len() > 6_000, "{}", expected.0.len());
    for threads in 2..=4 {
        assert_eq!(page(&explore(&model, threads, ExplicitTuning::default())), expected, "{threads} threads");
    }
}
