//! The search with hardly any allowance, and what it says about itself.

use super::tuning::InducedTuning;
use super::{InducedModels, InducedRecord};
use savoir_check::{Budget, Verdict};
use savoir_explicit::{CompiledSteps, ExplicitOptions, ExplicitSystem};
use savoir_model::{AtlSemantics, Model, Restricted, Semantics};
use savoir_testkit::{Options, RandomModel, Reference, fixtures::load};

/// The verdicts on the formulas of a model with everybody restricted, with what it took.
fn answers(model: &Model, tuning: InducedTuning) -> Vec<(Verdict, InducedRecord)> {
    let system = ExplicitSystem::explore(model, ExplicitOptions::default(), Budget::unlimited()).unwrap();
    let steps = CompiledSteps::new(model, Budget::unlimited());
    let mut models = InducedModels::new(model, &system, &steps).unwrap();
    models.tuning = tuning;
    let answers = model.properties.iter().map(|property| models.decide(Restricted::Everybody, property.formula));
    answers.map(|answer| (answer.verdict, answer.record)).collect()
}

#[test]
fn without_bounds_lists_or_reasons_the_verdicts_are_the_same() {
    let usual = InducedTuning::default();
    let tunings = [
        InducedTuning { moves: 1, ..usual },
        InducedTuning { states_with_open_choices: 2, trials: 1, ..usual },
        InducedTuning { moves: 2, trials: 3, reasons: 1, ..usual },
    ];
    let mut compared = [0; 2];
    for seed in 0..60 {
        let model = load(&RandomModel::generate(seed, &Options::default()).to_ispl());
        let mut reference = Reference::build(&model, 1_000).unwrap();
        let atl = AtlSemantics::UniformModel(Restricted::Everybody);
        reference.read_as(Semantics { atl, ..Semantics::default() });
        // Larger ones take the definition long.
        if reference.graph().states.len() > 9 {
            continue;
        }
        let found: Vec<_> = tunings.iter().map(|tuning| answers(&model, *tuning)).collect();
        for (place, property) in model.properties.iter().enumerate() {
            let Ok(expected) = reference.verdict(property.formula) else { continue };
            for (tuning, found) in tunings.iter().zip(&found) {
                let formula = model.formula_brief(property.formula);
                assert_eq!(found[place].0, Verdict::from(Ok(expected)), "seed {seed}, {tuning:?}: {formula}");
            }
            compared[usize::from(expected)] += 1;
        }
    }
    assert!(compared.iter().all(|count| *count > 40), "{compared:?}");
}

/// A corridor: in each place one goes on, or falls.
const CORRIDOR: &str = "
Agent Walker
  Vars: place : 0..40; end Vars
  Actions = {left, right};
  Protocol: Other : {left, right}; end Protocol
  Evolution: place = place + 1 if Action = right and place < 40; end Evolution
end Agent
Evaluation out if Walker.place = 40; never if Walker.place < 0; end Evaluation
InitStates Walker.place = 0; end InitStates
Formulae AF out; EG !out; EF never; AG !never; LTL F out; LTL G F never; end Formulae
";

#[test]
fn few_of_many_strategies_are_looked_at() {
    let found = answers(&load(CORRIDOR), InducedTuning::default());
    let verdicts: Vec<bool> = found.iter().map(|(verdict, _)| *verdict == Verdict::True).collect();
    assert_eq!(verdicts, [true, true, false, true, true, false]);
    let choices: Vec<Option<usize>> = found.iter().map(|(_, record)| record.strategy.as_ref().map(Vec::len)).collect();
    // Whoever goes on does so everywhere; whoever stays need only do so once; some formulas ask for nothing.
    assert_eq!((choices[0], choices[2], choices[3], choices[4], choices[5]), (Some(40), None, Some(0), Some(40), None));
    // There are more than 10^12 strategies.
    assert!(found.iter().all(|(_, record)| record.models < 3_000), "{found:?}");
}
