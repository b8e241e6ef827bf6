//! Formulas by their shape: few cases where the operators themselves do not matter.

use crate::{AgentId, CoalitionId, ExprId, Formula, FormulaId, FormulaPool, PropId, Quantifier, Temporal};

/// What kind of formula it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape<'f> {
    /// True everywhere or nowhere.
    Constant(bool),
    /// Decided by the values of the variables in a state.
    Atom(Atom),
    /// Decided by the truth of its parts, in the same place.
    Connective(Connective<'f>),
    /// Its operand holds in all states that are possible for somebody: `K` and its like, `O`.
    Modality(Modality),
    /// A CTL operator over state formulas.
    Ctl(Quantifier, Temporal),
    /// `<g>`: the coalition can enforce something about state formulas.
    Strategic(CoalitionId, Temporal),
    /// `A f`, `E f` of a path formula, or of a state formula.
    Quantified(Quantifier, FormulaId),
    /// A temporal operator of a path formula. All others are state formulas, unless they are connectives of path
    /// formulas.
    Path(Temporal),
}

/// A formula without parts that depends on the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atom {
    /// A proposition holds.
    Proposition(PropId),
    /// A condition on variables holds.
    Condition(ExprId),
    /// The agent behaves incorrectly.
    Red(AgentId),
    /// The agent behaves correctly.
    Green(AgentId),
}

/// A Boolean combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connective<'f> {
    /// Negation.
    Not(FormulaId),
    /// Conjunction of two or more.
    And(&'f [FormulaId]),
    /// Disjunction of two or more.
    Or(&'f [FormulaId]),
    /// Implication.
    Implies(FormulaId, FormulaId),
    /// Equivalence.
    Iff(FormulaId, FormulaId),
}

/// A formula that says that its operand holds in all accessible states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modality {
    /// Which states are accessible.
    pub accessible: Accessibility,
    /// Only those where this agent behaves correctly.
    pub correct: Option<AgentId>,
    /// What holds there.
    pub operand: FormulaId,
}

/// Which states are accessible from a state, among all states that formulas are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accessibility {
    /// Those that the agent cannot tell from it.
    Agent(AgentId),
    /// Those that some member of the group cannot tell from it.
    Everyone(CoalitionId),
    /// Those that the members cannot tell from it even if they put together what they observe.
    Distributed(CoalitionId),
    /// Those at the end of a chain of states, in which some member cannot tell each from the one before.
    Common(CoalitionId),
    /// All of them.
    Anywhere,
}

