//! Where everything stands: a layered layout without any other program.
//!
//! The pipeline: [`items`] makes layers of boxes, where states alternate with the labels of edges, and long edges get a
//! place in every layer they cross; [`order`] moves the items of a layer so that few edges cross; [`place`] gives them
//! coordinates; [`route`] draws the edges. Edges go straight down through layers and bend only in the gaps between them,
//! so nothing can ever be drawn over a state or a label.

mod items;
mod measure;
mod order;
mod place;
mod route;

pub use measure::{LETTER, LINE, text_width};

use super::{Drawing, Line};

/// A place in a picture, in pixels from the left and from the top.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Area {
    /// Its left edge.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

impl Area {
    /// Its right edge.
    #[must_use]
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// Its lower edge.
    #[must_use]
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }
}

/// A rectangle with lines of text.
#[derive(Clone, Debug, Default)]
pub struct TextBox {
    /// Where it is.
    pub area: Area,
    /// What it says.
    pub lines: Vec<Line>,
}

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Straight to a point.
    Straight(Point),
    /// A cubic Bézier curve: two control points and the end.
    Curve(Point, Point, Point),
}

impl Segment {
    /// Where it ends.
    #[must_use]
    pub fn end(&self) -> Point {
        match self {
            Segment::Straight(end) | Segment::Curve(_, _, end) => *end,
        }
    }
}

/// How an edge is drawn.
#[derive(Clone, Debug, Default)]
pub struct Route {
    /// Where it starts.
    pub start: Point,
    /// How it goes on.
    pub segments: Vec<Segment>,
    /// What is written next to it; no lines if nothing is.
    pub label: TextBox,
}

/// A picture with places for everything.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The states, in the order of the drawing.
    pub nodes: Vec<TextBox>,
    /// The edges, in the order of the drawing.
    pub edges: Vec<Route>,
}

/// Where time goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Direction {
    /// From the top to the bottom.
    #[default]
    Down,
    /// From the left to the right.
    Right,
}

/// How a picture is to be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Arrangement {
    /// Where time goes.
    pub direction: Direction,
    /// How wide the picture may be, in pixels.
    pub width: Option<f64>,
}

/// Finds a place for everything.
#[must_use]
pub fn layout(drawing: &Drawing) -> Layout {
    arranged(drawing, Arrangement::default())
}

/// Finds a place for everything, in some arrangement. Time always goes down at first; a picture where it goes to the right
/// is made of boxes that lie on their side, and is turned in the end.
#[must_use]
pub fn arranged(drawing: &Drawing, arrangement: Arrangement) -> Layout {
    let mut items = items::Items::of(drawing, arrangement);
    order::reduce_crossings(&mut items);
    place::place(&mut items);
    let placed = route::finish(drawing, &items);
    match arrangement.direction {
        Direction::Down => placed,
        Direction::Right => placed.turned(),
    }
}

impl Layout {
    /// With rows as columns.
    fn turned(self) -> Layout {
        let point = |point: Point| Point { x: point.y, y: point.x };
        let area = |area: Area| Area { x: area.y, y: area.x, width: area.height, height: area.width };
        let text = |text: TextBox| TextBox { area: area(text.area), lines: text.lines };
        let segment = |segment: Segment| match segment {
            Segment::Straight(end) => Segment::Straight(point(end)),
            Segment::Curve(a, b, end) => Segment::Curve(point(a), point(b), point(end)),
        };
        let route = |route: Route| Route {
            start: point(route.start),
            segments: route.segments.into_iter().map(segment).collect(),
            label: text(route.label),
        };
        Layout {
            width: self.height,
            height: self.width,
            nodes: self.nodes.into_iter().map(text).collect(),
            edges: self.edges.into_iter().map(route).collect(),
        }
    }
}
