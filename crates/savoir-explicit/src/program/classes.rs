//! Action classes: actions of an agent that no guard tells apart are one.

use savoir_model::{ActionId, AgentId, Expr, ExprId, Model};
use std::cmp::Reverse;

/// Index of a class of actions of an agent.
pub(crate) type ActionClass = u16;

/// Which actions guards can tell apart.
pub(super) struct ActionClasses {
    pub(super) by_agent: Vec<Vec<ActionClass>>,
    /// By agent: how many classes it has, at least one.
    pub(super) counts: Vec<usize>,
    /// By agent: its place in the order in which guards test actions. Agents whose action most lines read come first,
    /// such as a scheduler; fixing theirs decides most tests of the others.
    pub(super) rank: Vec<usize>,
    /// An agent that most lines wait for, such as a scheduler.
    pub(super) hub: Option<AgentId>,
    /// By expression: whether it tests an action.
    pub(super) tests_actions: Vec<bool>,
}

impl ActionClasses {
    pub(super) fn new(model: &Model) -> ActionClasses {
        let mut tested: Vec<Vec<bool>> = model.agents.iter().map(|agent| vec![false; agent.actions.len()]).collect();
        let mut tests_actions = vec![false; model.exprs.len()];
        for index in 0..model.exprs.len() {
            let id = ExprId::from(index);
            tests_actions[index] = match model.exprs.get(id) {
                Expr::ActionIs(agent, action) => {
                    tested[agent.index()][action.index()] = true;
                    true
                }
                _ => model.exprs.operands(id).iter().any(|part| tests_actions[part.index()]),
            };
        }
        // Class 0 holds all that are never tested.
        let number = |tested: &Vec<bool>| {
            let mut next = 0;
            let mut class = |tested: &bool| {
                next += ActionClass::from(*tested);
                if *tested { next } else { 0 }
            };
            tested.iter().map(&mut class).collect()
        };
        let by_agent: Vec<Vec<ActionClass>> = tested.iter().map(number).collect();
        let counts = by_agent.iter().map(|classes| 1 + usize::from(classes.iter().copied().max().unwrap_or(0)));
        let counts: Vec<usize> = counts.collect();
        let mut readers = vec![0usize; counts.len()];
        for line in model.agents.iter().flat_map(|agent| &agent.evolution) {
            let mut agents: Vec<AgentId> = model.exprs.actions(line.guard).iter().map(|(agent, _)| *agent).collect();
            agents.dedup();
            agents.iter().for_each(|agent| readers[agent.index()] += 1);
        }
        let mut order: Vec<usize> = (0..counts.len()).collect();
        order.sort_by_key(|&agent| (Reverse(readers[agent]), counts[agent]));
        let mut rank = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &agent)| rank[agent] = place);
        let lines: usize = model.agents.iter().map(|agent| agent.evolution.len()).sum();
        let hub = order.first().filter(|&&agent| counts[agent] > 1 && 2 * readers[agent] >= lines);
        let hub = hub.map(|&agent| AgentId::from(agent));
        ActionClasses { counts, by_agent, rank, hub, tests_actions }
    }

    pub(super) fn class(&self, agent: AgentId, action: ActionId) -> ActionClass {
        self.by_agent[agent.index()][action.index()]
    }

    pub(super) fn of(&self, agent: AgentId, actions: &[ActionId]) -> Vec<ActionClass> {
        let mut classes: Vec<ActionClass> = actions.iter().map(|action| self.class(agent, *action)).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }
}
