//! Constraints, the algebra of sets, restriction and numbers, compared with the simple way.

use crate::explicit::Small;
use crate::rng::Rng;
use num_bigint::BigUint;
use savoir_groups::Slot;

fn some_agents(small: &Small, rng: &mut Rng) -> Vec<usize> {
    (0..small.space.agents()).filter(|_| rng.chance(40)).collect()
}

#[test]
fn constraints_mean_what_they_say() {
    let mut rng = Rng(1);
    for _ in 0..60 {
        let small = Small::random(&mut rng);
        let space = &small.space;
        let y = rng.below(space.variables());
        let some = some_agents(&small, &mut rng);
        let (low, high) = (rng.below(4), rng.below(12));
        let size = |mask| small.group(mask, y).len();
        let inside = |mask| some.iter().filter(|agent| mask & small.bit(Slot::new(y, **agent)) != 0).count();
        let expected = [
            (space.nonempty(y), small.table(|mask| size(mask) > 0)),
            (space.single(y), small.table(|mask| size(mask) == 1)),
            (space.size(y, low..=high), small.table(|mask| (low..=high).contains(&size(mask)))),
            (space.exactly(y, &some), small.table(|mask| small.group(mask, y) == some)),
            (space.require(y, &some), small.table(|mask| inside(mask) == some.len())),
            (space.forbid(y, &some), small.table(|mask| inside(mask) == 0)),
            (space.together(y, &some), small.table(|mask| inside(mask) == 0 || inside(mask) == some.len())),
            (space.split(y, &some), small.table(|mask| inside(mask) <= 1)),
        ];
        for (number, (set, table)) in expected.into_iter().enumerate() {
            assert_eq!(set.unwrap(), small.set(&table), "constraint {number}, agents {some:?}");
        }
    }
}

#[test]
fn sets_are_combined_and_counted() {
    let mut rng = Rng(2);
    for _ in 0..60 {
        let small = Small::random(&mut rng);
        let space = &small.space;
        let (a, b) = (small.random_table(&mut rng), small.random_table(&mut rng));
        let (f, g) = (small.set(&a), small.set(&b));
        assert_eq!(small.read(&f), a);
        assert_eq!(space.and(&f, &g).unwrap(), small.set(&small.table(|mask| a[mask] && b[mask])));
        assert_eq!(space.or(&f, &g).unwrap(), small.set(&small.table(|mask| a[mask] || b[mask])));
        assert_eq!(space.minus(&f, &g).unwrap(), small.set(&small.table(|mask| a[mask] && !b[mask])));
        assert_eq!(space.complement(&f), small.set(&small.table(|mask| !a[mask])));
        assert_eq!(space.is_subset(&f, &g).unwrap(), (0..a.len()).all(|mask| !a[mask] || b[mask]));
        assert_eq!(space.count(&f).unwrap(), BigUint::from(a.iter().filter(|inside| **inside).count()));
        assert_eq!(space.is_empty(&f), !a.contains(&true));
        assert_eq!(space.import(&space.export(&f).unwrap()).unwrap(), f);
    }
}

#[test]
fn restriction_and_projection() {
    let mut rng = Rng(3);
    for _ in 0..60 {
        let small = Small::random(&mut rng);
        let space = &small.space;
        let table = small.random_table(&mut rng);
        let set = small.set(&table);
        let slot = Slot::new(rng.below(space.variables()), rng.below(space.agents()));
        let (y, bit) = (slot.variable, small.bit(slot));
        assert_eq!(space.with(&set, slot).unwrap(), small.set(&small.table(|mask| table[mask | bit])));
        assert_eq!(space.without(&set, slot).unwrap(), small.set(&small.table(|mask| table[mask & !bit])));
        let group = some_agents(&small, &mut rng);
        let of_y: usize = (0..space.agents()).map(|agent| small.bit(Slot::new(y, agent))).sum();
        let members: usize = group.iter().map(|agent| small.bit(Slot::new(y, *agent))).sum();
        let substituted = small.table(|mask| table[mask & !of_y | members]);
        assert_eq!(space.substitute(&set, y, &group).unwrap(), small.set(&substituted));
        let taken: Vec<usize> = (0..table.len()).filter(|mask| table[*mask]).map(|mask| mask & of_y).collect();
        let projected = small.table(|mask| taken.contains(&(mask & of_y)));
        assert_eq!(space.project(&set, y).unwrap(), small.set(&projected));
        let mut groups = taken.clone();
        groups.sort_unstable();
        groups.dedup();
        assert_eq!(space.count_groups(&set, y).unwrap(), BigUint::from(groups.len()));
    }
}

#[test]
fn numbers_of_members() {
    let mut rng = Rng(4);
    for _ in 0..60 {
        let small = Small::random(&mut rng);
        let space = &small.space;
        let table = small.random_table(&mut rng);
        let set = small.set(&table);
        let relevant: Vec<Slot> = space.slots().filter(|_| rng.chance(50)).collect();
        let bits: usize = relevant.iter().map(|slot| small.bit(*slot)).sum();
        let is_there = |number: usize| (0..table.len()).any(|mask| table[mask] && count(mask & bits) == number);
        let expected: Vec<usize> = (0..=relevant.len()).filter(|number| is_there(*number)).collect();
        let numbers = space.numbers(&set, &relevant).unwrap();
        assert_eq!(numbers.iter().collect::<Vec<_>>(), expected);
        let counted = small.table(|mask| expected.contains(&count(mask & bits)));
        assert_eq!(space.counted(&relevant, &numbers).unwrap(), small.set(&counted));
    }
}

fn count(mask: usize) -> usize {
    mask.count_ones() as usize
}
