//! The truth of path formulas along a lasso, where what is not known stays open.
//!
//! For every subformula and every position we compute whether it *must* be true and whether it *may* be true, given that
//! some state formulas have unknown truth values. Both are computed by the definitions on the lasso, `must` with the
//! unknown read as false and `may` as true; negation exchanges the two.

use super::Replay;
use crate::problem::{PathProblem, Problem};
use crate::tree::{Node, Path};
use savoir_model::{Connective, FormulaId, Shape, Temporal};
use std::collections::{BTreeMap, BTreeSet};

/// By position: truth values.
type Row = Vec<bool>;

/// The truth of each part.
type Rows<'a> = dyn Fn(FormulaId) -> Row + 'a;

/// Where a formula must be true, and where it may be.
#[derive(Clone, Default)]
struct Bounds {
    must: Row,
    may: Row,
}

impl Replay<'_> {
    /// A path formula must have this truth value on a lasso.
    pub(super) fn lasso(&self, formula: FormulaId, holds: bool, path: &Path, marks: &[&Node]) -> Result<(), Problem> {
        if path.back.is_none() {
            return Err(PathProblem::Finite.into());
        }
        let along = self.along(formula, path, marks);
        let shown = along.last().is_some_and(|(_, truths)| truths.first() == Some(&Some(holds)));
        if shown { Ok(()) } else { Err(PathProblem::UnknownTruth { formula, holds }.into()) }
    }

    /// The truth of a formula and its parts along a lasso, parts before wholes.
    pub(super) fn along(
        &self,
        formula: FormulaId,
        path: &Path,
        marks: &[&Node],
    ) -> Vec<(FormulaId, Vec<Option<bool>>)> {
        let Some(back) = path.back.filter(|back| *back < path.states.len()) else { return Vec::new() };
        let mut known: BTreeMap<FormulaId, Bounds> = BTreeMap::new();
        let parts = self.parts_of_path(formula);
        if !self.meter.go_on() || !self.meter.spend((parts.len() as u64).saturating_mul(path.states.len() as u64)) {
            return Vec::new();
        }
        for part in parts {
            let bounds = self.bounds(part, &known, path, back, marks);
            known.insert(part, bounds);
        }
        let truth = |(must, may): (&bool, &bool)| if must == may { Some(*must) } else { None };
        let row = |bounds: &Bounds| bounds.must.iter().zip(&bounds.may).map(truth).collect();
        known.iter().map(|(part, bounds)| (*part, row(bounds))).collect()
    }

    /// The path formulas in a path formula and the largest state formulas in it, sorted.
    fn parts_of_path(&self, formula: FormulaId) -> Vec<FormulaId> {
        let formulas = &self.model.formulas;
        let mut found = BTreeSet::from([formula]);
        let mut open = vec![formula];
        while let Some(id) = open.pop() {
            if formulas.is_path(id) {
                open.extend(formulas.operands(id).into_iter().filter(|part| found.insert(*part)));
            }
        }
        found.into_iter().collect()
    }

    fn bounds(
        &self,
        formula: FormulaId,
        known: &BTreeMap<FormulaId, Bounds>,
        path: &Path,
        back: usize,
        marks: &[&Node],
    ) -> Bounds {
        if !self.model.formulas.is_path(formula) {
            let truths: Vec<Option<bool>> = path.states.iter().map(|state| self.truth(formula, state, marks)).collect();
            return Bounds {
                must: truths.iter().map(|truth| *truth == Some(true)).collect(),
                may: truths.iter().map(|truth| *truth != Some(false)).collect(),
            };
        }
        let of = |part: FormulaId| &known[&part];
        match self.model.formulas.get(formula).shape() {
            Shape::Connective(connective) => bounds_of_connective(connective, known),
            Shape::Path(temporal) => Bounds {
                must: along(temporal, &|part| of(part).must.clone(), back),
                may: along(temporal, &|part| of(part).may.clone(), back),
            },
            // These are state formulas.
            Shape::Constant(_)
            | Shape::Atom(_)
            | Shape::Modality(_)
            | Shape::Ctl(..)
            | Shape::Strategic(..)
            | Shape::Quantified(..) => {
                Bounds { must: vec![false; path.states.len()], may: vec![true; path.states.len()] }
            }
        }
    }
}

fn bounds_of_connective(connective: Connective<'_>, known: &BTreeMap<FormulaId, Bounds>) -> Bounds {
    let of = |part: FormulaId| known[&part].clone();
    match connective {
        Connective::Not(f) => negated(&of(f)),
        Connective::And(parts) => all_of(parts.iter().map(|part| of(*part))),
        Connective::Or(parts) => some_of(parts.iter().map(|part| of(*part))),
        Connective::Implies(f, g) => some_of([negated(&of(f)), of(g)].into_iter()),
        Connective::Iff(f, g) => {
            let both = all_of([of(f), of(g)].into_iter());
            let neither = all_of([negated(&of(f)), negated(&of(g))].into_iter());
            some_of([both, neither].into_iter())
        }
    }
}

fn negated(bounds: &Bounds) -> Bounds {
    let not = |row: &Row| row.iter().map(|truth| !truth).collect();
    Bounds { must: not(&bounds.may), may: not(&bounds.must) }
}

fn all_of(parts: impl Iterator<Item = Bounds>) -> Bounds {
    let and = |a: &Row, b: &Row| a.iter().zip(b).map(|(a, b)| *a && *b).collect();
    let both = |a: Bounds, b: Bounds| Bounds { must: and(&a.must, &b.must), may: and(&a.may, &b.may) };
    parts.reduce(both).unwrap_or_default()
}

fn some_of(parts: impl Iterator<Item = Bounds>) -> Bounds {
    let or = |a: &Row, b: &Row| a.iter().zip(b).map(|(a, b)| *a || *b).collect();
    let either = |a: Bounds, b: Bounds| Bounds { must: or(&a.must, &b.must), may: or(&a.may, &b.may) };
    parts.reduce(either).unwrap_or_default()
}

/// A temporal operator along a lasso, given the truth of its operands.
fn along(temporal: Temporal, row: &Rows<'_>, back: usize) -> Row {
    match temporal {
        Temporal::Next(f) => {
            let f = row(f);
            (0..f.len()).map(|position| f[if position + 1 < f.len() { position + 1 } else { back }]).collect()
        }
        Temporal::Finally(f) => {
            let f = row(f);
            until(&vec![true; f.len()], &f, back)
        }
        Temporal::Globally(f) => {
            let not_f: Row = row(f).iter().map(|truth| !truth).collect();
            until(&vec![true; not_f.len()], &not_f, back).iter().map(|truth| !truth).collect()
        }
        Temporal::Until(f, g) => until(&row(f), &row(g), back),
    }
}

/// The least solution of `u = g ∨ (f ∧ next u)`. Going back over the loop twice is enough: what is true after its end is
/// known after the first time.
fn until(f: &Row, g: &Row, back: usize) -> Row {
    let mut found = g.clone();
    for _ in 0..2 {
        for position in (0..f.len()).rev() {
            let next = if position + 1 < f.len() { position + 1 } else { back };
            found[position] |= f[position] && found[next];
        }
    }
    found
}
