//! Where a state formula holds.
//!
//! > ⟦true⟧ = D, ⟦false⟧ = ∅, ⟦p⟧ = { s ∈ D : the condition of p holds in s }\
//! > ⟦c⟧ = { s ∈ D : c holds in s } for a condition c on variables\
//! > ⟦i.RedStates⟧ = { s ∈ D : the red condition of i holds in s }, ⟦i.GreenStates⟧ = D ∖ ⟦i.RedStates⟧\
//! > ⟦¬f⟧ = D ∖ ⟦f⟧, ⟦f ∧ g⟧ = ⟦f⟧ ∩ ⟦g⟧, ⟦f ∨ g⟧ = ⟦f⟧ ∪ ⟦g⟧\
//! > ⟦f → g⟧ = ⟦¬f ∨ g⟧, ⟦f ↔ g⟧ = ⟦(f → g) ∧ (g → f)⟧

use super::{Reference, Refusal, StateSet};
use savoir_model::{AtlSemantics, Formula, FormulaId};

impl Reference<'_> {
    /// `⟦f⟧`: for each reachable state, whether the state formula holds there; false outside the domain.
    ///
    /// # Errors
    /// If the formula has no truth value in a state (it contains a group variable, is a path formula, or is about
    /// induced models), if a path formula in it has too many temporal operators, or if a coalition has too many uniform
    /// strategies.
    pub fn sat(&self, formula: FormulaId) -> Result<StateSet, Refusal> {
        if let AtlSemantics::UniformModel(_) = self.semantics.atl {
            return Err(Refusal::VerdictOnly);
        }
        match self.model.formulas.get(formula) {
            Formula::True => Ok(self.select(|_| true)),
            Formula::False => Ok(self.select(|_| false)),
            Formula::Prop(p) => {
                let condition = self.model.proposition(*p).condition;
                Ok(self.select(|state| self.condition(condition, state)))
            }
            Formula::Condition(condition) => Ok(self.select(|state| self.condition(*condition, state))),
            Formula::Red(agent) => Ok(self.select(|state| self.is_red(*agent, state))),
            Formula::Green(agent) => Ok(self.select(|state| !self.is_red(*agent, state))),
            Formula::Not(f) => Ok(self.complement(&self.sat(*f)?)),
            Formula::And(parts) => {
                let parts = self.all_sat(parts)?;
                Ok(self.select(|state| parts.iter().all(|part| part[state])))
            }
            Formula::Or(parts) => {
                let parts = self.all_sat(parts)?;
                Ok(self.select(|state| parts.iter().any(|part| part[state])))
            }
            Formula::Implies(f, g) => {
                let (f, g) = (self.sat(*f)?, self.sat(*g)?);
                Ok(self.select(|state| !f[state] || g[state]))
            }
            Formula::Iff(f, g) => {
                let (f, g) = (self.sat(*f)?, self.sat(*g)?);
                Ok(self.select(|state| f[state] == g[state]))
            }
            Formula::Ctl(quantifier, temporal) => self.ctl(*quantifier, *temporal),
            Formula::Enforce(coalition, temporal) => self.enforce(*coalition, *temporal),
            Formula::Knows(agent, f) => Ok(self.knows(*agent, &self.sat(*f)?)),
            Formula::KnowsAssuming(agent, correct, f) => Ok(self.knows_assuming(*agent, *correct, &self.sat(*f)?)),
            Formula::SoughtKnows(group, f) | Formula::Everyone(group, f) => {
                Ok(self.everyone(self.members(*group)?, &self.sat(*f)?))
            }
            Formula::Distributed(group, f) => Ok(self.distributed(self.members(*group)?, &self.sat(*f)?)),
            Formula::Common(group, f) => Ok(self.common(self.members(*group)?, &self.sat(*f)?)),
            Formula::Obliged(agent, f) => Ok(self.obliged(*agent, &self.sat(*f)?)),
            Formula::Quantified(quantifier, path) => self.quantified(*quantifier, *path),
            Formula::Path(_) => Err(Refusal::PathFormula),
        }
    }

    fn all_sat(&self, formulas: &[FormulaId]) -> Result<Vec<StateSet>, Refusal> {
        formulas.iter().map(|part| self.sat(*part)).collect()
    }
}
