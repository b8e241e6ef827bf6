//! The reachable states where conditions hold.

use super::SymbolicSystem;
use crate::encode::Conditions;
use crate::meter::Ended;
use savoir_check::{Combination, Stop};
use savoir_dd::{Bdd, Halt};
use savoir_model::{ActionClasses, ExprId, Model};

impl SymbolicSystem<'_> {
    /// Where a condition without actions holds, in states that are reachable or not.
    pub(super) fn condition(&self, model: &Model, condition: ExprId) -> Result<Bdd, Halt> {
        // Another model may have more expressions, but those that it shares with this one mean the same.
        match self.encoded.named.get(&condition) {
            Some(named) => Ok(named.clone()),
            None => self.built(model, condition),
        }
    }

    /// The reachable states where a combination of conditions holds; `None` if it is large without regard to reachable
    /// states, which may keep small what is large without them.
    pub(super) fn small_combination(&self, model: &Model, combination: &Combination) -> Result<Option<Bdd>, Stop> {
        if self.has_large_conditions.get() {
            return Ok(None);
        }
        let meter = &self.encoded.meter;
        let found = {
            let _allowed = meter.allow_polls(self.encoded.tuning.condition_polls);
            self.anywhere(model, combination)
        };
        match found {
            Err(halt) if meter.ended_by(halt) == Ended::ByAllowance => {
                self.has_large_conditions.set(true);
                Ok(None)
            }
            found => self.stop(found.and_then(|found| self.diagrams().and(&found, &self.reachable))).map(Some),
        }
    }

    fn built(&self, model: &Model, condition: ExprId) -> Result<Bdd, Halt> {
        let classes = ActionClasses::new(model);
        let mut conditions = Conditions::new(model, self.diagrams(), &self.encoded.encoding, &classes);
        self.dependencies.substitute(self.diagrams(), &conditions.condition(condition)?)
    }

    /// Where a combination of conditions holds, in states that are reachable or not.
    fn anywhere(&self, model: &Model, combination: &Combination) -> Result<Bdd, Halt> {
        let parts =
            |parts: &[Combination]| parts.iter().map(|part| self.anywhere(model, part)).collect::<Result<Vec<_>, _>>();
        let diagrams = self.diagrams();
        match combination {
            Combination::Constant(value) => Ok(diagrams.constant(*value)),
            Combination::Condition(id) => self.condition(model, *id),
            Combination::Not(part) => Ok(diagrams.not(&self.anywhere(model, part)?)),
            Combination::And(all) => diagrams.all(parts(all)?),
            Combination::Or(some) => diagrams.any(parts(some)?),
            Combination::Implies(a, b) => {
                diagrams.or(&diagrams.not(&self.anywhere(model, a)?), &self.anywhere(model, b)?)
            }
            Combination::Iff(a, b) => {
                Ok(diagrams.not(&diagrams.xor(&self.anywhere(model, a)?, &self.anywhere(model, b)?)?))
            }
        }
    }
}
