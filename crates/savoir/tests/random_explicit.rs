//! The explicit engine against the reference semantics on random models: state counts, deadlocks, verdicts, and the
//! exact set of states that satisfies each formula.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use savoir_check::{Budget, Checker, Verdict};
use savoir_explicit::{ExplicitOptions, ExplicitSystem};
use savoir_model::Model;
use savoir_testkit::random::FairnessRate;
use savoir_testkit::{Answer, Options, check_random};

fn explicit(model: &Model, threads: usize) -> Result<Answer, String> {
    let stopped = |stop: savoir_check::Stop| stop.to_string();
    let system = ExplicitSystem::explore(model, ExplicitOptions { threads }, Budget::unlimited()).map_err(stopped)?;
    let states = Some(system.state_count());
    let deadlocks = Some(system.deadlocks().map_err(stopped)?.count() as usize);
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
        let mut codes: Vec<Vec<u64>> = set.iter().map(|number| checker.system().state_codes(number)).collect();
        codes.sort();
        satisfying.push(Some(codes));
    }
    Ok(Answer { states, deadlocks, verdicts, satisfying })
}

#[test]
fn random_models_agree_with_the_reference() {
    check_random(2000, 1, &Options::default(), |model| explicit(model, 1));
}

#[test]
fn random_models_with_fairness_agree_with_the_reference() {
    let options = Options { fairness: FairnessRate::Always, ..Options::default() };
    check_random(800, 1_000_000, &options, |model| explicit(model, 2));
}
