//! Arithmetic as linear forms over bits, and comparisons of them as diagrams.
//!
//! A comparison `Σ weight · bit ≥ bound` is built by dynamic programming over (bit, partial sum) along the order of the
//! diagrams, so no domain is enumerated. What is not linear (products of variables, division) is split by the values
//! of one operand until it is.

use crate::encoding::Encoding;
use rustc_hash::FxHashMap;
use savoir_dd::{Bdd, Diagrams, Halt, Var};
use savoir_model::{CompareOp, Domain, Expr, ExprId, Model, Number, VarId};
use std::cell::RefCell;

/// `(constant + Σ weight · bit) / denominator`, with a positive denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    weights: Vec<(Var, i128)>,
    constant: i128,
    denominator: i128,
}

/// A number that depends on the state, under a condition that makes it a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Finite(Form),
    /// Infinite, with this sign.
    Infinite(i8),
    Undefined,
}

/// A value with the condition it holds under.
type Case = (Bdd, Value);

impl Form {
    pub(crate) fn constant(value: i128) -> Form {
        Form { weights: Vec::new(), constant: value, denominator: 1 }
    }

    /// `low` plus the number that the bits spell, most significant first.
    pub(crate) fn bits(bits: &[Var], low: i64) -> Form {
        let weights = bits.iter().rev().enumerate().map(|(place, bit)| (*bit, 1i128 << place)).collect();
        Form { weights, constant: i128::from(low), denominator: 1 }
    }

    /// The form times `numerator / denominator`.
    fn scale(&self, numerator: i128, denominator: i128) -> Form {
        let sign = denominator.signum();
        Form {
            weights: self.weights.iter().map(|(bit, weight)| (*bit, weight * numerator * sign)).collect(),
            constant: self.constant * numerator * sign,
            denominator: self.denominator * denominator.abs(),
        }
    }

    pub(crate) fn add(&self, other: &Form) -> Form {
        Form::sum(&[self.clone(), other.clone()])
    }

    fn sum(forms: &[Form]) -> Form {
        let denominator =
            forms.iter().fold(
                1,
                |product, form| {
                    if product % form.denominator == 0 { product } else { product * form.denominator }
                },
            );
        let mut weights: FxHashMap<Var, i128> = FxHashMap::default();
        let mut constant = 0;
        for form in forms {
            let factor = denominator / form.denominator;
            constant += form.constant * factor;
            form.weights.iter().for_each(|(bit, weight)| *weights.entry(*bit).or_default() += weight * factor);
        }
        let mut weights: Vec<(Var, i128)> = weights.into_iter().filter(|(_, weight)| *weight != 0).collect();
        weights.sort_unstable();
        Form { weights, constant, denominator }
    }

    pub(crate) fn negate(&self) -> Form {
        self.scale(-1, 1)
    }
}

/// Builds diagrams for arithmetic.
pub(crate) struct Arithmetic<'a> {
    pub(crate) model: &'a Model,
    pub(crate) diagrams: &'a Diagrams,
    pub(crate) encoding: &'a Encoding,
    comparisons: RefCell<FxHashMap<Comparison, Bdd>>,
}

/// An operator, and the weights and the constant of the form that is compared with zero.
type Comparison = (CompareOp, Vec<(Var, i128)>, i128);

