//! Random models: they resolve, are the same for the same seed, are not trivial, and shrink.

use savoir_testkit::fixtures::{load, try_load};
use savoir_testkit::{Options, RandomModel, Reference, shrink};

#[test]
fn random_models_resolve_and_are_not_trivial() {
    let options = Options::default();
    let mut sizes = Vec::new();
    let (mut deadlocked, mut fair, mut empty, mut verdicts) = (0, 0, 0, [0, 0]);
    for seed in 0..300 {
        let text = RandomModel::generate(seed, &options).to_ispl();
        assert_eq!(text, RandomModel::generate(seed, &options).to_ispl(), "seed {seed}");
        let model = load(&text);
        let reference = Reference::build(&model, 1_000).unwrap();
        sizes.push(reference.states());
        deadlocked += usize::from(!reference.deadlocks().is_empty());
        fair += usize::from(!model.fairness.is_empty());
        empty += usize::from(!reference.domain().contains(&true));
        for property in &model.properties {
            verdicts[usize::from(reference.verdict(property.formula).unwrap())] += 1;
        }
    }
    sizes.sort_unstable();
    println!("states: {sizes:?}");
    println!("deadlocked {deadlocked}, fair {fair}, no fair path {empty}, false and true {verdicts:?}");
    assert!(sizes[0] > 0, "initial conditions can be satisfied");
    assert!(sizes[100] >= 3 && sizes[290] <= 100, "sizes vary: {sizes:?}");
    assert!((30..200).contains(&deadlocked) && (60..200).contains(&fair) && empty < fair / 2);
    assert!(verdicts.iter().all(|count| *count > 600), "{verdicts:?}");
}

#[test]
fn shrinking_keeps_what_matters() {
    let spec = RandomModel::generate(42, &Options::default());
    let matters = |text: &str| {
        let Ok(model) = try_load(text) else { return false };
        let reference = Reference::build(&model, 1_000).unwrap();
        reference.states() >= 2 && text.contains("LTL") && text.contains("U ")
    };
    assert!(matters(&spec.to_ispl()), "a seed that has what we look for");
    let small = shrink(spec, &mut |text| matters(text)).to_ispl();
    println!("{small}");
    assert!(matters(&small));
    assert!(small.lines().count() <= 22, "{small}");
}
