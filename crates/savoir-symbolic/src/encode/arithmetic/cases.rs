//! The value of an expression, by cases: a fraction of polynomials, infinite, or undefined (`savoir_model::Number`).

use super::{Arithmetic, Case, Form, Value};
use savoir_dd::{Bdd, Halt};
use savoir_model::{CompareOp, Expr, ExprId};

impl Arithmetic<'_> {
    /// The value of an expression, by cases that cover all states and exclude each other.
    pub(super) fn cases(&self, id: ExprId) -> Result<Vec<Case>, Halt> {
        let always = self.diagrams.constant(true);
        Ok(match self.model.exprs.get(id) {
            Expr::Number(value) => vec![(always, Value::whole(Form::constant(i128::from(*value))))],
            Expr::Var(variable) => vec![(always, Value::whole(self.variable(*variable)))],
            Expr::Neg(inner) => self.cases(*inner)?.into_iter().map(|(when, value)| (when, value.negate())).collect(),
            Expr::Sum(terms) => self.total(terms)?,
            Expr::Mul(a, b) => {
                self.combine(&self.cases(*a)?, &self.cases(*b)?, |when, a, b| self.product(when, a, b))?
            }
            Expr::Div(a, b) => {
                self.combine(&self.cases(*a)?, &self.cases(*b)?, |when, a, b| self.quotient(when, a, b))?
            }
            _ => unreachable!("the resolver gives arithmetic only numbers"),
        })
    }

    fn total(&self, terms: &[ExprId]) -> Result<Vec<Case>, Halt> {
        // Terms that are whole numbers whatever the state are added up at once.
        let mut forms = Vec::new();
        let mut others = Vec::new();
        for term in terms {
            let cases = self.cases(*term)?;
            match cases.as_slice() {
                [(_, Value::Finite(form, one))] if one.as_constant() == Some(1) => forms.push(form.clone()),
                _ => others.push(cases),
            }
        }
        let mut total = vec![(self.diagrams.constant(true), Value::whole(Form::sum(&forms)))];
        for term in &others {
            total = self.combine(&total, term, |when, a, b| Ok(vec![(when, sum(a, b))]))?;
        }
        Ok(total)
    }

    /// The cases that follow from two values together.
    fn combine(
        &self,
        left: &[Case],
        right: &[Case],
        follow: impl Fn(Bdd, &Value, &Value) -> Result<Vec<Case>, Halt>,
    ) -> Result<Vec<Case>, Halt> {
        let mut cases: Vec<Case> = Vec::new();
        for (when, a) in left {
            for (also, b) in right {
                let both = self.diagrams.and(when, also)?;
                if self.diagrams.is_false(&both) {
                    continue;
                }
                for (when, value) in follow(both, a, b)? {
                    match cases.iter_mut().find(|(_, known)| *known == value) {
                        Some((known, _)) => *known = self.diagrams.or(known, &when)?,
                        None => cases.push((when, value)),
                    }
                }
            }
        }
        Ok(cases)
    }

    fn product(&self, when: Bdd, a: &Value, b: &Value) -> Result<Vec<Case>, Halt> {
        Ok(match (a, b) {
            (Value::Undefined, _) | (_, Value::Undefined) => vec![(when, Value::Undefined)],
            (Value::Finite(a, c), Value::Finite(b, d)) => vec![(when, Value::fraction(a.multiply(b), c.multiply(d)))],
            (Value::Infinite(a), Value::Infinite(b)) => vec![(when, Value::Infinite(a * b))],
            (Value::Infinite(sign), Value::Finite(form, _)) | (Value::Finite(form, _), Value::Infinite(sign)) => {
                self.by_sign(&when, form, [Value::Infinite(*sign), Value::Undefined, Value::Infinite(-sign)])?
            }
        })
    }

    fn quotient(&self, when: Bdd, a: &Value, b: &Value) -> Result<Vec<Case>, Halt> {
        let zero = || Value::whole(Form::constant(0));
        Ok(match (a, b) {
            (Value::Undefined, _) | (_, Value::Undefined) | (Value::Infinite(_), Value::Infinite(_)) => {
                vec![(when, Value::Undefined)]
            }
            (Value::Finite(..), Value::Infinite(_)) => vec![(when, zero())],
            (Value::Infinite(sign), Value::Finite(form, _)) => {
                self.by_sign(&when, form, [Value::Infinite(*sign), Value::Infinite(*sign), Value::Infinite(-sign)])?
            }
            (Value::Finite(a, c), Value::Finite(b, d)) => {
                let (over, under) = (a.multiply(d), b.multiply(c));
                let divided = Value::fraction(over.clone(), under.clone());
                let negative = Value::fraction(over.negate(), under.negate());
                // Which is undefined only until it is known how the numerator compares with zero.
                let cases = self.by_sign(&when, b, [divided, Value::Undefined, negative])?;
                let mut results = Vec::new();
                for (when, value) in cases {
                    match value {
                        Value::Undefined => {
                            let infinite = [Value::Infinite(1), zero(), Value::Infinite(-1)];
                            results.extend(self.by_sign(&when, a, infinite)?);
                        }
                        value => results.push((when, value)),
                    }
                }
                results
            }
        })
    }

    /// One value where a form is above zero, one where it is zero, one where it is below.
    fn by_sign(&self, when: &Bdd, form: &Form, values: [Value; 3]) -> Result<Vec<Case>, Halt> {
        let mut cases = Vec::new();
        for (op, value) in [CompareOp::Greater, CompareOp::Equal, CompareOp::Less].into_iter().zip(values) {
            let part = self.diagrams.and(when, &self.compare_with_zero(op, form)?)?;
            if !self.diagrams.is_false(&part) {
                cases.push((part, value));
            }
        }
        Ok(cases)
    }
}

fn sum(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Undefined, _) | (_, Value::Undefined) => Value::Undefined,
        (Value::Finite(a, c), Value::Finite(b, d)) if c == d => Value::fraction(a.add(b), c.clone()),
        (Value::Finite(a, c), Value::Finite(b, d)) => Value::fraction(a.multiply(d).add(&b.multiply(c)), c.multiply(d)),
        (Value::Infinite(a), Value::Infinite(b)) if a != b => Value::Undefined,
        (Value::Infinite(sign), _) | (_, Value::Infinite(sign)) => Value::Infinite(*sign),
    }
}
