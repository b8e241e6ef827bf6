//! Lists, compared with sorting all elements.

use crate::explicit::Small;
use crate::rng::Rng;
use savoir_groups::Valuation;

#[test]
fn lists_are_sorted_and_cut() {
    let mut rng = Rng(7);
    for _ in 0..60 {
        let small = Small::random(&mut rng);
        let table = small.random_table(&mut rng);
        let set = small.set(&table);
        let masks = (0..table.len()).filter(|mask| table[*mask]);
        let mut all: Vec<Valuation> = masks.map(|mask| small.valuation(mask)).collect();
        all.sort_unstable();
        for limit in [0, 1, 7, all.len().saturating_sub(1), all.len(), 2000] {
            let listing = small.space.list(&set, limit).unwrap();
            assert_eq!(listing.elements, all[..limit.min(all.len())]);
            assert_eq!(listing.is_complete, all.len() <= limit);
        }
        assert_eq!(small.space.first(&set).unwrap().as_ref(), all.first());
        let y = rng.below(small.space.variables());
        let mut groups: Vec<Vec<usize>> = all.iter().map(|valuation| valuation.groups()[y].clone()).collect();
        groups.sort_unstable_by_key(|group| (group.len(), group.clone()));
        groups.dedup();
        let listing = small.space.list_groups(&set, y, 5).unwrap();
        assert_eq!(listing.elements, groups[..groups.len().min(5)]);
        assert_eq!(listing.is_complete, groups.len() <= 5);
    }
}
