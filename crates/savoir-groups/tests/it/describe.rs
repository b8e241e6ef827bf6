//! Descriptions: what they say about some sets, and that they mean the set they were made of.

use crate::explicit::Small;
use crate::rng::Rng;
use savoir_dd::Unlimited;
use savoir_groups::{
    Cases, Closed, Conditions, Count, DescribeLimits, Description, GroupSet, GroupSpace, Part, Relation, RelationKind,
    Slot, Valuation,
};
use std::ops::RangeInclusive;

const MANY: DescribeLimits = DescribeLimits { cases: 2000 };

fn space(variables: usize, agents: usize) -> GroupSpace {
    GroupSpace::new(variables, agents, &[], Box::new(Unlimited)).unwrap()
}

fn slots(variable: usize, agents: impl IntoIterator<Item = usize>) -> Vec<Slot> {
    agents.into_iter().map(|agent| Slot { variable, agent }).collect()
}

fn count(of: Vec<Slot>, range: RangeInclusive<usize>) -> Count {
    Count { of, numbers: range.into() }
}

fn describe(space: &GroupSpace, set: &GroupSet, possible: &GroupSet) -> Description {
    let description = space.describe(set, possible, MANY).unwrap();
    assert!(description.is_complete());
    assert_eq!(space.described(&description, possible).unwrap(), space.and(set, possible).unwrap());
    description
}

/// What is said if there is one part.
fn part(description: Description) -> (Conditions, Option<Cases>) {
    let Description::Conditions { mut parts, .. } = description else { panic!("{description:?}") };
    let Some(Part { conditions, cases, .. }) = parts.pop() else { panic!("no part") };
    assert!(parts.is_empty(), "{parts:?}");
    (conditions, cases)
}

#[test]
fn descriptions_mean_the_set_in_every_order() {
    let mut rng = Rng(8);
    for round in 0..300 {
        let small = Small::random(&mut rng);
        let possible = match rng.below(3) {
            0 => small.table(|_| true),
            _ => small.random_table(&mut rng),
        };
        let table = small.random_table(&mut rng);
        let (f, p) = (small.set(&table), small.set(&possible));
        let description = describe(&small.space, &f, &p);
        let mut order = small.space.order().to_vec();
        rng.shuffle(&mut order);
        let other =
            GroupSpace::new(small.space.variables(), small.space.agents(), &order, Box::new(Unlimited)).unwrap();
        let [f, p] = [f, p].map(|set| other.import(&small.space.export(&set).unwrap()).unwrap());
        assert_eq!(other.describe(&f, &p, MANY).unwrap(), description, "round {round}");
        let cut = other.describe(&f, &p, DescribeLimits { cases: 1 }).unwrap();
        let said = other.described(&cut, &p).unwrap();
        assert!(other.is_subset(&said, &f).unwrap());
        assert_eq!(cut.is_complete(), said == other.and(&f, &p).unwrap());
    }
}

#[test]
fn the_ends() {
    let space = space(2, 3);
    let possible = space.nonempty(0).unwrap();
    assert_eq!(describe(&space, &space.none(), &possible), Description::Nothing);
    assert_eq!(describe(&space, &space.all(), &possible), Description::Everything);
    let valuation = Valuation::new(vec![vec![1], vec![0, 2]]);
    assert_eq!(describe(&space, &space.only(&valuation).unwrap(), &possible), Description::Only(valuation));
}

#[test]
fn who_must_be_there_who_must_not_and_how_many() {
    // Contains 0; not 1; at least two of 2 to 6; 7 and 8 together; 9 does not matter.
    let space = space(1, 10);
    let conditions = [
        space.require(0, &[0]),
        space.forbid(0, &[1]),
        space.counted(&slots(0, 2..7), &(2..=5).into()),
        space.together(0, &[7, 8]),
    ];
    let set = space.intersection(conditions.map(Result::unwrap)).unwrap();
    let expected = Conditions {
        contains: slots(0, [0]),
        excludes: slots(0, [1]),
        together: vec![slots(0, [7, 8])],
        counts: vec![count(slots(0, 2..7), 2..=5)],
    };
    let description = describe(&space, &set, &space.all());
    let Description::Conditions { parts, .. } = &description else { panic!() };
    assert_eq!(parts[0].free, slots(0, [9]));
    assert_eq!(part(description), (expected.clone(), None));
    // What is required of all groups is not said again.
    let possible =
        space.intersection([space.require(0, &[0]), space.together(0, &[7, 8])].map(Result::unwrap)).unwrap();
    let less = Conditions { contains: Vec::new(), together: Vec::new(), ..expected };
    assert_eq!(part(describe(&space, &set, &possible)), (less, None));
}

