//! Fairness: each constraint holds infinitely often. The constraints themselves are read without fairness.

use crate::memory::Memory;
use crate::{Checker, Stop, System};
use savoir_model::FormulaId;
use std::cell::OnceCell;

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
        let domain = self.system.exists_fairly(self.domain(), &fair)?;
        // What was found without fairness does not hold with it.
        self.memory = Memory::new(domain);
        self.memory.fair = fair
            .iter()
            .map(|constraint| self.system.intersection(constraint, self.domain()))
            .collect::<Result<_, _>>()?;
        self.memory.unending = OnceCell::from(self.domain().clone());
        Ok(())
    }
}
