//! Strategies as short lists of cases: what to do, told by as few variables as possible.
//!
//! A policy says in each state of a strategy exactly what the strategy says there. About other states it says something
//! too, which means nothing: a play never comes to them.

mod features;
mod list;
#[cfg(test)]
mod tests;

use features::{Instance, Sample};
use savoir_model::{ActionId, AgentId, CoalitionId, Formula, FormulaId, Model, VarId};
use savoir_reference::JointAction;
use savoir_replay::Strategy;

/// A longer list of moves has no shorter form that anybody would read.
const MOST_INSTANCES: usize = 20_000;

/// Whose strategy it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The coalition of the formula.
    Coalition,
    /// All others, who see what the coalition does and answer.
    Others,
}

/// What players look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// Whatever tells most, even if they do not see it.
    Everything,
    /// Each of them only what it observes: the strategy is uniform.
    Observations,
}

/// What a decision may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// The value of a variable.
    Variable(VarId),
    /// What a member of the coalition does, for those who answer it.
    Action(AgentId),
}

impl Feature {
    /// The code of a value, or the number of an action.
    fn of(self, state: &[u64], own: &[Option<ActionId>]) -> u64 {
        match self {
            Feature::Variable(id) => state[id.index()],
            Feature::Action(agent) => {
                own.get(agent.index()).copied().flatten().map_or(0, |action| action.index() as u64)
            }
        }
    }
}

/// How a feature is compared with a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Comparison {
    /// It is the same.
    Is,
    /// It is the same or comes before; for numbers.
    AtMost,
    /// It is the same or comes after; for numbers.
    AtLeast,
    /// It is another one.
    IsNot,
}

/// A simple condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Literal {
    /// What is looked at.
    pub feature: Feature,
    /// How.
    pub comparison: Comparison,
    /// The code of a value, or the number of an action.
    pub code: u64,
}

impl Literal {
    fn accepts(&self, value: u64) -> bool {
        match self.comparison {
            Comparison::Is => value == self.code,
            Comparison::AtMost => value <= self.code,
            Comparison::AtLeast => value >= self.code,
            Comparison::IsNot => value != self.code,
        }
    }
}

/// What to do if all conditions hold, and none of the cases before applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The conditions; the last case has none.
    pub guard: Vec<Literal>,
    /// What the players may do: one or more moves, each with nothing for everybody else.
    pub moves: Vec<JointAction>,
}

/// A list of cases, of which the first that applies counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Whose actions it is about.
    pub agents: Vec<AgentId>,
    /// The cases; none if a play is decided where it starts.
    pub cases: Vec<Case>,
}

/// A strategy in its short form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Whose strategy it is.
    pub player: Player,
    /// What they look at.
    pub sight: Sight,
    /// What the coalition is called.
    pub coalition: CoalitionId,
    /// One for each agent that has something to choose; a single one if these have to agree on what they do.
    pub tables: Vec<Table>,
}

impl Policy {
    /// The policy of a strategy for a formula that holds, or against one that fails; `None` for another formula, and for a
    /// strategy that is too long.
    #[must_use]
    pub fn new(model: &Model, formula: FormulaId, holds: bool, strategy: &Strategy) -> Option<Policy> {
        let Formula::Enforce(coalition, _) = *model.formulas.get(formula) else { return None };
        let members = model.formulas.members(coalition);
        let sight = if holds && strategy.start_set.is_some() { Sight::Observations } else { Sight::Everything };
        let player = if holds { Player::Coalition } else { Player::Others };
        let chooses = |agent: &AgentId| members.contains(agent) == holds && model.agent(*agent).actions.len() > 1;
        let agents: Vec<AgentId> = model.agent_ids().filter(chooses).collect();
        let mut instances = Vec::new();
        for row in &strategy.rows {
            if holds {
                let moves = distinct(row.choices.iter().map(|choice| part(&choice.own, &agents)));
                instances.push(Instance { state: &row.state, own: &[], moves });
            } else {
                for choice in &row.choices {
                    let moves = distinct(choice.answers.iter().map(|answer| part(&answer.action, &agents)));
                    instances.push(Instance { state: &row.state, own: &choice.own, moves });
                }
            }
        }
        if instances.len() > MOST_INSTANCES {
            return None;
        }
        let parties: Vec<Vec<AgentId>> = if instances.iter().all(|instance| is_product(instance, &agents)) {
            agents.iter().map(|agent| vec![*agent]).collect()
        } else {
            vec![agents]
        };
        let table = |agents: Vec<AgentId>| {
            let of_agents = |instance: &Instance<'_>| distinct(instance.moves.iter().map(|joint| part(joint, &agents)));
            let instances: Vec<Instance<'_>> =
                instances.iter().map(|instance| Instance { moves: of_agents(instance), ..*instance }).collect();
            let sample = Sample::new(model, members, (player, sight), &agents, &instances);
            let cases = list::cases(&sample);
            Table { agents, cases }
        };
        Some(Policy { player, sight, coalition, tables: parties.into_iter().map(table).collect() })
    }

    /// What the players may do in a state, given what the coalition does if they are the others.
    #[must_use]
    pub fn decide(&self, state: &[u64], own: &[Option<ActionId>]) -> Vec<JointAction> {
        let mut all: Vec<JointAction> = Vec::new();
        for (number, table) in self.tables.iter().enumerate() {
            let moves = table.decide(state, own);
            if number == 0 {
                all = moves.to_vec();
                continue;
            }
            let join = |a: &JointAction, b: &JointAction| a.iter().zip(b).map(|(a, b)| a.or(*b)).collect();
            all = all.iter().flat_map(|a| moves.iter().map(move |b| join(a, b))).collect();
        }
        all
    }
}

impl Table {
    /// What the agents of the table may do in a state.
    #[must_use]
    pub fn decide(&self, state: &[u64], own: &[Option<ActionId>]) -> &[JointAction] {
        let applies = |case: &&Case| case.guard.iter().all(|literal| literal.accepts(literal.feature.of(state, own)));
        self.cases.iter().find(applies).map_or(&[], |case| &case.moves)
    }

    /// The variables that the cases look at, in the order of the model.
    #[must_use]
    pub fn variables(&self) -> Vec<VarId> {
        let looked_at = self.cases.iter().flat_map(|case| &case.guard).filter_map(|literal| match literal.feature {
            Feature::Variable(id) => Some(id),
            Feature::Action(_) => None,
        });
        let mut found: Vec<VarId> = looked_at.collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// What some agents do in a joint action.
fn part(joint: &JointAction, agents: &[AgentId]) -> JointAction {
    let of = |(agent, action): (usize, &Option<ActionId>)| action.filter(|_| agents.contains(&AgentId::from(agent)));
    joint.iter().enumerate().map(of).collect()
}

/// Each move once, in the order of its first appearance.
fn distinct(moves: impl Iterator<Item = JointAction>) -> Vec<JointAction> {
    let mut found: Vec<JointAction> = Vec::new();
    for joint in moves {
        if !found.contains(&joint) {
            found.push(joint);
        }
    }
    found
}

/// Whether the moves are all combinations of what each agent may do on its own.
fn is_product(instance: &Instance<'_>, agents: &[AgentId]) -> bool {
    let ways = |agent: &AgentId| distinct(instance.moves.iter().map(|joint| part(joint, &[*agent]))).len();
    agents.iter().map(ways).try_fold(1_usize, usize::checked_mul) == Some(instance.moves.len().max(1))
}
