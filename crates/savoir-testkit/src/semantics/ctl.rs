//! CTL.
//!
//! > s ⊨ EX f iff some successor of s is in ⟦f⟧\
//! > s ⊨ E(f U g) iff there is a finite path s = s₀ … sₖ in D with sₖ ∈ ⟦g⟧ and s₀ … sₖ₋₁ ∈ ⟦f⟧\
//! > s ⊨ EF f iff s ⊨ E(true U f)\
//! > s ⊨ EG f iff there is an infinite path from s in ⟦f⟧, a fair one if there are constraints
//!
//! With constraints, the path of `EX` and `EU` ends in `D`, so it extends to a fair path. Without, it may end in a
//! state without successors: `EF f` holds there if `f` does. The universal operators are the duals:
//!
//! > AX f = ¬EX ¬f, AF f = ¬EG ¬f, AG f = ¬EF ¬f, A(f U g) = ¬(E(¬g U ¬f ∧ ¬g) ∨ EG ¬g)
//!
//! So in a state without successors `AX f` and `AF f` hold, `EX f` and `EG f` do not, `A(f U g)` holds if `f` or `g`
//! does.

use super::paths::{reach, recur};
use super::{Reference, Refusal, StateSet};
use savoir_model::{Quantifier, Temporal};

impl Reference<'_> {
    pub(super) fn ctl(&self, quantifier: Quantifier, temporal: Temporal) -> Result<StateSet, Refusal> {
        let not = |set: &StateSet| self.complement(set);
        Ok(match (quantifier, temporal) {
            (Quantifier::Exists, Temporal::Next(f)) => self.exists_next(&self.sat(f)?),
            (Quantifier::Exists, Temporal::Finally(f)) => self.exists_until(&self.domain, &self.sat(f)?),
            (Quantifier::Exists, Temporal::Globally(f)) => self.exists_globally(&self.sat(f)?),
            (Quantifier::Exists, Temporal::Until(f, g)) => self.exists_until(&self.sat(f)?, &self.sat(g)?),
            (Quantifier::All, Temporal::Next(f)) => not(&self.exists_next(&not(&self.sat(f)?))),
            (Quantifier::All, Temporal::Finally(f)) => not(&self.exists_globally(&not(&self.sat(f)?))),
            (Quantifier::All, Temporal::Globally(f)) => not(&self.exists_until(&self.domain, &not(&self.sat(f)?))),
            (Quantifier::All, Temporal::Until(f, g)) => {
                let (not_f, not_g) = (not(&self.sat(f)?), not(&self.sat(g)?));
                let neither = self.select(|state| not_f[state] && not_g[state]);
                let broken = self.exists_until(&not_g, &neither);
                let never = self.exists_globally(&not_g);
                self.select(|state| !broken[state] && !never[state])
            }
        })
    }

    fn exists_next(&self, f: &StateSet) -> StateSet {
        self.select(|state| self.graph.successors[state].iter().any(|&next| f[next]))
    }

    fn exists_until(&self, f: &StateSet, g: &StateSet) -> StateSet {
        reach(&self.graph.successors, f, g)
    }

    fn exists_globally(&self, f: &StateSet) -> StateSet {
        recur(&self.graph.successors, f, &self.constraints)
    }
}
