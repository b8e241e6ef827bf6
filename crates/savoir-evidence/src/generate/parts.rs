//! Boolean combinations: which parts decide.

use super::Generator;
use savoir_check::{Stop, System};
use savoir_model::{Connective, FormulaId};
use savoir_reference::State;
use savoir_replay::Reason;

impl<S: System> Generator<'_, '_, S> {
    pub(super) fn parts(
        &mut self,
        state: &State,
        here: &S::Set,
        formula: FormulaId,
        holds: bool,
    ) -> Result<Reason, Stop> {
        let mut found = Vec::new();
        self.decisive(here, formula, holds, &mut found)?;
        Ok(Reason::Parts(found.into_iter().map(|(part, holds)| self.node(state.clone(), part, holds)).collect()))
    }

    /// Adds parts without connectives whose truth, together with facts, gives the formula its truth value. Where one of
    /// several parts is enough, it is the first of those that are easiest to show.
    fn decisive(
        &mut self,
        here: &S::Set,
        formula: FormulaId,
        holds: bool,
        found: &mut Vec<(FormulaId, bool)>,
    ) -> Result<(), Stop> {
        if self.kinds.is_fact(formula) {
            return Ok(());
        }
        let Some(connective) = self.model.formulas.get(formula).connective() else {
            found.push((formula, holds));
            return Ok(());
        };
        let each = |parts: &[FormulaId]| parts.iter().map(|part| (*part, holds)).collect::<Vec<_>>();
        // The parts with the truth values that matter, and whether one of them is enough.
        let (parts, one_is_enough) = match connective {
            Connective::Not(f) => (vec![(f, !holds)], false),
            Connective::And(parts) => (each(parts), !holds),
            Connective::Or(parts) => (each(parts), holds),
            Connective::Implies(f, g) => (vec![(f, !holds), (g, holds)], holds),
            Connective::Iff(f, g) => {
                let left = self.holds(f, here)?;
                (vec![(f, left), (g, left == holds)], false)
            }
        };
        if !one_is_enough {
            return parts.into_iter().try_for_each(|(part, holds)| self.decisive(here, part, holds, found));
        }
        let mut best = None;
        for (part, holds) in parts {
            let kind = self.kinds.of(part, holds);
            if best.is_none_or(|(known, _, _)| kind < known) && self.holds(part, here)? == holds {
                best = Some((kind, part, holds));
            }
        }
        best.map_or(Ok(()), |(_, part, holds)| self.decisive(here, part, holds, found))
    }
}