impl Formula {
    /// The kind of formula, with its parts.
    #[must_use]
    pub fn shape(&self) -> Shape<'_> {
        let modality = |accessible, correct, operand| Shape::Modality(Modality { accessible, correct, operand });
        match self {
            Formula::True => Shape::Constant(true),
            Formula::False => Shape::Constant(false),
            Formula::Prop(id) => Shape::Atom(Atom::Proposition(*id)),
            Formula::Condition(id) => Shape::Atom(Atom::Condition(*id)),
            Formula::Red(agent) => Shape::Atom(Atom::Red(*agent)),
            Formula::Green(agent) => Shape::Atom(Atom::Green(*agent)),
            Formula::Not(f) => Shape::Connective(Connective::Not(*f)),
            Formula::And(parts) => Shape::Connective(Connective::And(parts)),
            Formula::Or(parts) => Shape::Connective(Connective::Or(parts)),
            Formula::Implies(f, g) => Shape::Connective(Connective::Implies(*f, *g)),
            Formula::Iff(f, g) => Shape::Connective(Connective::Iff(*f, *g)),
            Formula::Ctl(quantifier, temporal) => Shape::Ctl(*quantifier, *temporal),
            Formula::Enforce(coalition, temporal) => Shape::Strategic(*coalition, *temporal),
            Formula::Knows(agent, f) => modality(Accessibility::Agent(*agent), None, *f),
            Formula::KnowsAssuming(agent, other, f) => modality(Accessibility::Agent(*agent), Some(*other), *f),
            // There is one agent in the group.
            Formula::SoughtKnows(group, f) => modality(Accessibility::Everyone(*group), None, *f),
            Formula::Everyone(group, f) => modality(Accessibility::Everyone(*group), None, *f),
            Formula::Distributed(group, f) => modality(Accessibility::Distributed(*group), None, *f),
            Formula::Common(group, f) => modality(Accessibility::Common(*group), None, *f),
            Formula::Obliged(agent, f) => modality(Accessibility::Anywhere, Some(*agent), *f),
            Formula::Quantified(quantifier, f) => Shape::Quantified(*quantifier, *f),
            Formula::Path(temporal) => Shape::Path(*temporal),
        }
    }

    /// Whether it is a constant or an atom.
    #[must_use]
    pub fn is_fact(&self) -> bool {
        match self.shape() {
            Shape::Constant(_) | Shape::Atom(_) => true,
            Shape::Connective(_)
            | Shape::Modality(_)
            | Shape::Ctl(..)
            | Shape::Strategic(..)
            | Shape::Quantified(..)
            | Shape::Path(_) => false,
        }
    }

    /// The Boolean combination, if it is one.
    #[must_use]
    pub fn connective(&self) -> Option<Connective<'_>> {
        match self.shape() {
            Shape::Connective(connective) => Some(connective),
            Shape::Constant(_)
            | Shape::Atom(_)
            | Shape::Modality(_)
            | Shape::Ctl(..)
            | Shape::Strategic(..)
            | Shape::Quantified(..)
            | Shape::Path(_) => None,
        }
    }

    /// What holds in all accessible states, if it says so.
    #[must_use]
    pub fn modality(&self) -> Option<Modality> {
        match self.shape() {
            Shape::Modality(modality) => Some(modality),
            Shape::Constant(_)
            | Shape::Atom(_)
            | Shape::Connective(_)
            | Shape::Ctl(..)
            | Shape::Strategic(..)
            | Shape::Quantified(..)
            | Shape::Path(_) => None,
        }
    }

    /// The coalition and what it can enforce, if it says so.
    #[must_use]
    pub fn strategic(&self) -> Option<(CoalitionId, Temporal)> {
        match self.shape() {
            Shape::Strategic(coalition, temporal) => Some((coalition, temporal)),
            Shape::Constant(_)
            | Shape::Atom(_)
            | Shape::Connective(_)
            | Shape::Modality(_)
            | Shape::Ctl(..)
            | Shape::Quantified(..)
            | Shape::Path(_) => None,
        }
    }

    /// The quantifier over paths and the path formula, if it is such a formula of CTL* or LTL.
    #[must_use]
    pub fn quantified(&self) -> Option<(Quantifier, FormulaId)> {
        match self.shape() {
            Shape::Quantified(quantifier, path) => Some((quantifier, path)),
            Shape::Constant(_)
            | Shape::Atom(_)
            | Shape::Connective(_)
            | Shape::Modality(_)
            | Shape::Ctl(..)
            | Shape::Strategic(..)
            | Shape::Path(_) => None,
        }
    }
}

impl Accessibility {
    /// Who cannot tell a state from the accessible ones: the observers of each list put together what they observe, and
    /// one of the lists is enough. Nobody at all has to be asked where every state is accessible.
    #[must_use]
    pub fn observers(self, pool: &FormulaPool) -> Vec<Vec<AgentId>> {
        match self {
            Accessibility::Agent(agent) => vec![vec![agent]],
            Accessibility::Everyone(group) | Accessibility::Common(group) => {
                pool.members(group).iter().map(|agent| vec![*agent]).collect()
            }
            Accessibility::Distributed(group) => vec![pool.members(group).to_vec()],
            Accessibility::Anywhere => vec![Vec::new()],
        }
    }
}
