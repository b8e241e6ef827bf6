//! Arithmetic as polynomials over bits, and comparisons of them as diagrams.
//!
//! A comparison `Σ weight · bit ≥ bound` is built by dynamic programming over (bit, partial sum) along the order of the
//! diagrams, so no domain is enumerated. Products of variables are multiplied out bit by bit in the same way: what is left
//! of a polynomial when some bits are known is a smaller one. Quotients are fractions of polynomials.

mod cases;
mod compare;
mod explore;
mod form;
mod residue;

use crate::encode::Encoding;
pub(crate) use form::{Form, Value};
use rustc_hash::FxHashMap;
use savoir_dd::{Bdd, Diagrams, Halt, Var};
use savoir_model::{CompareOp, Domain, ExprId, Model, VarId};
use std::cell::RefCell;

/// A value with the condition it holds under.
type Case = (Bdd, Value);

/// Builds diagrams for arithmetic.
pub(crate) struct Arithmetic<'a> {
    pub(crate) model: &'a Model,
    pub(crate) diagrams: &'a Diagrams,
    pub(crate) encoding: &'a Encoding,
    comparisons: RefCell<FxHashMap<Comparison, Bdd>>,
}

/// An operator, and the form that is compared with zero.
type Comparison = (CompareOp, Form);

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
            let holds = self.compare_values(CompareOp::Equal, &left, &Value::whole(form.clone()))?;
            result = self.diagrams.or(&result, &self.diagrams.and(&when, &holds)?)?;
        }
        Ok(result)
    }

    fn compare_values(&self, op: CompareOp, left: &Value, right: &Value) -> Result<Bdd, Halt> {
        let fixed = |truth| Ok(self.diagrams.constant(truth));
        match (left, right) {
            (Value::Undefined, _) | (_, Value::Undefined) => fixed(op == CompareOp::NotEqual),
            (Value::Finite(a, c), Value::Finite(b, d)) if c == d => self.compare_with_zero(op, &a.add(&b.negate())),
            (Value::Finite(a, c), Value::Finite(b, d)) => {
                self.compare_with_zero(op, &a.multiply(d).add(&b.multiply(c).negate()))
            }
            (Value::Infinite(a), Value::Infinite(b)) => fixed(op.holds(a.cmp(b))),
            (Value::Infinite(sign), Value::Finite(..)) => fixed(op.holds(sign.cmp(&0))),
            (Value::Finite(..), Value::Infinite(sign)) => fixed(op.holds(0.cmp(sign))),
        }
    }

    pub(crate) fn variable(&self, variable: VarId) -> Form {
        let low = match self.model.variable(variable).domain {
            Domain::Int { low, .. } => low,
            Domain::Bool | Domain::Enum(_) => 0,
        };
        Form::bits(&self.encoding.variables[variable.index()].current, low)
    }

    /// Where a variable has a code.
    pub(crate) fn code(&self, variable: VarId, code: u64) -> Result<Bdd, Halt> {
        let bits = &self.encoding.variables[variable.index()];
        spells(self.diagrams, &bits.current, bits.spelling.bits(code))
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
