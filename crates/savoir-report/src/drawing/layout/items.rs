//! What stands in the layers: states in the even ones, labels of edges in the odd ones, and bends where an edge crosses.

use super::measure::lines_size;
use super::{Area, TextBox};
use crate::drawing::{Drawing, Line};

/// Between the border of a state and its text.
const PADDING: f64 = 8.0;
/// Between a line and its label.
const LABEL_GAP: f64 = 6.0;
/// The least distance of two edges at a state.
pub(super) const PORT: f64 = 12.0;
/// How far a loop at a state reaches to the right.
pub(super) const LOOP_REACH: f64 = 26.0;
/// The least height of such a loop.
const LOOP_HEIGHT: f64 = 26.0;

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A state.
    State,
    /// The place where an edge goes down through a layer, with its label to the right if it has lines.
    Pass,
    /// The place where an edge between two states of the layer above turns round, with its label below.
    Turn,
}

/// Something that takes room in a layer. The anchor of an item is where edges go to.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) kind: Kind,
    pub(super) layer: usize,
    /// How far it reaches to the left of the anchor, and to the right.
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) height: f64,
    /// Neighbours in the layer above and in the layer below.
    pub(super) up: Vec<usize>,
    pub(super) down: Vec<usize>,
    /// The x coordinate of its anchor.
    pub(super) x: f64,
    pub(super) lines: Vec<Line>,
}

/// A loop at a state.
#[derive(Clone, Debug)]
pub(super) struct Loop {
    pub(super) edge: usize,
    pub(super) label: TextBox,
}

/// Items in layers, and which edges they belong to.
#[derive(Clone, Debug, Default)]
pub(super) struct Items {
    pub(super) items: Vec<Item>,
    /// By layer: its items from left to right.
    pub(super) layers: Vec<Vec<usize>>,
    /// By layer: upper edge and height.
    pub(super) bands: Vec<(f64, f64)>,
    /// By edge: the items it passes, from the upper state to the lower one, without the states.
    pub(super) chains: Vec<Vec<usize>>,
    /// By state: the size of its box, and its loops.
    pub(super) boxes: Vec<(f64, f64)>,
    pub(super) loops: Vec<Vec<Loop>>,
}

impl Items {
    /// The items of a drawing, in the order of their appearance. The first items are the states.
    pub(super) fn of(drawing: &Drawing) -> Items {
        let mut made = Items { chains: vec![Vec::new(); drawing.edges.len()], ..Items::default() };
        for (number, node) in drawing.nodes.iter().enumerate() {
            made.add_state(drawing, number, 2 * node.layer);
        }
        for (number, edge) in drawing.edges.iter().enumerate() {
            if edge.from != edge.to {
                made.add_edge(number, edge.from, edge.to, drawing.edge_lines(edge));
            }
        }
        // A state is wide enough for all that leads to it.
        for item in made.items.iter_mut().filter(|item| item.kind == Kind::State) {
            let ports = item.up.len().max(item.down.len()) + 1;
            let missing = (PORT * ports as f64 - item.left - item.left).max(0.0);
            item.left += missing / 2.0;
            item.right += missing / 2.0;
        }
        for (number, size) in made.boxes.iter_mut().enumerate() {
            size.0 = 2.0 * made.items[number].left;
        }
        let count = made.items.iter().map(|item| item.layer + 1).max().unwrap_or(0);
        made.layers = vec![Vec::new(); count];
        for (number, item) in made.items.iter().enumerate() {
            made.layers[item.layer].push(number);
        }
        made
    }

    fn add_state(&mut self, drawing: &Drawing, number: usize, layer: usize) {
        let lines = drawing.node_lines(&drawing.nodes[number]);
        let (text_width, text_height) = lines_size(&lines);
        let (width, height) = (text_width + 2.0 * PADDING, text_height + 2.0 * PADDING);
        let own = drawing.edges.iter().enumerate().filter(|(_, edge)| edge.from == number && edge.to == number);
        let mut loops = Vec::new();
        let (mut below, mut reach) = (0.0, 0.0);
        for (edge, own) in own {
            let lines = drawing.edge_lines(own);
            let (label_width, label_height) = lines_size(&lines);
            let area = Area { x: LOOP_REACH, y: below, width: label_width, height: label_height.max(LOOP_HEIGHT) };
            below += area.height + LABEL_GAP;
            reach = f64::max(reach, LOOP_REACH + label_width + LABEL_GAP);
            loops.push(Loop { edge, label: TextBox { area, lines } });
        }
        let height = f64::max(height, below);
        self.boxes.push((width, height));
        self.loops.push(loops);
        let (left, right) = (width / 2.0, width / 2.0 + reach);
        self.items.push(Item { kind: Kind::State, layer, left, right, height, up: vec![], down: vec![], x: 0.0, lines });
    }

    fn add_edge(&mut self, edge: usize, from: usize, to: usize, lines: Vec<Line>) {
        let layer = |state: usize| self.items[state].layer;
        let (upper, lower) = if layer(from) <= layer(to) { (from, to) } else { (to, from) };
        let (top, bottom) = (layer(upper), layer(lower));
        if top == bottom {
            let turn = self.add_item(Kind::Turn, top + 1, lines);
            self.link(from, turn);
            self.link(to, turn);
            self.chains[edge].push(turn);
            return;
        }
        // The label stands near the state that the edge comes from.
        let labelled = if upper == from { top + 1 } else { bottom - 1 };
        let mut lines = Some(lines);
        let mut above = upper;
        for layer in top + 1..bottom {
            let own = if layer == labelled { lines.take().unwrap_or_default() } else { Vec::new() };
            let pass = self.add_item(Kind::Pass, layer, own);
            self.link(above, pass);
            self.chains[edge].push(pass);
            above = pass;
        }
        self.link(above, lower);
    }

    fn add_item(&mut self, kind: Kind, layer: usize, lines: Vec<Line>) -> usize {
        let (width, height) = lines_size(&lines);
        let (left, right) = match kind {
            Kind::Turn => (width / 2.0, width / 2.0),
            _ if lines.is_empty() => (0.0, 0.0),
            _ => (0.0, LABEL_GAP + width),
        };
        // Below the place where an edge turns there is a little room before its label.
        let height = if kind == Kind::Turn && !lines.is_empty() { height + LABEL_GAP / 2.0 } else { height };
        self.items.push(Item { kind, layer, left, right, height, up: vec![], down: vec![], x: 0.0, lines });
        self.items.len() - 1
    }

    fn link(&mut self, above: usize, below: usize) {
        self.items[above].down.push(below);
        self.items[below].up.push(above);
    }

    /// Where the text of an item stands, given the band of its layer.
    pub(super) fn label_area(&self, number: usize) -> Area {
        let item = &self.items[number];
        let (top, band) = self.bands[item.layer];
        let (width, height) = lines_size(&item.lines);
        match item.kind {
            Kind::Turn => Area { x: item.x - width / 2.0, y: top + LABEL_GAP / 2.0, width, height },
            _ => Area { x: item.x + LABEL_GAP, y: top + (band - height) / 2.0, width, height },
        }
    }

    /// Where the box of a state is.
    pub(super) fn state_area(&self, number: usize) -> Area {
        let item = &self.items[number];
        let (top, band) = self.bands[item.layer];
        let (width, height) = self.boxes[number];
        Area { x: item.x - width / 2.0, y: top + (band - height) / 2.0, width, height }
    }
}
