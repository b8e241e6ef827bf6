//! Edges as lines: straight through layers, bent in the gaps between them.

use super::items::{Chain, Items, Kind, LOOP_REACH, Loop, PORT};
use super::{Area, Layout, Point, Route, Segment, TextBox};
use crate::drawing::Drawing;
use std::collections::BTreeMap;

/// Around the picture.
const MARGIN: f64 = 4.0;
/// Edges are straight for so long at their ends, where arrow heads are.
const STRAIGHT: f64 = 8.0;

/// The finished layout.
pub(super) fn finish(drawing: &Drawing, items: &Items) -> Layout {
    let ports = Ports::new(drawing, items);
    let mut edges: Vec<Route> = (0..drawing.edges.len()).map(|edge| route(drawing, items, &ports, edge)).collect();
    let mut nodes = Vec::with_capacity(drawing.nodes.len());
    for number in 0..drawing.nodes.len() {
        let area = items.state_area(number);
        for own in &items.loops[number] {
            edges[own.edge] = loop_route(area, own, items.loop_label_length(own));
        }
        nodes.push(TextBox { area, lines: items.items[number].lines.clone() });
    }
    let width = items.items.iter().map(|item| item.x + item.right).fold(0.0, f64::max) + MARGIN;
    let height = items.bands.last().map_or(0.0, |(top, height)| top + height) + MARGIN;
    Layout { width, height, nodes, edges }
}

/// Where edges leave states: by state and edge, above or below.
struct Ports {
    x: BTreeMap<(usize, usize), f64>,
}

impl Ports {
    fn new(drawing: &Drawing, items: &Items) -> Ports {
        // By state and side: the edges with the x coordinates they come from.
        let mut sides: BTreeMap<(usize, bool), Vec<(f64, usize)>> = BTreeMap::new();
        for (number, edge) in drawing.edges.iter().enumerate() {
            let neighbours = match &items.chains[number] {
                Chain::Through(chain) => {
                    let (Some(first), Some(last)) = (chain.first(), chain.last()) else { continue };
                    let down = items.items[edge.from].layer < items.items[*first].layer;
                    if down { [first, last] } else { [last, first] }
                }
                Chain::Round(first, turn, second) => [first.first().unwrap_or(turn), second.first().unwrap_or(turn)],
            };
            for (state, next) in [edge.from, edge.to].into_iter().zip(neighbours) {
                let below = items.items[*next].layer > items.items[state].layer;
                sides.entry((state, below)).or_default().push((items.items[*next].x, number));
            }
        }
        let mut x = BTreeMap::new();
        for ((state, _), mut edges) in sides {
            edges.sort_by(|a, b| a.0.total_cmp(&b.0));
            let area = items.state_area(state);
            let wishes: Vec<f64> = edges.iter().map(|(x, _)| *x).collect();
            let places = spread(&wishes, area.x + PORT / 2.0, area.right() - PORT / 2.0);
            x.extend(edges.iter().zip(places).map(|((_, edge), place)| ((state, *edge), place)));
        }
        Ports { x }
    }

    fn at(&self, state: usize, edge: usize) -> f64 {
        self.x.get(&(state, edge)).copied().unwrap_or(0.0)
    }
}

/// Places from `low` to `high`, near to the sorted wishes and not too near to each other.
fn spread(wishes: &[f64], low: f64, high: f64) -> Vec<f64> {
    let apart = if wishes.len() > 1 { ((high - low) / (wishes.len() - 1) as f64).min(PORT) } else { 0.0 };
    let mut places: Vec<f64> = Vec::with_capacity(wishes.len());
    for wish in wishes {
        let least = places.last().map_or(low, |before| before + apart);
        places.push(wish.clamp(low, high).max(least));
    }
    let mut most = high;
    for place in places.iter_mut().rev() {
        *place = place.min(most);
        most = *place - apart;
    }
    places
}

