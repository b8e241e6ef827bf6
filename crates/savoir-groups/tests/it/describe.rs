//! Descriptions: what they say about some sets, and that they mean the set they were made of.

use crate::explicit::Small;
use crate::rng::Rng;
use savoir_dd::Unlimited;
use savoir_groups::{
    Cases, Closed, Conditions, Count, DescribeLimits, Description, GroupSet, GroupSpace, Part, Slot, Valuation,
};
use std::ops::RangeInclusive;

const MANY: DescribeLimits = DescribeLimits { cases: 2000 };

fn space(variables: usize, agents: usize) -> GroupSpace {
    GroupSpace::new(variables, agents, &[], Box::new(Unlimited))
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

/// The description of one part.
fn part(description: Description) -> (Conditions, Option<Cases>) {
    let Description::Parts(mut parts) = description else { panic!("{description:?}") };
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
        let other = GroupSpace::new(small.space.variables(), small.space.agents(), &order, Box::new(Unlimited));
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
    assert_eq!(part(describe(&space, &set, &space.all())), (expected.clone(), None));
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
    let related = space.all_relating();
    let set = space.and(&some, &related).unwrap();
    let Description::Parts(parts) = describe(&space, &set, &space.all()) else { panic!() };
    assert_eq!(parts.iter().map(|part| part.variables.clone()).collect::<Vec<_>>(), [vec![1], vec![0, 2]]);
    assert_eq!(parts[0].conditions.counts, [count(slots(1, [0, 1]), 1..=2)]);
    let both = |agent| vec![Slot::new(0, agent), Slot::new(2, agent)];
    assert_eq!(parts[1].conditions.together, [both(0), both(1), both(2), both(3), both(4)]);
}

/// Sets for tests.
trait Relating {
    fn all_relating(&self) -> GroupSet;
}

impl Relating for GroupSpace {
    /// The first and the third variable stand for the same group.
    fn all_relating(&self) -> GroupSet {
        let same = |agent| {
            let slots = [Slot::new(0, agent), Slot::new(2, agent)];
            let [one, two] = slots.map(|slot| self.has(slot).unwrap());
            let both = self.and(&one, &two).unwrap();
            self.or(&both, &self.complement(&self.or(&one, &two).unwrap())).unwrap()
        };
        self.intersection((0..self.agents()).map(same)).unwrap()
    }
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
