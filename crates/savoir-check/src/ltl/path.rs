//! Path formulas in negation normal form, each once.

use rustc_hash::FxHashMap;
use savoir_model::{Connective, FormulaId, FormulaPool, Shape, Temporal};

/// Index of a path formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PathId(u32);

/// A path formula in negation normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Path {
    True,
    False,
    /// The first state satisfies a state formula, or (if negated) does not.
    State {
        formula: FormulaId,
        positive: bool,
    },
    And(PathId, PathId),
    Or(PathId, PathId),
    Next(PathId),
    Until(PathId, PathId),
    /// The dual of until: the second holds up to and including the moment the first does, or for ever.
    Release(PathId, PathId),
}

/// All path formulas of a translation.
#[derive(Default)]
pub(crate) struct PathFormulas {
    nodes: Vec<Path>,
    index: FxHashMap<Path, PathId>,
    /// What was translated, so that the two sides of equivalences do not multiply.
    done: FxHashMap<(FormulaId, bool), PathId>,
}

impl PathFormulas {
    pub(crate) fn get(&self, id: PathId) -> Path {
        self.nodes[id.0 as usize]
    }

    fn add(&mut self, path: Path) -> PathId {
        let simplified = self.simplify(path);
        if let Some(id) = self.index.get(&simplified) {
            return *id;
        }
        let id = PathId(self.nodes.len() as u32);
        self.nodes.push(simplified);
        self.index.insert(simplified, id);
        id
    }

    /// Constants and repetitions do not reach the automaton.
    fn simplify(&self, path: Path) -> Path {
        match path {
            Path::And(a, b) => match (self.get(a), self.get(b)) {
                (Path::True, other) | (other, Path::True) => other,
                (Path::False, _) | (_, Path::False) => Path::False,
                (same, _) if a == b => same,
                _ => path,
            },
            Path::Or(a, b) => match (self.get(a), self.get(b)) {
                (Path::False, other) | (other, Path::False) => other,
                (Path::True, _) | (_, Path::True) => Path::True,
                (same, _) if a == b => same,
                _ => path,
            },
            Path::Next(a) if matches!(self.get(a), Path::True | Path::False) => self.get(a),
            Path::Until(a, b) => match (self.get(a), self.get(b)) {
                (_, constant @ (Path::True | Path::False)) => constant,
                (Path::False, other) => other,
                (_, inner @ Path::Until(c, _)) if c == a => inner,
                _ => path,
            },
            Path::Release(a, b) => match (self.get(a), self.get(b)) {
                (_, constant @ (Path::True | Path::False)) => constant,
                (Path::True, other) => other,
                (_, inner @ Path::Release(c, _)) if c == a => inner,
                _ => path,
            },
            _ => path,
        }
    }

    /// Every path.
    pub(crate) fn anything(&mut self) -> PathId {
        self.add(Path::True)
    }

    /// The state formula, negated unless `positive`, at every moment.
    pub(crate) fn always(&mut self, pool: &FormulaPool, formula: FormulaId, positive: bool) -> PathId {
        let constant_false = self.add(Path::False);
        let now = self.translate(pool, formula, positive);
        self.add(Path::Release(constant_false, now))
    }

    /// The formula, negated unless `positive`, with negations pushed down to state formulas. A Boolean combination of
    /// state formulas stays in one piece: it is a single set of states.
    pub(crate) fn translate(&mut self, pool: &FormulaPool, formula: FormulaId, positive: bool) -> PathId {
        if !pool.is_path(formula) {
            let path = match pool.get(formula).shape() {
                Shape::Constant(value) => {
                    if value == positive {
                        Path::True
                    } else {
                        Path::False
                    }
                }
                Shape::Atom(_)
                | Shape::Connective(_)
                | Shape::Modality(_)
                | Shape::Ctl(..)
                | Shape::Strategic(..)
                | Shape::Quantified(..)
                | Shape::Path(_) => Path::State { formula, positive },
            };
            return self.add(path);
        }
        if let Some(id) = self.done.get(&(formula, positive)) {
            return *id;
        }
        let id = self.translate_path(pool, formula, positive);
        self.done.insert((formula, positive), id);
        id
    }

    fn translate_path(&mut self, pool: &FormulaPool, formula: FormulaId, positive: bool) -> PathId {
        match pool.get(formula).shape() {
            Shape::Connective(Connective::Not(f)) => self.translate(pool, f, !positive),
            Shape::Connective(Connective::And(parts)) => self.fold(pool, parts, positive, positive),
            Shape::Connective(Connective::Or(parts)) => self.fold(pool, parts, positive, !positive),
            Shape::Connective(Connective::Implies(f, g)) => {
                let (f, g) = (self.translate(pool, f, !positive), self.translate(pool, g, positive));
                self.add(if positive { Path::Or(f, g) } else { Path::And(f, g) })
            }
            Shape::Connective(Connective::Iff(f, g)) => {
                // f ↔ g is (f ∧ g) ∨ (¬f ∧ ¬g); its negation has one side negated.
                let (yes, no) = (self.translate(pool, f, true), self.translate(pool, f, false));
                let (same, other) = (self.translate(pool, g, positive), self.translate(pool, g, !positive));
                let (left, right) = (self.add(Path::And(yes, same)), self.add(Path::And(no, other)));
                self.add(Path::Or(left, right))
            }
            Shape::Path(temporal) => self.temporal(pool, temporal, positive),
            Shape::Constant(_)
            | Shape::Atom(_)
            | Shape::Modality(_)
            | Shape::Ctl(..)
            | Shape::Strategic(..)
            | Shape::Quantified(..) => unreachable!("state formulas were handled above"),
        }
    }

    fn fold(&mut self, pool: &FormulaPool, parts: &[FormulaId], positive: bool, conjunction: bool) -> PathId {
        let mut result = self.add(if conjunction { Path::True } else { Path::False });
        for &part in parts {
            let part = self.translate(pool, part, positive);
            result = self.add(if conjunction { Path::And(result, part) } else { Path::Or(result, part) });
        }
        result
    }

    fn temporal(&mut self, pool: &FormulaPool, temporal: Temporal, positive: bool) -> PathId {
        let (constant_true, constant_false) = (self.add(Path::True), self.add(Path::False));
        let path = match temporal {
            Temporal::Next(f) => Path::Next(self.translate(pool, f, positive)),
            Temporal::Finally(f) => {
                let f = self.translate(pool, f, positive);
                if positive { Path::Until(constant_true, f) } else { Path::Release(constant_false, f) }
            }
            Temporal::Globally(f) => {
                let f = self.translate(pool, f, positive);
                if positive { Path::Release(constant_false, f) } else { Path::Until(constant_true, f) }
            }
            Temporal::Until(f, g) => {
                let (f, g) = (self.translate(pool, f, positive), self.translate(pool, g, positive));
                if positive { Path::Until(f, g) } else { Path::Release(f, g) }
            }
        };
        self.add(path)
    }
}
