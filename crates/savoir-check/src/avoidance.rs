//! Paths on which something never happens, found forwards.
//!
//! That `AF goal` fails somewhere can be decided by going forwards only ([`System::recurring_ahead`]), while the set of
//! all states where it fails takes a search backwards, which may be far more work. The paths that show the failure are
//! found here in the same way. They are the ones that [`Checker::lasso`] finds with that set: a state of it is told from
//! the others when it is about to be used, and whatever leads to it without the goal is in the set too. If that takes very
//! many steps, everything here gives up with [`Stop::TooFar`], and the other way is taken.

use crate::ltl::Lasso;
use crate::system::State;
use crate::{Checker, Layers, Stop, System};
use savoir_model::{Formula, FormulaId, Quantifier, Temporal};

/// A search that takes more rounds than this from a few states is not the better way: all of them may be searched in one.
const FAR_AHEAD: usize = 1_000;

impl<S: System> Checker<'_, S> {
    /// Whether a search forwards is the better way to a path on which `goal` never holds: where nobody has looked for
    /// all states with such paths yet.
    #[must_use]
    pub fn avoids_forwards(&self, goal: FormulaId) -> bool {
        let has_set = |formula: FormulaId| match self.formulas.get(formula) {
            Formula::Ctl(Quantifier::All, Temporal::Finally(end) | Temporal::Until(_, end)) => *end == goal,
            _ => false,
        };
        self.fair().is_empty() && self.system.searches_forwards() && !self.evaluated().any(has_set)
    }

    /// The lasso of [`Course::Always`](crate::Course::Always) that `goal` is false, from one of the `start` states.
    pub(crate) fn avoiding(&mut self, start: &S::Set, goal: FormulaId) -> Result<Option<Lasso>, Stop> {
        let within = self.outside(goal)?;
        let start = self.system.intersection(start, &within)?;
        let Some((root, recurring)) = self.first_unending(&start, &within)? else { return Ok(None) };
        let mut from_root = self.after(&root, &within)?;
        let mut entry = self.first_recurring(&root, &mut from_root, &within, &recurring)?;
        let round = loop {
            self.system.budget().check()?;
            let mut from_entry = self.after(&entry, &within)?;
            if let Some(closing) = from_entry.path_to(self.system, &within, &self.system.singleton(&entry)?)? {
                break [vec![entry], closing].concat();
            }
            // There is a step, because the entry is on an infinite path.
            let Some((current, recurring)) = self.first_unending(&from_entry.layers[0], &within)? else {
                return Ok(None);
            };
            entry = self.first_recurring(&current, &mut self.after(&current, &within)?, &within, &recurring)?;
        };
        // The last state of the round is its first one again.
        let round = &round[..round.len() - 1];
        let stem = if round.contains(&root) {
            vec![root]
        } else {
            let mut on_round = self.system.empty();
            for state in round {
                on_round = self.system.union(&on_round, &self.system.singleton(state)?)?;
            }
            let way = from_root.path_to(self.system, &within, &on_round)?.unwrap_or_default();
            [vec![root], way].concat()
        };
        let (entry, before) = stem.split_last().map_or((&round[0], &stem[..]), |(last, rest)| (last, rest));
        let turned = round.iter().position(|state| state == entry).unwrap_or(0);
        let states = before.iter().chain(&round[turned..]).chain(&round[..turned]).cloned().collect();
        let lasso = Lasso::throughout(states, before.len(), (goal, false));
        self.shortened(lasso, &within).map(Some)
    }

    /// The least of some states where an infinite path starts that stays `within`, and what recurs ahead of it.
    pub(crate) fn first_unending(&self, states: &S::Set, within: &S::Set) -> Result<Option<(State, S::Set)>, Stop> {
        let system = self.system;
        // Often it is simply the first one.
        let Some(guess) = system.pick(states)? else { return Ok(None) };
        let here = system.singleton(&guess)?;
        let recurring = self.recurring(&here, within)?;
        if !system.is_empty(&recurring) {
            return Ok(Some((guess, recurring)));
        }
        let others = system.difference(states, &here)?;
        let unending = &mut |states: &S::Set| Ok(!system.is_empty(&self.recurring(states, within)?));
        let Some(state) = system.least_where(&others, unending)? else { return Ok(None) };
        let recurring = self.recurring(&system.singleton(&state)?, within)?;
        Ok(Some((state, recurring)))
    }

    /// The nearest state with an infinite path `within` that is also on one from the past: this one, or the least of
    /// those that are reached soonest. `recurring` is what recurs ahead of this one.
    fn first_recurring(
        &self,
        state: &State,
        after: &mut Layers<S::Set>,
        within: &S::Set,
        recurring: &S::Set,
    ) -> Result<State, Stop> {
        let system = self.system;
        if system.contains(recurring, state)? {
            return Ok(state.clone());
        }
        for steps in 0.. {
            let Some(layer) = after.layer(system, within, steps)? else { break };
            let recurs = system.intersection(layer, recurring)?;
            if let Some((found, _)) = self.first_unending(&recurs, within)? {
                return Ok(found);
            }
        }
        Ok(state.clone())
    }

    /// What comes after the first step from a state.
    fn after(&self, state: &State, within: &S::Set) -> Result<Layers<S::Set>, Stop> {
        let next = self.system.image(&self.system.singleton(state)?)?;
        Ok(Layers::new(self.system.intersection(&next, within)?))
    }

    /// See [`System::recurring_ahead`].
    pub(crate) fn recurring(&self, start: &S::Set, within: &S::Set) -> Result<S::Set, Stop> {
        self.system.recurring_ahead(start, within, FAR_AHEAD)?.ok_or(Stop::TooFar)
    }

    /// Where a formula does not hold.
    pub(crate) fn outside(&mut self, formula: FormulaId) -> Result<S::Set, Stop> {
        let set = self.satisfying(formula)?;
        self.complement(&set)
    }
}
