//! The initial state to look at. As in the decision of the verdict, the set of all states where a formula fails is not
//! needed for this, and may be far harder to find.

use super::Generator;
use savoir_check::{Course, Stop, System};
use savoir_model::{Formula, FormulaId, Quantifier, Temporal};
use savoir_reference::State;

impl<S: System> Generator<'_, '_, S> {
    /// A state of `states` where the formula fails, if there is one: for `AG` one from which the shortest path leads to
    /// a failure, otherwise the least one.
    pub(super) fn failing(&mut self, states: &S::Set, formula: FormulaId) -> Result<Option<State>, Stop> {
        match self.model.formulas.get(formula).clone() {
            Formula::And(parts) => {
                for part in parts {
                    let found = self.failing(states, part)?;
                    if found.is_some() {
                        return Ok(found);
                    }
                }
                Ok(None)
            }
            Formula::Implies(condition, then) => {
                let condition = self.checker.satisfying(condition)?;
                let states = self.checker.system().intersection(states, &condition)?;
                self.failing(&states, then)
            }
            Formula::Ctl(Quantifier::All, Temporal::Globally(f)) => {
                let domain = self.checker.domain().clone();
                self.failure = self.path_to_failure(states, &domain, f)?.map(|path| (f, path));
                Ok(self.failure.as_ref().and_then(|(_, path)| path.first().cloned()))
            }
            Formula::Ctl(Quantifier::All, Temporal::Finally(f)) => {
                self.first_of_lasso(states, Course::Always(f, false))
            }
            Formula::Quantified(Quantifier::All, path) => self.first_of_lasso(states, Course::Satisfies(path, false)),
            _ => {
                let outside = self.set(formula, false)?;
                self.checker.system().pick(&self.checker.system().intersection(states, &outside)?)
            }
        }
    }

    /// The least state of `states`; of a condition, one where it is met, if there is one.
    pub(super) fn representative(&mut self, states: &S::Set, formula: FormulaId) -> Result<Option<State>, Stop> {
        if let Formula::Implies(condition, then) = *self.model.formulas.get(formula) {
            let met = self.checker.satisfying(condition)?;
            let met = self.checker.system().intersection(states, &met)?;
            if !self.checker.system().is_empty(&met) {
                return self.representative(&met, then);
            }
        }
        self.checker.system().pick(states)
    }

    /// Where a lasso of a kind starts, which is kept for later.
    fn first_of_lasso(&mut self, states: &S::Set, course: Course) -> Result<Option<State>, Stop> {
        self.ready = self.checker.lasso(states, course)?.map(|lasso| (course, lasso));
        Ok(self.ready.as_ref().and_then(|(_, lasso)| lasso.states.first().cloned()))
    }
}
