//! Path formulas that imply others at first sight: by their form, without looking at any path.

use super::path::{Path, PathFormulas, PathId};
use rustc_hash::FxHashMap;

/// Formulas that are nested deeper are not looked at.
const DEEPEST: usize = 100;

/// What is known so far.
pub(super) struct Implications<'a> {
    paths: &'a PathFormulas,
    known: FxHashMap<(PathId, PathId), bool>,
}

impl<'a> Implications<'a> {
    pub(super) fn new(paths: &'a PathFormulas) -> Implications<'a> {
        Implications { paths, known: FxHashMap::default() }
    }

    /// Whether every path that satisfies `a` satisfies `b`, if that can be seen.
    pub(super) fn sees(&mut self, a: PathId, b: PathId) -> bool {
        self.look(a, b, DEEPEST)
    }

    fn look(&mut self, a: PathId, b: PathId, depth: usize) -> bool {
        if a == b {
            return true;
        }
        if depth == 0 {
            return false;
        }
        if let Some(known) = self.known.get(&(a, b)) {
            return *known;
        }
        let depth = depth - 1;
        let (left, right) = (self.paths.get(a), self.paths.get(b));
        let mut look = |a, b| self.look(a, b, depth);
        let found = match (left, right) {
            (Path::False, _) | (_, Path::True) => true,
            (_, Path::And(first, second)) => look(a, first) && look(a, second),
            (Path::Or(first, second), _) => look(first, b) && look(second, b),
            (Path::Next(now), Path::Next(then)) => look(now, then),
            // From left to right in both operands.
            (Path::Until(p, q), Path::Until(r, s)) | (Path::Release(p, q), Path::Release(r, s))
                if look(p, r) && look(q, s) =>
            {
                true
            }
            _ => {
                (match left {
                    Path::And(first, second) => look(first, b) || look(second, b),
                    Path::Release(_, always) => look(always, b),
                    _ => false,
                }) || (match right {
                    Path::Or(first, second) => look(a, first) || look(a, second),
                    Path::Until(_, now) => look(a, now),
                    _ => false,
                })
            }
        };
        self.known.insert((a, b), found);
        found
    }
}
