//! Formulas taken apart: the operator, and what it is applied to.

use super::{Operator, Role};
use crate::{AgentId, CoalitionId, ExprId, Formula, FormulaId, PropId, Quantifier, Temporal};

/// One of the things that an operator is applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A proposition.
    Proposition(PropId),
    /// A condition on variables.
    Condition(ExprId),
    /// An agent.
    Agent(AgentId),
    /// A set of agents, known or to be found.
    Group(CoalitionId),
    /// A formula.
    Formula(FormulaId),
}

impl Formula {
    /// The outermost operator.
    #[must_use]
    pub fn operator(&self) -> Operator {
        match self {
            Formula::True => Operator::True,
            Formula::False => Operator::False,
            Formula::Prop(_) => Operator::Proposition,
            Formula::Condition(_) => Operator::Condition,
            Formula::Red(_) => Operator::Red,
            Formula::Green(_) => Operator::Green,
            Formula::Not(_) => Operator::Not,
            Formula::And(_) => Operator::And,
            Formula::Or(_) => Operator::Or,
            Formula::Implies(..) => Operator::Implies,
            Formula::Iff(..) => Operator::Iff,
            Formula::Ctl(Quantifier::All, temporal) => match temporal {
                Temporal::Next(_) => Operator::AllNext,
                Temporal::Finally(_) => Operator::AllFinally,
                Temporal::Globally(_) => Operator::AllGlobally,
                Temporal::Until(..) => Operator::AllUntil,
            },
            Formula::Ctl(Quantifier::Exists, temporal) => match temporal {
                Temporal::Next(_) => Operator::ExistsNext,
                Temporal::Finally(_) => Operator::ExistsFinally,
                Temporal::Globally(_) => Operator::ExistsGlobally,
                Temporal::Until(..) => Operator::ExistsUntil,
            },
            Formula::Enforce(_, temporal) => match temporal {
                Temporal::Next(_) => Operator::EnforceNext,
                Temporal::Finally(_) => Operator::EnforceFinally,
                Temporal::Globally(_) => Operator::EnforceGlobally,
                Temporal::Until(..) => Operator::EnforceUntil,
            },
            Formula::Knows(..) => Operator::Knows,
            Formula::SoughtKnows(..) => Operator::SoughtKnows,
            Formula::KnowsAssuming(..) => Operator::KnowsAssuming,
            Formula::Everyone(..) => Operator::Everyone,
            Formula::Distributed(..) => Operator::Distributed,
            Formula::Common(..) => Operator::Common,
            Formula::Obliged(..) => Operator::Obliged,
            Formula::Quantified(Quantifier::All, _) => Operator::AllPaths,
            Formula::Quantified(Quantifier::Exists, _) => Operator::SomePath,
            Formula::Path(temporal) => match temporal {
                Temporal::Next(_) => Operator::Next,
                Temporal::Finally(_) => Operator::Finally,
                Temporal::Globally(_) => Operator::Globally,
                Temporal::Until(..) => Operator::Until,
            },
        }
    }

    /// What the operator is applied to, in the order of writing.
    #[must_use]
    pub fn arguments(&self) -> Vec<Argument> {
        use Argument::{Agent, Condition, Group, Proposition};
        let part = |f: &FormulaId| Argument::Formula(*f);
        let with = |first: Argument, temporal: &Temporal| {
            std::iter::once(first).chain(temporal.operands().iter().map(part)).collect()
        };
        match self {
            Formula::True | Formula::False => Vec::new(),
            Formula::Prop(id) => vec![Proposition(*id)],
            Formula::Condition(id) => vec![Condition(*id)],
            Formula::Red(agent) | Formula::Green(agent) => vec![Agent(*agent)],
            Formula::Not(f) | Formula::Quantified(_, f) => vec![part(f)],
            Formula::And(parts) | Formula::Or(parts) => parts.iter().map(part).collect(),
            Formula::Implies(f, g) | Formula::Iff(f, g) => vec![part(f), part(g)],
            Formula::Ctl(_, temporal) | Formula::Path(temporal) => temporal.operands().iter().map(part).collect(),
            Formula::Enforce(coalition, temporal) => with(Group(*coalition), temporal),
            Formula::Knows(agent, f) | Formula::Obliged(agent, f) => vec![Agent(*agent), part(f)],
            Formula::KnowsAssuming(agent, other, f) => vec![Agent(*agent), Agent(*other), part(f)],
            Formula::SoughtKnows(group, f)
            | Formula::Everyone(group, f)
            | Formula::Distributed(group, f)
            | Formula::Common(group, f) => vec![Group(*group), part(f)],
        }
    }

    /// What the operator is applied to, each with what it is for.
    pub fn arguments_by_role(&self) -> impl Iterator<Item = (Role, Argument)> {
        let roles = self.operator().takes();
        let others = roles.last().copied();
        roles.iter().copied().chain(std::iter::repeat_with(move || others).map_while(|role| role)).zip(self.arguments())
    }

    /// The sets of agents among the arguments.
    #[must_use]
    pub fn groups(&self) -> Vec<CoalitionId> {
        self.arguments().into_iter().filter_map(Argument::group).collect()
    }

    /// The formulas among the arguments.
    #[must_use]
    pub fn operands(&self) -> Vec<FormulaId> {
        self.arguments().into_iter().filter_map(Argument::formula).collect()
    }
}

impl Argument {
    fn formula(self) -> Option<FormulaId> {
        match self {
            Argument::Formula(f) => Some(f),
            Argument::Proposition(_) | Argument::Condition(_) | Argument::Agent(_) | Argument::Group(_) => None,
        }
    }

    fn group(self) -> Option<CoalitionId> {
        match self {
            Argument::Group(group) => Some(group),
            Argument::Proposition(_) | Argument::Condition(_) | Argument::Agent(_) | Argument::Formula(_) => None,
        }
    }
}
