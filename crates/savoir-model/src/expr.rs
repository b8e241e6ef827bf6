//! Conditions and values, in a pool where operands come before what uses them.

use crate::{ActionId, AgentId, EnumValueId, ExprId, VarId};

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum CompareOp {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl CompareOp {
    /// The comparison with its sides exchanged: `a op b` is `b op.flip() a`.
    #[must_use]
    pub fn flip(self) -> CompareOp {
        match self {
            CompareOp::Less => CompareOp::Greater,
            CompareOp::LessEqual => CompareOp::GreaterEqual,
            CompareOp::Greater => CompareOp::Less,
            CompareOp::GreaterEqual => CompareOp::LessEqual,
            same => same,
        }
    }

    /// Whether the comparison holds of two ordered things.
    #[must_use]
    pub fn holds(self, ordering: std::cmp::Ordering) -> bool {
        match self {
            CompareOp::Equal => ordering.is_eq(),
            CompareOp::NotEqual => ordering.is_ne(),
            CompareOp::Less => ordering.is_lt(),
            CompareOp::LessEqual => ordering.is_le(),
            CompareOp::Greater => ordering.is_gt(),
            CompareOp::GreaterEqual => ordering.is_ge(),
        }
    }
}

/// An expression over the current state and the joint action. Types were checked when it was made: the operands of a
/// connective are truth values, those of [`Expr::Compare`] and of arithmetic are numbers, those of [`Expr::Same`] are
/// enumeration values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Number(i64),
    /// An enumeration value.
    EnumValue(EnumValueId),
    /// The value of a variable, of whatever type.
    Var(VarId),
    /// The agent performs this action.
    ActionIs(AgentId, ActionId),
    /// Negation.
    Not(ExprId),
    /// All hold; true when empty.
    And(Box<[ExprId]>),
    /// Some holds; false when empty.
    Or(Box<[ExprId]>),
    /// Both have the same truth value.
    Iff(ExprId, ExprId),
    /// The first does not hold or the second does.
    Implies(ExprId, ExprId),
    /// Comparison of numbers.
    Compare(CompareOp, ExprId, ExprId),
    /// Equality of enumeration values, by name.
    Same(ExprId, ExprId),
    /// Sum of one or more.
    Sum(Box<[ExprId]>),
    /// The number with the other sign.
    Neg(ExprId),
    /// Product.
    Mul(ExprId, ExprId),
    /// Exact quotient, see [`crate::Number`].
    Div(ExprId, ExprId),
}

/// The expressions of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExprPool {
    nodes: Vec<Expr>,
    depths: Vec<u32>,
}

impl ExprPool {
    /// Adds an expression; its operands must be in the pool already.
    pub fn add(&mut self, expr: Expr) -> ExprId {
        self.nodes.push(expr);
        let id = ExprId::from(self.nodes.len() - 1);
        let below = self.operands(id).into_iter().map(|part| self.depths[part.index()]).max();
        self.depths.push(below.map_or(1, |depth| depth + 1));
        id
    }

    /// Whether the first `count` expressions are the same as in another pool.
    pub(crate) fn starts_alike(&self, other: &ExprPool, count: usize) -> bool {
        self.nodes.get(..count).is_some_and(|nodes| other.nodes.get(..count) == Some(nodes))
    }

    /// How deep the expression is nested; the front end bounds it, so that recursion over it is safe.
    #[must_use]
    pub fn depth(&self, id: ExprId) -> u32 {
        self.depths[id.index()]
    }

    /// The expression with this index.
    #[must_use]
    pub fn get(&self, id: ExprId) -> &Expr {
        &self.nodes[id.index()]
    }

    /// The indices of all expressions, operands before what uses them.
    pub fn ids(&self) -> impl Iterator<Item = ExprId> + use<> {
        (0..self.nodes.len()).map(ExprId::from)
    }

    /// How many expressions there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a pool is never empty")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The operands of an expression.
    #[must_use]
    pub fn operands(&self, id: ExprId) -> Vec<ExprId> {
        match self.get(id) {
            Expr::Bool(_) | Expr::Number(_) | Expr::EnumValue(_) | Expr::Var(_) | Expr::ActionIs(..) => Vec::new(),
            Expr::Not(a) | Expr::Neg(a) => vec![*a],
            Expr::And(list) | Expr::Or(list) | Expr::Sum(list) => list.to_vec(),
            Expr::Iff(a, b)
            | Expr::Implies(a, b)
            | Expr::Compare(_, a, b)
            | Expr::Same(a, b)
            | Expr::Mul(a, b)
            | Expr::Div(a, b) => vec![*a, *b],
        }
    }

    /// Calls `visit` for an expression and everything in it.
    pub fn walk(&self, id: ExprId, mut visit: impl FnMut(ExprId, &Expr)) {
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            visit(id, self.get(id));
            open.extend(self.operands(id));
        }
    }

    /// The conditions that must all hold for the condition to hold, none of them a conjunction.
    #[must_use]
    pub fn conjuncts(&self, id: ExprId) -> Vec<ExprId> {
        let mut found = Vec::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            match self.get(id) {
                Expr::And(parts) => open.extend(parts.iter().rev()),
                _ => found.push(id),
            }
        }
        found
    }

    /// The variables an expression reads, sorted.
    #[must_use]
    pub fn variables(&self, id: ExprId) -> Vec<VarId> {
        let mut found = Vec::new();
        self.walk(id, |_, expr| {
            if let Expr::Var(var) = expr {
                found.push(*var);
            }
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The actions an expression tests, sorted.
    #[must_use]
    pub fn actions(&self, id: ExprId) -> Vec<(AgentId, ActionId)> {
        let mut found = Vec::new();
        self.walk(id, |_, expr| {
            if let Expr::ActionIs(agent, action) = expr {
                found.push((*agent, *action));
            }
        });
        found.sort_unstable();
        found.dedup();
        found
    }
}
