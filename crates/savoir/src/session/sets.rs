//! Sets of states: refined, stepped forwards and backwards as a whole, counted exactly.

use super::answers::{KnownAcross, PropositionAcross, SetReport};
use super::condition::Condition;
use super::held::Held;
use savoir_check::{Stop, System};
use savoir_model::{AgentId, PropId};

/// How a set comes about.
#[derive(Debug)]
pub(crate) enum Making<'a> {
    Initial,
    Reachable,
    State(&'a [u64]),
    Where(&'a Condition),
    Successors,
    Predecessors,
}

/// What can be done with sets of states. The sets stay with the engine they belong to.
pub(crate) trait SetStack {
    /// Makes a new set, by a command.
    fn make(&mut self, making: Making<'_>, command: String) -> Result<(), Stop>;

    /// Returns to the set before; whether there is one.
    fn undo(&mut self) -> bool;

    /// The commands that made the set, the first one that of a set from nothing; none if there is no set.
    fn commands(&self) -> Vec<String>;

    /// What there is to say about the set, with so many states listed; `None` if there is no set.
    fn report(&mut self, most: usize) -> Result<Option<SetReport>, Stop>;

    /// What is known across the set; `None` if there is no set.
    fn across(&mut self) -> Result<Option<Vec<KnownAcross>>, Stop>;
}

impl<S: System> SetStack for Held<'_, S> {
    fn make(&mut self, making: Making<'_>, command: String) -> Result<(), Stop> {
        // Without a set, commands that need one are about all initial states.
        let current = self.sets.last().map_or_else(|| self.system.initial(), |(_, set)| set.clone());
        let wanted = match &making {
            Making::Where(condition) => Some(self.satisfying(condition)?),
            Making::Initial | Making::Reachable | Making::State(_) | Making::Successors | Making::Predecessors => None,
        };
        let system = &self.system;
        let set = match &making {
            Making::Initial => system.initial(),
            Making::Reachable => system.reachable(),
            Making::State(state) => system.singleton(state)?,
            Making::Where(_) => system.intersection(&current, &wanted.unwrap_or_else(|| system.reachable()))?,
            Making::Successors => system.image(&current)?,
            Making::Predecessors => system.preimage(&current)?,
        };
        let from_nothing = matches!(making, Making::Initial | Making::Reachable | Making::State(_));
        if from_nothing {
            self.sets.clear();
        } else if self.sets.is_empty() {
            self.sets.push(("set initial".to_owned(), self.system.initial()));
        }
        self.sets.push((command, set));
        Ok(())
    }

    fn undo(&mut self) -> bool {
        let possible = self.sets.len() > 1;
        if possible {
            self.sets.pop();
        }
        possible
    }

    fn commands(&self) -> Vec<String> {
        self.sets.iter().map(|(command, _)| command.clone()).collect()
    }

    fn report(&mut self, most: usize) -> Result<Option<SetReport>, Stop> {
        let domain = self.domain()?;
        let Some((_, set)) = self.sets.last() else { return Ok(None) };
        let system = &self.system;
        let across = |index| {
            let proposition = PropId::from(index);
            let holds = system.count(&system.intersection(set, &self.proposition(proposition)?)?)?;
            Ok(PropositionAcross { proposition, holds })
        };
        let fair = match self.model.fairness.is_empty() {
            true => None,
            false => Some(system.count(&system.intersection(set, &domain)?)?),
        };
        Ok(Some(SetReport {
            history: self.commands(),
            count: system.count(set)?,
            fair,
            propositions: (0..self.model.propositions.len()).map(across).collect::<Result<_, Stop>>()?,
            states: self.least(set, most)?,
        }))
    }

    fn across(&mut self) -> Result<Option<Vec<KnownAcross>>, Stop> {
        let domain = &self.domain()?;
        let Some((_, set)) = self.sets.last() else { return Ok(None) };
        let system = &self.system;
        let set = system.intersection(set, domain)?;
        let all = system.count(&set)?;
        let mut found = Vec::new();
        for agent in self.model.agent_ids().filter(|agent| self.model.agent(*agent).declared) {
            for index in 0..self.model.propositions.len() {
                let proposition = PropId::from(index);
                let holds = system.intersection(domain, &self.proposition(proposition)?)?;
                let fails = system.difference(domain, &holds)?;
                // An agent knows what holds in no state that looks like one where it fails.
                let known = |opposite| system.difference(&set, &system.indistinguishable(&[agent], opposite)?);
                let knows_true = system.count(&known(&fails)?)?;
                let knows_false = system.count(&known(&holds)?)?;
                let open = &all - &knows_true - &knows_false;
                found.push(KnownAcross {
                    agent: AgentId::from(agent.index()),
                    proposition,
                    knows_true,
                    knows_false,
                    open,
                });
            }
        }
        Ok(Some(found))
    }
}
