//! Where a formula fails first. As in the decision of the verdict, the set of all states where it fails is not needed
//! for this, and may be far harder to find.

use super::Generator;
use savoir_check::{Checker, Danger, Form, GivenUp, Stop, System};
use savoir_model::FormulaId;
use savoir_reference::State;

impl<S: System> Generator<'_, '_, S> {
    /// A shortest path from one of some states to one `among` others where a formula fails.
    pub(super) fn path_to_failure(
        &mut self,
        start: &S::Set,
        among: &S::Set,
        formula: FormulaId,
    ) -> Result<Option<Vec<State>>, GivenUp> {
        if let Some(found) = self.forwards(among, formula, |checker, dangers| checker.path_to_danger(start, dangers))? {
            return Ok(found);
        }
        let fails = self.set(formula, false)?;
        let system = self.checker.system();
        let target = system.intersection(among, &fails)?;
        if *start == system.initial() {
            return Ok(system.path_from_initial(&target)?);
        }
        Ok(system.shortest_path(start, self.checker.domain(), &target)?)
    }

    /// Whether a formula fails in one of some states.
    pub(super) fn fails_among(&mut self, states: &S::Set, formula: FormulaId) -> Result<bool, GivenUp> {
        if let Some(found) = self.forwards(states, formula, |checker, dangers| checker.is_in_danger(states, dangers))? {
            return Ok(found);
        }
        let fails = self.set(formula, false)?;
        let system = self.checker.system();
        Ok(!system.is_empty(&system.intersection(states, &fails)?))
    }

    /// What a search forwards finds out about the states `among` others where a formula fails; `None` if that is not the
    /// way, or too far.
    fn forwards<T>(
        &mut self,
        among: &S::Set,
        formula: FormulaId,
        search: impl FnOnce(&mut Checker<'_, S>, &[Danger<S::Set>]) -> Result<T, GivenUp>,
    ) -> Result<Option<T>, GivenUp> {
        if !self.may_fail_by_avoiding(formula) {
            return Ok(None);
        }
        let mut dangers = Vec::new();
        self.dangers(among.clone(), formula, &mut dangers)?;
        match search(self.checker, &dangers) {
            Err(GivenUp::TooFar) => Ok(None),
            found => found.map(Some),
        }
    }

    /// Whether a part that would make the formula fail says that something will happen, and is best looked at forwards.
    fn may_fail_by_avoiding(&self, formula: FormulaId) -> bool {
        match Form::of(&self.model.formulas, formula) {
            Form::Conjunction(parts) => parts.iter().any(|part| self.may_fail_by_avoiding(*part)),
            Form::Under { then, .. } => self.may_fail_by_avoiding(then),
            Form::Inevitable(goal) => self.checker.avoids_forwards(goal),
            Form::Known { .. }
            | Form::Always(_)
            | Form::Possible(_)
            | Form::Enforceable { .. }
            | Form::AllPaths(_)
            | Form::Other => false,
        }
    }

    /// Adds where, among some states, the formula fails or may fail.
    fn dangers(&mut self, states: S::Set, formula: FormulaId, found: &mut Vec<Danger<S::Set>>) -> Result<(), Stop> {
        match Form::of(&self.model.formulas, formula) {
            Form::Conjunction(parts) => {
                parts.into_iter().try_for_each(|part| self.dangers(states.clone(), part, found))
            }
            Form::Under { condition, then } => {
                let condition = self.checker.satisfying(condition)?;
                let states = self.checker.system().intersection(&states, &condition)?;
                self.dangers(states, then, found)
            }
            Form::Inevitable(goal) if self.checker.avoids_forwards(goal) => {
                found.push(Danger { states, goal: Some(goal) });
                Ok(())
            }
            Form::Inevitable(_)
            | Form::Known { .. }
            | Form::Always(_)
            | Form::Possible(_)
            | Form::Enforceable { .. }
            | Form::AllPaths(_)
            | Form::Other => {
                let fails = self.set(formula, false)?;
                let states = self.checker.system().intersection(&states, &fails)?;
                found.push(Danger { states, goal: None });
                Ok(())
            }
        }
    }
}
