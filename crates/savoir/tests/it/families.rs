//! The generated families: each text is clean and gives the verdicts it announces on both engines, with the known numbers
//! of states; and `auto` takes the engine that suits a family.

use savoir::{Budget, CheckRequest, Engine, EvidenceOutcome, EvidenceWish, GivenUp, Loaded, check, lint};
use savoir_families::{Family, Setting, families, family};

fn loaded(name: &str, n: usize) -> Loaded {
    Loaded::from_text(&format!("{name}-{n}"), &family(name).unwrap().generate(n).unwrap())
}

/// A model with a parameter that has another value than its usual one.
fn set(name: &str, n: usize, parameter: &str, values: &[usize]) -> Loaded {
    let setting = Setting { name: parameter.to_owned(), values: values.to_vec() };
    let text = family(name).unwrap().generate_with(n, &[setting]).unwrap();
    Loaded::from_text(&format!("{name}-{n}-{parameter}-{values:?}"), &text)
}

/// The sizes that are checked: the smallest three, or two for drones, where uniform strategies soon take long.
fn small(family: &Family) -> Vec<usize> {
    let sizes = if family.name == "drones" { 2 } else { 3 };
    family.sizes(0..=usize::MAX).take(sizes).collect()
}

#[test]
fn texts_are_clean() {
    for family in families() {
        for n in small(family).into_iter().chain(family.sizes(11..=14)) {
            let loaded = loaded(family.name, n);
            let name = &loaded.source.name;
            assert!(loaded.diagnostics.is_empty(), "{name}: {:?}\n{}", loaded.diagnostics, loaded.source.text);
            assert!(loaded.lints().is_empty(), "{name}: {:?}", loaded.lints());
        }
        let smallest = loaded(family.name, family.smallest);
        assert!(lint(&smallest, 1, &Budget::unlimited()).found.is_empty(), "{}", family.name);
    }
}

#[test]
fn verdicts_are_as_announced() {
    for family in families() {
        for n in small(family) {
            assert_as_announced(&loaded(family.name, n));
        }
    }
}

fn assert_as_announced(loaded: &Loaded) {
    for engine in [Engine::Explicit, Engine::Symbolic] {
        let request = CheckRequest { engine, ..CheckRequest::default() };
        let outcome = check(loaded, &request, &Budget::unlimited(), &mut |_| {}).unwrap();
        assert!(!outcome.results.is_empty());
        for result in &outcome.results {
            let place = format!("{}, formula {}, {engine}", loaded.source.name, result.index);
            assert!(result.property.name.is_some() && result.property.expected.is_some(), "{place}");
            assert_eq!(result.as_expected(), Some(true), "{place}");
        }
    }
}

#[test]
fn verdicts_are_as_announced_for_other_parameters_too() {
    let candidates = |name, voters| set(name, voters, "candidates", &[3]);
    let voting = [candidates("bloc-voting", 3), candidates("simple-voting", 2), candidates("voting", 2)];
    let gossip = [(4, 2), (5, 2)].map(|(friends, numbers)| set("gossip", friends, "numbers", &[numbers]));
    for loaded in [set("drones", 1, "drones", &[3])].into_iter().chain(voting).chain(gossip) {
        assert!(loaded.diagnostics.is_empty() && loaded.lints().is_empty(), "{}", loaded.source.name);
        assert_as_announced(&loaded);
    }
}

/// Every formula about strategies of the families with hidden information says how it is read.
#[test]
fn abilities_are_asked_in_both_readings() {
    const NAMES: [&str; 9] = [
        "bloc-voting",
        "castles",
        "drones",
        "hidden-cards",
        "robots",
        "scheduler",
        "simple-voting",
        "tianji-hidden",
        "voting",
    ];
    for name in NAMES {
        let text = loaded(name, family(name).unwrap().smallest).source.text.clone();
        let readings = |reading: &str| text.matches(&format!(", atl: {reading}\n")).count();
        let abilities = text.lines().filter(|line| line.trim_start().starts_with('<')).count();
        assert!(readings("perfect") > 3 && readings("perfect") == readings("uniform"), "{name}");
        assert_eq!(readings("perfect") + readings("uniform"), abilities, "{name}");
    }
}

