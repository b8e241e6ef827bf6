//! What is left of polynomials when the topmost bits are known: polynomials again, each kept once.

use super::form::{Form, Product};
use rustc_hash::FxHashMap;
use savoir_dd::Var;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A polynomial without its constant, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ShapeId(u32);

/// A shape plus a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Residue {
    pub(super) shape: ShapeId,
    pub(super) constant: i128,
}

/// Bits are numbered by their places in the order of the diagrams.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Shape {
    weights: Vec<(u32, i128)>,
    /// Coefficients by factors.
    products: Vec<(Vec<Residue>, i128)>,
}

/// What is known about a shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// The place of its topmost bit; none if it is empty.
    pub(super) top: Option<u32>,
    /// It has no values outside of these; none if they are too large.
    pub(super) range: Option<(i128, i128)>,
    /// A divisor of all its values.
    pub(super) divisor: i128,
}

/// All shapes that were met.
#[derive(Debug, Default)]
pub(super) struct Residues {
    shapes: Vec<(Rc<Shape>, Facts)>,
    numbers: FxHashMap<Rc<Shape>, ShapeId>,
    /// By shape, with its topmost bit false and true.
    splits: FxHashMap<ShapeId, [Residue; 2]>,
}

/// A polynomial in the making.
#[derive(Default)]
struct Sum {
    constant: i128,
    weights: BTreeMap<u32, i128>,
    products: BTreeMap<Vec<Residue>, i128>,
}

impl Residues {
    /// A form, with the place of each bit.
    pub(super) fn form(&mut self, form: &Form, place: &impl Fn(Var) -> u32) -> Residue {
        let mut sum = Sum { constant: form.constant, ..Sum::default() };
        form.weights.iter().for_each(|(bit, weight)| sum.add_bit(place(*bit), *weight));
        for Product { coefficient, factors } in &form.products {
            let factors = factors.iter().map(|factor| self.form(factor, place)).collect();
            self.add_product(&mut sum, *coefficient, factors);
        }
        self.intern(sum)
    }

    pub(super) fn facts(&self, shape: ShapeId) -> Facts {
        self.shapes[shape.0 as usize].1
    }

    pub(super) fn count(&self) -> usize {
        self.shapes.len()
    }

    /// What is left with the topmost bit false and true.
    pub(super) fn split(&mut self, shape: ShapeId) -> [Residue; 2] {
        if let Some(known) = self.splits.get(&shape) {
            return *known;
        }
        let split = [false, true].map(|value| self.with_top(shape, value));
        self.splits.insert(shape, split);
        split
    }

    fn with_top(&mut self, id: ShapeId, value: bool) -> Residue {
        let (shape, facts) = &self.shapes[id.0 as usize];
        let (shape, top) = (shape.clone(), facts.top);
        let mut sum = Sum::default();
        for &(bit, weight) in &shape.weights {
            if Some(bit) != top {
                sum.add_bit(bit, weight);
            } else if value {
                sum.constant = sum.constant.wrapping_add(weight);
            }
        }
        for (factors, coefficient) in &shape.products {
            let reduced = factors.iter().map(|factor| {
                if self.facts(factor.shape).top != top {
                    return *factor;
                }
                let left = self.split(factor.shape)[usize::from(value)];
                Residue { constant: left.constant.wrapping_add(factor.constant), ..left }
            });
            let reduced = reduced.collect();
            self.add_product(&mut sum, *coefficient, reduced);
        }
        self.intern(sum)
    }

    /// Adds a product; constant factors are multiplied out, and the last factor that is left is no product.
    fn add_product(&self, sum: &mut Sum, mut coefficient: i128, mut factors: Vec<Residue>) {
        factors.retain(|factor| {
            let stays = self.facts(factor.shape).top.is_some();
            if !stays {
                coefficient = coefficient.wrapping_mul(factor.constant);
            }
            stays
        });
        if coefficient == 0 {
            return;
        }
        match factors.as_slice() {
            [] => sum.constant = sum.constant.wrapping_add(coefficient),
            [factor] => {
                sum.constant = sum.constant.wrapping_add(coefficient.wrapping_mul(factor.constant));
                let shape = self.shapes[factor.shape.0 as usize].0.clone();
                for &(bit, weight) in &shape.weights {
                    sum.add_bit(bit, weight.wrapping_mul(coefficient));
                }
                for (factors, inner) in &shape.products {
                    sum.add_factors(factors.clone(), inner.wrapping_mul(coefficient));
                }
            }
            _ => {
                factors.sort_unstable();
                sum.add_factors(factors, coefficient);
            }
        }
    }

    fn intern(&mut self, mut sum: Sum) -> Residue {
        sum.weights.retain(|_, weight| *weight != 0);
        sum.products.retain(|_, coefficient| *coefficient != 0);
        let shape =
            Rc::new(Shape { weights: sum.weights.into_iter().collect(), products: sum.products.into_iter().collect() });
        if let Some(known) = self.numbers.get(&shape) {
            return Residue { shape: *known, constant: sum.constant };
        }
        let id = ShapeId(self.shapes.len() as u32);
        let facts = self.look_at(&shape);
        self.shapes.push((shape.clone(), facts));
        self.numbers.insert(shape, id);
        Residue { shape: id, constant: sum.constant }
    }

    fn look_at(&self, shape: &Shape) -> Facts {
        let mut facts = Facts { top: None, range: Some((0, 0)), divisor: 0 };
        for &(bit, weight) in &shape.weights {
            facts.add(Some(bit), Some((weight.min(0), weight.max(0))), weight);
        }
        for (factors, coefficient) in &shape.products {
            let mut range = Some((*coefficient, *coefficient));
            let mut top = None;
            for factor in factors {
                let of = self.facts(factor.shape);
                top = topmost(top, of.top);
                range = both(range, both(of.range, Some((factor.constant, factor.constant)), plus), times);
            }
            facts.add(top, range, *coefficient);
        }
        facts
    }
}

impl Facts {
    fn add(&mut self, top: Option<u32>, range: Option<(i128, i128)>, divisor: i128) {
        self.top = topmost(self.top, top);
        self.range = both(self.range, range, plus);
        self.divisor = greatest_divisor(self.divisor, divisor);
    }
}

fn topmost(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    a.into_iter().chain(b).min()
}

type Range = (i128, i128);

fn both(a: Option<Range>, b: Option<Range>, join: fn(Range, Range) -> Option<Range>) -> Option<Range> {
    join(a?, b?)
}

fn plus(a: Range, b: Range) -> Option<Range> {
    Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?))
}

fn times(a: Range, b: Range) -> Option<Range> {
    let corners = [a.0.checked_mul(b.0)?, a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?];
    Some((corners.into_iter().min()?, corners.into_iter().max()?))
}

/// Both are divisible by it; either may be zero.
fn greatest_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.saturating_abs(), b.saturating_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Sum {
    fn add_bit(&mut self, bit: u32, weight: i128) {
        let sum = self.weights.entry(bit).or_default();
        *sum = sum.wrapping_add(weight);
    }

    fn add_factors(&mut self, factors: Vec<Residue>, coefficient: i128) {
        let sum = self.products.entry(factors).or_default();
        *sum = sum.wrapping_add(coefficient);
    }
}
