//! Paths: shortest ones to a state, and lassos.

use super::Generator;
use savoir_check::{Course, GivenUp, Lasso, System};
use savoir_model::{FormulaId, Temporal};
use savoir_reference::State;
use savoir_replay::{Mark, PathReason};

impl<S: System> Generator<'_, '_, S> {
    /// A path that makes the existential operator true in a state, or the universal one false.
    pub(super) fn ctl_path(
        &mut self,
        here: &S::Set,
        temporal: Temporal,
        exists: bool,
    ) -> Result<Option<PathReason>, GivenUp> {
        let domain = self.checker.domain().clone();
        match temporal {
            Temporal::Next(f) => {
                let target = self.set(f, exists)?;
                let next = self.checker.system().intersection(&self.checker.system().image(here)?, &target)?;
                let ends = [self.checker.system().pick(here)?, self.checker.system().pick(&next)?];
                self.finite(ends.into_iter().collect(), &[], &[(f, exists)])
            }
            // Somewhere f, or somewhere not f.
            Temporal::Finally(f) if exists => self.reaching(here, &domain, &[], &[(f, true)]),
            Temporal::Globally(f) if !exists => {
                let start = self.checker.system().pick(here)?;
                let ready = self.failure.take_if(|(known, path)| *known == f && path.first() == start.as_ref());
                let path = match ready {
                    Some((_, path)) => Some(path),
                    None => self.path_to_failure(here, &domain, f)?,
                };
                self.finite(path, &[], &[(f, false)])
            }
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
    pub(super) fn lasso(&mut self, here: &S::Set, course: Course) -> Result<Option<PathReason>, GivenUp> {
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

    /// A shortest path to where all of `end` have their truth values.
    fn reaching(
        &mut self,
        here: &S::Set,
        through: &S::Set,
        before: &[(FormulaId, bool)],
        end: &[(FormulaId, bool)],
    ) -> Result<Option<PathReason>, GivenUp> {
        let mut target = self.checker.domain().clone();
        for (formula, holds) in end {
            let set = self.set(*formula, *holds)?;
            target = self.checker.system().intersection(&target, &set)?;
        }
        let path = self.checker.system().shortest_path(here, through, &target)?;
        self.finite(path, before, end)
    }

    /// A path that ends, with nodes for its last state, and for those before it where they are no facts.
    fn finite(
        &mut self,
        path: Option<Vec<State>>,
        before: &[(FormulaId, bool)],
        end: &[(FormulaId, bool)],
    ) -> Result<Option<PathReason>, GivenUp> {
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