/// Castles with any numbers of workers and life points.
fn castles(workers: [usize; 3], life: usize) -> Loaded {
    let settings = [("workers", workers.to_vec()), ("life", vec![life])];
    let settings = settings.map(|(name, values)| Setting { name: name.to_owned(), values });
    let text = family("castles").unwrap().generate_with(workers.iter().sum(), &settings).unwrap();
    Loaded::from_text(&format!("castles {workers:?} {life}"), &text)
}

/// The verdicts of a model with the names of their formulas, after a look at those that are announced.
fn announced(loaded: &Loaded, engine: Engine) -> Vec<(String, bool)> {
    let request = CheckRequest { engine, ..CheckRequest::default() };
    let outcome = check(loaded, &request, &Budget::unlimited(), &mut |_| {}).unwrap();
    let mut known = Vec::new();
    for result in &outcome.results {
        let name = result.property.name.clone().unwrap();
        if let Some(expected) = result.property.expected {
            assert_eq!(result.as_expected(), Some(true), "{}, {name}, {engine}", loaded.source.name);
            known.push((name, expected));
        }
    }
    known
}

/// Which castle wins depends on the numbers; the text says what follows from them, and nothing that it does not know.
#[test]
fn castles_with_other_numbers_announce_what_is_known() {
    let workers = (1..=3).flat_map(|w1| (1..=3).flat_map(move |w2| (1..=3).map(move |w3| [w1, w2, w3])));
    for workers in workers.filter(|workers| workers.iter().sum::<usize>() <= 5) {
        (1..=3).for_each(|life| drop(announced(&castles(workers, life), Engine::Auto)));
    }
    assert_eq!(announced(&loaded("castles", 6), Engine::Auto).len(), 18);
    let says = |workers, life, name: &str| {
        let name = format!("{name}-uniform");
        announced(&castles(workers, life), Engine::Auto).into_iter().find(|(known, _)| *known == name).map(|it| it.1)
    };
    assert_eq!(says([2, 1, 2], 2, "two-defeat-the-third"), None);
    assert_eq!(says([2, 1, 2], 3, "two-defeat-the-third"), Some(false));
    assert_eq!(says([3, 2, 2], 1, "two-leave-nothing"), Some(true));
    assert_eq!(says([5, 1, 1], 2, "two-leave-nothing"), Some(false));
    assert_eq!(says([3, 3, 1], 2, "two-leave-nothing"), None);
    assert_eq!(says([3, 1, 1], 1, "one-protects-itself"), Some(false));
    assert_eq!(says([3, 1, 1], 4, "one-protects-itself"), None);
    assert_eq!(says([1, 1, 2], 1, "one-defeats-another"), Some(true));
}

#[test]
fn castles_with_other_numbers_are_the_same_for_both_engines() {
    for loaded in [castles([1, 1, 2], 3), castles([1, 1, 1], 1)] {
        assert!(loaded.diagnostics.is_empty() && loaded.lints().is_empty(), "{}", loaded.source.name);
        let states = |engine| {
            let request = CheckRequest { engine, ..CheckRequest::default() };
            let outcome = check(&loaded, &request, &Budget::unlimited(), &mut |_| {}).unwrap();
            let verdicts: Vec<_> = outcome.results.iter().map(savoir::FormulaResult::as_expected).collect();
            (outcome.states.to_string(), verdicts)
        };
        assert_eq!(states(Engine::Explicit), states(Engine::Symbolic), "{}", loaded.source.name);
    }
    // The usual numbers, said aloud.
    let (said, unsaid) = (set("castles", 5, "workers", &[2, 2, 1]), loaded("castles", 5));
    assert_eq!(said.source.text, unsaid.source.text);
}

