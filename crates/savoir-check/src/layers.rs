//! Search by layers: what is first reached after one step, after two, and so on; and the way back through them.
//!
//! The search is one, steps are of many kinds ([`Growth`]): forwards through the system or through its product with an
//! automaton, to states that somebody cannot distinguish, or back to where a coalition can force the layer before.

use crate::system::State;
use crate::{Paths, Stop};

/// A kind of step, from a layer to the next.
pub(crate) trait Growth {
    /// Points of the search.
    type Layer: Clone;

    /// The layer after the last one, and with it all that was `seen`; `None` if nothing is new.
    fn next(&self, last: &Self::Layer, seen: &mut Self::Layer) -> Result<Option<Self::Layer>, Stop>;
}

/// A kind of step that can be traced back.
pub(crate) trait Traceable: Growth {
    /// A single point of a layer.
    type Point;
    /// What is worth knowing about a step.
    type Step;

    /// The least point of a layer with a step to another point.
    fn origin(&self, layer: &Self::Layer, point: &Self::Point) -> Result<Option<StepFrom<Self>>, Stop>;
}

/// A step with the point that it starts from, or the one that it leads to.
type StepFrom<G> = (<G as Traceable>::Step, <G as Traceable>::Point);

/// A first point, and the steps from there with the points they lead to.
type Way<G> = (<G as Traceable>::Point, Vec<StepFrom<G>>);

/// What is reached step by step, as far as it was needed.
#[derive(Clone)]
pub struct Layers<Layer> {
    /// By number of steps.
    layers: Vec<Layer>,
    /// All of them.
    seen: Layer,
}

impl<Layer: Clone> Layers<Layer> {
    /// Nothing but the start so far.
    pub fn new(start: Layer) -> Layers<Layer> {
        Layers { seen: start.clone(), layers: vec![start] }
    }

    /// What was found elsewhere: layers, and what counts as seen.
    pub fn known(layers: Vec<Layer>, seen: Layer) -> Layers<Layer> {
        Layers { layers, seen }
    }

    /// The layers so far.
    pub fn found(&self) -> &[Layer] {
        &self.layers
    }

    /// Finds what one more step leads to; whether that is anything new.
    pub(crate) fn grow(&mut self, growth: &impl Growth<Layer = Layer>) -> Result<bool, Stop> {
        let Some(last) = self.layers.last() else { return Ok(false) };
        let next = growth.next(last, &mut self.seen)?;
        let is_new = next.is_some();
        self.layers.extend(next);
        Ok(is_new)
    }

    /// The layer after so many steps, if there is any.
    pub(crate) fn layer(&mut self, growth: &impl Growth<Layer = Layer>, steps: usize) -> Result<Option<&Layer>, Stop> {
        while self.layers.len() <= steps {
            if !self.grow(growth)? {
                return Ok(None);
            }
        }
        Ok(self.layers.get(steps))
    }

    /// A way through one point of each layer to a point of the layer after so many steps: before each point comes the
    /// least one that leads to it. Gives the first point, and the steps with the points they lead to.
    pub(crate) fn trace<G: Traceable<Layer = Layer>>(
        &self,
        growth: &G,
        steps: usize,
        end: G::Point,
    ) -> Result<Way<G>, Stop> {
        let mut way = Vec::with_capacity(steps);
        let mut at = end;
        for layer in self.layers[..steps].iter().rev() {
            // There is one, because the next layer was made from this one.
            let Some((step, before)) = growth.origin(layer, &at)? else { continue };
            way.push((step, std::mem::replace(&mut at, before)));
        }
        way.reverse();
        Ok((at, way))
    }
}

/// Steps of the system, from states `through` which paths may go.
pub(crate) struct Forwards<'a, S: Paths> {
    pub(crate) system: &'a S,
    pub(crate) through: &'a S::Set,
}

impl<S: Paths> Growth for Forwards<'_, S> {
    type Layer = S::Set;

    fn next(&self, last: &S::Set, seen: &mut S::Set) -> Result<Option<S::Set>, Stop> {
        let system = self.system;
        system.budget().check()?;
        let next = system.image(&system.intersection(last, self.through)?)?;
        let next = system.difference(&next, seen)?;
        if system.is_empty(&next) {
            return Ok(None);
        }
        *seen = system.union(seen, &next)?;
        Ok(Some(next))
    }
}

impl<S: Paths> Traceable for Forwards<'_, S> {
    type Point = State;
    type Step = ();

    fn origin(&self, layer: &S::Set, point: &State) -> Result<Option<((), State)>, Stop> {
        let sources = self.system.intersection(layer, self.through)?;
        Ok(self.system.pick(&self.system.preimage_among(point, &sources)?)?.map(|state| ((), state)))
    }
}

