//! Shortest paths to where something fails because something else may never happen, found forwards: the set of all
//! states where it fails is not needed, see [`crate::lasso`].

use crate::layers::Forwards;
use crate::system::State;
use crate::{Checker, GivenUp, Layers, Stop, System};
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
    pub fn path_to_danger(
        &mut self,
        start: &S::Set,
        dangers: &[Danger<S::Set>],
    ) -> Result<Option<Vec<State>>, GivenUp> {
        let dangers = self.traps(dangers)?;
        let domain = self.domain().clone();
        let forwards = Forwards { system: self.system, through: &domain };
        let mut layers = Layers::new(start.clone());
        let mut looked_at = 0;
        // A test costs about as much for many layers as for one, so each is about as many as all before it.
        loop {
            let mut ended = false;
            while layers.found().len() < 2 * looked_at + 1 && !ended {
                ended = !layers.grow(&forwards)?;
            }
            if let Some(depth) = self.first_dangerous(layers.found(), looked_at..layers.found().len(), &dangers)? {
                let end = self.least_danger(&layers.found()[depth], &dangers)?;
                return Ok(end.map(|end| layers.states_to(&forwards, depth, end)).transpose()?);
            }
            if ended {
                return Ok(None);
            }
            looked_at = layers.found().len();
        }
    }

    /// Whether one of some states is dangerous.
    pub fn is_in_danger(&mut self, states: &S::Set, dangers: &[Danger<S::Set>]) -> Result<bool, GivenUp> {
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
    ) -> Result<Option<usize>, GivenUp> {
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

    fn is_dangerous(&self, layers: &[S::Set], dangers: &[Trap<S::Set>]) -> Result<bool, GivenUp> {
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

    /// The least dangerous state of a layer.
    fn least_danger(&self, layer: &S::Set, dangers: &[Trap<S::Set>]) -> Result<Option<State>, GivenUp> {
        let mut ends: Vec<State> = Vec::new();
        for (states, within) in dangers {
            let states = self.system.intersection(layer, states)?;
            match within {
                None => ends.extend(self.system.pick(&states)?),
                Some(within) => ends.extend(self.first_unending(&states, within)?.map(|(state, _)| state)),
            }
        }
        Ok(ends.into_iter().min())
    }
}
