//! Formulas of every logic, in a pool where equal subformulas are one and parts come before the whole.

use crate::{AgentId, Atom, CoalitionId, ExprId, FormulaId, Model, PropId, Shape};
use rustc_hash::{FxHashMap, FxHashSet};

/// Along all paths, or along some path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantifier {
    /// Along every path.
    All,
    /// Along at least one path.
    Exists,
}

impl Quantifier {
    /// Whether it makes a difference for the operator, without fairness, that a path ends in a state without successor. What
    /// is reached, or fails to hold before, is seen on finite paths.
    #[must_use]
    pub fn looks_at_ends(self, temporal: Temporal) -> bool {
        match (self, temporal) {
            (_, Temporal::Next(_))
            | (Quantifier::All, Temporal::Finally(_) | Temporal::Until(..))
            | (Quantifier::Exists, Temporal::Globally(_)) => true,
            (Quantifier::Exists, Temporal::Finally(_) | Temporal::Until(..))
            | (Quantifier::All, Temporal::Globally(_)) => false,
        }
    }
}

/// A temporal operator with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Temporal {
    /// `X f`: at the next moment.
    Next(FormulaId),
    /// `F f`: now or at some later moment.
    Finally(FormulaId),
    /// `G f`: now and at every later moment.
    Globally(FormulaId),
    /// `f U g`: `g` now or later, and `f` at every moment before.
    Until(FormulaId, FormulaId),
}

impl Temporal {
    /// The operands.
    #[must_use]
    pub fn operands(self) -> Vec<FormulaId> {
        match self {
            Temporal::Next(f) | Temporal::Finally(f) | Temporal::Globally(f) => vec![f],
            Temporal::Until(f, g) => vec![f, g],
        }
    }
}

/// A formula. [`Formula::Path`] is a path formula, and so is a Boolean combination that contains one; everything else
/// is a state formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Truth.
    True,
    /// Falsehood.
    False,
    /// A proposition holds.
    Prop(PropId),
    /// A condition on variables holds, such as `Drone.fuel = 0`; it tests no actions. Equal conditions are one expression.
    Condition(ExprId),
    /// The agent's local state is red: it behaves incorrectly.
    Red(AgentId),
    /// The agent's local state is green: it behaves correctly.
    Green(AgentId),
    /// Negation.
    Not(FormulaId),
    /// Conjunction of two or more.
    And(Box<[FormulaId]>),
    /// Disjunction of two or more.
    Or(Box<[FormulaId]>),
    /// Implication.
    Implies(FormulaId, FormulaId),
    /// Equivalence.
    Iff(FormulaId, FormulaId),
    /// A CTL operator: quantifier and temporal operator over state formulas.
    Ctl(Quantifier, Temporal),
    /// `<g>`: the coalition can enforce the temporal property.
    Enforce(CoalitionId, Temporal),
    /// `K(i, f)`: the agent knows.
    Knows(AgentId, FormulaId),
    /// `K(?Y, f)`: the agent that is sought knows.
    SoughtKnows(CoalitionId, FormulaId),
    /// `KH(i, j, f)`: agent `i` knows, on the assumption that agent `j` behaves correctly.
    KnowsAssuming(AgentId, AgentId, FormulaId),
    /// `GK(g, f)`: everybody in the group knows.
    Everyone(CoalitionId, FormulaId),
    /// `DK(g, f)`: the group knows if its members put together what they observe.
    Distributed(CoalitionId, FormulaId),
    /// `GCK(g, f)`: it is common knowledge in the group.
    Common(CoalitionId, FormulaId),
    /// `O(i, f)`: it holds wherever the agent behaves correctly.
    Obliged(AgentId, FormulaId),
    /// `A f`, `E f` of CTL* and LTL, over a path formula or a state formula.
    Quantified(Quantifier, FormulaId),
    /// A temporal operator of a path formula.
    Path(Temporal),
}

/// A set of agents in a formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Coalition {
    /// Known agents, sorted; the label is the formula's own name for them.
    Agents {
        /// The agents, sorted, without repetition.
        members: Vec<AgentId>,
        /// How the formula calls them.
        label: String,
    },
    /// `?Y`: to be found by synthesis.
    Variable(String),
}

