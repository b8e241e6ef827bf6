//! Numbers and enumeration values: linear forms over field codes where possible, exact arithmetic otherwise.

use super::Entry;
use crate::layout::{Field, Layout};
use rustc_hash::FxHashMap;
use savoir_model::{Domain, Expr, ExprId, Model, Number};

/// `constant + Σ coefficient · code`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Linear {
    pub(super) terms: Vec<(Field, i128)>,
    pub(super) constant: i128,
}

impl Linear {
    #[inline]
    pub(super) fn evaluate(&self, state: &[u64]) -> i128 {
        self.terms.iter().fold(self.constant, |sum, (field, factor)| sum + i128::from(field.get(state)) * factor)
    }

    /// The fields that count.
    pub(super) fn fields(&self) -> impl Iterator<Item = &Field> {
        self.terms.iter().map(|(field, _)| field)
    }

    /// The expression as a linear form, if it is one.
    pub(super) fn of(model: &Model, layout: &Layout, id: ExprId) -> Option<Linear> {
        match model.exprs.get(id) {
            Expr::Number(value) => Some(Linear { terms: Vec::new(), constant: i128::from(*value) }),
            Expr::Var(variable) => match model.variable(*variable).domain {
                Domain::Int { low, .. } => {
                    Some(Linear { terms: vec![(layout.field(*variable), 1)], constant: i128::from(low) })
                }
                Domain::Bool | Domain::Enum(_) => None,
            },
            Expr::Neg(inner) => Some(Linear::of(model, layout, *inner)?.scale(-1)),
            Expr::Sum(terms) => {
                let parts: Vec<Linear> =
                    terms.iter().map(|term| Linear::of(model, layout, *term)).collect::<Option<_>>()?;
                Some(Linear::sum(&parts))
            }
            Expr::Mul(a, b) => {
                let (a, b) = (Linear::of(model, layout, *a)?, Linear::of(model, layout, *b)?);
                match (a.terms.is_empty(), b.terms.is_empty()) {
                    (true, _) => Some(b.scale(a.constant)),
                    (_, true) => Some(a.scale(b.constant)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn scale(mut self, factor: i128) -> Linear {
        self.constant *= factor;
        self.terms.iter_mut().for_each(|term| term.1 *= factor);
        self
    }

    /// The sum; fields stand in the order in which they first occur.
    fn sum(parts: &[Linear]) -> Linear {
        let mut total = Linear { terms: Vec::new(), constant: 0 };
        let mut places: FxHashMap<Field, usize> = FxHashMap::default();
        for part in parts {
            total.constant += part.constant;
            for (field, factor) in &part.terms {
                let place = *places.entry(*field).or_insert(total.terms.len());
                if place == total.terms.len() {
                    total.terms.push((*field, 0));
                }
                total.terms[place].1 += factor;
            }
        }
        total.terms.retain(|term| term.1 != 0);
        total
    }

    pub(super) fn add(self, other: &Linear) -> Linear {
        Linear::sum(&[self, other.clone()])
    }

    pub(super) fn minus(self, other: &Linear) -> Linear {
        self.add(&other.clone().scale(-1))
    }
}

/// A step of an exact computation on a stack of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Step {
    Push(i64),
    Load(Field, i64),
    Add,
    Neg,
    Mul,
    Div,
}

/// An exact computation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Exact {
    steps: Vec<Step>,
}

impl Exact {
    pub(super) fn of(model: &Model, layout: &Layout, id: ExprId) -> Exact {
        let mut exact = Exact { steps: Vec::new() };
        exact.push(model, layout, id);
        exact
    }

    /// The fields that are read.
    pub(super) fn fields(&self) -> impl Iterator<Item = &Field> {
        self.steps.iter().filter_map(|step| match step {
            Step::Load(field, _) => Some(field),
            Step::Push(_) | Step::Add | Step::Neg | Step::Mul | Step::Div => None,
        })
    }

    fn push(&mut self, model: &Model, layout: &Layout, id: ExprId) {
        match model.exprs.get(id) {
            Expr::Number(value) => self.steps.push(Step::Push(*value)),
            Expr::Var(variable) => {
                let low = match model.variable(*variable).domain {
                    Domain::Int { low, .. } => low,
                    Domain::Bool | Domain::Enum(_) => 0,
                };
                self.steps.push(Step::Load(layout.field(*variable), low));
            }
            Expr::Neg(inner) => {
                self.push(model, layout, *inner);
                self.steps.push(Step::Neg);
            }
            Expr::Sum(terms) => {
                for (index, term) in terms.iter().enumerate() {
                    self.push(model, layout, *term);
                    if index > 0 {
                        self.steps.push(Step::Add);
                    }
                }
            }
            Expr::Mul(a, b) | Expr::Div(a, b) => {
                self.push(model, layout, *a);
                self.push(model, layout, *b);
                let product = matches!(model.exprs.get(id), Expr::Mul(..));
                self.steps.push(if product { Step::Mul } else { Step::Div });
            }
            _ => unreachable!("the resolver gives arithmetic only numbers"),
        }
    }

    pub(super) fn evaluate(&self, state: &[u64]) -> Number {
        let mut stack: Vec<Number> = Vec::with_capacity(8);
        let pop = |stack: &mut Vec<Number>| stack.pop().unwrap_or(Number::whole(0));
        for step in &self.steps {
            let value = match step {
                Step::Push(value) => Number::whole(*value),
                Step::Load(field, low) => Number::whole(low.wrapping_add(field.get(state) as i64)),
                Step::Neg => pop(&mut stack).neg(),
                binary => {
                    let (b, a) = (pop(&mut stack), pop(&mut stack));
                    match binary {
                        Step::Add => a.add(b),
                        Step::Mul => a.mul(b),
                        _ => a.div(b),
                    }
                }
            };
            stack.push(value);
        }
        pop(&mut stack)
    }
}

/// The right-hand side of an assignment.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Always this code.
    Code(u64),
    /// The code of another variable of the same type.
    Copy(Field),
    /// A number, minus the least value of the variable, if it is below `size`.
    Linear { offset: Linear, size: u128 },
    /// The same for numbers that need exact arithmetic.
    Exact { value: Exact, low: i64, size: u128 },
    /// A truth value.
    Truth(Entry),
}

impl Value {
    /// Compiles a number or an enumeration value for a variable with this domain.
    pub(super) fn compile(model: &Model, layout: &Layout, domain: Domain, id: ExprId) -> Value {
        let low = match domain {
            Domain::Int { low, .. } => low,
            Domain::Bool => 0,
            Domain::Enum(kind) => {
                return match model.exprs.get(id) {
                    Expr::EnumValue(value) => {
                        let values = &model.enum_types[kind.index()].values;
                        Value::Code(values.iter().position(|known| known == value).unwrap_or(0) as u64)
                    }
                    Expr::Var(variable) => Value::Copy(layout.field(*variable)),
                    _ => unreachable!("the resolver gives enumerations only values and variables"),
                };
            }
        };
        let size = model.domain_size(domain);
        match Linear::of(model, layout, id) {
            Some(mut offset) => {
                offset.constant -= i128::from(low);
                Value::Linear { offset, size }
            }
            None => Value::Exact { value: Exact::of(model, layout, id), low, size },
        }
    }

    /// The code in a state, unless the value is out of range. Truth values are evaluated by the program.
    #[inline]
    pub(super) fn evaluate(&self, state: &[u64]) -> Option<u64> {
        let (code, size) = match self {
            Value::Code(code) => return Some(*code),
            Value::Copy(field) => return Some(field.get(state)),
            Value::Linear { offset, size } => (offset.evaluate(state), *size),
            Value::Exact { value, low, size } => {
                (i128::from(value.evaluate(state).as_whole()?) - i128::from(*low), *size)
            }
            Value::Truth(_) => unreachable!("evaluated by the program"),
        };
        u128::try_from(code).ok().filter(|code| *code < size).map(|code| code as u64)
    }
}
