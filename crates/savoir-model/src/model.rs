//! The model itself.

use crate::{
    ActionId, AgentId, AtlSemantics, EnumTypeId, EnumValueId, Expr, ExprId, ExprPool, FormulaId, FormulaPool, GroupId,
    PropId, VarId,
};
use rustc_hash::FxHashMap;
use savoir_syntax::Span;

/// How several enabled evolution lines of an agent combine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignmentSemantics {
    /// Exactly one enabled line is taken as a whole.
    Multi,
    /// Each variable takes one of its own enabled lines.
    Single,
}

/// The values of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// `false` and `true`.
    Bool,
    /// The whole numbers from `low` to `high`; never empty.
    Int {
        /// Least value.
        low: i64,
        /// Greatest value.
        high: i64,
    },
    /// The values of an enumeration.
    Enum(EnumTypeId),
}

/// An enumeration: its value names, sorted. Equal sets of names are the same type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumType {
    /// The values in alphabetical order; a variable's code is an index into this list.
    pub values: Vec<EnumValueId>,
}

/// Who sees a variable besides its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Every agent (`Obsvars` of the environment).
    Everyone,
    /// Those that list it in `Lobsvars`, if any.
    Listed,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name, unique within its owner.
    pub name: String,
    /// The agent that has it.
    pub owner: AgentId,
    /// Its values.
    pub domain: Domain,
    /// Who else sees it.
    pub visibility: Visibility,
    /// Its declaration.
    pub span: Span,
}

/// An action of an agent.
#[derive(Clone, Debug)]
pub struct Action {
    /// Its name, unique within its agent.
    pub name: String,
    /// Its declaration.
    pub span: Span,
}

/// A line of a protocol: the actions allowed where the guard holds.
#[derive(Clone, Debug)]
pub struct ProtocolLine {
    /// The condition; `None` for `Other`, which applies where no line above does.
    pub guard: Option<ExprId>,
    /// The actions it allows.
    pub actions: Vec<ActionId>,
    /// Its place.
    pub span: Span,
}

/// A line of an evolution: assignments made where the guard holds.
#[derive(Clone, Debug)]
pub struct EvolutionLine {
    /// Variables with their next values, each variable once.
    pub assignments: Vec<(VarId, ExprId)>,
    /// The condition over state and joint action.
    pub guard: ExprId,
    /// Its place.
    pub span: Span,
}

/// An agent.
#[derive(Clone, Debug)]
pub struct Agent {
    /// Its name.
    pub name: String,
    /// Whether the file declares it; an undeclared environment has no variables and no actions.
    pub declared: bool,
    /// Its own variables.
    pub variables: Vec<VarId>,
    /// All variables of its local state, sorted: its own and the environment's that it sees.
    pub observes: Vec<VarId>,
    /// Where its local state is red; nowhere if absent.
    pub red: Option<ExprId>,
    /// Its actions. An agent without actions does nothing and never blocks.
    pub actions: Vec<Action>,
    /// Its protocol. An empty protocol allows every action.
    pub protocol: Vec<ProtocolLine>,
    /// Its evolution.
    pub evolution: Vec<EvolutionLine>,
    /// Its name in the source.
    pub span: Span,
}

/// A proposition.
#[derive(Clone, Debug)]
pub struct Proposition {
    /// Its name.
    pub name: String,
    /// The states it holds in.
    pub condition: ExprId,
    /// Its place.
    pub span: Span,
}

/// A named group of agents.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its members, sorted.
    pub members: Vec<AgentId>,
    /// Its place.
    pub span: Span,
}

/// The language a formula was written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logic {
    /// CTL, ATL, knowledge and norms.
    Plain,
    /// `LTL …`
    Ltl,
    /// `CTL* …`
    CtlStar,
}

/// A formula to be checked.
#[derive(Clone, Debug)]
pub struct Property {
    /// The formula; for LTL with its implicit `A`.
    pub formula: FormulaId,
    /// The language it was written in.
    pub logic: Logic,
    /// The formula as written, on one line.
    pub text: String,
    /// From `-- name: …`.
    pub name: Option<String>,
    /// From `-- expect: …`.
    pub expected: Option<bool>,
    /// From `-- atl: …`.
    pub reading: Option<AtlSemantics>,
    /// Its place, in the file or in the text given on the command line.
    pub span: Span,
}

/// A system of agents with what is asked about it.
#[derive(Clone, Debug)]
pub struct Model {
    /// How evolution lines combine.
    pub semantics: AssignmentSemantics,
    /// The agents, the environment first.
    pub agents: Vec<Agent>,
    /// All variables, grouped by agent in the order of the file.
    pub variables: Vec<Variable>,
    /// The enumeration types.
    pub enum_types: Vec<EnumType>,
    /// The names of all enumeration values.
    pub enum_values: Vec<String>,
    /// The propositions.
    pub propositions: Vec<Proposition>,
    /// The condition on initial states.
    pub init: ExprId,
    /// Where the condition stands.
    pub init_span: Span,
    /// The named groups.
    pub groups: Vec<Group>,
    /// Each must hold infinitely often on a fair path.
    pub fairness: Vec<FormulaId>,
    /// Where the first fairness constraint stands.
    pub fairness_span: Option<Span>,
    /// What is to be checked.
    pub properties: Vec<Property>,
    /// The expressions.
    pub exprs: ExprPool,
    /// The formulas.
    pub formulas: FormulaPool,
}