impl<Set: Clone + PartialEq> Layers<Set> {
    /// The states of a shortest path from the start, see [`Paths::shortest_path`].
    pub fn path_to<S: Paths<Set = Set>>(
        &mut self,
        system: &S,
        through: &Set,
        target: &Set,
    ) -> Result<Option<Vec<State>>, Stop> {
        let forwards = Forwards { system, through };
        for steps in 0.. {
            let Some(layer) = self.layer(&forwards, steps)? else { break };
            if let Some(end) = system.pick(&system.intersection(layer, target)?)? {
                return self.states_to(&forwards, steps, end).map(Some);
            }
        }
        Ok(None)
    }

    /// The states of a shortest path from the start to a state of the layer after so many steps.
    pub(crate) fn states_to<S: Paths<Set = Set>>(
        &self,
        forwards: &Forwards<'_, S>,
        steps: usize,
        end: State,
    ) -> Result<Vec<State>, Stop> {
        let (start, way) = self.trace(forwards, steps, end)?;
        Ok(std::iter::once(start).chain(way.into_iter().map(|(_, state)| state)).collect())
    }

    /// What lies on shortest paths from the start to `target`, as growing sets: at the target, at most one step before,
    /// and so on. `None` if there is no path.
    pub fn towards<S: Paths<Set = Set>>(
        &mut self,
        system: &S,
        through: &Set,
        target: &Set,
    ) -> Result<Option<Layers<Set>>, Stop> {
        let forwards = Forwards { system, through };
        for steps in 0.. {
            let Some(layer) = self.layer(&forwards, steps)? else { break };
            let mut end = system.intersection(layer, target)?;
            if system.is_empty(&end) {
                continue;
            }
            let mut sets = vec![end.clone()];
            let mut all = end.clone();
            for layer in self.layers[..steps].iter().rev() {
                system.budget().check()?;
                end = system.intersection(&system.intersection(layer, through)?, &system.preimage(&end)?)?;
                all = system.union(&all, &end)?;
                sets.push(all.clone());
            }
            return Ok(Some(Layers::known(sets, all)));
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fixpoints;
    use crate::test_graph::{Graph, set};

    /// Two ways of two steps from 0 to 5, and a longer one.
    fn diamond() -> Graph {
        Graph::new(7, &[(0, 2), (0, 1), (2, 5), (1, 5), (0, 3), (3, 4), (4, 5), (5, 6)])
    }

    #[test]
    fn a_path_is_shortest_and_comes_from_the_least_states() {
        let graph = diamond();
        let path = |through, target| Layers::new(1).path_to(&graph, &through, &target).unwrap();
        assert_eq!(path(!0, set(&[5])), Some(vec![vec![0], vec![1], vec![5]]));
        assert_eq!(path(!set(&[1]), set(&[5])), Some(vec![vec![0], vec![2], vec![5]]));
        assert_eq!(path(!set(&[1, 2]), set(&[5])), Some(vec![vec![0], vec![3], vec![4], vec![5]]));
        assert_eq!(path(!0, set(&[0])), Some(vec![vec![0]]));
        assert_eq!(path(set(&[0]), set(&[5])), None);
    }

    #[test]
    fn layers_are_found_when_they_are_needed_and_stay() {
        let graph = diamond();
        let mut layers = Layers::new(1);
        let forwards = Forwards { system: &graph, through: &!0 };
        assert_eq!(layers.layer(&forwards, 1).unwrap(), Some(&set(&[1, 2, 3])));
        assert_eq!(layers.found().len(), 2);
        assert_eq!(layers.layer(&forwards, 3).unwrap(), Some(&set(&[6])));
        assert_eq!(layers.layer(&forwards, 4).unwrap(), None);
        assert_eq!(layers.found(), [1, set(&[1, 2, 3]), set(&[4, 5]), set(&[6])]);
    }

    #[test]
    fn what_lies_on_shortest_paths_grows_from_the_target() {
        let graph = diamond();
        let towards = |target| Layers::new(1).towards(&graph, &!0, &target).unwrap().map(|sets| sets.found().to_vec());
        assert_eq!(towards(set(&[5])), Some(vec![set(&[5]), set(&[1, 2, 5]), set(&[0, 1, 2, 5])]));
        assert_eq!(towards(0), None);
    }

    #[test]
    fn a_search_forwards_reaches_what_a_fixpoint_backwards_does() {
        for seed in 1..200 {
            let graph = Graph::random(seed, 8);
            let target = set(&[seed as usize % 8]);
            let found = Layers::new(1).path_to(&graph, &!0, &target).unwrap();
            assert_eq!(found.is_some(), graph.exists_until(&!0, &target).unwrap() & 1 == 1, "{seed}");
            for step in found.unwrap_or_default().windows(2) {
                assert!(graph.has_edge(&step[0], &step[1]), "{seed}");
            }
        }
    }
}
