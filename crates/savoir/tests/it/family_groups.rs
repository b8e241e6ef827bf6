//! The groups that satisfy the formulas of families: as many as the paper prints where the model is its own, as many as a
//! search of one group after the other finds, or as many as integers add up to.

use num_bigint::BigUint;
use savoir::{
    Budget, CheckRequest, Engine, FoundGroups, Loaded, SynthAlgorithm, SynthAnswer, SynthRequest, Verdict, check,
    synthesise,
};
use savoir_families::family;

/// The groups of one formula.
struct Groups {
    possible: String,
    found: FoundGroups,
}

impl Groups {
    /// How many groups satisfy the formula, of how many.
    fn share(&self) -> String {
        format!("{}/{}", self.found.satisfying, self.possible)
    }
}

fn loaded(name: &str, n: usize) -> Loaded {
    Loaded::from_text(&format!("{name}-{n}"), &family(name).unwrap().generate(n).unwrap())
}

/// The groups of the formulas of a family with these names.
fn groups(loaded: &Loaded, names: &[&str], algorithm: SynthAlgorithm) -> Vec<Groups> {
    let properties = &loaded.model.as_ref().unwrap().properties;
    let number = |name: &&str| properties.iter().position(|it| it.name.as_deref() == Some(name)).unwrap() + 1;
    let check = CheckRequest { only: names.iter().map(number).collect(), ..CheckRequest::default() };
    let request = SynthRequest { check, algorithm, ..SynthRequest::default() };
    let outcome = synthesise(loaded, &request, &Budget::unlimited(), &mut |_, _| {}).unwrap();
    let groups = outcome.results.into_iter().map(|result| match result.answer {
        SynthAnswer::Found(found) => Groups { possible: result.possible.to_string(), found: *found },
        SynthAnswer::Undecided { stop, .. } => panic!("{}: {stop}", loaded.source.name),
    });
    groups.collect()
}

fn shares(name: &str, n: usize, formulas: &[&str], algorithm: SynthAlgorithm) -> Vec<String> {
    groups(&loaded(name, n), formulas, algorithm).iter().map(Groups::share).collect()
}

/// AAMAS'12, table 1; the paper has no result for the second formula and 14 diners.
#[test]
fn diners_have_as_many_groups_as_in_the_paper() {
    for (n, dc1, dc2) in [
        (3, "1/7", "1/49"),
        (6, "1/63", "15/3969"),
        (10, "1/1023", "255/1046529"),
        (14, "1/16383", "4095/268402689"),
        (18, "1/262143", "65535/68718952449"),
    ] {
        assert_eq!(shares("dining-group", n, &["dc1", "dc2"], SynthAlgorithm::Symbolic), [dc1, dc2], "{n}");
    }
}

/// Of φ_TR1 there are as many as in AAMAS'12, table 3; the other numbers are those of our ring.
#[test]
fn rings_have_the_known_numbers_of_groups() {
    for (n, tr1, tr2, tr3) in [
        (4, "5/15", "173/225", "795/3375"),
        (6, "7/63", "3575/3969", "17199/250047"),
        (8, "9/255", "62809/65025", "342975/16581375"),
    ] {
        let found = shares("tokenring-faults", n, &["tr1", "tr2", "tr3"], SynthAlgorithm::Symbolic);
        assert_eq!(found, [tr1, tr2, tr3], "{n}");
    }
}

/// Not only as many: the same ones, as far as they are listed.
#[test]
fn one_group_after_the_other_gives_the_same() {
    for (name, n, formulas) in [
        ("dining-group", 3, &["dc1", "dc2"][..]),
        ("dining-group", 5, &["dc1", "dc2"]),
        ("tokenring-faults", 4, &["tr1", "tr2", "tr3"]),
        ("tokenring-faults", 6, &["tr1", "tr2"]),
        ("tokenring-faults", 8, &["tr1"]),
        ("weighted-vote", 2, &["winning", "blocking"]),
        ("weighted-vote", 7, &["winning", "blocking"]),
    ] {
        let loaded = loaded(name, n);
        let [one_by_one, at_once] = [SynthAlgorithm::Enumeration, SynthAlgorithm::Symbolic].map(|algorithm| {
            let found = groups(&loaded, formulas, algorithm);
            let listed = |it: &Groups| (it.share(), it.found.minimal.listed.elements.clone());
            found.iter().map(listed).collect::<Vec<_>>()
        });
        assert_eq!(one_by_one, at_once, "{name} {n}");
    }
}

