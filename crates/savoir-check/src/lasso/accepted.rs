//! Whether an accepted path begins in some states, found forwards.
//!
//! Of all points of the product that can be reached from there, those are kept to which a path inside leads from something that
//! every accepted path does again and again, for each such thing: the greatest solution of `Z = ⋂ᵢ post⁺(Z, goalᵢ)`. It is
//! Emerson and Lei's fixpoint with successors instead of predecessors. A point that is left has ever earlier points before it,
//! between which all goals are met again and again, so in a finite product there is a cycle that meets all of them; and such a
//! cycle is never dropped.

use super::graph::{Points, ProductGraph};
use crate::ltl::{Automaton, Goal};
use crate::{Checker, GivenUp, Stop, System};

impl<S: System> Checker<'_, S> {
    /// Whether an accepted fair path begins in one of some states of the domain.
    pub(crate) fn has_accepted_path(&self, automaton: &Automaton, start: &S::Set) -> Result<bool, GivenUp> {
        let graph = ProductGraph::new(self, automaton)?;
        let mut first = graph.nothing();
        first[0] = self.system.intersection(start, &graph.within[0])?;
        let mut rounds = self.lasso_tuning.forward_rounds;
        let mut found = graph.closure(first, None, &mut rounds)?;
        let goals = self.goals(automaton);
        loop {
            let before = found.clone();
            if goals.is_empty() {
                rounds = rounds.checked_sub(1).ok_or(GivenUp::TooFar)?;
                found = graph.both(&found, &graph.forward(&found)?)?;
            }
            for goal in &goals {
                let met = graph.after_goal(&found, goal)?;
                found = graph.closure(met, Some(&found), &mut rounds)?;
            }
            if found.iter().all(|set| self.system.is_empty(set)) {
                return Ok(false);
            }
            if found == before {
                return Ok(true);
            }
        }
    }
}

impl<S: System> ProductGraph<'_, '_, S> {
    /// What can be reached from some points, inside of others if they are given.
    fn closure(
        &self,
        from: Points<S::Set>,
        inside: Option<&Points<S::Set>>,
        rounds: &mut usize,
    ) -> Result<Points<S::Set>, GivenUp> {
        let mut found = from.clone();
        let mut frontier = from;
        while frontier.iter().any(|set| !self.system().is_empty(set)) {
            self.system().budget().check()?;
            *rounds = rounds.checked_sub(1).ok_or(GivenUp::TooFar)?;
            let mut next = self.forward(&frontier)?;
            if let Some(inside) = inside {
                next = self.both(&next, inside)?;
            }
            frontier = self.minus(&next, &found)?;
            for (set, new) in found.iter_mut().zip(&frontier) {
                *set = self.system().union(set, new)?;
            }
        }
        Ok(found)
    }

    /// Points inside of some that a step leads to which meets a goal.
    fn after_goal(&self, points: &Points<S::Set>, goal: &Goal<'_, S::Set>) -> Result<Points<S::Set>, Stop> {
        let mut met = self.nothing();
        for step in self.moves() {
            let mut sources = self.sources(points, step)?;
            match goal {
                Goal::Accept(condition) => {
                    if !self.automaton.transitions[step.from][step.index].accepting[*condition] {
                        continue;
                    }
                }
                Goal::Visit(set) => sources = self.system().intersection(&sources, set)?,
            }
            if !self.system().is_empty(&sources) {
                let target = self.target(step);
                met[target] = self.system().union(&met[target], &self.system().image(&sources)?)?;
            }
        }
        self.both(&met, points)
    }
}
