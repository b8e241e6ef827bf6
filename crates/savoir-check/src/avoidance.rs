//! Paths on which something never happens, found forwards.
//!
//! That `AF goal` fails somewhere can be decided by going forwards only ([`System::recurring_ahead`]), while the set of
//! all states where it fails takes a search backwards, which may be far more work. The paths that show the failure are
//! found here in the same way. They are the ones that [`Checker::lasso`] finds with that set: a state of it is told from
//! the others when it is about to be used, and whatever leads to it without the goal is in the set too. If that takes very
//! many steps, everything here gives up with [`Stop::TooFar`], and the other way is taken.

use crate::ltl::{Course, Lasso};
use crate::shortest::{Growth, traced};
use crate::{Checker, Stop, System};
use savoir_model::{Formula, FormulaId, Quantifier, Temporal};
use std::ops::Range;

/// A search that takes more rounds than this from a few states is not the better way: all of them may be searched in one.
const FAR_AHEAD: usize = 1_000;

/// The codes of all variables.
type State = Vec<u64>;

/// States, and where paths from them must stay for ever to be dangerous, if that matters.
type Trap<Set> = (Set, Option<Set>);

/// States where something is wrong if the goal, if there is one, may never be met.
pub struct Danger<Set> {
    /// The states.
    pub states: Set,
    /// What should happen after each of them.
    pub goal: Option<FormulaId>,
}