/// Printed in the papers where the model is theirs, or known from other checkers.
const STATES: &[(&str, usize, &str)] = &[
    ("cards", 8, "85909"),
    ("castles", 3, "370"),
    ("castles", 6, "3130"),
    ("castles", 9, "26599"),
    ("deontic-1", 1, "22"),
    ("deontic-1", 2, "404"),
    ("deontic-1", 3, "8008"),
    ("deontic-2", 1, "32"),
    ("deontic-2", 2, "904"),
    ("deontic-2", 3, "27008"),
    ("dining", 5, "384"),
    ("dining", 10, "22528"),
    ("dining-ck", 10, "45056"),
    ("dining-group", 6, "1344"),
    ("dining-group", 10, "33792"),
    ("dining-group", 14, "737280"),
    ("dining-group", 18, "14942208"),
    ("drones", 1, "34"),
    ("drones", 3, "4355"),
    ("gossip", 3, "11"),
    ("gossip", 7, "23053"),
    ("hidden-cards", 3, "64"),
    ("hidden-cards", 8, "17929"),
    ("leader", 3, "62"),
    ("leader", 8, "40191"),
    ("muddy", 12, "53235"),
    ("nsl", 2, "33"),
    ("nsl", 3, "289"),
    ("nsl", 4, "5075"),
    ("nspk", 2, "35"),
    ("nspk", 3, "313"),
    ("nspk", 4, "5827"),
    ("prisoners", 5, "816"),
    ("robots", 1, "101"),
    ("robots", 4, "7226"),
    ("scheduler", 3, "61"),
    ("scheduler", 6, "2371"),
    ("tianji", 5, "64"),
    ("tianji", 10, "3328"),
    ("tianji-hidden", 3, "40"),
    ("tianji-hidden", 6, "5707"),
    ("tokenpass", 3, "375"),
    ("tokenpass", 6, "312500"),
    ("tokenring", 4, "1038"),
    ("tokenring-faults", 4, "809"),
    ("tokenring-faults", 6, "14879"),
    ("tokenring-faults", 8, "228413"),
    ("voting", 1, "15"),
    ("voting", 4, "50625"),
    ("voting", 6, "11390625"),
    ("weighted-vote", 2, "9"),
    ("weighted-vote", 10, "2049"),
    ("weighted-vote", 40, "2199023255553"),
];

#[test]
fn states_are_as_many_as_known() {
    for &(name, n, states) in STATES {
        let request = CheckRequest { formulas: vec!["true".to_owned()], ..CheckRequest::default() };
        let outcome = check(&loaded(name, n), &request, &Budget::unlimited(), &mut |_| {}).unwrap();
        assert_eq!(outcome.states.to_string(), states, "{name} {n}");
    }
}

/// Those of the bloc were published with STV2 in 2023; the others are what its present version counts.
#[test]
fn simple_voting_has_the_states_that_stv2_counts() {
    let states = [
        ("bloc-voting", 2, 2, "63"),
        ("bloc-voting", 2, 3, "94"),
        ("bloc-voting", 5, 2, "4095"),
        ("bloc-voting", 5, 3, "6142"),
        ("simple-voting", 4, 3, "42256"),
        ("simple-voting", 5, 2, "66855"),
    ];
    for (name, voters, candidates, states) in states {
        let request = CheckRequest { formulas: vec!["true".to_owned()], ..CheckRequest::default() };
        let loaded = set(name, voters, "candidates", &[candidates]);
        let outcome = check(&loaded, &request, &Budget::unlimited(), &mut |_| {}).unwrap();
        assert_eq!(outcome.states.to_string(), states, "{name} {voters} {candidates}");
    }
}

#[test]
fn sizes_outside_the_range_are_refused() {
    let cards = family("cards").unwrap();
    assert!(cards.generate(7).is_err() && cards.generate(2).is_err() && cards.generate(1_000_000).is_err());
    assert_eq!(
        cards.generate(7).unwrap_err().to_string(),
        "`cards` has no size 7: N, the number of cards, goes from 4 to 32 and is even"
    );
    assert!(families().is_sorted_by_key(|family| family.name));
}

