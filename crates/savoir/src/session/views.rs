//! What agents see in a state, what they consider possible there, and what refutes their knowledge.

use super::answers::{Known, PossibleStates};
use super::condition::Condition;
use super::held::Held;
use crate::views::{Doubt, DoubtLink, Insight, InspectRequest, Knower, PossibleWorld, StateKind};
use num_bigint::BigUint;
use savoir_check::{Stop, System};
use savoir_model::{AgentId, PropId};
use savoir_reference::State;

/// Questions about what is possible in a state. The state is one of the model, and except for [`standing`](Self::standing)
/// a reachable one.
pub(crate) trait ViewQuestions {
    /// Whether formulas are about a state; `None` if it is not reachable.
    fn standing(&mut self, state: &[u64]) -> Result<Option<StateKind>, Stop>;

    /// What agents see and know in a state.
    fn insights(&mut self, request: &InspectRequest<'_>, agents: &[AgentId]) -> Result<Vec<Insight>, Stop>;

    /// Whether a formula is known in a state of the domain, and what refutes it.
    fn doubt(&mut self, state: &[u64], knower: &Knower, formula: &Condition) -> Result<Doubt, Stop>;

    /// How many states chains of doubts lead to from a state of the domain; of these, so many at most with the lengths of the
    /// chains.
    fn doubts(
        &mut self,
        state: &[u64],
        agents: &[AgentId],
        most: usize,
    ) -> Result<(BigUint, Vec<(State, usize)>), Stop>;
}

impl<S: System> ViewQuestions for Held<'_, S> {
    fn standing(&mut self, state: &[u64]) -> Result<Option<StateKind>, Stop> {
        if !self.system.contains(&self.system.reachable(), state)? {
            return Ok(None);
        }
        let domain = self.domain()?;
        let is_about = self.system.contains(&domain, state)?;
        Ok(Some(if is_about { StateKind::InDomain } else { StateKind::WithoutFairPath }))
    }

    fn insights(&mut self, request: &InspectRequest<'_>, agents: &[AgentId]) -> Result<Vec<Insight>, Stop> {
        let propositions = (0..self.model.propositions.len()).map(|index| self.proposition(PropId::from(index)));
        let propositions = propositions.collect::<Result<Vec<_>, _>>()?;
        let mut watched = Vec::with_capacity(request.watched.len());
        for condition in request.watched {
            watched.push(self.satisfying(condition)?);
        }
        let mut found = Vec::with_capacity(agents.len());
        for &agent in agents {
            let possible = self.possible_for(agent, request.state)?;
            let known = |sets: &[S::Set]| {
                let known = sets.iter().map(|set| self.known(&possible, set));
                known.collect::<Result<Vec<Known>, Stop>>()
            };
            let (propositions, watched) = (known(&propositions)?, known(&watched)?);
            let (count, states) = (self.system.count(&possible)?, self.least(&possible, request.most)?);
            let sees = self.model.agent(agent).observes.clone();
            let possible = PossibleStates { agent, count, states };
            found.push(Insight { agent, sees, possible, propositions, watched });
        }
        Ok(found)
    }

    fn doubt(&mut self, state: &[u64], knower: &Knower, formula: &Condition) -> Result<Doubt, Stop> {
        let satisfying = self.satisfying(formula)?;
        let domain = self.domain()?;
        let fails = self.system.difference(&domain, &satisfying)?;
        if self.system.contains(&fails, state)? {
            let refuted = Some(PossibleWorld { state: state.to_vec(), links: Vec::new() });
            return Ok(Doubt { holds: false, refuted });
        }
        let (observers, most) = match knower {
            Knower::Agent(agent) => (vec![vec![*agent]], Some(1)),
            Knower::Distributed(members) => (vec![members.clone()], Some(1)),
            Knower::Everyone(members) => (apart(members), Some(1)),
            Knower::Common(members) => (apart(members), None),
        };
        let chain = self.chain(state, &observers, &fails, most)?;
        let refuted = chain.map(|links| {
            let last = links.last().map_or_else(|| state.to_vec(), |link| link.state.clone());
            PossibleWorld { state: last, links }
        });
        Ok(Doubt { holds: true, refuted })
    }

    fn doubts(
        &mut self,
        state: &[u64],
        agents: &[AgentId],
        most: usize,
    ) -> Result<(BigUint, Vec<(State, usize)>), Stop> {
        let domain = self.domain()?;
        let system = &self.system;
        let mut frontier = system.singleton(state)?;
        let mut known = frontier.clone();
        let mut found = Vec::new();
        let mut distance = 0;
        while !system.is_empty(&frontier) {
            let listed = self.least(&frontier, most - found.len())?;
            found.extend(listed.into_iter().map(|state| (state, distance)));
            frontier = system.difference(&self.doubted(&apart(agents), &frontier, &domain)?, &known)?;
            known = system.union(&known, &frontier)?;
            distance += 1;
        }
        Ok((system.count(&known)?, found))
    }
}

impl<S: System> Held<'_, S> {
    /// What somebody knows who considers these states possible.
    pub(super) fn known(&self, possible: &S::Set, set: &S::Set) -> Result<Known, Stop> {
        let system = &self.system;
        // Without a fair path formulas say nothing about a state; then there may be no possible state.
        Ok(if system.is_empty(possible) {
            Known::Open
        } else if system.is_subset(possible, set)? {
            Known::True
        } else if system.is_empty(&system.intersection(possible, set)?) {
            Known::False
        } else {
            Known::Open
        })
    }

    /// The states of the domain that some group of observers cannot tell from one of a set.
    fn doubted(&self, groups: &[Vec<AgentId>], set: &S::Set, domain: &S::Set) -> Result<S::Set, Stop> {
        let mut found = self.system.empty();
        for observers in groups {
            self.system.budget().check()?;
            let alike = self.system.indistinguishable(observers, set)?;
            found = self.system.union(&found, &self.system.intersection(&alike, domain)?)?;
        }
        Ok(found)
    }

    /// A shortest chain of doubts from a state into a set, with so many links at most.
    fn chain(
        &mut self,
        state: &[u64],
        groups: &[Vec<AgentId>],
        target: &S::Set,
        most: Option<usize>,
    ) -> Result<Option<Vec<DoubtLink>>, Stop> {
        let domain = self.domain()?;
        let system = &self.system;
        let mut layers = vec![system.singleton(state)?];
        let mut known = layers[0].clone();
        let goal = loop {
            let frontier = &layers[layers.len() - 1];
            let met = system.intersection(frontier, target)?;
            if let Some(goal) = system.pick(&met)? {
                break goal;
            }
            if most.is_some_and(|most| layers.len() > most) {
                return Ok(None);
            }
            let next = system.difference(&self.doubted(groups, frontier, &domain)?, &known)?;
            if system.is_empty(&next) {
                return Ok(None);
            }
            known = system.union(&known, &next)?;
            layers.push(next);
        };
        layers.pop();
        let mut links = Vec::with_capacity(layers.len());
        let mut at = goal;
        while let Some(layer) = layers.pop() {
            let here = system.singleton(&at)?;
            for observers in groups {
                let before = system.intersection(&system.indistinguishable(observers, &here)?, &layer)?;
                if let Some(before) = system.pick(&before)? {
                    let state = std::mem::replace(&mut at, before);
                    links.push(DoubtLink { observers: observers.clone(), state });
                    break;
                }
            }
        }
        links.reverse();
        Ok(Some(links))
    }
}

/// Each agent for itself.
fn apart(agents: &[AgentId]) -> Vec<Vec<AgentId>> {
    agents.iter().map(|agent| vec![*agent]).collect()
}
