//! The truth of path formulas along a lasso, where what is not known stays open.
//!
//! For every subformula and every position we compute whether it *must* be true and whether it *may* be true, given that
//! some state formulas have unknown truth values. Both are computed by the definitions on the lasso, `must` with the
//! unknown read as false and `may` as true; negation exchanges the two.

use super::{Problem, Replay};
use crate::tree::{Node, Path};
use savoir_model::{Formula, FormulaId, Temporal};
use std::collections::{BTreeMap, BTreeSet};

/// By position: truth values.
type Row = Vec<bool>;

/// The truth of each part.
type Rows<'a> = dyn Fn(FormulaId) -> Row + 'a;

/// Where a formula must be true, and where it may be.
#[derive(Clone)]
struct Bounds {
    must: Row,
    may: Row,
}

impl Replay<'_> {
    /// A path formula must have this truth value on a lasso.
    pub(super) fn lasso(&self, formula: FormulaId, holds: bool, path: &Path, marks: &[&Node]) -> Result<(), Problem> {
        if path.back.is_none() {
            return Err("a path formula needs an infinite path".to_owned());
        }
        let along = self.along(formula, path, marks);
        let shown = along.last().is_some_and(|(_, truths)| truths.first() == Some(&Some(holds)));
        let text = self.text(formula);
        match (shown, holds) {
            (true, _) => Ok(()),
            (false, true) => Err(format!("nothing shows that the path satisfies `{text}`")),
            (false, false) => Err(format!("nothing shows that the path does not satisfy `{text}`")),
        }
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
        for part in self.parts_of_path(formula) {
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
        let both = |row: &dyn Fn(&Rows<'_>) -> Row| Bounds {
            must: row(&|part| of(part).must.clone()),
            may: row(&|part| of(part).may.clone()),
        };
        match self.model.formulas.get(formula) {
            Formula::Not(f) => negated(of(*f)),
            Formula::And(parts) => both(&|row| all(parts.iter().map(|part| row(*part)))),
            Formula::Or(parts) => both(&|row| some(parts.iter().map(|part| row(*part)))),
            Formula::Implies(f, g) => {
                let not_f = negated(of(*f));
                Bounds {
                    must: some([not_f.must, of(*g).must.clone()].into_iter()),
                    may: some([not_f.may, of(*g).may.clone()].into_iter()),
                }
            }
            Formula::Iff(f, g) => {
                let (f, g) = (of(*f), of(*g));
                let (not_f, not_g) = (negated(f), negated(g));
                let same = |f: &Row, g: &Row, not_f: &Row, not_g: &Row| {
                    some(
                        [all([f.clone(), g.clone()].into_iter()), all([not_f.clone(), not_g.clone()].into_iter())]
                            .into_iter(),
                    )
                };
                Bounds {
                    must: same(&f.must, &g.must, &not_f.must, &not_g.must),
                    may: same(&f.may, &g.may, &not_f.may, &not_g.may),
                }
            }
            Formula::Path(temporal) => both(&|row| along(*temporal, row, back)),
            // Other formulas are state formulas.
            _ => Bounds { must: vec![false; path.states.len()], may: vec![true; path.states.len()] },
        }
    }
}

fn negated(bounds: &Bounds) -> Bounds {
    let not = |row: &Row| row.iter().map(|truth| !truth).collect();
    Bounds { must: not(&bounds.may), may: not(&bounds.must) }
}

fn all(rows: impl Iterator<Item = Row>) -> Row {
    rows.reduce(|a, b| a.iter().zip(&b).map(|(a, b)| *a && *b).collect()).unwrap_or_default()
}

fn some(rows: impl Iterator<Item = Row>) -> Row {
    rows.reduce(|a, b| a.iter().zip(&b).map(|(a, b)| *a || *b).collect()).unwrap_or_default()
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
