//! One infinite path of a kind, as a lasso: some states, then a loop.
//!
//! The path is looked for in the [product](graph) of system and automaton (after E. M. Clarke, O. Grumberg, K. McMillan,
//! X. Zhao: *Efficient generation of counterexamples and witnesses in symbolic model checking*, DAC 1995). From a point
//! that may be on a loop we go, each time by a shortest path, to whatever has to happen again and again and has not
//! happened yet, and then back. If there is no way back, we have come to another part of the graph and start anew from
//! there; that ends, because there is no way back to any part we have left. That is the [search]; which points have an
//! infinite path at all can be told in two [ways](endless).

mod accepted;
mod endless;
mod graph;
mod search;
mod shorten;
mod tuning;

pub(crate) use tuning::LassoTuning;

use crate::ltl::{Automaton, PathFormulas};
use crate::system::State;
use crate::{Checker, GivenUp, System};
use endless::Endless;
use graph::ProductGraph;
use savoir_model::FormulaId;
use search::LassoSearch;

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
    pub states: Vec<State>,
    /// For each state, which state formulas have which truth value there; these make the path one of the wanted kind.
    pub literals: Vec<Vec<(FormulaId, bool)>>,
    /// Where the loop starts.
    pub back: usize,
}

impl<S: System> Checker<'_, S> {
    /// A lasso of the given kind, fair if there are constraints, that starts in a state of `start`; `None` if there is no
    /// such path. The result is the same for every engine. Its legs are shortest paths. The whole is the shortest lasso
    /// where all that is asked for is to stay in a set, fairly or not, and few states are near; else it need not be.
    pub fn lasso(&mut self, start: &S::Set, course: Course) -> Result<Option<Lasso>, GivenUp> {
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
        if let Course::Always(goal, false) = course
            && self.avoids_forwards(goal)
        {
            let graph = ProductGraph::new(self, &automaton)?;
            if graph.only_label().is_some() {
                match self.lasso_in(&LassoSearch::new(graph, Endless::ahead()), &start) {
                    // Then the other way is taken.
                    Err(GivenUp::TooFar) => {}
                    found => return found,
                }
            }
        }
        let graph = ProductGraph::accepted(self, &automaton, &start)?;
        self.lasso_in(&LassoSearch::new(graph, Endless::Found), &start)
    }

    /// The lasso that a search finds.
    fn lasso_in(&self, search: &LassoSearch<'_, '_, S>, start: &S::Set) -> Result<Option<Lasso>, GivenUp> {
        let Some((steps, back)) = search.find(start)? else { return Ok(None) };
        let graph = search.graph();
        let mut lasso = Lasso {
            literals: steps.iter().map(|(point, index)| graph.literals(point, *index).to_vec()).collect(),
            states: steps.into_iter().map(|(point, _)| point.state).collect(),
            back,
        };
        lasso.fold();
        match graph.only_label() {
            Some(label) => Ok(Some(self.shortened(lasso, label)?)),
            None => Ok(Some(lasso)),
        }
    }
}

impl Lasso {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_graph::{Direction, Graph, model, set};
    use savoir_model::{Formula, Model, Quantifier, Semantics, Temporal};

    fn goal(model: &Model) -> FormulaId {
        let formula = model.formulas.get(model.properties[0].formula);
        let Formula::Ctl(Quantifier::All, Temporal::Finally(goal)) = formula else { panic!("{formula:?} is not `AF`") };
        *goal
    }

    fn found(model: &Model, graph: &Graph, start: u64, course: Course) -> Option<Lasso> {
        Checker::new(model, graph, Semantics::default()).unwrap().lasso(&start, course).unwrap()
    }

    #[test]
    fn a_lasso_is_the_shortest_one_that_avoids_the_goal() {
        let model = model(&["AF p"]);
        // From 0 through 2 and 3 back to 2, or longer ways; 1 is the goal.
        let mut graph = Graph::new(7, &[(0, 1), (1, 1), (0, 2), (2, 3), (3, 2), (0, 5), (5, 6), (6, 5), (3, 0)]);
        for direction in [Direction::Backwards, Direction::Forwards] {
            graph.direction = direction;
            let lasso = found(&model, &graph, 1, Course::Always(goal(&model), false)).unwrap();
            assert_eq!((lasso.states, lasso.back), (vec![vec![0], vec![2], vec![3]], 0));
            assert_eq!(lasso.literals, vec![vec![(goal(&model), false)]; 3]);
            assert_eq!(found(&model, &graph, set(&[1]), Course::Always(goal(&model), false)), None);
        }
    }

    #[test]
    fn both_ways_find_the_same_lasso_and_it_is_one() {
        let model = model(&["AF p"]);
        let goal = goal(&model);
        let mut lassos = 0;
        for seed in 1..2_000 {
            let mut graph = Graph::random(seed, 7);
            let backwards = found(&model, &graph, graph.initial, Course::Always(goal, false));
            graph.direction = Direction::Forwards;
            let forwards = found(&model, &graph, graph.initial, Course::Always(goal, false));
            assert_eq!(forwards, backwards, "{seed}");
            let Some(lasso) = forwards else { continue };
            lassos += 1;
            let next = lasso.states.iter().skip(1).chain([&lasso.states[lasso.back]]);
            assert!(lasso.states.iter().zip(next).all(|(from, to)| graph.has_edge(from, to)), "{seed}");
            assert!(lasso.states.iter().all(|state| ![1, 4].contains(&state[0])), "{seed}");
        }
        assert!(lassos > 500, "{lassos}");
    }

    #[test]
    fn a_lasso_for_a_path_formula_does_what_it_says() {
        let model = model(&["LTL (G F p) and (F G (p or q))"]);
        let Formula::Quantified(_, path) = *model.formulas.get(model.properties[0].formula) else { panic!() };
        // The loop of 1 and 2 does it, the one of 3 does not, and 4 leads nowhere.
        let graph = Graph::new(6, &[(0, 3), (3, 3), (3, 5), (5, 1), (1, 2), (2, 1), (0, 4)]);
        let lasso = found(&model, &graph, 1, Course::Satisfies(path, true)).unwrap();
        assert_eq!(lasso.states[lasso.back..].iter().map(|state| state[0]).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(lasso.states[0], [0]);
        let without = Graph::new(6, &[(0, 3), (3, 3), (3, 5), (5, 1), (1, 2), (0, 4)]);
        assert_eq!(found(&model, &without, 1, Course::Satisfies(path, true)), None);
    }

    #[test]
    fn the_same_path_is_written_with_few_states() {
        let states = |numbers: &[u64]| numbers.iter().map(|number| vec![*number]).collect::<Vec<_>>();
        let mut lasso = Lasso { states: states(&[7, 1, 2, 1, 2, 1]), literals: vec![Vec::new(); 6], back: 2 };
        lasso.literals[5].push((FormulaId::from(3), true));
        lasso.fold();
        assert_eq!((lasso.states, lasso.back), (states(&[7, 1, 2]), 1));
        assert_eq!(lasso.literals[1], [(FormulaId::from(3), true)]);
    }
}
