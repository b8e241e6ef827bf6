//! Actions of an agent that no guard tells apart behave alike and are one class.

use crate::{ActionId, AgentId, Model};

/// The classes of all agents' actions, numbered from 0. Actions that no guard tests are one class; each of the others has
/// a class of its own.
#[derive(Clone, Debug)]
pub struct ActionClasses {
    by_agent: Vec<Vec<u32>>,
    counts: Vec<usize>,
}

impl ActionClasses {
    /// Finds the classes.
    #[must_use]
    pub fn new(model: &Model) -> ActionClasses {
        let mut tested: Vec<Vec<bool>> = model.agents.iter().map(|agent| vec![false; agent.actions.len()]).collect();
        for line in model.agents.iter().flat_map(|agent| &agent.evolution) {
            for (agent, action) in model.exprs.actions(line.guard) {
                tested[agent.index()][action.index()] = true;
            }
        }
        let number = |tested: &Vec<bool>| {
            // The first class is for the actions that are not tested, if there are any.
            let mut next = u32::from(tested.contains(&false));
            let mut class = |tested: &bool| {
                next += u32::from(*tested);
                if *tested { next - 1 } else { 0 }
            };
            tested.iter().map(&mut class).collect()
        };
        let by_agent: Vec<Vec<u32>> = tested.iter().map(number).collect();
        let count = |classes: &Vec<u32>| 1 + classes.iter().copied().max().unwrap_or(0) as usize;
        ActionClasses { counts: by_agent.iter().map(count).collect(), by_agent }
    }

    /// The class of an action.
    #[must_use]
    pub fn class(&self, agent: AgentId, action: ActionId) -> u32 {
        self.by_agent[agent.index()][action.index()]
    }

    /// How many classes an agent has, at least one.
    #[must_use]
    pub fn count(&self, agent: AgentId) -> usize {
        self.counts[agent.index()]
    }

    /// The classes of some actions, sorted, each once.
    #[must_use]
    pub fn of(&self, agent: AgentId, actions: &[ActionId]) -> Vec<u32> {
        let mut classes: Vec<u32> = actions.iter().map(|action| self.class(agent, *action)).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// The classes of all actions of an agent, sorted, each once.
    #[must_use]
    pub fn all(&self, agent: AgentId) -> Vec<u32> {
        let mut classes = self.by_agent[agent.index()].clone();
        classes.sort_unstable();
        classes.dedup();
        classes
    }
}
