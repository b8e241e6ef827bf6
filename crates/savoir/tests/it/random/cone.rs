//! The cone of influence on random models: what is left of a model for one formula gives the same verdict as the whole.

use crate::common::explicit;
use savoir_check::{Checker, Verdict};
use savoir_model::{AtlSemantics, Semantics};
use savoir_testkit::fixtures::load;
use savoir_testkit::random::FairnessRate;
use savoir_testkit::{Options, RandomModel, Reference, cases};

fn check(seeds: std::ops::Range<u64>, options: &Options) -> (u64, u64) {
    let (mut reduced, mut fewer_states) = (0, 0);
    for seed in seeds {
        let text = RandomModel::generate(seed, options).to_ispl();
        let model = load(&text);
        let Ok(reference) = Reference::build(&model, 1_000) else { continue };
        if reference.graph().initial.is_empty() {
            continue;
        }
        for property in &model.properties {
            let Ok(expected) = reference.verdict(property.formula) else { continue };
            let (cone, left_out) = model.cone_of_influence(&[(property.formula, AtlSemantics::PerfectInformation)]);
            if left_out.is_empty() {
                continue;
            }
            reduced += 1;
            let system = explicit(&cone);
            fewer_states += u64::from(system.state_count() < reference.states());
            assert!(system.state_count() <= reference.states(), "seed {seed}: {}\n{text}", property.text);
            let verdict = Checker::new(&cone, &system, Semantics::default()).unwrap().verdict(property.formula);
            let expected = if expected { Verdict::True } else { Verdict::False };
            assert_eq!(verdict, expected, "seed {seed}: {} without {left_out:?}\n{text}", property.text);
        }
    }
    (reduced, fewer_states)
}

#[test]
fn what_is_left_gives_the_same_verdict() {
    let (reduced, fewer_states) = check(0..cases(1500), &Options::default());
    assert!(reduced > cases(1000) && fewer_states > cases(200), "{reduced} reduced, {fewer_states} with fewer states");
}

#[test]
fn what_is_left_gives_the_same_verdict_with_fairness() {
    let options = Options { fairness: FairnessRate::Always, ..Options::default() };
    let (reduced, fewer_states) = check(0..cases(700), &options);
    assert!(reduced > cases(200) && fewer_states > cases(50), "{reduced} reduced, {fewer_states} with fewer states");
}
