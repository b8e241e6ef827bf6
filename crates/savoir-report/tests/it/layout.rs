//! Pictures of random models: nothing stands on anything else, and lines keep clear of text.

use crate::common::{drawings, examples, random, results};
use savoir::{Budget, GraphLimits, state_graph};
use savoir_report::drawing::Drawing;
use savoir_report::drawing::layout::{
    Area, Arrangement, Direction, Layout, Point, Route, Segment, arranged, text_width,
};
use savoir_report::graph::{self, GraphView, Merge};

/// What was seen, so that the test does not pass for want of examples.
#[derive(Debug, Default)]
struct Seen {
    nodes: usize,
    labels: usize,
    loops: usize,
    /// Edges within a layer, and up.
    turns: usize,
    back: usize,
}

fn overlap(a: &Area, b: &Area) -> bool {
    let tiny = 0.01;
    a.x < b.right() - tiny && b.x < a.right() - tiny && a.y < b.bottom() - tiny && b.y < a.bottom() - tiny
}

fn inside(point: Point, area: &Area) -> bool {
    let tiny = 0.5;
    point.x > area.x + tiny
        && point.x < area.right() - tiny
        && point.y > area.y + tiny
        && point.y < area.bottom() - tiny
}

/// Points along a line.
fn points(route: &Route) -> Vec<Point> {
    let mut at = route.start;
    let mut found = vec![at];
    for segment in &route.segments {
        for step in 1..=16 {
            let t = f64::from(step) / 16.0;
            let mix = |p: [f64; 4]| {
                let u = 1.0 - t;
                u * u * u * p[0] + 3.0 * u * u * t * p[1] + 3.0 * u * t * t * p[2] + t * t * t * p[3]
            };
            found.push(match segment {
                Segment::Straight(end) => Point { x: at.x + t * (end.x - at.x), y: at.y + t * (end.y - at.y) },
                Segment::Curve(a, b, end) => Point { x: mix([at.x, a.x, b.x, end.x]), y: mix([at.y, a.y, b.y, end.y]) },
            });
        }
        at = segment.end();
    }
    found
}

/// In every arrangement.
fn check(drawing: &Drawing, seen: &mut Seen) {
    check_arranged(drawing, Arrangement::default(), seen);
    let sideways = Arrangement { direction: Direction::Right, width: None };
    check_arranged(drawing, sideways, &mut Seen::default());
    let narrow = Arrangement { direction: Direction::Down, width: Some(400.0) };
    check_arranged(drawing, narrow, &mut Seen::default());
}

fn check_arranged(drawing: &Drawing, arrangement: Arrangement, seen: &mut Seen) {
    let placed: Layout = arranged(drawing, arrangement);
    assert_eq!((placed.nodes.len(), placed.edges.len()), (drawing.nodes.len(), drawing.edges.len()));
    let labels = placed.edges.iter().map(|edge| &edge.label).filter(|label| !label.lines.is_empty());
    let boxes: Vec<_> = placed.nodes.iter().chain(labels).collect();
    for (index, one) in boxes.iter().enumerate() {
        let area = one.area;
        assert!(area.x >= 0.0 && area.y >= 0.0 && area.right() <= placed.width && area.bottom() <= placed.height);
        assert!(one.lines.iter().all(|line| text_width(&line.text) <= area.width + 0.01), "{:?}", one.lines);
        assert!(16.0 * one.lines.len() as f64 <= area.height + 0.01, "{:?}", one.lines);
        for other in &boxes[index + 1..] {
            assert!(!overlap(&area, &other.area), "{:?} and {:?}", one.lines, other.lines);
        }
    }
    for (edge, route) in drawing.edges.iter().zip(&placed.edges) {
        for point in points(route) {
            let hit = boxes.iter().find(|one| inside(point, &one.area));
            assert!(hit.is_none(), "{edge:?} goes through {:?}", hit.unwrap().lines);
            assert!(point.x.is_finite() && point.x >= 0.0 && point.x <= placed.width && point.y <= placed.height);
        }
        // It starts and ends at its states.
        for (state, end) in [(edge.from, route.start), (edge.to, route.segments.last().unwrap().end())] {
            let area = placed.nodes[state].area;
            let touches = end.x >= area.x - 0.01
                && end.x <= area.right() + 0.01
                && end.y >= area.y - 0.01
                && end.y <= area.bottom() + 0.01;
            assert!(touches, "{edge:?} does not end at its states");
        }
        let layer = |state: usize| drawing.nodes[state].layer;
        seen.loops += usize::from(edge.from == edge.to);
        seen.turns += usize::from(edge.from != edge.to && layer(edge.from) == layer(edge.to));
        seen.back += usize::from(layer(edge.from) > layer(edge.to));
    }
    seen.nodes += placed.nodes.len();
    seen.labels += boxes.len() - placed.nodes.len();
}

#[test]
fn evidence_of_random_models_has_no_overlaps() {
    let mut seen = Seen::default();
    for seed in 0..300 {
        drawings(&results(&random(seed))).iter().for_each(|drawing| check(drawing, &mut seen));
    }
    assert!(
        seen.nodes > 2000 && seen.labels > 1000 && seen.loops > 100 && seen.turns > 30 && seen.back > 100,
        "{seen:?}"
    );
}

#[test]
fn examples_have_no_overlaps() {
    let mut seen = Seen::default();
    for (_, results) in examples() {
        drawings(&results).iter().for_each(|drawing| check(drawing, &mut seen));
    }
    assert!(seen.nodes > 50 && seen.labels > 30, "{seen:?}");
}

#[test]
fn state_graphs_of_random_models_have_no_overlaps() {
    let limits = GraphLimits { states: 60, joint_actions: 100_000 };
    let mut seen = Seen::default();
    for seed in 0..60 {
        let loaded = random(seed);
        let model = loaded.model.unwrap();
        let Ok(graph) = state_graph(&model, limits, 1, &Budget::unlimited()) else { continue };
        let view = GraphView { merge: Merge::Nothing, ..GraphView::default() };
        let drawn = graph::drawn::drawings("model", &model, &graph, &view, &Budget::unlimited()).unwrap();
        drawn.iter().for_each(|drawing| check(drawing, &mut seen));
    }
    assert!(seen.nodes > 300 && seen.labels > 300 && seen.turns > 100 && seen.back > 100, "{seen:?}");
}
