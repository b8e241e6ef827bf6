//! What holds in single states, what agents know there, and how to get from one to another.

use super::answers::{StateKnowledge, Step};
use super::condition::{Condition, Meaning};
use super::held::Held;
use savoir_check::{Checker, Stop, System, UniformAlgorithm};
use savoir_model::{ActionId, AgentId, PropId};
use savoir_reference::{State, may_perform};

impl<S: System> Held<'_, S> {
    /// The reachable states where a condition holds.
    pub(super) fn satisfying(&mut self, condition: &Condition) -> Result<S::Set, Stop> {
        match condition.meaning {
            Meaning::Values(expression) => self.system.states_where(&condition.model, expression),
            Meaning::Formula(formula) => {
                if let Some((text, semantics, set)) = &self.last
                    && (text, semantics) == (&condition.text, &condition.semantics)
                {
                    return Ok(set.clone());
                }
                // The condition's model has formulas of its own, so what is found out about them is not kept.
                let memory = self.memory()?.clone();
                let mut checker = Checker::resume(&condition.model, &self.system, condition.semantics, memory);
                checker.search_uniform_strategies(self.uniform_search(UniformAlgorithm::Auto));
                let set = checker.satisfying(formula)?;
                self.last = Some((condition.text.clone(), condition.semantics, set.clone()));
                Ok(set)
            }
        }
    }

    /// Whether a condition holds in a state; `None` where no fair path starts.
    pub(super) fn truth_of(&mut self, condition: &Condition, state: &[u64]) -> Result<Option<bool>, Stop> {
        let here = self.system.singleton(state)?;
        let domain = self.domain()?;
        if !self.system.is_subset(&here, &domain)? {
            return Ok(None);
        }
        let satisfying = self.satisfying(condition)?;
        self.system.is_subset(&here, &satisfying).map(Some)
    }

    /// The states of the domain that an agent cannot tell from a state.
    pub(super) fn possible_for(&mut self, agent: AgentId, state: &[u64]) -> Result<S::Set, Stop> {
        let domain = self.domain()?;
        let alike = self.system.indistinguishable(&[agent], &self.system.singleton(state)?)?;
        self.system.intersection(&alike, &domain)
    }

    pub(super) fn knowledge_of(&mut self, agent: AgentId, state: &[u64]) -> Result<StateKnowledge, Stop> {
        let possible = self.possible_for(agent, state)?;
        let system = &self.system;
        let known = |index| self.known(&possible, &self.proposition(PropId::from(index))?);
        let propositions = (0..self.model.propositions.len()).map(known).collect::<Result<_, Stop>>()?;
        Ok(StateKnowledge { agent, possible: system.count(&possible)?, propositions })
    }

    pub(super) fn path_to(&mut self, state: &[u64], condition: &Condition) -> Result<Option<Vec<Step>>, Stop> {
        let target = self.satisfying(condition)?;
        let system = &self.system;
        let path = system.shortest_path(&system.singleton(state)?, &system.reachable(), &target)?;
        path.map(|path| self.along(&path)).transpose()
    }

    /// The steps along a path.
    pub(super) fn along(&self, path: &[State]) -> Result<Vec<Step>, Stop> {
        let allowed = |state: &State| -> Vec<Vec<ActionId>> {
            let performed = |agent| may_perform(self.model, agent, state).into_iter().flatten().collect();
            self.model.agent_ids().map(performed).collect()
        };
        path.windows(2)
            .map(|pair| {
                let action = self.system.joint_action(&pair[0], &pair[1], &allowed(&pair[0]))?;
                // The engine found the path, so there is one.
                let action = action.unwrap_or_else(|| vec![None; self.model.agents.len()]);
                Ok(Step { action, state: pair[1].clone() })
            })
            .collect()
    }
}
