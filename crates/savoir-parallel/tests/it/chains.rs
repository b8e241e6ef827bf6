//! Common knowledge whose chains of doubt go back and forth between parts.

use savoir_check::Budget;
use savoir_model::{Model, Semantics};
use savoir_parallel::{
    Algorithm, DistributedOptions, DistributedTuning, PartitionOptions, PartitionRecord, Told, Work, decide,
    decide_distributed,
};
use savoir_symbolic::{InitialPart, SymbolicOptions, SymbolicSystem};
use savoir_testkit::fixtures::load;

/// Two agents who see a number, each rounded in another way: one takes 2k and 2k + 1 for the same, the other 2k - 1 and 2k.
fn rounding(numbers: usize) -> Model {
    let states: Vec<String> = (0..numbers)
        .map(|n| format!("(Environment.n = {n} and Ann.half = {} and Bob.half = {})", n / 2, n.div_ceil(2)))
        .collect();
    let observer = |name: &str| {
        format!(
            "Agent {name} Vars: half: 0..{numbers}; end Vars Actions = {{none}}; Protocol: Other: {{none}}; end Protocol
             Evolution: half = half if Action = none; end Evolution end Agent\n"
        )
    };
    load(&format!(
        "Agent Environment Vars: n: 0..{numbers}; end Vars Actions = {{none}}; Protocol: Other: {{none}}; end Protocol
         Evolution: n = n if Action = none; end Evolution end Agent\n{}{}
         Evaluation zero if Environment.n = 0; small if Environment.n < {}; end Evaluation
         InitStates {}; end InitStates
         Groups g = {{Ann, Bob}}; end Groups
         Formulae zero -> GCK(g, small); zero -> GK(g, small); zero -> GCK(g, small or !small); end Formulae",
        observer("Ann"),
        observer("Bob"),
        numbers - 1,
        states.join(" or "),
    ))
}

fn in_parts(model: &Model, algorithm: Algorithm, partitions: Option<usize>) -> (Vec<Told>, PartitionRecord) {
    let (budget, symbolic) = (Budget::unlimited(), SymbolicOptions::default());
    let reach = |part: &InitialPart| {
        SymbolicSystem::build(model, &SymbolicOptions { part: part.clone(), ..symbolic.clone() }, &budget)
    };
    let options = PartitionOptions { algorithm, partitions, threads: 2, stack_bytes: 4 << 20 };
    let work = Work { model, symbolic: &symbolic, options, budget: &budget, reach: &reach };
    let questions: Vec<_> = model.properties.iter().map(|property| (property.formula, Semantics::default())).collect();
    let mut told = Vec::new();
    let record = decide(&work, None, &questions, &mut |news| told.push(news)).unwrap().unwrap();
    (told, record)
}

/// The same with each state at the rank that its hash falls to.
#[test]
fn doubts_go_through_all_ranks() {
    for numbers in [9, 60] {
        let model = rounding(numbers);
        let questions: Vec<_> =
            model.properties.iter().map(|property| (property.formula, Semantics::default())).collect();
        for threads in 1..=4 {
            let options = DistributedOptions { threads, stack_bytes: 4 << 20, tuning: DistributedTuning::default() };
            let mut told = Vec::new();
            let tell = &mut |news| told.push(news);
            decide_distributed(&model, options, &Budget::unlimited(), None, &questions, tell).unwrap();
            assert_eq!(told[0], Told::States(numbers.into()));
            assert_eq!(told[1..], [false, true, true].map(Told::Verdict), "{numbers} {threads}");
        }
    }
}

/// A doubt about the last number reaches the first one only after as many rounds as there are numbers.
#[test]
fn doubts_go_through_all_parts() {
    let model = rounding(9);
    for algorithm in [Algorithm::Simple, Algorithm::Merge, Algorithm::Full] {
        for partitions in [None, Some(2), Some(3), Some(9), Some(40)] {
            let (told, _) = in_parts(&model, algorithm, partitions);
            let expected = [false, true, true].map(Told::Verdict);
            assert_eq!(told[0], Told::States(9_u32.into()));
            assert_eq!(told[1..], expected, "{algorithm:?} {partitions:?}");
        }
    }
}

/// The model lists its initial states one by one, and nothing ever changes.
#[test]
fn parts_are_what_the_model_lists() {
    let (_, record) = in_parts(&rounding(6), Algorithm::Full, None);
    assert_eq!((record.listed, record.sizes.len(), record.is_apart), (Some(6), 6, true));
    let (_, record) = in_parts(&rounding(6), Algorithm::Full, Some(4));
    let sizes: Vec<u32> = record.sizes.iter().map(|size| u32::try_from(size).unwrap()).collect();
    assert_eq!(sizes, [2, 2, 1, 1]);
    // There are no more parts than initial states.
    let (_, record) = in_parts(&rounding(6), Algorithm::Full, Some(40));
    assert_eq!(record.sizes.len(), 6);
}
