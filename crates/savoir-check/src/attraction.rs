//! How a coalition, or its opponents, get to a goal: growing sets, from each of which the one before can be forced.

use crate::layers::{Growth, Layers};
use crate::{Checker, Stop, System};
use savoir_model::AgentId;

/// Who gets to a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The coalition, by a move after which every successor is a good one.
    Coalition,
    /// The others, who have a good answer to every move.
    Opponents,
}

/// Steps back to where a layer can be forced. A layer contains the ones before.
struct Attraction<'a, 'm, S: System> {
    checker: &'a Checker<'m, S>,
    coalition: &'a [AgentId],
    side: Side,
    /// Where a play may be before it is decided.
    through: &'a S::Set,
}

impl<S: System> Growth for Attraction<'_, '_, S> {
    type Layer = S::Set;

    fn next(&self, last: &S::Set, seen: &mut S::Set) -> Result<Option<S::Set>, Stop> {
        let (checker, system) = (self.checker, self.checker.system);
        system.budget().check_memory(0)?;
        let step = match self.side {
            Side::Coalition => system.intersection(self.through, &checker.controllable(self.coalition, last)?)?,
            Side::Opponents => {
                // Where every move may lead into the last layer, or there is none.
                let outside = system.difference(self.through, last)?;
                system.difference(self.through, &checker.controllable(self.coalition, &outside)?)?
            }
        };
        let next = system.union(last, &step)?;
        if next == *last {
            return Ok(None);
        }
        *seen = next.clone();
        Ok(Some(next))
    }
}

impl<S: System> Checker<'_, S> {
    /// Adds one more set to those from which a coalition or its opponents can force the one before; whether it is larger
    /// than the last one.
    pub fn grow_attractor(
        &self,
        layers: &mut Layers<S::Set>,
        coalition: &[AgentId],
        side: Side,
        through: &S::Set,
    ) -> Result<bool, Stop> {
        layers.grow(&Attraction { checker: self, coalition, side, through })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fixpoints;
    use crate::test_graph::{Graph, model, set};
    use savoir_model::Semantics;

    #[test]
    fn the_last_layer_of_a_coalition_is_its_attractor_and_the_others_have_the_rest() {
        let model = model(&["p"]);
        let coalition = [AgentId::from(0)];
        for seed in 1..200 {
            let graph = Graph::random(seed, 8);
            let checker = Checker::new(&model, &graph, Semantics::default()).unwrap();
            let all = (1 << 8) - 1;
            let target = set(&[seed as usize % 8]);
            let last = |side, target| {
                let mut layers = Layers::new(target);
                while checker.grow_attractor(&mut layers, &coalition, side, &all).unwrap() {}
                assert!(layers.found().windows(2).all(|pair| pair[0] & !pair[1] == 0));
                *layers.found().last().unwrap()
            };
            assert_eq!(last(Side::Coalition, target), graph.attractor(&coalition, &all, &target).unwrap(), "{seed}");
            // What the others cannot force the coalition out of is where it can stay.
            assert_eq!(last(Side::Opponents, target), all & !graph.safe_region(&coalition, &(all & !target)).unwrap());
        }
    }
}
