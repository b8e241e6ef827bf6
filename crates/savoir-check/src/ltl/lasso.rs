//! One infinite path of a kind, as a lasso: some states, then a loop.
//!
//! The path is looked for in the product of system and automaton (after E. M. Clarke, O. Grumberg, K. McMillan, X. Zhao:
//! *Efficient generation of counterexamples and witnesses in symbolic model checking*, DAC 1995). From a state that may
//! be on a loop we go, each time by a shortest path, to whatever has to happen again and again and has not happened yet,
//! and then back. If there is no way back, we have come to another part of the graph and start anew from there; that
//! ends, because there is no way back to any part we have left.

use super::automaton::Automaton;
use super::path::PathFormulas;
use super::search::{Point, Search};
use crate::{Checker, Stop, System};
use savoir_model::FormulaId;

/// What kind of path is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// Any infinite (fair) path.
    Any,
    /// The state formula has this truth value all the time.
    Always(FormulaId, bool),
    /// The path formula (or the state formula, at the first moment) has this truth value.
    Satisfies(FormulaId, bool),
}

/// An infinite path: after the last state it goes on with the one at `back`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    /// The states, as codes of all variables.
    pub states: Vec<Vec<u64>>,
    /// For each state, which state formulas have which truth value there; these make the path one of the wanted kind.
    pub literals: Vec<Vec<(FormulaId, bool)>>,
    /// Where the loop starts.
    pub back: usize,
}

/// A step of the product: which transition of the automaton was taken, and where it led.
pub(super) type Walk<T> = Vec<(usize, Point<T>)>;

impl<S: System> Checker<'_, S> {
    /// A lasso of the given kind, fair if there are constraints, that starts in a state of `start`; `None` if there is no
    /// such path. The result is the same for every engine. Its legs are shortest paths, though the whole need not be
    /// the shortest lasso.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn lasso(&mut self, start: &S::Set, course: Course) -> Result<Option<Lasso>, Stop> {
        let mut paths = PathFormulas::default();
        let root = match course {
            Course::Any => paths.anything(),
            Course::Always(formula, holds) => {
                self.evaluate_parts(formula)?;
                paths.always(self.formulas, formula, holds)
            }
            Course::Satisfies(formula, holds) => {
                self.evaluate_parts(formula)?;
                paths.translate(self.formulas, formula, holds)
            }
        };
        let automaton = Automaton::build(&paths, root, self.system.budget())?;
        let start = self.system.intersection(start, &self.domain)?;
        let Some((search, root)) = Search::new(self, &automaton, &start)? else { return Ok(None) };
        let (stem, round) = find_round(&search, root.clone())?;
        // The loop starts where the stem ends; its last step leads back there.
        let back = stem.len();
        let mut points = vec![root];
        let mut taken = Vec::new();
        for (transition, point) in stem.into_iter().chain(round) {
            taken.push(transition);
            points.push(point);
        }
        points.pop();
        let literals = |(point, transition): (&Point<S::Set>, &usize)| {
            automaton.transitions[point.place][*transition].literals.clone()
        };
        Ok(Some(Lasso {
            literals: points.iter().zip(&taken).map(literals).collect(),
            states: points.into_iter().map(|point| point.state).collect(),
            back,
        }))
    }
}

/// A way from `root` to some point, and a round from there that does everything that has to be done.
fn find_round<S: System>(
    search: &Search<'_, '_, S>,
    root: Point<S::Set>,
) -> Result<(Walk<S::Set>, Walk<S::Set>), Stop> {
    let mut stem: Walk<S::Set> = Vec::new();
    let mut current = root;
    loop {
        search.check()?;
        let approach = search.to_recurring(&current)?;
        let entry = approach.last().map_or_else(|| current.clone(), |(_, point)| point.clone());
        stem.extend(approach);
        let mut round = search.through_goals(&entry)?;
        let end = round.last().map_or_else(|| entry.clone(), |(_, point)| point.clone());
        if !round.is_empty() && end.is(&entry) {
            return Ok((stem, round));
        }
        if let Some(closing) = search.back_to(&end, &entry)? {
            round.extend(closing);
            return Ok((stem, round));
        }
        // Without anything to do on the way, one step still leaves the part of the graph that has no way back.
        if round.is_empty() {
            round = search.any_step(&entry)?;
        }
        current = round.last().map_or_else(|| entry.clone(), |(_, point)| point.clone());
        stem.extend(round);
    }
}