impl<'a> Arithmetic<'a> {
    pub(crate) fn new(model: &'a Model, diagrams: &'a Diagrams, encoding: &'a Encoding) -> Arithmetic<'a> {
        Arithmetic { model, diagrams, encoding, comparisons: RefCell::default() }
    }

    /// Where the comparison of two expressions holds.
    pub(crate) fn compare(&self, op: CompareOp, a: ExprId, b: ExprId) -> Result<Bdd, Halt> {
        let mut result = self.diagrams.constant(false);
        for (when, left) in self.cases(a)? {
            for (also, right) in self.cases(b)? {
                let both = self.diagrams.and(&when, &also)?;
                let holds = self.compare_values(op, &left, &right)?;
                result = self.diagrams.or(&result, &self.diagrams.and(&both, &holds)?)?;
            }
        }
        Ok(result)
    }

    /// Where an expression has the value of a form.
    pub(crate) fn equals(&self, a: ExprId, form: &Form) -> Result<Bdd, Halt> {
        let mut result = self.diagrams.constant(false);
        for (when, left) in self.cases(a)? {
            let holds = self.compare_values(CompareOp::Equal, &left, &Value::Finite(form.clone()))?;
            result = self.diagrams.or(&result, &self.diagrams.and(&when, &holds)?)?;
        }
        Ok(result)
    }

    fn compare_values(&self, op: CompareOp, left: &Value, right: &Value) -> Result<Bdd, Halt> {
        let fixed = |truth| Ok(self.diagrams.constant(truth));
        match (left, right) {
            (Value::Undefined, _) | (_, Value::Undefined) => fixed(op == CompareOp::NotEqual),
            (Value::Finite(a), Value::Finite(b)) => self.compare_with_zero(op, &a.add(&b.negate())),
            (Value::Infinite(a), Value::Infinite(b)) => fixed(op.holds(a.cmp(b))),
            (Value::Infinite(sign), Value::Finite(_)) => fixed(op.holds(sign.cmp(&0))),
            (Value::Finite(_), Value::Infinite(sign)) => fixed(op.holds(0.cmp(sign))),
        }
    }

    /// Where `form op 0` holds. Guards often come with their complements, which share their diagram.
    pub(crate) fn compare_with_zero(&self, op: CompareOp, form: &Form) -> Result<Bdd, Halt> {
        match op {
            CompareOp::NotEqual => Ok(self.diagrams.not(&self.build_comparison(CompareOp::Equal, form)?)),
            CompareOp::GreaterEqual => Ok(self.diagrams.not(&self.build_comparison(CompareOp::Less, form)?)),
            CompareOp::Greater => Ok(self.diagrams.not(&self.build_comparison(CompareOp::LessEqual, form)?)),
            CompareOp::Equal | CompareOp::Less | CompareOp::LessEqual => self.build_comparison(op, form),
        }
    }

    fn build_comparison(&self, op: CompareOp, form: &Form) -> Result<Bdd, Halt> {
        let key = (op, form.weights.clone(), form.constant);
        if let Some(known) = self.comparisons.borrow().get(&key) {
            return Ok(known.clone());
        }
        let mut weights: Vec<(Var, i128)> = form.weights.clone();
        weights.sort_by_key(|(bit, _)| self.diagrams.level(*bit));
        // The least and greatest sums of the bits from each one on.
        let mut bounds = vec![(0, 0); weights.len() + 1];
        for index in (0..weights.len()).rev() {
            let (low, high): (i128, i128) = bounds[index + 1];
            let weight = weights[index].1;
            bounds[index] = (low + weight.min(0), high + weight.max(0));
        }
        let mut known = FxHashMap::default();
        let result = self.sums(op, &weights, &bounds, 0, form.constant, &mut known)?;
        self.comparisons.borrow_mut().insert(key, result.clone());
        Ok(result)
    }

    fn sums(
        &self,
        op: CompareOp,
        weights: &[(Var, i128)],
        bounds: &[(i128, i128)],
        index: usize,
        sum: i128,
        known: &mut FxHashMap<(usize, i128), Bdd>,
    ) -> Result<Bdd, Halt> {
        let (low, high) = (sum + bounds[index].0, sum + bounds[index].1);
        let decided = match op {
            CompareOp::Equal if low > 0 || high < 0 => Some(false),
            CompareOp::NotEqual if low > 0 || high < 0 => Some(true),
            CompareOp::Equal | CompareOp::NotEqual if low == high => Some(op.holds(low.cmp(&0))),
            CompareOp::Equal | CompareOp::NotEqual => None,
            // The others are monotone.
            _ if op.holds(low.cmp(&0)) == op.holds(high.cmp(&0)) => Some(op.holds(low.cmp(&0))),
            _ => None,
        };
        if let Some(truth) = decided {
            return Ok(self.diagrams.constant(truth));
        }
        if let Some(found) = known.get(&(index, sum)) {
            return Ok(found.clone());
        }
        let (bit, weight) = weights[index];
        let one = self.sums(op, weights, bounds, index + 1, sum + weight, known)?;
        let zero = self.sums(op, weights, bounds, index + 1, sum, known)?;
        let result = self.diagrams.choose(bit, &one, &zero)?;
        known.insert((index, sum), result.clone());
        Ok(result)
    }

    /// The value of an expression, by cases that cover all states.
    fn cases(&self, id: ExprId) -> Result<Vec<Case>, Halt> {
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

    pub(crate) fn variable(&self, variable: VarId) -> Form {
        let low = match self.model.variable(variable).domain {
            Domain::Int { low, .. } => low,
            Domain::Bool | Domain::Enum(_) => 0,
        };
        Form::bits(&self.encoding.variables[variable.index()].current, low)
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

    /// Where a variable has a code.
    pub(crate) fn code(&self, variable: VarId, code: u64) -> Result<Bdd, Halt> {
        let bits = &self.encoding.variables[variable.index()];
        spells(self.diagrams, &bits.current, bits.spelling.bits(code))
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

/// Where bits, most significant first, spell a number; no bits spell every number.
pub(crate) fn spells(diagrams: &Diagrams, bits: &[Var], code: u64) -> Result<Bdd, Halt> {
    let mut result = diagrams.constant(true);
    for (place, bit) in bits.iter().rev().enumerate() {
        let bit = diagrams.variable(*bit)?;
        let literal = if code >> place & 1 == 1 { bit } else { diagrams.not(&bit) };
        result = diagrams.and(&result, &literal)?;
    }
    Ok(result)
}
