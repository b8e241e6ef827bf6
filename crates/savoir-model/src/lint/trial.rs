//! What lints need to know about a model again and again, found out once.

use super::effort::Effort;
use crate::{ActionId, AgentId, Expr, ExprId, Model, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A model whose conditions are tried out.
pub(super) struct Trial<'m> {
    pub(super) model: &'m Model,
    pub(super) effort: Effort<'m>,
    permits: Vec<Permits>,
}

/// What the protocol of an agent allows.
struct Permits {
    /// The variables that its conditions read, sorted.
    variables: Vec<VarId>,
    /// The actions that some line allows.
    allowed: FxHashSet<ActionId>,
    /// The actions that some line allows, by the lines that allow them; sorted.
    alike: Vec<Vec<ActionId>>,
    /// The actions that each line allows.
    lines: Vec<FxHashSet<ActionId>>,
}

impl<'m> Trial<'m> {
    /// Looks at the protocols once.
    pub(super) fn new(model: &'m Model, stop: &'m dyn Fn() -> bool) -> Trial<'m> {
        let permits = model.agent_ids().map(|agent| Permits::of(model, agent)).collect();
        Trial { model, effort: Effort::new(stop), permits }
    }

    /// The agents whose actions some conditions test, each with actions that it may perform: those that are named, and of
    /// others that neither the conditions nor the protocol tell apart, the first. If one of the conditions asks for a certain
    /// action, only that.
    pub(super) fn choices(&self, conditions: &[ExprId]) -> Vec<(AgentId, Vec<ActionId>)> {
        let exprs = &self.model.exprs;
        let mut named: Vec<(AgentId, ActionId)> = conditions.iter().flat_map(|id| exprs.actions(*id)).collect();
        named.sort_unstable();
        named.dedup();
        let conjuncts = conditions.iter().flat_map(|id| exprs.conjuncts(*id));
        let mut asked: FxHashMap<AgentId, Vec<ActionId>> = FxHashMap::default();
        for conjunct in conjuncts {
            if let Expr::ActionIs(agent, action) = exprs.get(conjunct) {
                asked.entry(*agent).or_default().push(*action);
            }
        }
        let mut found: Vec<(AgentId, Vec<ActionId>)> = Vec::new();
        for of_agent in named.chunk_by(|a, b| a.0 == b.0) {
            let agent = of_agent[0].0;
            let permits = &self.permits[agent.index()];
            let mut actions: Vec<ActionId> = match asked.get(&agent) {
                Some(asked) if asked.iter().all(|action| *action == asked[0]) => vec![asked[0]],
                Some(_) => Vec::new(),
                None => {
                    let named = |action: &&ActionId| of_agent.binary_search(&(agent, **action)).is_ok();
                    let others = permits.alike.iter().filter_map(|alike| alike.iter().find(|action| !named(action)));
                    of_agent.iter().map(|(_, action)| *action).chain(others.copied()).collect()
                }
            };
            actions.retain(|action| permits.allowed.contains(action));
            actions.sort_unstable();
            actions.dedup();
            self.effort.spend(actions.len());
            found.push((agent, actions));
        }
        found
    }

    /// The variables that the protocols of some agents and some expressions read, sorted.
    pub(super) fn variables(&self, agents: impl Iterator<Item = AgentId>, expressions: &[ExprId]) -> Vec<VarId> {
        let exprs = &self.model.exprs;
        let of_protocols = agents.flat_map(|agent| self.permits[agent.index()].variables.iter().copied());
        let mut variables: Vec<VarId> = of_protocols.collect();
        variables.extend(expressions.iter().flat_map(|id| exprs.variables(*id)));
        variables.sort_unstable();
        variables.dedup();
        self.effort.spend(variables.len());
        variables
    }

    /// Whether a line of an agent's protocol allows an action.
    pub(super) fn allows(&self, agent: AgentId, line: usize, action: ActionId) -> bool {
        self.permits[agent.index()].lines[line].contains(&action)
    }
}

impl Permits {
    fn of(model: &Model, agent: AgentId) -> Permits {
        let agent = model.agent(agent);
        let mut allowing: Vec<Vec<u32>> = vec![Vec::new(); agent.actions.len()];
        for (index, line) in agent.protocol.iter().enumerate() {
            line.actions.iter().for_each(|action| allowing[action.index()].push(index as u32));
        }
        let is_open = agent.protocol.is_empty();
        let actions = (0..agent.actions.len()).map(ActionId::from);
        let allowed = actions.clone().filter(|action| is_open || !allowing[action.index()].is_empty());
        let mut alike: BTreeMap<&[u32], Vec<ActionId>> = BTreeMap::new();
        for action in allowed.clone() {
            alike.entry(&allowing[action.index()]).or_default().push(action);
        }
        let alike = alike.into_values().collect();
        let guards = agent.protocol.iter().filter_map(|line| line.guard);
        let mut variables: Vec<VarId> = guards.flat_map(|guard| model.exprs.variables(guard)).collect();
        variables.sort_unstable();
        variables.dedup();
        let lines = agent.protocol.iter().map(|line| line.actions.iter().copied().collect()).collect();
        Permits { variables, allowed: allowed.collect(), alike, lines }
    }
}
