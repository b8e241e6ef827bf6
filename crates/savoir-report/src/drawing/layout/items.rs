//! What stands in the layers: states, below them the labels of the edges that leave them, in as many layers as it takes
//! to keep the picture from becoming too wide, and places where an edge crosses a layer.

use super::measure::lines_size;
use super::{Area, Arrangement, Direction, TextBox};
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

/// Labels get one more layer for each such width, unless the picture has a width of its own.
const ROW_WIDTH: f64 = 1100.0;
/// Narrower rows would make pictures that are too long.
const LEAST_ROW_WIDTH: f64 = 240.0;
/// The most layers of labels below one layer of states.
const MOST_ROWS: usize = 10;

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

/// The items that an edge passes.
#[derive(Clone, Debug)]
pub(super) enum Chain {
    /// From the upper state to the lower one.
    Through(Vec<usize>),
    /// Down from the first state, round, and down from the second state to where it turns.
    Round(Vec<usize>, usize, Vec<usize>),
}

/// Where the layers of states and labels are.
struct Rows {
    /// By layer of the drawing: the layer of its states, and how many layers of labels follow.
    states: Vec<(usize, usize)>,
    /// By edge: which of the layers of labels has its label, from 1.
    row: Vec<usize>,
}

/// Items in layers, and which edges they belong to.
#[derive(Clone, Debug, Default)]
pub(super) struct Items {
    pub(super) items: Vec<Item>,
    /// By layer: its items from left to right.
    pub(super) layers: Vec<Vec<usize>>,
    /// By layer: upper edge and height.
    pub(super) bands: Vec<(f64, f64)>,
    /// By edge: the items it passes, without the states.
    pub(super) chains: Vec<Chain>,
    /// By state: the size of its box, and its loops.
    pub(super) boxes: Vec<(f64, f64)>,
    pub(super) loops: Vec<Vec<Loop>>,
    direction: Direction,
}

/// The layer of the drawing below which the label of an edge stands: near to the state that the edge comes from.
fn gap(drawing: &Drawing, number: usize) -> usize {
    let edge = &drawing.edges[number];
    let (from, to) = (drawing.nodes[edge.from].layer, drawing.nodes[edge.to].layer);
    if from > to { from - 1 } else { from }
}

/// The room that lines take across the direction of time, and along it.
fn size(direction: Direction, lines: &[Line]) -> (f64, f64) {
    let (width, height) = lines_size(lines);
    match direction {
        Direction::Down => (width, height),
        Direction::Right => (height, width),
    }
}

impl Rows {
    fn new(drawing: &Drawing, lines: &[Vec<Line>], arrangement: Arrangement) -> Rows {
        let row_width = match arrangement {
            Arrangement { direction: Direction::Down, width: Some(width) } => width.clamp(LEAST_ROW_WIDTH, ROW_WIDTH),
            Arrangement { direction: Direction::Down | Direction::Right, .. } => ROW_WIDTH,
        };
        let count = drawing.nodes.iter().map(|node| node.layer + 1).max().unwrap_or(0);
        let mut widths = vec![0.0; count];
        let leaves = |number: &usize| drawing.edges[*number].from != drawing.edges[*number].to;
        for number in (0..lines.len()).filter(leaves) {
            widths[gap(drawing, number)] += size(arrangement.direction, &lines[number]).0 + 2.0 * LABEL_GAP;
        }
        let mut states = Vec::with_capacity(count);
        let mut layer = 0;
        for width in widths {
            let rows = ((width / row_width).ceil() as usize).clamp(1, MOST_ROWS);
            states.push((layer, rows));
            layer += 1 + rows;
        }
        // Neighbours stand in different rows.
        let mut next = vec![0; count];
        let mut row = vec![1; lines.len()];
        for number in (0..lines.len()).filter(leaves) {
            let gap = gap(drawing, number);
            row[number] = 1 + next[gap] % states[gap].1;
            next[gap] += 1;
        }
        Rows { states, row }
    }
}

