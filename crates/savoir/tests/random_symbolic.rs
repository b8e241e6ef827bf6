//! The symbolic engine against the reference semantics on random models: state counts, verdicts, and the exact set of
//! states that satisfies each formula.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use savoir_check::{Budget, Checker, Verdict};
use savoir_model::Model;
use savoir_symbolic::SymbolicSystem;
use savoir_testkit::random::FairnessRate;
use savoir_testkit::{Answer, Options, check_random};

fn symbolic(model: &Model) -> Result<Answer, String> {
    let stopped = |stop: savoir_check::Stop| stop.to_string();
    let system = SymbolicSystem::build(model, &Budget::unlimited()).map_err(stopped)?;
    let states = Some(system.state_count().try_into().map_err(|_| "a count beyond 64 bits".to_owned())?);
    let mut checker = Checker::new(model, system).map_err(stopped)?;
    let mut verdicts = Vec::new();
    let mut satisfying = Vec::new();
    for property in &model.properties {
        verdicts.push(match checker.verdict(property.formula) {
            Verdict::True => Some(true),
            Verdict::False => Some(false),
            Verdict::Unknown(_) => None,
        });
        let set = checker.satisfying(property.formula).map_err(stopped)?;
        satisfying.push(Some(checker.system().states_of(&set).map_err(stopped)?));
    }
    Ok(Answer { states, deadlocks: None, verdicts, satisfying })
}

#[test]
fn random_models_agree_with_the_reference() {
    check_random(2000, 1, &Options::default(), symbolic);
}

#[test]
fn random_models_with_fairness_agree_with_the_reference() {
    let options = Options { fairness: FairnessRate::Always, ..Options::default() };
    check_random(800, 1_000_000, &options, symbolic);
}
