//! What guards ask about actions, and in which order.

use savoir_model::{ActionClasses, AgentId, Expr, ExprId, Model};
use std::cmp::Reverse;

/// Index of a class of actions of an agent.
pub(crate) type ActionClass = u32;

/// How guards test actions.
pub(super) struct ActionTests {
    pub(super) classes: ActionClasses,
    /// By agent: its place in the order in which guards test actions. Agents whose action most lines read come first,
    /// such as a scheduler, and of several, those that are asked for most actions: fixing theirs decides most tests of the
    /// others.
    pub(super) rank: Vec<usize>,
    /// An agent that most lines wait for, such as a scheduler.
    pub(super) hub: Option<AgentId>,
    /// By expression: whether it tests an action.
    pub(super) tests_actions: Vec<bool>,
}

impl ActionTests {
    pub(super) fn new(model: &Model) -> ActionTests {
        let classes = ActionClasses::new(model);
        let mut tests_actions = vec![false; model.exprs.len()];
        for index in 0..model.exprs.len() {
            let id = ExprId::from(index);
            tests_actions[index] = match model.exprs.get(id) {
                Expr::ActionIs(..) => true,
                _ => model.exprs.operands(id).iter().any(|part| tests_actions[part.index()]),
            };
        }
        let mut readers = vec![0usize; model.agents.len()];
        let mut tests = vec![0usize; model.agents.len()];
        for line in model.agents.iter().flat_map(|agent| &agent.evolution) {
            let mut agents: Vec<AgentId> = model.exprs.actions(line.guard).iter().map(|(agent, _)| *agent).collect();
            agents.iter().for_each(|agent| tests[agent.index()] += 1);
            agents.dedup();
            agents.iter().for_each(|agent| readers[agent.index()] += 1);
        }
        let mut order: Vec<AgentId> = model.agent_ids().collect();
        order.sort_by_key(|agent| {
            (Reverse(readers[agent.index()]), Reverse(tests[agent.index()]), classes.count(*agent))
        });
        let mut rank = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, agent)| rank[agent.index()] = place);
        let lines: usize = model.agents.iter().map(|agent| agent.evolution.len()).sum();
        let waited_for = |agent: &&AgentId| classes.count(**agent) > 1 && 2 * readers[agent.index()] >= lines;
        let hub = order.first().filter(waited_for).copied();
        ActionTests { classes, rank, hub, tests_actions }
    }
}
