//! The value of an expression.
//!
//! A state `s` gives every variable a value of its domain, a joint action `a` gives every agent that has actions one
//! of them. An expression `e` has a value `⟦e⟧(s, a)`: a truth value, a number (see [`crate::number`]) or the name of
//! an enumeration value. Conditions outside evolution guards do not depend on `a`.

use crate::number::Number;
use savoir_model::{ActionId, Domain, EnumValueId, Expr, ExprId, Model, VarId};

/// A state: for each variable of the model, in order, the code of its value. Codes count from zero: `false`, the least
/// number, the alphabetically first name.
pub type State = Vec<u64>;

/// A joint action: what each agent does, the environment first; nothing for an agent without actions.
pub type JointAction = Vec<Option<ActionId>>;

/// A value. Equality of names does not look at types: `red` is `red` in every enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// `true` or `false`.
    Truth(bool),
    /// A number.
    Number(Number),
    /// A value of an enumeration.
    Name(EnumValueId),
}

/// What an expression is evaluated in.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// The model.
    pub model: &'a Model,
    /// The state, see [`State`].
    pub state: &'a [u64],
    /// Empty where no action is being performed.
    pub joint: &'a [Option<ActionId>],
}

impl Moment<'_> {
    /// `⟦condition⟧(s, a)` as a truth value.
    ///
    /// # Panics
    /// If the expression is no condition, which the front end excludes.
    #[must_use]
    pub fn holds(&self, condition: ExprId) -> bool {
        match self.value(condition) {
            Value::Truth(truth) => truth,
            other => unreachable!("the front end checked that this is a condition, not {other:?}"),
        }
    }

    /// `⟦expression⟧(s, a)`.
    ///
    /// # Panics
    /// If the expression is not well-typed, which the front end excludes.
    #[must_use]
    pub fn value(&self, expression: ExprId) -> Value {
        match self.model.exprs.get(expression) {
            Expr::Bool(truth) => Value::Truth(*truth),
            Expr::Number(number) => Value::Number(Number::whole(*number)),
            Expr::EnumValue(name) => Value::Name(*name),
            Expr::Var(variable) => self.variable(*variable),
            Expr::ActionIs(agent, action) => Value::Truth(self.joint.get(agent.index()) == Some(&Some(*action))),
            Expr::Not(a) => Value::Truth(!self.holds(*a)),
            Expr::And(parts) => Value::Truth(parts.iter().all(|part| self.holds(*part))),
            Expr::Or(parts) => Value::Truth(parts.iter().any(|part| self.holds(*part))),
            Expr::Iff(a, b) => Value::Truth(self.holds(*a) == self.holds(*b)),
            Expr::Implies(a, b) => Value::Truth(!self.holds(*a) || self.holds(*b)),
            Expr::Compare(op, a, b) => Value::Truth(self.number(*a).compares(*op, self.number(*b))),
            Expr::Same(a, b) => Value::Truth(self.value(*a) == self.value(*b)),
            Expr::Sum(terms) => {
                let zero = Number::whole(0);
                Value::Number(terms.iter().fold(zero, |sum, term| sum.plus(self.number(*term))))
            }
            Expr::Neg(a) => Value::Number(self.number(*a).negated()),
            Expr::Mul(a, b) => Value::Number(self.number(*a).times(self.number(*b))),
            Expr::Div(a, b) => Value::Number(self.number(*a).over(self.number(*b))),
        }
    }

    fn number(&self, expression: ExprId) -> Number {
        match self.value(expression) {
            Value::Number(number) => number,
            other => unreachable!("the front end checked that this is a number, not {other:?}"),
        }
    }

    fn variable(&self, variable: VarId) -> Value {
        let code = self.state[variable.index()];
        match self.model.variable(variable).domain {
            Domain::Bool => Value::Truth(code == 1),
            Domain::Int { low, .. } => Value::Number(Number::whole(low.wrapping_add(code as i64))),
            Domain::Enum(kind) => Value::Name(self.model.enum_types[kind.index()].values[code as usize]),
        }
    }
}

/// The code of a value in a domain, if the domain has that value.
///
/// # Panics
/// If the value is not of the type of the domain.
#[must_use]
pub fn code_of(model: &Model, domain: Domain, value: Value) -> Option<u64> {
    match (domain, value) {
        (Domain::Bool, Value::Truth(truth)) => Some(u64::from(truth)),
        (Domain::Int { low, high }, Value::Number(number)) => {
            let whole = number.as_whole()?;
            let inside = i128::from(low) <= whole && whole <= i128::from(high);
            inside.then(|| (whole - i128::from(low)) as u64)
        }
        (Domain::Enum(kind), Value::Name(name)) => {
            let values = &model.enum_types[kind.index()].values;
            values.iter().position(|known| *known == name).map(|position| position as u64)
        }
        _ => unreachable!("the front end checked the types of assignments"),
    }
}
