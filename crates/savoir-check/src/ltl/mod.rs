//! Path quantifiers over arbitrary path formulas: LTL and CTL*.
//!
//! `E f` holds in the states from which an infinite (fair) path satisfies `f`. The path formula becomes a
//! nondeterministic automaton over sets of states ([`automaton`]), and the question a search for fair cycles in the
//! product of automaton and system ([`product`]). `A f` is `¬E¬f`. A single such path is found by
//! [`lasso`](crate::lasso).

mod automaton;
mod implication;
mod path;
mod product;

use crate::{Checker, Stop, System};
pub(crate) use automaton::Automaton;
pub(crate) use path::PathFormulas;
pub(crate) use product::Goal;
use savoir_model::{FormulaId, Quantifier};

impl<S: System> Checker<'_, S> {
    pub(crate) fn quantified(&self, quantifier: Quantifier, formula: FormulaId) -> Result<S::Set, Stop> {
        let negate = quantifier == Quantifier::All;
        let exists = if self.formulas.is_path(formula) {
            let mut paths = PathFormulas::default();
            let root = paths.translate(self.formulas, formula, !negate);
            let automaton = Automaton::build(&paths, root, self.system.budget())?;
            self.exists_accepted_path(&automaton)?
        } else {
            // A state formula that speaks about the first state of an infinite path.
            let set = self.known(formula);
            let set = if negate { self.complement(set)? } else { set.clone() };
            self.system.intersection(&set, self.unending()?)?
        };
        if negate { self.complement(&exists) } else { Ok(exists) }
    }
}
