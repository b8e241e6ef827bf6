//! Which points an infinite path of the wanted kind starts from.
//!
//! All of them can be found beforehand, by a search backwards, and the product be cut down to them. Where all that is asked
//! for is that something never happens, there is another way: whether a single state has such a path can be decided by
//! going forwards from it ([`Paths::recurring_ahead`](crate::Paths::recurring_ahead)), and whatever leads to such a state
//! without the goal is one as well. A search backwards may be far more work. Both ways find the same lasso. If going
//! forwards takes very many steps, it is [too far](GivenUp::TooFar), and the other way is taken.

use crate::system::State;
use crate::{Checker, GivenUp, Stop, System};
use savoir_model::{FormulaId, Quantifier, Shape, Temporal};
use std::cell::RefCell;

/// How to tell which points of the product have an infinite path.
pub(super) enum Endless<Set> {
    /// All of them have: the product was cut down to those that do.
    Found,
    /// By going forwards from a point. The last one that was found to have such a path, and what recurs ahead of it.
    Ahead(RefCell<Option<(State, Set)>>),
}

impl<Set> Endless<Set> {
    pub(super) fn ahead() -> Endless<Set> {
        Endless::Ahead(RefCell::new(None))
    }
}

impl<S: System> Checker<'_, S> {
    /// Whether a search forwards is the better way to a path on which `goal` never holds: where nobody has looked for
    /// all states with such paths yet.
    #[must_use]
    pub fn avoids_forwards(&self, goal: FormulaId) -> bool {
        let has_set = |formula: FormulaId| match self.formulas.get(formula).shape() {
            Shape::Ctl(Quantifier::All, Temporal::Finally(end) | Temporal::Until(_, end)) => end == goal,
            Shape::Ctl(..)
            | Shape::Constant(_)
            | Shape::Atom(_)
            | Shape::Connective(_)
            | Shape::Modality(_)
            | Shape::Strategic(..)
            | Shape::Quantified(..)
            | Shape::Path(_) => false,
        };
        self.fair().is_empty() && self.system.searches_forwards() && !self.evaluated().any(has_set)
    }

    /// The least of some states where an infinite path starts that stays `within`, and what recurs ahead of it.
    pub(crate) fn first_unending(&self, states: &S::Set, within: &S::Set) -> Result<Option<(State, S::Set)>, GivenUp> {
        let system = self.system;
        // Often it is simply the first one.
        let Some(guess) = system.pick(states)? else { return Ok(None) };
        let here = system.singleton(&guess)?;
        let recurring = self.recurring(&here, within)?;
        if !system.is_empty(&recurring) {
            return Ok(Some((guess, recurring)));
        }
        let others = system.difference(states, &here)?;
        let unending = &mut |states: &S::Set| Ok::<bool, GivenUp>(!system.is_empty(&self.recurring(states, within)?));
        let Some(state) = system.least_where(&others, unending)? else { return Ok(None) };
        let recurring = self.recurring(&system.singleton(&state)?, within)?;
        Ok(Some((state, recurring)))
    }

    /// What recurs ahead of some states, see [`Paths::recurring_ahead`](crate::Paths::recurring_ahead).
    pub(crate) fn recurring(&self, start: &S::Set, within: &S::Set) -> Result<S::Set, GivenUp> {
        self.system.recurring_ahead(start, within, self.lasso_tuning.forward_rounds)?.ok_or(GivenUp::TooFar)
    }

    /// Where a formula does not hold.
    pub(crate) fn outside(&mut self, formula: FormulaId) -> Result<S::Set, Stop> {
        let set = self.satisfying(formula)?;
        self.complement(&set)
    }
}
