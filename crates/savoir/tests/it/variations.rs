//! Variations of models: they mean what the original means, whoever decides it.

use savoir::{Budget, CheckRequest, Engine, Loaded, check};
use savoir_corpus::{Variation, corpus};
use savoir_families::{Random, family};
use std::collections::BTreeMap;

/// The verdicts by the names of the formulas that are expected, and the number of states.
fn answers(name: &str, text: &str, engine: Engine) -> (BTreeMap<String, Option<bool>>, String) {
    let loaded = Loaded::from_text(name, text);
    assert!(loaded.diagnostics.is_empty(), "{name}: {:?}\n{text}", loaded.diagnostics);
    let request = CheckRequest { engine, ..CheckRequest::default() };
    let outcome = check(&loaded, &request, &Budget::unlimited(), &mut |_| {}).unwrap();
    let verdict = |result: &savoir::FormulaResult| (result.property.name.clone().unwrap(), result.as_expected());
    (outcome.results.iter().map(verdict).collect(), outcome.states.to_string())
}

/// Small models with what variations can change: flags, choices, hidden variables, agents without a choice.
const MODELS: [(&str, usize); 18] = [
    ("bookings", 2),
    ("boxes", 4),
    ("castles", 3),
    ("clocks", 6),
    ("dining", 4),
    ("calls", 4),
    ("letters", 5),
    ("muddy", 3),
    ("nspk", 2),
    ("pipeline", 2),
    ("pledges", 3),
    ("prisoners", 3),
    ("registers", 5),
    ("ring-leader", 3),
    ("ripple", 5),
    ("shares", 6),
    ("tokenring", 4),
    ("voting", 2),
];

#[test]
fn variations_mean_the_same() {
    let mut applied: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, size) in MODELS {
        let text = family(name).unwrap().generate(size).unwrap();
        let (original, states) = answers(name, &text, Engine::Explicit);
        for variation in Variation::ALL {
            let title = format!("{name} {size} {}", variation.name());
            let Some(varied) = variation.apply(&text, &mut Random::of_text(&title)) else { continue };
            assert_ne!(varied, text, "{title}");
            for engine in [Engine::Explicit, Engine::Symbolic] {
                let (verdicts, counted) = answers(&title, &varied, engine);
                assert!(!verdicts.is_empty() && verdicts.iter().all(|it| it.1 == &Some(true)), "{title}: {verdicts:?}");
                assert_eq!(counted, states, "{title}");
                let keeps_all = !matches!(variation, Variation::Divided | Variation::Combined);
                assert!(!keeps_all || verdicts == original, "{title}: {verdicts:?}");
            }
            *applied.entry(variation.name()).or_default() += 1;
        }
    }
    assert_eq!(applied.len(), Variation::ALL.len(), "{applied:?}");
    assert!(applied["divided"] > 1 && applied["flipped"] > 4 && applied["mixed"] == MODELS.len(), "{applied:?}");
}

/// What is left has the variables elsewhere.
#[test]
fn agents_are_divided_and_combined() {
    let vary = |name: &str, size: usize, variation: Variation| {
        let text = family(name).unwrap().generate(size).unwrap();
        let varied = variation.apply(&text, &mut Random::new(1)).unwrap();
        (text.matches("\nAgent ").count(), varied.matches("Agent ").count() - varied.matches("end Agent").count())
    };
    assert_eq!(vary("clocks", 5, Variation::Combined), (2, 1));
    assert_eq!(vary("tokenring", 4, Variation::Divided), (9, 13));
}

/// Every model of the corpus can be checked as far as its text goes.
#[test]
fn the_corpus_has_no_errors() {
    for entry in corpus() {
        let text = entry.text();
        if text.len() < 100_000 {
            let loaded = Loaded::from_text(&entry.name, &text);
            assert!(loaded.diagnostics.is_empty(), "{}: {:?}", entry.name, loaded.diagnostics);
        }
    }
}
