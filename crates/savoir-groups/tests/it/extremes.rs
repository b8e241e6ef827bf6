//! Minimal and maximal elements and closed sets, compared with the simple way.

use crate::explicit::{Small, Table};
use crate::rng::Rng;
use savoir_groups::Slot;

/// Whether one mask is a proper part of another, and they differ only within some bits.
fn is_below(low: usize, high: usize, within: usize) -> bool {
    low != high && low & high == low && (low ^ high) & !within == 0
}

fn minimal(small: &Small, table: &Table, within: usize) -> Table {
    small.table(|mask| table[mask] && !(0..mask).any(|low| table[low] && is_below(low, mask, within)))
}

fn maximal(small: &Small, table: &Table, within: usize) -> Table {
    small.table(|mask| table[mask] && !(mask..table.len()).any(|high| table[high] && is_below(mask, high, within)))
}

#[test]
fn minimal_and_maximal_elements() {
    let mut rng = Rng(5);
    for _ in 0..80 {
        let small = Small::random(&mut rng);
        let space = &small.space;
        let table = small.random_table(&mut rng);
        let set = small.set(&table);
        let all = table.len() - 1;
        assert_eq!(space.minimal(&set).unwrap(), small.set(&minimal(&small, &table, all)));
        assert_eq!(space.maximal(&set).unwrap(), small.set(&maximal(&small, &table, all)));
        let y = rng.below(space.variables());
        let of_y = (0..space.agents()).map(|agent| small.bit(Slot::new(y, agent))).sum();
        assert_eq!(space.minimal_in(&set, y).unwrap(), small.set(&minimal(&small, &table, of_y)));
        assert_eq!(space.maximal_in(&set, y).unwrap(), small.set(&maximal(&small, &table, of_y)));
    }
}

#[test]
fn closed_within_what_is_possible() {
    let mut rng = Rng(6);
    let mut closed = 0;
    for _ in 0..200 {
        let small = Small::random(&mut rng);
        let possible = small.random_table(&mut rng);
        let wanted = small.random_table(&mut rng);
        let table = small.table(|mask| possible[mask] && wanted[mask]);
        let (p, f) = (small.set(&possible), small.set(&table));
        let masks = || 0..table.len();
        let violated = |up: bool| {
            masks().filter(|mask| table[*mask]).any(|inside| {
                masks()
                    .filter(|mask| possible[*mask] && !table[*mask])
                    .any(|outside| if up { inside & outside == inside } else { inside & outside == outside })
            })
        };
        assert_eq!(small.space.is_upward_closed_within(&f, &p).unwrap(), !violated(true));
        assert_eq!(small.space.is_downward_closed_within(&f, &p).unwrap(), !violated(false));
        closed += usize::from(!violated(true) && table != possible && table.contains(&true));
    }
    assert!(closed > 10, "only {closed} closed sets");
}
