//! The initial state to look at. As in the decision of the verdict, the set of all states where a formula fails is not
//! needed for this, and may be far harder to find.

use super::Generator;
use savoir_check::{Course, Decided, Form, GivenUp, How, Stop, System};
use savoir_model::FormulaId;
use savoir_reference::State;

impl<S: System> Generator<'_, '_, S> {
    /// An initial state where the formula fails, if there is one.
    pub(super) fn failing(&mut self, initial: &S::Set, formula: FormulaId) -> Result<Option<State>, GivenUp> {
        match self.checker.decide(formula).how {
            Some(decided) => self.failing_as_decided(initial, &decided),
            None => Ok(None),
        }
    }

    /// A state of `states` where a formula fails, the one that the decision has found to: for `AG` one from which the
    /// shortest path leads to a failure, otherwise the least one.
    fn failing_as_decided(&mut self, states: &S::Set, decided: &Decided) -> Result<Option<State>, GivenUp> {
        let parts = match &decided.how {
            How::Shortcut(_, parts) => parts.as_slice(),
            How::Definition => &[],
        };
        match Form::of(&self.model.formulas, decided.formula) {
            Form::Conjunction(_) => match parts.iter().find(|part| !part.holds) {
                Some(part) => self.failing_as_decided(states, part),
                None => Ok(None),
            },
            Form::Under { condition, .. } => {
                let condition = self.checker.satisfying(condition)?;
                let states = self.checker.system().intersection(states, &condition)?;
                parts.first().map_or(Ok(None), |then| self.failing_as_decided(&states, then))
            }
            Form::Always(f) => {
                let domain = self.checker.domain().clone();
                self.failure = self.path_to_failure(states, &domain, f)?.map(|path| (f, path));
                Ok(self.failure.as_ref().and_then(|(_, path)| path.first().cloned()))
            }
            Form::Inevitable(goal) => self.first_of_lasso(states, Course::Always(goal, false)),
            Form::AllPaths(path) => self.first_of_lasso(states, Course::Satisfies(path, false)),
            Form::Known { .. } | Form::Possible(_) | Form::Enforceable { .. } | Form::Other => {
                let outside = self.set(decided.formula, false)?;
                Ok(self.checker.system().pick(&self.checker.system().intersection(states, &outside)?)?)
            }
        }
    }

    /// The least state of `states`; of a condition, one where it is met, if there is one.
    pub(super) fn representative(&mut self, states: &S::Set, formula: FormulaId) -> Result<Option<State>, Stop> {
        if let Form::Under { condition, then } = Form::of(&self.model.formulas, formula) {
            let met = self.checker.satisfying(condition)?;
            let met = self.checker.system().intersection(states, &met)?;
            if !self.checker.system().is_empty(&met) {
                return self.representative(&met, then);
            }
        }
        self.checker.system().pick(states)
    }

    /// Where a lasso of a kind starts, which is kept for later.
    fn first_of_lasso(&mut self, states: &S::Set, course: Course) -> Result<Option<State>, GivenUp> {
        self.ready = self.checker.lasso(states, course)?.map(|lasso| (course, lasso));
        Ok(self.ready.as_ref().and_then(|(_, lasso)| lasso.states.first().cloned()))
    }
}