/// The formulas of a model.
#[derive(Clone, Debug, Default)]
pub struct FormulaPool {
    nodes: Vec<Formula>,
    is_path: Vec<bool>,
    is_condition: Vec<bool>,
    depths: Vec<u32>,
    index: FxHashMap<Formula, FormulaId>,
    coalitions: Vec<Coalition>,
    coalition_index: FxHashMap<Coalition, CoalitionId>,
    /// The conditions on variables, by their text.
    conditions: FxHashMap<String, ExprId>,
}

impl Model {
    /// The formula that a condition on variables holds. Conditions that are written alike are one.
    pub(crate) fn condition_formula(&mut self, condition: ExprId) -> Formula {
        let text = self.condition_text(condition);
        Formula::Condition(*self.formulas.conditions.entry(text).or_insert(condition))
    }
}

impl FormulaPool {
    /// Adds a formula, or finds the equal one; its parts must be in the pool already.
    pub fn add(&mut self, formula: Formula) -> FormulaId {
        if let Some(id) = self.index.get(&formula) {
            return *id;
        }
        let id = FormulaId::from(self.nodes.len());
        let operands = formula.operands();
        let (is_path, is_condition) = match formula.shape() {
            Shape::Constant(_) | Shape::Atom(_) => (false, true),
            Shape::Connective(_) => (
                operands.iter().any(|part| self.is_path[part.index()]),
                operands.iter().all(|part| self.is_condition[part.index()]),
            ),
            Shape::Modality(_) | Shape::Ctl(..) | Shape::Strategic(..) | Shape::Quantified(..) => (false, false),
            Shape::Path(_) => (true, false),
        };
        let below = operands.iter().map(|part| self.depths[part.index()]).max();
        self.depths.push(below.map_or(1, |depth| depth + 1));
        self.index.insert(formula.clone(), id);
        self.nodes.push(formula);
        self.is_path.push(is_path);
        self.is_condition.push(is_condition);
        id
    }

    /// Adds a set of agents, or finds the equal one.
    pub fn add_coalition(&mut self, coalition: Coalition) -> CoalitionId {
        let coalitions = &mut self.coalitions;
        *self.coalition_index.entry(coalition).or_insert_with_key(|coalition| {
            coalitions.push(coalition.clone());
            CoalitionId::from(coalitions.len() - 1)
        })
    }

    /// The formula with this index.
    #[must_use]
    pub fn get(&self, id: FormulaId) -> &Formula {
        &self.nodes[id.index()]
    }

    /// The set of agents with this index.
    #[must_use]
    pub fn coalition(&self, id: CoalitionId) -> &Coalition {
        &self.coalitions[id.index()]
    }

    /// The members of a set of agents; none for a group variable.
    #[must_use]
    pub fn members(&self, id: CoalitionId) -> &[AgentId] {
        match self.coalition(id) {
            Coalition::Agents { members, .. } => members,
            Coalition::Variable(_) => &[],
        }
    }

    /// How deep the formula is nested; the front end bounds it, so that recursion over it is safe.
    #[must_use]
    pub fn depth(&self, id: FormulaId) -> u32 {
        self.depths[id.index()]
    }

    /// Whether this is a path formula.
    #[must_use]
    pub fn is_path(&self, id: FormulaId) -> bool {
        self.is_path[id.index()]
    }

    /// Whether a formula speaks about single states: it combines propositions, conditions and colours.
    #[must_use]
    pub fn is_condition(&self, id: FormulaId) -> bool {
        self.is_condition[id.index()]
    }

    /// The direct parts of a formula.
    #[must_use]
    pub fn operands(&self, id: FormulaId) -> Vec<FormulaId> {
        self.get(id).operands()
    }

    /// The propositions, conditions and colours in a formula, each once.
    pub fn atoms(&self, id: FormulaId) -> impl Iterator<Item = Atom> {
        self.closure(id).into_iter().filter_map(|part| match self.get(part).shape() {
            Shape::Atom(atom) => Some(atom),
            Shape::Constant(_)
            | Shape::Connective(_)
            | Shape::Modality(_)
            | Shape::Ctl(..)
            | Shape::Strategic(..)
            | Shape::Quantified(..)
            | Shape::Path(_) => None,
        })
    }

    /// The formula and all its parts, each once, parts before wholes.
    #[must_use]
    pub fn closure(&self, id: FormulaId) -> Vec<FormulaId> {
        let mut found = Vec::new();
        // The pool may be much larger than this formula.
        let mut seen = FxHashSet::default();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                found.push(id);
                open.extend(self.operands(id));
            }
        }
        found.sort_unstable();
        found
    }
}
