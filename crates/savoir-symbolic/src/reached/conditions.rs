//! The reachable states where conditions hold.

use super::SymbolicSystem;
use crate::encode::Conditions;
use crate::meter::Ended;
use savoir_check::Stop;
use savoir_dd::{Bdd, Halt};
use savoir_model::{ActionClasses, ExprId, Formula, FormulaId, FormulaPool, Model};

impl SymbolicSystem<'_> {
    /// The reachable states where a condition holds that the model does not name. It is a condition without actions of
    /// `model`: this system's own model, perhaps with more expressions.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn states_where(&self, model: &Model, condition: ExprId) -> Result<Bdd, Stop> {
        let diagrams = self.diagrams();
        let classes = ActionClasses::new(model);
        let mut conditions = Conditions::new(model, diagrams, &self.encoded.encoding, &classes);
        let found = conditions.condition(condition).and_then(|found| self.dependencies.substitute(diagrams, &found));
        self.stop(found.and_then(|found| diagrams.and(&found, &self.reachable)))
    }

    /// The reachable states where a combination of propositions and colours holds; `None` if it is large without regard to
    /// reachable states, which may keep small what is large without them.
    pub(super) fn small_condition(&self, formulas: &FormulaPool, formula: FormulaId) -> Result<Option<Bdd>, Stop> {
        if self.has_large_conditions.get() {
            return Ok(None);
        }
        let meter = &self.encoded.meter;
        let found = {
            let _allowed = meter.allow_polls(self.encoded.tuning.condition_polls);
            self.anywhere(formulas, formula)
        };
        match found {
            Err(halt) if meter.ended_by(halt) == Ended::ByAllowance => {
                self.has_large_conditions.set(true);
                Ok(None)
            }
            found => self.stop(found.and_then(|found| self.diagrams().and(&found, &self.reachable))).map(Some),
        }
    }

    /// Where a combination of propositions and colours holds, in states that are reachable or not.
    fn anywhere(&self, formulas: &FormulaPool, formula: FormulaId) -> Result<Bdd, Halt> {
        let part = |part: &FormulaId| self.anywhere(formulas, *part);
        let parts = |parts: &[FormulaId]| parts.iter().map(part).collect::<Result<Vec<Bdd>, Halt>>();
        let (diagrams, red) = (self.diagrams(), &self.encoded.red);
        match formulas.get(formula) {
            Formula::True => Ok(diagrams.constant(true)),
            Formula::False => Ok(diagrams.constant(false)),
            Formula::Prop(id) => Ok(self.encoded.propositions[id.index()].clone()),
            Formula::Red(agent) => Ok(red[agent.index()].clone()),
            Formula::Green(agent) => Ok(diagrams.not(&red[agent.index()])),
            Formula::Not(f) => Ok(diagrams.not(&part(f)?)),
            Formula::And(all) => diagrams.all(parts(all)?),
            Formula::Or(some) => diagrams.any(parts(some)?),
            Formula::Implies(f, g) => diagrams.or(&diagrams.not(&part(f)?), &part(g)?),
            Formula::Iff(f, g) => Ok(diagrams.not(&diagrams.xor(&part(f)?, &part(g)?)?)),
            Formula::Ctl(..)
            | Formula::Enforce(..)
            | Formula::Knows(..)
            | Formula::KnowsAssuming(..)
            | Formula::Everyone(..)
            | Formula::Distributed(..)
            | Formula::Common(..)
            | Formula::Obliged(..)
            | Formula::Quantified(..)
            | Formula::Path(_) => unreachable!("not a condition"),
        }
    }
}