fn route(drawing: &Drawing, items: &Items, ports: &Ports, number: usize) -> Route {
    let edge = &drawing.edges[number];
    let [start, end] = [edge.from, edge.to].map(|state| ports.at(state, number));
    let label = |item: &usize| TextBox { area: items.label_area(*item), lines: items.items[*item].lines.clone() };
    match &items.chains[number] {
        Chain::Round(first, turn, second) => {
            let points = down(items, edge.from, start, first);
            let mut back = down(items, edge.to, end, second);
            let at = turning_point(items, *turn);
            back.reverse();
            Route { label: label(turn), ..turning(&points, at, &back) }
        }
        // Loops at states are drawn with the state.
        Chain::Through(chain) if chain.is_empty() => Route::default(),
        Chain::Through(chain) => {
            let downwards = items.items[edge.from].layer < items.items[edge.to].layer;
            let (upper, upper_x) = if downwards { (edge.from, start) } else { (edge.to, end) };
            let (lower, lower_x) = if downwards { (edge.to, end) } else { (edge.from, start) };
            let mut points = down(items, upper, upper_x, chain);
            let top = items.state_area(lower).y;
            points.extend([top - STRAIGHT, top].map(|y| Point { x: lower_x, y }));
            if !downwards {
                points.reverse();
            }
            points.dedup();
            let labelled = chain.iter().find(|item| !items.items[**item].lines.is_empty());
            Route { start: points[0], segments: through(&points), label: labelled.map(label).unwrap_or_default() }
        }
    }
}

/// From a state down through some items.
fn down(items: &Items, state: usize, x: f64, chain: &[usize]) -> Vec<Point> {
    let mut points = vec![
        Point { x, y: items.state_area(state).bottom() },
        Point { x, y: band_bottom(items, items.items[state].layer) + STRAIGHT },
    ];
    for &item in chain {
        let item = &items.items[item];
        let (top, height) = items.bands[item.layer];
        points.extend([top, top + height].map(|y| Point { x: item.x, y }));
    }
    points.dedup();
    points
}

fn band_bottom(items: &Items, layer: usize) -> f64 {
    let (top, height) = items.bands[layer];
    top + height
}

/// Straight down where possible, and bends with upright ends elsewhere.
fn through(points: &[Point]) -> Vec<Segment> {
    let segment = |pair: &[Point]| {
        let (from, to) = (pair[0], pair[1]);
        if (from.x - to.x).abs() < 0.05 {
            return Segment::Straight(to);
        }
        let middle = f64::midpoint(from.y, to.y);
        Segment::Curve(Point { x: from.x, y: middle }, Point { x: to.x, y: middle }, to)
    };
    points.windows(2).map(segment).collect()
}

/// Where an edge turns: above its label, and neighbours not at the same height, so that they can be told apart.
fn turning_point(items: &Items, turn: usize) -> Point {
    let layer = items.items[turn].layer;
    let turns = items.layers[layer].iter().filter(|item| items.items[**item].kind == Kind::Turn);
    let before = turns.take_while(|item| **item != turn).count();
    Point { x: items.items[turn].x, y: items.bands[layer].0 - 4.0 * (before % 3) as f64 }
}

/// Down to a turning point, and up again to another state of the same layer.
fn turning(first: &[Point], turn: Point, second: &[Point]) -> Route {
    let (from, to) = (first[first.len() - 1], second[0]);
    let beside = |point: Point| Point { x: f64::midpoint(point.x, turn.x), y: turn.y };
    let below = |point: Point| Point { x: point.x, y: turn.y };
    let mut segments = through(first);
    segments.push(Segment::Curve(below(from), beside(from), turn));
    segments.push(Segment::Curve(beside(to), below(to), to));
    segments.extend(through(second));
    Route { start: first[0], segments, label: TextBox::default() }
}

/// A loop at the right side of a state.
fn loop_route(state: Area, own: &Loop, length: f64) -> Route {
    let label = Area { x: state.right() + own.label.area.x, y: state.y + own.label.area.y, ..own.label.area };
    let middle = label.y + label.height / 2.0;
    let reach = state.right() + LOOP_REACH;
    let point = |x: f64, y: f64| Point { x, y };
    let curve =
        Segment::Curve(point(reach, middle - 14.0), point(reach, middle + 14.0), point(state.right(), middle + 6.0));
    let area = Area { y: middle - length / 2.0, height: length, ..label };
    Route {
        start: point(state.right(), middle - 6.0),
        segments: vec![curve],
        label: TextBox { area, lines: own.label.lines.clone() },
    }
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn ports_stay_on_the_border_and_apart() {
        assert_eq!(spread(&[50.0], 0.0, 100.0), [50.0]);
        assert_eq!(spread(&[-20.0, 300.0], 0.0, 100.0), [0.0, 100.0]);
        assert_eq!(spread(&[50.0, 50.0, 50.0], 0.0, 60.0), [36.0, 48.0, 60.0]);
        assert_eq!(spread(&[0.0, 0.0, 0.0], 0.0, 10.0), [0.0, 5.0, 10.0]);
    }
}