/// How many sets of voters there are for each sum of their weights.
fn sets_by_sum(weights: &[usize]) -> Vec<BigUint> {
    let mut sets = vec![BigUint::ZERO; weights.iter().sum::<usize>() + 1];
    sets[0] = BigUint::from(1_u32);
    for &weight in weights {
        for sum in (weight..sets.len()).rev() {
            let without = sets[sum - weight].clone();
            sets[sum] += without;
        }
    }
    sets
}

/// How many coalitions reach a quota, and how many of these do not without any one of their members.
fn winners(weights: &[usize], quota: usize) -> [BigUint; 2] {
    let winning = sets_by_sum(weights).drain(quota..).sum();
    let mut heaviest_first = weights.to_vec();
    heaviest_first.sort_unstable_by(|a, b| b.cmp(a));
    // A coalition that needs its lightest member needs all of them; this one is the last in the order of weights.
    let with_last = |last: usize| -> BigUint {
        let others = sets_by_sum(&heaviest_first[..last]);
        let needed = quota.saturating_sub(heaviest_first[last])..quota.min(others.len());
        needed.map(|sum| others.get(sum).cloned().unwrap_or_default()).sum()
    };
    [winning, (0..weights.len()).map(with_last).sum()]
}

#[test]
fn coalitions_of_voters_are_those_whose_weights_add_up() {
    for n in [2, 3, 4, 7, 12, 25, 40] {
        let weights: Vec<usize> = (0..n).map(|voter| voter % 7 + 1).collect();
        let total: usize = weights.iter().sum();
        let quota = total / 2 + 1;
        // Who blocks leaves the others less than the quota.
        let expected = [quota, total - quota + 1].map(|needed| winners(&weights, needed));
        let found = groups(&loaded("weighted-vote", n), &["winning", "blocking"], SynthAlgorithm::Symbolic);
        let found: Vec<[BigUint; 2]> =
            found.iter().map(|it| [it.found.satisfying.clone(), it.found.minimal.count.clone()]).collect();
        assert_eq!(found, expected, "{n}");
        if n == 40 {
            assert_eq!(found[0], [549_755_813_888_u64, 32_040_314_773].map(BigUint::from));
        }
    }
}

#[test]
fn models_for_groups_have_the_same_states_for_both_engines() {
    let models = [
        ("dining-group", 3),
        ("dining-group", 6),
        ("tokenring-faults", 4),
        ("tokenring-faults", 6),
        ("weighted-vote", 8),
    ];
    for (name, n) in models {
        let states = |engine| {
            let request = CheckRequest { engine, formulas: vec!["true".to_owned()], ..CheckRequest::default() };
            check(&loaded(name, n), &request, &Budget::unlimited(), &mut |_| {}).unwrap().states.to_string()
        };
        assert_eq!(states(Engine::Explicit), states(Engine::Symbolic), "{name} {n}");
    }
}

/// As many groups as in the paper: every node alone, and the first two.
#[test]
fn few_groups_of_a_ring_may_know_that_all_is_well() {
    for n in [4, 6] {
        let text = family("tokenring-faults").unwrap().generate(n).unwrap();
        let members = |group: usize| (1..=n).filter(move |node| group >> (node - 1) & 1 == 1);
        let nodes = |group| members(group).map(|node| format!("Node{node}")).collect::<Vec<_>>().join(", ");
        let groups: String = (1..1 << n).map(|group| format!("  g{group} = {{{}}};\n", nodes(group))).collect();
        let text = text.replace("\nGroups\n", &format!("\nGroups\n{groups}"));
        let formulas = (1..1 << n).map(|group| format!("EF GCK(g{group}, !some_fault)")).collect();
        let request = CheckRequest { formulas, ..CheckRequest::default() };
        let outcome = check(&Loaded::from_text("ring", &text), &request, &Budget::unlimited(), &mut |_| {}).unwrap();
        let may = outcome.results.iter().zip(1..).filter(|(result, _)| result.verdict == Verdict::True);
        let found: Vec<Vec<usize>> = may.map(|(_, group)| members(group).collect()).collect();
        let mut expected: Vec<Vec<usize>> = (1..=n).map(|node| vec![node]).collect();
        expected.insert(2, vec![1, 2]);
        assert_eq!(found, expected, "{n}");
    }
}
