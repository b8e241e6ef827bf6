//! Chains of states, each of which somebody cannot distinguish from the one before.

use crate::layers::{Growth, Layers, Traceable};
use crate::system::State;
use crate::{Checker, Stop, System};
use savoir_model::AgentId;

/// Steps from a state to others that some of the `agents` cannot distinguish from it, inside `domain`.
struct Indistinguishable<'a, S: System> {
    system: &'a S,
    agents: &'a [AgentId],
    domain: &'a S::Set,
}

impl<S: System> Indistinguishable<'_, S> {
    fn from(&self, set: &S::Set) -> Result<S::Set, Stop> {
        let mut found = self.system.empty();
        for agent in self.agents {
            found = self.system.union(&found, &self.system.indistinguishable(&[*agent], set)?)?;
        }
        Ok(found)
    }
}

impl<S: System> Growth for Indistinguishable<'_, S> {
    type Layer = S::Set;

    fn next(&self, last: &S::Set, seen: &mut S::Set) -> Result<Option<S::Set>, Stop> {
        let system = self.system;
        system.budget().check()?;
        let next = system.difference(&system.intersection(&self.from(last)?, self.domain)?, seen)?;
        if system.is_empty(&next) {
            return Ok(None);
        }
        *seen = system.union(seen, &next)?;
        Ok(Some(next))
    }
}

impl<S: System> Traceable for Indistinguishable<'_, S> {
    type Point = State;
    type Step = ();

    fn origin(&self, layer: &S::Set, point: &State) -> Result<Option<((), State)>, Stop> {
        let before = self.from(&self.system.singleton(point)?)?;
        Ok(self.system.pick(&self.system.intersection(&before, layer)?)?.map(|state| ((), state)))
    }
}

impl<S: System> Checker<'_, S> {
    /// The shortest chain of states from `start` into `target`, each indistinguishable from the one before for one of the
    /// `agents`: of several the one with the least last state, then the least state before it, and so on.
    pub fn chain(&self, agents: &[AgentId], start: &S::Set, target: &S::Set) -> Result<Option<Vec<State>>, Stop> {
        let system = self.system;
        let steps_of = Indistinguishable { system, agents, domain: self.domain() };
        let mut layers = Layers::new(start.clone());
        for steps in 0.. {
            let Some(layer) = layers.layer(&steps_of, steps)? else { break };
            if let Some(end) = system.pick(&system.intersection(layer, target)?)? {
                let (first, way) = layers.trace(&steps_of, steps, end)?;
                return Ok(Some(std::iter::once(first).chain(way.into_iter().map(|(_, state)| state)).collect()));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use crate::test_graph::{Graph, model, set};
    use crate::{Checker, Fixpoints};
    use savoir_model::{AgentId, Semantics};

    #[test]
    fn a_chain_goes_from_view_to_view() {
        let model = model(&["p"]);
        let mut graph = Graph::new(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]);
        // One agent cannot distinguish 0 from 1 and 2 from 3, the other one 1 from 2.
        graph.views = vec![vec![0, 0, 1, 1, 2], vec![0, 1, 1, 2, 3]];
        let agents = [AgentId::from(0), AgentId::from(1)];
        let checker = Checker::new(&model, &graph, Semantics::default()).unwrap();
        let chain = |agents: &[AgentId], target| checker.chain(agents, &1, &target).unwrap();
        assert_eq!(chain(&agents, set(&[3])), Some(vec![vec![0], vec![1], vec![2], vec![3]]));
        assert_eq!(chain(&agents, set(&[0, 3])), Some(vec![vec![0]]));
        assert_eq!(chain(&agents[..1], set(&[3])), None);
        assert_eq!(chain(&agents, set(&[4])), None);
        assert_eq!(graph.commonly_indistinguishable(&agents, &31, &set(&[3])).unwrap(), set(&[0, 1, 2, 3]));
    }
}
