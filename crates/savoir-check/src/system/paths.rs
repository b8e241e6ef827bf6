//! Paths between states.

use super::{Membership, State, Steps};
use crate::{Layers, Stop};

/// Paths between states. They have definitions in terms of steps; an engine overrides those it can find better.
pub trait Paths: Steps + Membership + Sized {
    /// Those states `among` others that have this one as a successor.
    fn preimage_among(&self, state: &[u64], among: &Self::Set) -> Result<Self::Set, Stop> {
        self.intersection(among, &self.preimage(&self.singleton(state)?)?)
    }

    /// The states of a shortest path from `start` to `target` whose states before the last one are in `through`; `None`
    /// if there is none. Of several, the one with the least last state, then the least state before it, and so on.
    fn shortest_path(
        &self,
        start: &Self::Set,
        through: &Self::Set,
        target: &Self::Set,
    ) -> Result<Option<Vec<State>>, Stop> {
        Layers::new(start.clone()).path_to(self, through, target)
    }

    /// A shortest path from an initial state to `target`, chosen in the same way. An engine that is asked again and again
    /// may remember what it found.
    fn path_from_initial(&self, target: &Self::Set) -> Result<Option<Vec<State>>, Stop> {
        self.shortest_path(&self.initial(), &self.reachable(), target)
    }

    /// What lies on infinite paths from the past: of all that paths from `start`, a part of `within`, come to inside
    /// `within`, the largest part where every state is a successor of another one. In a finite system there is such a
    /// state if and only if there is a cycle, that is if an infinite path starts in `start`. `None` if it takes more than
    /// so many rounds.
    fn recurring_ahead(&self, start: &Self::Set, within: &Self::Set, rounds: usize) -> Result<Option<Self::Set>, Stop> {
        let mut found = start.clone();
        let mut frontier = start.clone();
        for _ in 0..rounds {
            if self.is_empty(&frontier) {
                break;
            }
            self.budget().check()?;
            let next = self.intersection(within, &self.image(&frontier)?)?;
            frontier = self.difference(&next, &found)?;
            found = self.union(&found, &frontier)?;
        }
        if !self.is_empty(&frontier) {
            return Ok(None);
        }
        for _ in 0..rounds {
            self.budget().check()?;
            let kept = self.intersection(&found, &self.image(&found)?)?;
            if kept == found {
                return Ok(Some(found));
            }
            found = kept;
        }
        Ok(None)
    }
}
