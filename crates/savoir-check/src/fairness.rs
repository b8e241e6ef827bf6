//! Fairness: each constraint holds infinitely often. The constraints themselves are read without fairness.

use crate::{Checker, Stop, System};
use savoir_model::FormulaId;

impl<S: System> Checker<'_, S> {
    /// Evaluates the constraints over all reachable states, then shrinks the domain to the states with a fair path.
    pub(crate) fn restrict_to_fair_paths(&mut self, constraints: &[FormulaId]) -> Result<(), Stop> {
        if constraints.is_empty() {
            return Ok(());
        }
        let mut fair = Vec::with_capacity(constraints.len());
        for &constraint in constraints {
            fair.push(self.satisfying(constraint)?);
        }
        self.domain = self.system.staying_fair(&self.domain, &fair)?;
        self.fair = fair
            .iter()
            .map(|constraint| self.system.intersection(constraint, &self.domain))
            .collect::<Result<_, _>>()?;
        Ok(())
    }
}