impl Items {
    /// The items of a drawing, in the order of their appearance. The first items are the states.
    pub(super) fn of(drawing: &Drawing, arrangement: Arrangement) -> Items {
        let mut made = Items { direction: arrangement.direction, ..Items::default() };
        let lines: Vec<Vec<Line>> = drawing.edges.iter().map(|edge| drawing.edge_lines(edge)).collect();
        let rows = Rows::new(drawing, &lines, arrangement);
        for (number, node) in drawing.nodes.iter().enumerate() {
            made.add_state(drawing, number, rows.states[node.layer].0);
        }
        for (number, lines) in lines.into_iter().enumerate() {
            let chain = made.add_edge(drawing, &rows, number, lines);
            made.chains.push(chain);
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
        let (text_width, text_height) = size(self.direction, &lines);
        let (width, height) = (text_width + 2.0 * PADDING, text_height + 2.0 * PADDING);
        let own = drawing.edges.iter().enumerate().filter(|(_, edge)| edge.from == number && edge.to == number);
        let mut loops = Vec::new();
        let (mut below, mut reach) = (0.0, 0.0);
        for (edge, own) in own {
            let lines = drawing.edge_lines(own);
            let (label_width, label_height) = size(self.direction, &lines);
            let area = Area { x: LOOP_REACH, y: below, width: label_width, height: label_height.max(LOOP_HEIGHT) };
            below += area.height + LABEL_GAP;
            reach = f64::max(reach, LOOP_REACH + label_width + LABEL_GAP);
            loops.push(Loop { edge, label: TextBox { area, lines } });
        }
        let height = f64::max(height, below);
        self.boxes.push((width, height));
        self.loops.push(loops);
        let (left, right) = (width / 2.0, width / 2.0 + reach);
        self.items.push(Item {
            kind: Kind::State,
            layer,
            left,
            right,
            height,
            up: vec![],
            down: vec![],
            x: 0.0,
            lines,
        });
    }

    fn add_edge(&mut self, drawing: &Drawing, rows: &Rows, number: usize, lines: Vec<Line>) -> Chain {
        let edge = &drawing.edges[number];
        let (from, to) = (edge.from, edge.to);
        if from == to {
            return Chain::Through(Vec::new());
        }
        let layer = |state: usize| self.items[state].layer;
        let (upper, lower) = if layer(from) <= layer(to) { (from, to) } else { (to, from) };
        let (top, bottom) = (layer(upper), layer(lower));
        let labelled = rows.states[gap(drawing, number)].0 + rows.row[number];
        if top == bottom {
            let first = self.add_passes(from, top + 1..labelled, None);
            let second = self.add_passes(to, top + 1..labelled, None);
            let turn = self.add_item(Kind::Turn, labelled, lines);
            self.link(*first.last().unwrap_or(&from), turn);
            self.link(*second.last().unwrap_or(&to), turn);
            return Chain::Round(first, turn, second);
        }
        let chain = self.add_passes(upper, top + 1..bottom, Some((labelled, lines)));
        self.link(*chain.last().unwrap_or(&upper), lower);
        Chain::Through(chain)
    }

    /// A place for an edge in each of some layers below an item; one of them may have the label.
    fn add_passes(
        &mut self,
        mut above: usize,
        layers: std::ops::Range<usize>,
        mut label: Option<(usize, Vec<Line>)>,
    ) -> Vec<usize> {
        let mut chain = Vec::with_capacity(layers.len());
        for layer in layers {
            let own = label.take_if(|(labelled, _)| *labelled == layer).map_or_else(Vec::new, |(_, lines)| lines);
            let pass = self.add_item(Kind::Pass, layer, own);
            self.link(above, pass);
            chain.push(pass);
            above = pass;
        }
        chain
    }

    fn add_item(&mut self, kind: Kind, layer: usize, lines: Vec<Line>) -> usize {
        let (width, height) = size(self.direction, &lines);
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
        let (width, height) = size(self.direction, &item.lines);
        match item.kind {
            Kind::Turn => Area { x: item.x - width / 2.0, y: top + LABEL_GAP / 2.0, width, height },
            _ => Area { x: item.x + LABEL_GAP, y: top + (band - height) / 2.0, width, height },
        }
    }

    /// How far the label of a loop reaches along the direction of time.
    pub(super) fn loop_label_length(&self, own: &Loop) -> f64 {
        size(self.direction, &own.label.lines).1
    }

    /// Where the box of a state is.
    pub(super) fn state_area(&self, number: usize) -> Area {
        let item = &self.items[number];
        let (width, height) = self.boxes[number];
        Area { x: item.x - width / 2.0, y: self.bands[item.layer].0, width, height }
    }
}