impl Agent {
    /// Whether the agent observes a variable.
    #[must_use]
    pub fn sees(&self, variable: VarId) -> bool {
        self.observes.binary_search(&variable).is_ok()
    }
}

impl Model {
    /// The agent with this index.
    #[must_use]
    pub fn agent(&self, id: AgentId) -> &Agent {
        &self.agents[id.index()]
    }

    /// The indices of all agents.
    pub fn agent_ids(&self) -> impl Iterator<Item = AgentId> + use<> {
        (0..self.agents.len()).map(AgentId::from)
    }

    /// The variables of an agent that change together, with the lines that change them, in the order of the file: all
    /// assigned ones under MultiAssignment, each one on its own under SingleAssignment.
    #[must_use]
    pub fn changing_together(&self, agent: AgentId) -> Vec<(Vec<VarId>, Vec<&EvolutionLine>)> {
        let evolution = &self.agent(agent).evolution;
        if self.semantics == AssignmentSemantics::Multi {
            let mut assigned: Vec<VarId> =
                evolution.iter().flat_map(|line| line.assignments.iter().map(|(variable, _)| *variable)).collect();
            assigned.sort_unstable();
            assigned.dedup();
            return if assigned.is_empty() { Vec::new() } else { vec![(assigned, evolution.iter().collect())] };
        }
        let mut units: Vec<(Vec<VarId>, Vec<&EvolutionLine>)> = Vec::new();
        let mut known: FxHashMap<VarId, usize> = FxHashMap::default();
        for line in evolution {
            for (variable, _) in &line.assignments {
                let unit = *known.entry(*variable).or_insert(units.len());
                if unit == units.len() {
                    units.push((vec![*variable], Vec::new()));
                }
                units[unit].1.push(line);
            }
        }
        units
    }

    /// Whether an evolution line assigns a number that is not always in the range of its variable.
    #[must_use]
    pub fn may_overflow(&self, line: &EvolutionLine) -> bool {
        line.assignments.iter().any(|(variable, _)| self.may_leave_range(line, *variable))
    }

    /// Whether an evolution line assigns a number to this variable that is not always in its range.
    #[must_use]
    pub fn may_leave_range(&self, line: &EvolutionLine, variable: VarId) -> bool {
        let Domain::Int { low, high } = self.variable(variable).domain else { return false };
        line.assignments.iter().any(|&(assigned, value)| {
            assigned == variable
                && match *self.exprs.get(value) {
                    Expr::Number(number) => !(low..=high).contains(&number),
                    Expr::Var(other) => self.variable(other).domain != self.variable(variable).domain,
                    _ => true,
                }
        })
    }

    /// Whether an agent's protocol may allow nothing, as far as can be seen without looking at states.
    #[must_use]
    pub fn may_have_no_action(&self, agent: AgentId) -> bool {
        let agent = self.agent(agent);
        let covers_all = agent.protocol.iter().any(|line| line.guard.is_none());
        let idle = agent.protocol.iter().any(|line| line.actions.is_empty());
        !agent.actions.is_empty() && !agent.protocol.is_empty() && (!covers_all || idle)
    }

    /// The variable with this index.
    #[must_use]
    pub fn variable(&self, id: VarId) -> &Variable {
        &self.variables[id.index()]
    }

    /// The indices of all variables.
    pub fn variable_ids(&self) -> impl Iterator<Item = VarId> + use<> {
        (0..self.variables.len()).map(VarId::from)
    }

    /// The proposition with this index.
    #[must_use]
    pub fn proposition(&self, id: PropId) -> &Proposition {
        &self.propositions[id.index()]
    }

    /// The group with this index.
    #[must_use]
    pub fn group(&self, id: GroupId) -> &Group {
        &self.groups[id.index()]
    }

    /// The number of values of a domain, at least one.
    #[must_use]
    pub fn domain_size(&self, domain: Domain) -> u128 {
        match domain {
            Domain::Bool => 2,
            Domain::Int { low, high } => (i128::from(high) - i128::from(low) + 1) as u128,
            Domain::Enum(id) => self.enum_types[id.index()].values.len() as u128,
        }
    }

    /// The bits needed to tell the values of a domain apart.
    #[must_use]
    pub fn domain_bits(&self, domain: Domain) -> u32 {
        let size = self.domain_size(domain);
        u128::BITS - (size - 1).leading_zeros()
    }

    /// The bits of a packed state.
    #[must_use]
    pub fn state_bits(&self) -> u32 {
        self.variables.iter().map(|variable| self.domain_bits(variable.domain)).sum()
    }

    /// The value with this code, as text. Codes count from zero: `false`, the least number, the first name.
    #[must_use]
    pub fn value_text(&self, domain: Domain, code: u64) -> String {
        match domain {
            Domain::Bool => (code != 0).to_string(),
            Domain::Int { low, .. } => (i128::from(low) + i128::from(code)).to_string(),
            Domain::Enum(id) => {
                let value = self.enum_types[id.index()].values[code as usize];
                self.enum_values[value.index()].clone()
            }
        }
    }

    /// `Agent.variable`.
    #[must_use]
    pub fn variable_text(&self, id: VarId) -> String {
        let variable = self.variable(id);
        format!("{}.{}", self.agent(variable.owner).name, variable.name)
    }
}
