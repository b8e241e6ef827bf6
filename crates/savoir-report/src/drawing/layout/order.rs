//! Fewer crossings: the items of each layer are sorted by where their neighbours are, up and down the layers in turn, and
//! the best order that is seen is kept (Sugiyama, Tagawa and Toda 1981).

use super::items::Items;

/// How often to go down and up.
const SWEEPS: usize = 12;
/// With more items than this a few sweeps have to do.
const MANY: usize = 20_000;

/// Sorts the layers.
pub(super) fn reduce_crossings(items: &mut Items) {
    let mut positions = vec![0; items.items.len()];
    remember(items, &mut positions);
    let mut best = (crossings(items, &positions), items.layers.clone());
    let sweeps = if items.items.len() > MANY { 2 } else { SWEEPS };
    for sweep in 0..sweeps {
        if best.0 == 0 {
            break;
        }
        let count = items.layers.len();
        for step in 0..count {
            let downwards = sweep % 2 == 0;
            let layer = if downwards { step } else { count - 1 - step };
            sort_layer(items, &mut positions, layer, downwards);
        }
        let found = crossings(items, &positions);
        if found < best.0 {
            best = (found, items.layers.clone());
        }
    }
    items.layers = best.1;
}

fn remember(items: &Items, positions: &mut [usize]) {
    for layer in &items.layers {
        layer.iter().enumerate().for_each(|(position, item)| positions[*item] = position);
    }
}

/// Sorts a layer by the mean position of the neighbours on one side; an item without any stays where it is.
fn sort_layer(items: &mut Items, positions: &mut [usize], layer: usize, downwards: bool) {
    let mut keyed: Vec<(f64, usize)> = Vec::with_capacity(items.layers[layer].len());
    for (position, &item) in items.layers[layer].iter().enumerate() {
        let neighbours = if downwards { &items.items[item].up } else { &items.items[item].down };
        let sum: usize = neighbours.iter().map(|neighbour| positions[*neighbour]).sum();
        let key = if neighbours.is_empty() { position as f64 } else { sum as f64 / neighbours.len() as f64 };
        keyed.push((key, item));
    }
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (position, (_, item)) in keyed.iter().enumerate() {
        positions[*item] = position;
        items.layers[layer][position] = *item;
    }
}

/// How many pairs of edges cross between neighbouring layers.
fn crossings(items: &Items, positions: &[usize]) -> u64 {
    let mut total = 0;
    for pair in items.layers.windows(2) {
        let mut ends: Vec<(usize, usize)> = Vec::new();
        for &upper in &pair[0] {
            ends.extend(items.items[upper].down.iter().map(|lower| (positions[upper], positions[*lower])));
        }
        ends.sort_unstable();
        total += inversions(ends.iter().map(|(_, lower)| *lower), pair[1].len());
    }
    total
}

/// How many pairs of a sequence of numbers below `bound` are in the wrong order, by a Fenwick tree.
fn inversions(sequence: impl Iterator<Item = usize>, bound: usize) -> u64 {
    let mut counts = vec![0u64; bound + 1];
    let (mut found, mut seen) = (0, 0);
    for number in sequence {
        let mut not_larger = 0;
        let mut index = number + 1;
        while index > 0 {
            not_larger += counts[index];
            index &= index - 1;
        }
        found += seen - not_larger;
        seen += 1;
        let mut index = number + 1;
        while index <= bound {
            counts[index] += 1;
            index += index & index.wrapping_neg();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::inversions;

    #[test]
    fn inversions_are_counted() {
        assert_eq!(inversions([0, 1, 2].into_iter(), 3), 0);
        assert_eq!(inversions([2, 1, 0].into_iter(), 3), 3);
        assert_eq!(inversions([1, 1, 0, 2, 0].into_iter(), 3), 5);
    }
}
