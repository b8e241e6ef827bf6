//! Shortest paths to where something fails because something else may never happen, found forwards: the set of all
//! states where it fails is not needed, see [`crate::avoidance`].

use crate::shortest::traced;
use crate::system::State;
use crate::{Checker, Layers, Stop, System};
use savoir_model::FormulaId;
use std::ops::Range;

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
    /// A shortest path from `start` to one of the `dangers`: of several with the least last state, then the least state
    /// before it, and so on; `None` if there is none.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn path_to_danger(&mut self, start: &S::Set, dangers: &[Danger<S::Set>]) -> Result<Option<Vec<State>>, Stop> {
        let dangers = self.traps(dangers)?;
        let domain = self.domain().clone();
        let mut growth = Layers::new(start.clone());
        let mut looked_at = 0;
        // A test costs about as much for many layers as for one, so each is about as many as all before it.
        loop {
            let mut ended = false;
            while growth.layers.len() < 2 * looked_at + 1 && !ended {
                ended = !growth.grow(self.system, &domain)?;
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
        ends.into_iter().min().map(|end| traced(self.system, before, self.domain(), end)).transpose()
    }
}
