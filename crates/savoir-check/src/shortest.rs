//! Shortest paths by layers: the states that are first reached after one step, after two, and so on.

use crate::{Paths, Stop};

/// What is reached step by step, as far as it was needed.
pub struct Layers<Set> {
    /// By number of steps: the states that are first reached after so many.
    pub(crate) layers: Vec<Set>,
    /// All of them.
    seen: Set,
}

impl<Set: Clone + PartialEq> Layers<Set> {
    /// Nothing but the start so far.
    pub fn new(start: Set) -> Layers<Set> {
        Layers { seen: start.clone(), layers: vec![start] }
    }

    /// What was found elsewhere: layers, and all states in them.
    pub fn known(layers: Vec<Set>, seen: Set) -> Layers<Set> {
        Layers { layers, seen }
    }

    /// Finds what one more step leads to from states `through` which paths may go; whether that is anything.
    pub(crate) fn grow<S: Paths<Set = Set>>(&mut self, system: &S, through: &Set) -> Result<bool, Stop> {
        system.budget().check()?;
        let Some(last) = self.layers.last() else { return Ok(false) };
        let next = system.image(&system.intersection(last, through)?)?;
        let next = system.difference(&next, &self.seen)?;
        if system.is_empty(&next) {
            return Ok(false);
        }
        self.seen = system.union(&self.seen, &next)?;
        self.layers.push(next);
        Ok(true)
    }

    /// The layer after so many steps, if there is any.
    pub(crate) fn layer<S: Paths<Set = Set>>(
        &mut self,
        system: &S,
        through: &Set,
        steps: usize,
    ) -> Result<Option<&Set>, Stop> {
        while self.layers.len() <= steps {
            if !self.grow(system, through)? {
                return Ok(None);
            }
        }
        Ok(self.layers.get(steps))
    }

    /// The states of a shortest path from the start, see [`Paths::shortest_path`].
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn path_to<S: Paths<Set = Set>>(
        &mut self,
        system: &S,
        through: &Set,
        target: &Set,
    ) -> Result<Option<Vec<Vec<u64>>>, Stop> {
        for steps in 0.. {
            let Some(layer) = self.layer(system, through, steps)? else { break };
            if let Some(end) = system.pick(&system.intersection(layer, target)?)? {
                return traced(system, &self.layers[..steps], through, end).map(Some);
            }
        }
        Ok(None)
    }
}

/// A path through one state of each layer to `end`, which follows the last layer: before each state comes the least one
/// that leads to it.
///
/// # Errors
/// When the budget is used up.
pub fn traced<S: Paths>(system: &S, layers: &[S::Set], through: &S::Set, end: Vec<u64>) -> Result<Vec<Vec<u64>>, Stop> {
    let mut path = vec![end];
    for layer in layers.iter().rev() {
        let before = system.preimage_among(&path[path.len() - 1], &system.intersection(layer, through)?)?;
        // There is one, because the next layer was made from this one.
        path.extend(system.pick(&before)?);
    }
    path.reverse();
    Ok(path)
}
