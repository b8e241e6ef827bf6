//! The value of an expression as linear forms, by cases. What is not linear (products of variables, division) is split by
//! the values of one operand until it is.

use super::{Arithmetic, Case, Form, Value};
use rustc_hash::FxHashMap;
use savoir_dd::{Bdd, Halt};
use savoir_model::{CompareOp, Domain, Expr, ExprId, Number, VarId};

impl Arithmetic<'_> {
    /// The value of an expression, by cases that cover all states.
    pub(super) fn cases(&self, id: ExprId) -> Result<Vec<Case>, Halt> {
        let always = self.diagrams.constant(true);
        Ok(match self.model.exprs.get(id) {
            Expr::Number(value) => vec![(always, Value::Finite(Form::constant(i128::from(*value))))],
            Expr::Var(variable) => vec![(always, Value::Finite(self.variable(*variable)))],
            Expr::Neg(inner) => self.scaled(self.cases(*inner)?, Number::whole(-1))?,
            Expr::Sum(terms) => {
                // Terms that are forms whatever the state are added up at once.
                let mut forms = vec![Form::constant(0)];
                let mut others = Vec::new();
                for term in terms {
                    let mut cases = self.cases(*term)?;
                    match cases.pop() {
                        Some((_, Value::Finite(form))) if cases.is_empty() => forms.push(form),
                        last => others.push(cases.into_iter().chain(last).collect::<Vec<Case>>()),
                    }
                }
                let mut total = vec![(always, Value::Finite(Form::sum(&forms)))];
                for term in &others {
                    total = self.sum(&total, term)?;
                }
                total
            }
            Expr::Mul(a, b) => {
                // Split by the values of the factor with fewer of them.
                let (form, factor) = if self.values(*a) < self.values(*b) { (*b, *a) } else { (*a, *b) };
                let cases = self.cases(form)?;
                self.split(factor, |value| self.scaled(cases.clone(), value))?
            }
            Expr::Div(a, b) => {
                let cases = self.cases(*a)?;
                self.split(*b, |value| self.divided(&cases, value))?
            }
            _ => unreachable!("the resolver gives arithmetic only numbers"),
        })
    }

    /// How many values the variables of an expression have together.
    fn values(&self, id: ExprId) -> u128 {
        let sizes = self.model.exprs.variables(id).into_iter();
        sizes.fold(1, |all, id| all.saturating_mul(self.model.domain_size(self.model.variable(id).domain)))
    }

    /// Goes through all values of an expression's variables and collects the cases that follow from its value.
    fn split(&self, id: ExprId, follow: impl Fn(Number) -> Result<Vec<Case>, Halt>) -> Result<Vec<Case>, Halt> {
        let variables = self.model.exprs.variables(id);
        let sizes: Vec<u128> =
            variables.iter().map(|&id| self.model.domain_size(self.model.variable(id).domain)).collect();
        // Equal values share their condition.
        let mut conditions: Vec<(Number, Bdd)> = Vec::new();
        for number in 0..self.values(id) {
            let mut rest = number;
            let mut condition = self.diagrams.constant(true);
            let mut codes = FxHashMap::default();
            for (&variable, &size) in variables.iter().zip(&sizes) {
                let code = (rest % size) as u64;
                rest /= size;
                codes.insert(variable, code);
                condition = self.diagrams.and(&condition, &self.code(variable, code)?)?;
            }
            let value = self.evaluate(id, &codes);
            match conditions.iter_mut().find(|(known, _)| *known == value) {
                Some((_, known)) => *known = self.diagrams.or(known, &condition)?,
                None => conditions.push((value, condition)),
            }
        }
        let mut cases = Vec::new();
        for (value, condition) in conditions {
            for (when, result) in follow(value)? {
                let both = self.diagrams.and(&condition, &when)?;
                if !self.diagrams.is_false(&both) {
                    cases.push((both, result));
                }
            }
        }
        Ok(cases)
    }

    fn evaluate(&self, id: ExprId, codes: &FxHashMap<VarId, u64>) -> Number {
        match self.model.exprs.get(id) {
            Expr::Number(value) => Number::whole(*value),
            Expr::Var(variable) => match self.model.variable(*variable).domain {
                Domain::Int { low, .. } => Number::whole(low.wrapping_add(codes[variable] as i64)),
                Domain::Bool | Domain::Enum(_) => Number::whole(0),
            },
            Expr::Neg(inner) => self.evaluate(*inner, codes).neg(),
            Expr::Sum(terms) => terms.iter().fold(Number::whole(0), |sum, term| sum.add(self.evaluate(*term, codes))),
            Expr::Mul(a, b) => self.evaluate(*a, codes).mul(self.evaluate(*b, codes)),
            Expr::Div(a, b) => self.evaluate(*a, codes).div(self.evaluate(*b, codes)),
            _ => unreachable!("the resolver gives arithmetic only numbers"),
        }
    }

    fn sum(&self, left: &[Case], right: &[Case]) -> Result<Vec<Case>, Halt> {
        let mut cases = Vec::with_capacity(left.len() * right.len());
        for (when, a) in left {
            for (also, b) in right {
                let both = self.diagrams.and(when, also)?;
                if self.diagrams.is_false(&both) {
                    continue;
                }
                let value = match (a, b) {
                    (Value::Undefined, _) | (_, Value::Undefined) => Value::Undefined,
                    (Value::Finite(a), Value::Finite(b)) => Value::Finite(a.add(b)),
                    (Value::Infinite(a), Value::Infinite(b)) if a != b => Value::Undefined,
                    (Value::Infinite(sign), _) | (_, Value::Infinite(sign)) => Value::Infinite(*sign),
                };
                cases.push((both, value));
            }
        }
        Ok(cases)
    }

    /// The cases times a number.
    fn scaled(&self, cases: Vec<Case>, factor: Number) -> Result<Vec<Case>, Halt> {
        let mut results = Vec::new();
        for (when, value) in cases {
            match (factor.parts(), value) {
                (None, _) | (_, Value::Undefined) => results.push((when, Value::Undefined)),
                (Some((n, d)), Value::Finite(form)) if d != 0 => results.push((when, Value::Finite(form.scale(n, d)))),
                (Some((n, _)), Value::Infinite(sign)) => {
                    let product = sign * n.signum() as i8;
                    results.push((when, if product == 0 { Value::Undefined } else { Value::Infinite(product) }));
                }
                (Some((sign, _)), Value::Finite(form)) => {
                    self.by_sign(&when, &form, sign.signum() as i8, &Value::Undefined, &mut results)?;
                }
            }
        }
        Ok(results)
    }

    /// The cases divided by a number.
    fn divided(&self, cases: &[Case], divisor: Number) -> Result<Vec<Case>, Halt> {
        let mut results = Vec::new();
        for (when, value) in cases {
            let zero = Value::Finite(Form::constant(0));
            match (divisor.parts(), value) {
                (None, _) | (_, Value::Undefined) => results.push((when.clone(), Value::Undefined)),
                (Some((0, _)), Value::Finite(form)) => self.by_sign(when, form, 1, &zero, &mut results)?,
                (Some((0, _)), infinite) => results.push((when.clone(), infinite.clone())),
                (Some((_, 0)), Value::Finite(_)) => results.push((when.clone(), zero)),
                (Some((_, 0)), _) => results.push((when.clone(), Value::Undefined)),
                (Some((n, d)), Value::Finite(form)) => results.push((when.clone(), Value::Finite(form.scale(d, n)))),
                (Some((n, _)), Value::Infinite(sign)) => {
                    results.push((when.clone(), Value::Infinite(sign * n.signum() as i8)));
                }
            }
        }
        Ok(results)
    }

    /// Infinity with the sign of a form times `sign`; `at_zero` where the form is zero.
    fn by_sign(&self, when: &Bdd, form: &Form, sign: i8, at_zero: &Value, results: &mut Vec<Case>) -> Result<(), Halt> {
        for (op, value) in [
            (CompareOp::Greater, Value::Infinite(sign)),
            (CompareOp::Less, Value::Infinite(-sign)),
            (CompareOp::Equal, at_zero.clone()),
        ] {
            let part = self.diagrams.and(when, &self.compare_with_zero(op, form)?)?;
            if !self.diagrams.is_false(&part) {
                results.push((part, value));
            }
        }
        Ok(())
    }
}
