//! Paths: shortest ones to a state, and lassos.

use super::Generator;
use crate::tree::{Mark, PathReason};
use savoir_check::{Course, Lasso, Stop, System};
use savoir_model::{FormulaId, Temporal};
use savoir_reference::State;

impl<S: System> Generator<'_, '_, S> {
    /// A path that makes the existential operator true in a state, or the universal one false.
    pub(super) fn ctl_path(
        &mut self,
        here: &S::Set,
        temporal: Temporal,
        exists: bool,
    ) -> Result<Option<PathReason>, Stop> {
        let domain = self.checker.domain().clone();
        match temporal {
            Temporal::Next(f) => {
                let target = self.set(f, exists)?;
                let next = self.checker.system().intersection(&self.checker.system().successors(here)?, &target)?;
                let ends = [self.checker.system().pick(here)?, self.checker.system().pick(&next)?];
                self.finite(ends.into_iter().collect(), &[], &[(f, exists)])
            }
            // Somewhere f, or somewhere not f.
            Temporal::Finally(f) if exists => self.reaching(here, &domain, &[], &[(f, true)]),
            Temporal::Globally(f) if !exists => self.reaching(here, &domain, &[], &[(f, false)]),
            Temporal::Until(f, g) if exists => {
                let through = self.checker.satisfying(f)?;
                self.reaching(here, &through, &[(f, true)], &[(g, true)])
            }
            Temporal::Until(f, g) => {
                // Neither of the two comes before the second one does, or the second one never comes.
                let through = self.set(g, false)?;
                match self.reaching(here, &through, &[(g, false)], &[(g, false), (f, false)])? {
                    None => self.lasso(here, Course::Always(g, false)),
                    found => Ok(found),
                }
            }
            Temporal::Globally(f) | Temporal::Finally(f) => self.lasso(here, Course::Always(f, exists)),
        }
    }

    /// A lasso of a kind, with nodes for what is no fact about its states.
    pub(super) fn lasso(&mut self, here: &S::Set, course: Course) -> Result<Option<PathReason>, Stop> {
        let start = self.checker.system().pick(here)?;
        let ready = self.ready.take_if(|(known, lasso)| *known == course && lasso.states.first() == start.as_ref());
        let lasso = match ready {
            Some((_, lasso)) => Some(lasso),
            None => self.checker.lasso(here, course)?,
        };
        let Some(Lasso { states, literals, back }) = lasso else { return Ok(None) };
        let mut marks = Vec::new();
        for (position, (state, literals)) in states.iter().zip(literals).enumerate() {
            for (formula, holds) in literals {
                self.mark(&mut marks, position, state, formula, holds);
            }
        }
        Ok(Some(PathReason { path: self.with_actions(states, Some(back))?, marks, fair: None }))
    }

    /// The states of a shortest path from `start` to `target` whose states before the last one are in `through`. Of
    /// several, the one with the least last state, then the least state before it, and so on.
    pub(super) fn shortest(
        &mut self,
        start: &S::Set,
        through: &S::Set,
        target: &S::Set,
    ) -> Result<Option<Vec<State>>, Stop> {
        let system = self.checker.system();
        let mut layers = vec![start.clone()];
        let mut seen = start.clone();
        loop {
            system.budget().check()?;
            let layer = &layers[layers.len() - 1];
            if let Some(end) = system.pick(&system.intersection(layer, target)?)? {
                layers.pop();
                return self.trace(&layers, through, end).map(Some);
            }
            let next = system.successors(&system.intersection(layer, through)?)?;
            let next = system.difference(&system.intersection(&next, self.checker.domain())?, &seen)?;
            if system.is_empty(&next) {
                return Ok(None);
            }
            seen = system.union(&seen, &next)?;
            layers.push(next);
        }
    }

    /// Back from a state to the first of the layers before it; the states in the order of the path.
    pub(super) fn trace(&self, layers: &[S::Set], through: &S::Set, end: State) -> Result<Vec<State>, Stop> {
        let system = self.checker.system();
        let mut path = vec![end];
        for layer in layers.iter().rev() {
            let before = system.predecessors(&system.singleton(&path[path.len() - 1])?)?;
            let before = system.intersection(&system.intersection(layer, through)?, &before)?;
            // There is one, because the next layer was made from this one.
            path.extend(system.pick(&before)?);
        }
        path.reverse();
        Ok(path)
    }

    /// A shortest path to where all of `end` have their truth values.
    fn reaching(
        &mut self,
        here: &S::Set,
        through: &S::Set,
        before: &[(FormulaId, bool)],
        end: &[(FormulaId, bool)],
    ) -> Result<Option<PathReason>, Stop> {
        let mut target = self.checker.domain().clone();
        for (formula, holds) in end {
            let set = self.set(*formula, *holds)?;
            target = self.checker.system().intersection(&target, &set)?;
        }
        let path = self.shortest(here, through, &target)?;
        self.finite(path, before, end)
    }

    /// A path that ends, with nodes for its last state, and for those before it where they are no facts.
    fn finite(
        &mut self,
        path: Option<Vec<State>>,
        before: &[(FormulaId, bool)],
        end: &[(FormulaId, bool)],
    ) -> Result<Option<PathReason>, Stop> {
        let Some(states) = path else { return Ok(None) };
        let Some((last, others)) = states.split_last() else { return Ok(None) };
        let mut marks = Vec::new();
        for (position, state) in others.iter().enumerate() {
            for (formula, holds) in before {
                self.mark(&mut marks, position, state, *formula, *holds);
            }
        }
        for (formula, holds) in end {
            let node = self.node(last.clone(), *formula, *holds);
            marks.push(Mark { position: others.len(), node });
        }
        let ends = self.checker.system().singleton(last)?;
        let fair = self.fair_path(&ends)?;
        Ok(Some(PathReason { path: self.with_actions(states, None)?, marks, fair }))
    }

    fn mark(&mut self, marks: &mut Vec<Mark>, position: usize, state: &State, formula: FormulaId, holds: bool) {
        if !self.kinds.is_fact(formula) {
            let node = self.node(state.clone(), formula, holds);
            marks.push(Mark { position, node });
        }
    }
}