#[test]
fn variables_that_have_nothing_to_do_with_each_other_have_parts_of_their_own() {
    let space = space(3, 5);
    let some = space.counted(&slots(1, [0, 1]), &(1..=2).into()).unwrap();
    // One of 0 and 1 is in the first group and not in the third, or the other way round.
    let across = space.counted(&[Slot::new(0, 0), Slot::new(2, 1)], &(1..=1).into()).unwrap();
    let set = space.and(&some, &across).unwrap();
    let Description::Conditions { relations, parts } = describe(&space, &set, &space.all()) else { panic!() };
    assert!(relations.is_empty());
    assert_eq!(parts.iter().map(|part| part.variables.clone()).collect::<Vec<_>>(), [vec![1], vec![0, 2]]);
    assert_eq!(parts[0].conditions.counts, [count(slots(1, [0, 1]), 1..=2)]);
    assert_eq!(parts[1].conditions.counts, [count(vec![Slot::new(0, 0), Slot::new(2, 1)], 1..=1)]);
}

#[test]
fn groups_that_are_related() {
    let space = space(3, 50);
    let subset = Relation { first: 0, kind: RelationKind::Subset, second: 2 };
    let disjoint = Relation { first: 1, kind: RelationKind::Disjoint, second: 2 };
    let conditions = [space.related(subset), space.related(disjoint), space.counted(&slots(0, 3..8), &(2..=3).into())];
    let set = space.intersection(conditions.map(Result::unwrap)).unwrap();
    let Description::Conditions { relations, parts } = describe(&space, &set, &space.all()) else { panic!() };
    // That the first is disjoint from the second follows.
    assert_eq!(relations, [disjoint, subset]);
    assert_eq!(parts.iter().map(|part| part.variables.clone()).collect::<Vec<_>>(), [vec![0], vec![1], vec![2]]);
    assert_eq!(parts[0].conditions.counts, [count(slots(0, 3..8), 2..=3)]);
    let equal = Relation { first: 0, kind: RelationKind::Equal, second: 1 };
    let Description::Conditions { relations, .. } = describe(&space, &space.related(equal).unwrap(), &space.all())
    else {
        panic!()
    };
    assert_eq!(relations, [equal]);
}

#[test]
fn an_order_that_hides_a_relation() {
    // All of the first group above all of the second: that one includes the other cannot be said for all groups.
    let order: Vec<Slot> = (0..2).flat_map(|variable| slots(variable, 0..100)).collect();
    let space = GroupSpace::new(2, 100, &order, Box::new(Unlimited)).unwrap();
    let pair = |agents: &[usize]| Valuation::new(vec![agents.to_vec(), (0..99).collect()]);
    let set = space.or(&space.only(&pair(&[1])).unwrap(), &space.only(&pair(&[2, 5])).unwrap()).unwrap();
    describe(&space, &set, &space.all());
}

#[test]
fn a_chair_counts_twice() {
    // The chair, 0, and one other, or any three of the six.
    let space = space(1, 6);
    let with_chair = space.and(&space.require(0, &[0]).unwrap(), &space.size(0, 2..=6).unwrap()).unwrap();
    let set = space.or(&with_chair, &space.size(0, 3..=6).unwrap()).unwrap();
    let (conditions, cases) = part(describe(&space, &set, &space.all()));
    assert!(conditions.is_empty());
    let others = || slots(0, 1..6);
    let list = vec![
        Conditions { contains: slots(0, [0]), counts: vec![count(others(), 1..=5)], ..Conditions::default() },
        Conditions { counts: vec![count(others(), 3..=5)], ..Conditions::default() },
    ];
    assert_eq!(cases, Some(Cases { closed: Some(Closed::Upward), list: list.clone(), more: false }));
    // The groups that do not win: members may leave.
    let (_, cases) = part(describe(&space, &space.complement(&set), &space.all()));
    let list = vec![
        Conditions { excludes: slots(0, [0]), counts: vec![count(others(), 0..=2)], ..Conditions::default() },
        Conditions { excludes: others(), ..Conditions::default() },
    ];
    assert_eq!(cases, Some(Cases { closed: Some(Closed::Downward), list, more: false }));
}

#[test]
fn cases_of_some_who_must_be_there() {
    // {0, 1} or {2, 3, 4}, and nobody but 5 is without meaning.
    let space = space(1, 6);
    let set = space.or(&space.require(0, &[0, 1]).unwrap(), &space.require(0, &[2, 3, 4]).unwrap()).unwrap();
    let (conditions, cases) = part(describe(&space, &set, &space.all()));
    assert!(conditions.is_empty());
    let contains = |agents: Vec<usize>| Conditions { contains: slots(0, agents), ..Conditions::default() };
    let list = vec![contains(vec![0, 1]), contains(vec![2, 3, 4])];
    assert_eq!(cases, Some(Cases { closed: Some(Closed::Upward), list, more: false }));
}

#[test]
fn an_odd_number() {
    let space = space(1, 200);
    let odd = (0..=200).filter(|number| number % 2 == 1).collect();
    let set = space.counted(&slots(0, 0..200), &odd).unwrap();
    let (conditions, cases) = part(describe(&space, &set, &space.all()));
    assert_eq!((conditions.counts.len(), cases), (1, None));
    assert_eq!(conditions.counts[0].numbers, odd);
}
