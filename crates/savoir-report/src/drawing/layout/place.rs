//! Coordinates: items come as close as possible to the mean of their neighbours without changing the order of a layer.

use super::items::{Item, Items, Kind};

/// Between two items of a layer.
const BETWEEN: f64 = 20.0;
/// Between two lines that pass a layer.
const LINES: f64 = 10.0;
/// Between two layers, where edges bend.
const GAP: f64 = 20.0;
/// How much a gap may grow where many edges bend.
const MOST_EXTRA: f64 = 60.0;
/// How often to go down and up.
const SWEEPS: usize = 10;
/// Around the picture.
const MARGIN: f64 = 4.0;

/// Gives every item its x coordinate and every layer its y coordinates.
pub(super) fn place(items: &mut Items) {
    for layer in 0..items.layers.len() {
        pack(items, layer);
    }
    let count = items.layers.len();
    for sweep in 0..SWEEPS {
        for step in 0..count {
            let layer = if sweep % 2 == 0 { step } else { count - 1 - step };
            // In the end both sides count.
            let sides = if sweep + 2 >= SWEEPS { Sides::Both } else { Sides::One { above: sweep % 2 == 0 } };
            settle(items, layer, sides);
        }
    }
    let left = items.items.iter().map(|item| item.x - item.left).fold(f64::INFINITY, f64::min);
    items.items.iter_mut().for_each(|item| item.x += MARGIN - left);
    stack(items);
}

/// Which neighbours pull.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sides {
    One { above: bool },
    Both,
}

/// The least distance of the anchors of two neighbours.
fn distance(left: &Item, right: &Item) -> f64 {
    let is_line = |item: &Item| item.kind == Kind::Pass && item.lines.is_empty();
    let between = if is_line(left) && is_line(right) { LINES } else { BETWEEN };
    left.right + between + right.left
}

/// Puts the items of a layer side by side.
fn pack(items: &mut Items, layer: usize) {
    let mut x = 0.0;
    for &item in &items.layers[layer] {
        let item = &mut items.items[item];
        item.x = x + item.left;
        x = item.x + item.right + BETWEEN;
    }
}

/// Moves the items of a layer towards their neighbours.
fn settle(items: &mut Items, layer: usize, sides: Sides) {
    let order = &items.layers[layer];
    let mut wishes = Vec::with_capacity(order.len());
    let mut offset = 0.0;
    let mut before: Option<&Item> = None;
    for &number in order {
        let item = &items.items[number];
        offset += before.map_or(0.0, |before| distance(before, item));
        let neighbours: Vec<usize> = match sides {
            Sides::One { above: true } => item.up.clone(),
            Sides::One { above: false } => item.down.clone(),
            Sides::Both => item.up.iter().chain(&item.down).copied().collect(),
        };
        let (wish, weight) = if neighbours.is_empty() {
            (item.x, 0.1)
        } else {
            let sum: f64 = neighbours.iter().map(|neighbour| items.items[*neighbour].x).sum();
            // Long edges become straight first.
            (sum / neighbours.len() as f64, if item.kind == Kind::State { 1.0 } else { 3.0 })
        };
        wishes.push((wish - offset, weight));
        before = Some(item);
    }
    let places = in_order(&wishes);
    let mut offset = 0.0;
    for (index, place) in places.into_iter().enumerate() {
        if index > 0 {
            let [before, here] = [index - 1, index].map(|index| &items.items[items.layers[layer][index]]);
            offset += distance(before, here);
        }
        let number = items.layers[layer][index];
        items.items[number].x = place + offset;
    }
}

/// The sequence that never decreases and comes closest to the wishes, by pooling neighbours that are in each other's way.
pub(super) fn in_order(wishes: &[(f64, f64)]) -> Vec<f64> {
    // Blocks with their place, weight and length.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
    for &(wish, weight) in wishes {
        blocks.push((wish, weight, 1));
        while let [.., first, second] = blocks[..]
            && first.0 > second.0
        {
            let weight = first.1 + second.1;
            blocks.truncate(blocks.len() - 2);
            blocks.push(((first.0 * first.1 + second.0 * second.1) / weight, weight, first.2 + second.2));
        }
    }
    blocks.iter().flat_map(|(place, _, length)| std::iter::repeat_n(*place, *length)).collect()
}

/// Puts the layers below each other.
fn stack(items: &mut Items) {
    let mut y = MARGIN;
    for (number, layer) in items.layers.iter().enumerate() {
        let height = layer.iter().map(|item| items.items[*item].height).fold(0.0, f64::max);
        items.bands.push((y, height));
        y += height + GAP;
        if number + 1 < items.layers.len() {
            y += extra(items, layer);
        }
    }
}

/// Where edges go far to the side, they need more room, so that they stay apart and do not become too flat.
fn extra(items: &Items, layer: &[usize]) -> f64 {
    let mut widest = 0.0;
    for &upper in layer {
        for &lower in &items.items[upper].down {
            let state =
                [upper, lower].map(|number| &items.items[number]).into_iter().find(|item| item.kind == Kind::State);
            // An edge may start anywhere at a state.
            let free = state.map_or(0.0, |state| state.left);
            widest = f64::max(widest, (items.items[upper].x - items.items[lower].x).abs() - free);
        }
    }
    (widest / 10.0).clamp(0.0, MOST_EXTRA)
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn what_is_in_the_way_is_pooled() {
        assert_eq!(in_order(&[(0.0, 1.0), (5.0, 1.0)]), [0.0, 5.0]);
        assert_eq!(in_order(&[(6.0, 1.0), (0.0, 1.0)]), [3.0, 3.0]);
        assert_eq!(in_order(&[(8.0, 3.0), (0.0, 1.0), (20.0, 1.0)]), [6.0, 6.0, 20.0]);
        assert!(in_order(&[]).is_empty());
    }
}