#[test]
fn parameters_are_checked() {
    let error = |name: &str, n: usize, settings: &[(&str, &[usize])]| {
        let setting = |(name, values): &(&str, &[usize])| Setting { name: (*name).to_owned(), values: values.to_vec() };
        let settings: Vec<Setting> = settings.iter().map(setting).collect();
        family(name).unwrap().generate_with(n, &settings).unwrap_err().to_string()
    };
    assert_eq!(error("muddy", 3, &[("mud", &[1])]), "`muddy` has no parameter `mud`; it has none but N");
    assert_eq!(
        error("castles", 3, &[("lives", &[1])]),
        "`castles` has no parameter `lives`; it has `workers` and `life`"
    );
    assert_eq!(error("castles", 3, &[("life", &[0])]), "`life` is a number from 1 to 9");
    assert_eq!(error("castles", 3, &[("life", &[1, 2])]), "`life` is a number from 1 to 9");
    assert_eq!(error("castles", 3, &[("life", &[1]), ("life", &[1])]), "`life` is set twice");
    let shares = "`workers` are 3 numbers from 1 on that add up to N, 7";
    for wrong in [&[3, 3][..], &[3, 3, 2], &[4, 3, 0], &[usize::MAX, 7, 1]] {
        assert_eq!(error("castles", 7, &[("workers", wrong)]), shares);
    }
}

/// The time is not measured here; a text that grows faster than its model would be far larger.
#[test]
fn large_texts_are_of_reasonable_size() {
    assert!(family("dining").unwrap().generate(400).unwrap().len() < 1_000_000);
    assert!(family("muddy").unwrap().generate(400).unwrap().len() < 20_000_000);
    assert!(family("castles").unwrap().generate(12).unwrap().len() < 200_000);
    assert!(family("dining-group").unwrap().generate(200).unwrap().len() < 10_000_000);
    assert!(family("tokenring-faults").unwrap().generate(100).unwrap().len() < 200_000);
}

#[test]
fn auto_takes_the_engine_that_suits() {
    let cases = [
        // Tiny.
        ("tianji", 3, Engine::Explicit),
        // Small diagrams.
        ("dining", 10, Engine::Symbolic),
        // Neither, but of modest size.
        ("nspk", 4, Engine::Explicit),
        // Large.
        ("muddy", 22, Engine::Symbolic),
    ];
    for (name, n, engine) in cases {
        let outcome = check(&loaded(name, n), &CheckRequest::default(), &Budget::unlimited(), &mut |_| {}).unwrap();
        assert_eq!(outcome.engine, engine, "{name} {n}");
    }
}

/// How the search for evidence ended, for some formulas about the token ring.
fn evidence(n: usize, formulas: &[&str]) -> Vec<EvidenceOutcome> {
    let formulas = formulas.iter().map(ToString::to_string).collect();
    let request = CheckRequest { evidence: EvidenceWish::Wanted, formulas, ..CheckRequest::default() };
    let outcome = check(&loaded("tokenring", n), &request, &Budget::unlimited(), &mut |_| {}).unwrap();
    outcome.results.into_iter().filter_map(|result| Some(result.evidence?.outcome)).collect()
}

/// Backwards this takes gigabytes.
#[test]
fn evidence_is_found_forwards_where_the_verdict_is() {
    let formulas = ["AG (injected -> AF alarm)", "K(Node1, AF alarm)", "AF alarm"];
    for outcome in evidence(40, &formulas) {
        assert!(matches!(outcome, EvidenceOutcome::Shown(..)), "{outcome:?}");
    }
}

#[test]
fn evidence_that_takes_far_more_work_than_the_verdict_is_given_up() {
    let found = evidence(30, &["AG K(Node1, injected -> AF alarm)", "EF (delivered and !injected)"]);
    assert!(matches!(found[0], EvidenceOutcome::GivenUp(GivenUp::TooMuch)), "{:?}", found[0]);
    // What comes after it is decided and shown as if nothing had happened.
    assert!(matches!(found[1], EvidenceOutcome::Shown(..)), "{:?}", found[1]);
}