impl<S: System> Checker<'_, S> {
    /// Whether a search forwards is the better way to a path on which `goal` never holds: where nobody has looked for
    /// all states with such paths yet.
    #[must_use]
    pub fn avoids_forwards(&self, goal: FormulaId) -> bool {
        let has_set = |formula: FormulaId| match self.formulas.get(formula) {
            Formula::Ctl(Quantifier::All, Temporal::Finally(end) | Temporal::Until(_, end)) => *end == goal,
            _ => false,
        };
        self.fair.is_empty() && self.system.goes_forwards() && !self.evaluated().any(has_set)
    }

    /// The lasso of [`Course::Always`] that `goal` is false, from one of the `start` states.
    pub(crate) fn avoiding(&mut self, start: &S::Set, goal: FormulaId) -> Result<Option<Lasso>, Stop> {
        let within = self.outside(goal)?;
        let start = self.system.intersection(start, &within)?;
        let Some((root, recurring)) = self.first_unending(&start, &within)? else { return Ok(None) };
        let mut from_root = self.after(&root, &within)?;
        let mut entry = self.first_recurring(&root, &mut from_root, &within, &recurring)?;
        let round = loop {
            self.system.budget().check()?;
            let mut from_entry = self.after(&entry, &within)?;
            if let Some(closing) = from_entry.path_to(&self.system, &within, &self.system.singleton(&entry)?)? {
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
            let way = from_root.path_to(&self.system, &within, &on_round)?.unwrap_or_default();
            [vec![root], way].concat()
        };
        let (entry, before) = stem.split_last().map_or((&round[0], &stem[..]), |(last, rest)| (last, rest));
        let turned = round.iter().position(|state| state == entry).unwrap_or(0);
        let states = before.iter().chain(&round[turned..]).chain(&round[..turned]).cloned().collect();
        let lasso = Lasso::throughout(states, before.len(), (goal, false));
        self.shortened(lasso, &within).map(Some)
    }

    /// A shortest path from `start` to one of the `dangers`: of several with the least last state, then the least state
    /// before it, and so on; `None` if there is none.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn path_to_danger(&mut self, start: &S::Set, dangers: &[Danger<S::Set>]) -> Result<Option<Vec<State>>, Stop> {
        let dangers = self.traps(dangers)?;
        let domain = self.domain.clone();
        let mut growth = Growth::new(start.clone());
        let mut looked_at = 0;
        // A test costs about as much for many layers as for one, so each is about as many as all before it.
        loop {
            let mut ended = false;
            while growth.layers.len() < 2 * looked_at + 1 && !ended {
                ended = !growth.grow(&self.system, &domain)?;
            }
            if let Some(depth) = self.first_dangerous(&growth.layers, looked_at..growth.layers.len(), &dangers)? {
                return self.lead_to_danger(&growth.layers[..=depth], &dangers);
            }
            if ended {
                return Ok(None);
            }
            looked_at = growth.layers.len();
        }
    }

    /// Whether one of some states is dangerous.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn is_in_danger(&mut self, states: &S::Set, dangers: &[Danger<S::Set>]) -> Result<bool, Stop> {
        let dangers = self.traps(dangers)?;
        self.is_dangerous(std::slice::from_ref(states), &dangers)
    }

    fn traps(&mut self, dangers: &[Danger<S::Set>]) -> Result<Vec<Trap<S::Set>>, Stop> {
        let mut traps = Vec::with_capacity(dangers.len());
        for Danger { states, goal } in dangers {
            let Some(goal) = *goal else {
                traps.push((states.clone(), None));
                continue;
            };
            let within = self.outside(goal)?;
            traps.push((self.system.intersection(states, &within)?, Some(within)));
        }
        Ok(traps)
    }

    /// The first of some layers with a danger.
    fn first_dangerous(
        &self,
        layers: &[S::Set],
        mut range: Range<usize>,
        dangers: &[Trap<S::Set>],
    ) -> Result<Option<usize>, Stop> {
        if !self.is_dangerous(&layers[range.clone()], dangers)? {
            return Ok(None);
        }
        while range.len() > 1 {
            let middle = range.start + range.len() / 2;
            if self.is_dangerous(&layers[range.start..middle], dangers)? {
                range.end = middle;
            } else {
                range.start = middle;
            }
        }
        Ok(Some(range.start))
    }

    fn is_dangerous(&self, layers: &[S::Set], dangers: &[Trap<S::Set>]) -> Result<bool, Stop> {
        let mut all = self.system.empty();
        for layer in layers {
            all = self.system.union(&all, layer)?;
        }
        for (states, within) in dangers {
            let states = self.system.intersection(&all, states)?;
            let found = match within {
                _ if self.system.is_empty(&states) => false,
                None => true,
                Some(within) => !self.system.is_empty(&self.recurring(&states, within)?),
            };
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A path through layers that ends with the least dangerous state of the last one.
    fn lead_to_danger(&self, layers: &[S::Set], dangers: &[Trap<S::Set>]) -> Result<Option<Vec<State>>, Stop> {
        let Some((last, before)) = layers.split_last() else { return Ok(None) };
        let mut ends: Vec<State> = Vec::new();
        for (states, within) in dangers {
            let states = self.system.intersection(last, states)?;
            match within {
                None => ends.extend(self.system.pick(&states)?),
                Some(within) => {
                    ends.extend(self.first_unending(&states, within)?.map(|(state, _)| state));
                }
            }
        }
        ends.into_iter().min().map(|end| traced(&self.system, before, &self.domain, end)).transpose()
    }

    /// The least of some states where an infinite path starts that stays `within`, and what recurs ahead of it.
    fn first_unending(&self, states: &S::Set, within: &S::Set) -> Result<Option<(State, S::Set)>, Stop> {
        let system = &self.system;
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
        after: &mut Growth<S::Set>,
        within: &S::Set,
        recurring: &S::Set,
    ) -> Result<State, Stop> {
        let system = &self.system;
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
    fn after(&self, state: &State, within: &S::Set) -> Result<Growth<S::Set>, Stop> {
        let next = self.system.successors(&self.system.singleton(state)?)?;
        Ok(Growth::new(self.system.intersection(&next, within)?))
    }

    /// See [`System::recurring_ahead`].
    fn recurring(&self, start: &S::Set, within: &S::Set) -> Result<S::Set, Stop> {
        self.system.recurring_ahead(start, within, FAR_AHEAD)?.ok_or(Stop::TooFar)
    }

    /// Where a formula does not hold.
    fn outside(&mut self, formula: FormulaId) -> Result<S::Set, Stop> {
        let set = self.satisfying(formula)?;
        self.complement(&set)
    }
}

impl Course {
    /// What a path of this kind avoids for ever, if that is all it does.
    pub(crate) fn avoided(self) -> Option<FormulaId> {
        match self {
            Course::Always(goal, false) => Some(goal),
            _ => None,
        }
    }
}
