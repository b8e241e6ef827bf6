//! The comparison of engines with the reference: a right one passes, wrong ones are caught and cut down.

use savoir_model::{Logic, Model};
use savoir_testkit::fixtures::load;
use savoir_testkit::{Answer, Options, Reference, check_model, check_random, first_difference};

fn right(model: &Model) -> Result<Answer, String> {
    let reference = Reference::build(model, 1_000).map_err(|refusal| refusal.to_string())?;
    let formulas = || model.properties.iter().map(|property| property.formula);
    Ok(Answer {
        states: Some(reference.states()),
        deadlocks: Some(reference.deadlocks().len()),
        verdicts: formulas().map(|formula| reference.verdict(formula).ok()).collect(),
        satisfying: formulas().map(|formula| reference.sat_states(formula).ok()).collect(),
    })
}

/// An engine that believes that there is always an infinite path.
fn wrong(model: &Model) -> Result<Answer, String> {
    let mut answer = right(model)?;
    if answer.deadlocks != Some(0) {
        for (property, verdict) in model.properties.iter().zip(&mut answer.verdicts) {
            if property.logic == Logic::Ltl {
                *verdict = Some(false);
            }
        }
    }
    Ok(answer)
}

/// An engine that breaks on negative numbers.
fn broken(model: &Model) -> Result<Answer, String> {
    let negative = |domain| matches!(domain, savoir_model::Domain::Int { low, .. } if low < 0);
    assert!(!model.variables.iter().any(|variable| negative(variable.domain)), "negative numbers");
    right(model)
}

fn difference(engine: fn(&Model) -> Result<Answer, String>) -> String {
    first_difference(100, 0, &Options::default(), engine).unwrap().text
}

#[test]
fn a_right_engine_passes() {
    check_random(20, 500, &Options::default(), right);
}

#[test]
fn a_wrong_answer_is_caught_and_cut_down() {
    let text = difference(wrong);
    println!("{text}");
    assert!(text.contains("reference true, engine false"), "{text}");
    assert!(text.contains("LTL ") && text.lines().count() < 26, "{text}");
    assert!(check_model(&load(&text), wrong).is_err() && check_model(&load(&text), right).is_ok());
}

#[test]
fn a_panic_is_caught_and_cut_down() {
    let text = difference(broken);
    println!("{text}");
    assert!(text.contains("the engine panicked: negative numbers") && text.lines().count() < 26, "{text}");
}
