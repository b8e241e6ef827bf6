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
pub(super) type Walk = Vec<(usize, Point)>;

impl<S: System> Checker<'_, S> {
    /// A lasso of the given kind, fair if there are constraints, that starts in a state of `start`; `None` if there is no
    /// such path. The result is the same for every engine. Its legs are shortest paths. The whole is the shortest lasso
    /// where all that is asked for is to stay in a set, fairly or not, and few states are near; else it need not be.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn lasso(&mut self, start: &S::Set, course: Course) -> Result<Option<Lasso>, Stop> {
        if let Course::Always(goal, false) = course
            && self.avoids_forwards(goal)
        {
            match self.avoiding(start, goal) {
                Err(Stop::TooFar) => {}
                found => return found,
            }
        }
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
        let start = self.system.intersection(start, self.domain())?;
        let Some((search, root)) = Search::new(self, &automaton, &start)? else { return Ok(None) };
        let mut round = find_round(&search, root.clone())?;
        // The way to the round may have been a long one.
        let on_round = round.iter().position(|(point, _)| *point == root);
        let stem = match on_round {
            Some(_) => Vec::new(),
            None => {
                let points: Vec<_> = round.iter().map(|(point, _)| point.clone()).collect();
                search.to_one_of(&root, &points)?
            }
        };
        let entry = stem.last().map_or(&root, |(_, point)| point);
        let first = round.iter().position(|(point, _)| point == entry).unwrap_or(0);
        round.rotate_left(first);
        let back = stem.len();
        let taken: Vec<usize> = stem.iter().map(|(transition, _)| *transition).collect();
        let points = std::iter::once(root).chain(stem.into_iter().map(|(_, point)| point));
        let steps: Vec<(Point, usize)> = points.zip(taken).chain(round).collect();
        let literals =
            |(point, transition): &(Point, usize)| automaton.transitions[point.place][*transition].literals.clone();
        let mut lasso = Lasso {
            literals: steps.iter().map(literals).collect(),
            states: steps.into_iter().map(|(point, _)| point.state).collect(),
            back,
        };
        lasso.fold();
        match search.only_label() {
            Some(label) => self.shortened(lasso, label).map(Some),
            None => Ok(Some(lasso)),
        }
    }
}

impl Lasso {
    /// A lasso on which one thing is so all the time.
    pub(crate) fn throughout(states: Vec<Vec<u64>>, back: usize, literal: (FormulaId, bool)) -> Lasso {
        Lasso { literals: vec![vec![literal]; states.len()], states, back }
    }

    /// Writes the same infinite path with as few states as possible. What has to hold at several moments that fall
    /// together then has to hold at one.
    fn fold(&mut self) {
        let length = self.states.len() - self.back;
        let repeats = |period: &usize| {
            let round = &self.states[self.back..];
            length.is_multiple_of(*period) && (*period..length).all(|place| round[place] == round[place - period])
        };
        let period = (1..=length).find(repeats).unwrap_or(length);
        while self.states.len() > self.back + period {
            self.merge_last_into(self.states.len() - 1 - period);
        }
        // u x (v x)^ω = u (x v)^ω
        while self.back > 0 && self.states.last() == self.states.get(self.back - 1) {
            self.merge_last_into(self.back - 1);
            self.back -= 1;
        }
    }

    /// Drops the last state, which is the same as that of an earlier place.
    fn merge_last_into(&mut self, place: usize) {
        self.states.pop();
        let literals = self.literals.pop().unwrap_or_default();
        for literal in literals {
            if !self.literals[place].contains(&literal) {
                self.literals[place].push(literal);
            }
        }
    }
}

/// A round: points with the transition that each is left by; the last one leads back to the first point.
type Round = Vec<(Point, usize)>;

/// A round that does everything that has to be done, and that can be reached from `root`.
fn find_round<S: System>(search: &Search<'_, '_, S>, root: Point) -> Result<Round, Stop> {
    let last = |walk: &Walk, from: &Point| walk.last().map_or_else(|| from.clone(), |(_, point)| point.clone());
    let mut current = root;
    loop {
        search.check()?;
        let entry = last(&search.to_recurring(&current)?, &current);
        let mut walk = search.through_goals(&entry)?;
        let end = last(&walk, &entry);
        let closed = !walk.is_empty() && end == entry;
        let closing = if closed { Some(Vec::new()) } else { search.back_to(&end, &entry)? };
        if let Some(closing) = closing {
            walk.extend(closing);
            let taken: Vec<usize> = walk.iter().map(|(transition, _)| *transition).collect();
            let points = std::iter::once(entry).chain(walk.into_iter().map(|(_, point)| point));
            return Ok(points.zip(taken).collect());
        }
        // Without anything to do on the way, one step still leaves the part of the graph that has no way back.
        if walk.is_empty() {
            walk = search.any_step(&entry)?;
        }
        current = last(&walk, &entry);
    }
}
