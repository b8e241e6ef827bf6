//! Polynomials over bits, and the values of expressions.

use savoir_dd::Var;
use std::collections::BTreeMap;

/// `constant + Σ weight · bit + Σ coefficient · Π factors`.
///
/// The front end makes sure that with values of the variables nothing overflows. But bits can spell more than the values of
/// a variable, so coefficients wrap round: what comes out there does not matter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Form {
    /// By bit; none of them zero.
    pub(super) weights: Vec<(Var, i128)>,
    pub(super) constant: i128,
    pub(super) products: Vec<Product>,
}

/// A coefficient and the forms that are multiplied: two at least, and none of them constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Product {
    pub(super) coefficient: i128,
    pub(super) factors: Vec<Form>,
}

/// A number that depends on the state, under a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Numerator and denominator; the denominator is above zero where the condition holds.
    Finite(Form, Form),
    /// Infinite, with this sign.
    Infinite(i8),
    Undefined,
}

impl Form {
    pub(crate) fn constant(value: i128) -> Form {
        Form { weights: Vec::new(), constant: value, products: Vec::new() }
    }

    /// `low` plus the number that the bits spell, most significant first.
    pub(crate) fn bits(bits: &[Var], low: i64) -> Form {
        let mut weights: Vec<(Var, i128)> =
            bits.iter().rev().enumerate().map(|(place, bit)| (*bit, 1i128 << place)).collect();
        weights.sort_unstable();
        Form { weights, ..Form::constant(i128::from(low)) }
    }

    /// The value of a form that depends on nothing.
    pub(super) fn as_constant(&self) -> Option<i128> {
        (self.weights.is_empty() && self.products.is_empty()).then_some(self.constant)
    }

    pub(super) fn scale(&self, by: i128) -> Form {
        if by == 0 {
            return Form::constant(0);
        }
        Form {
            weights: self.weights.iter().map(|(bit, weight)| (*bit, weight.wrapping_mul(by))).collect(),
            constant: self.constant.wrapping_mul(by),
            products: self.products.iter().map(|product| product.scale(by)).collect(),
        }
    }

    pub(crate) fn add(&self, other: &Form) -> Form {
        Form::sum([self, other])
    }

    pub(super) fn sum<'a>(forms: impl IntoIterator<Item = &'a Form>) -> Form {
        let mut weights: BTreeMap<Var, i128> = BTreeMap::new();
        let mut total = Form::constant(0);
        for form in forms {
            total.constant = total.constant.wrapping_add(form.constant);
            for (bit, weight) in &form.weights {
                let sum = weights.entry(*bit).or_default();
                *sum = sum.wrapping_add(*weight);
            }
            for product in &form.products {
                match total.products.iter_mut().find(|known| known.factors == product.factors) {
                    Some(known) => known.coefficient = known.coefficient.wrapping_add(product.coefficient),
                    None => total.products.push(product.clone()),
                }
            }
        }
        total.products.retain(|product| product.coefficient != 0);
        total.weights = weights.into_iter().filter(|(_, weight)| *weight != 0).collect();
        total
    }

    pub(crate) fn negate(&self) -> Form {
        self.scale(-1)
    }

    pub(super) fn multiply(&self, other: &Form) -> Form {
        match (self.as_constant(), other.as_constant()) {
            (Some(factor), _) => other.scale(factor),
            (_, Some(factor)) => self.scale(factor),
            (None, None) => {
                let (mut product, more) = (self.as_product(), other.as_product());
                product.coefficient = product.coefficient.wrapping_mul(more.coefficient);
                product.factors.extend(more.factors);
                Form { products: vec![product], ..Form::constant(0) }
            }
        }
    }

    /// The factors of a form that is one product, otherwise the form alone.
    fn as_product(&self) -> Product {
        match self.products.as_slice() {
            [product] if self.weights.is_empty() && self.constant == 0 => product.clone(),
            _ => Product { coefficient: 1, factors: vec![self.clone()] },
        }
    }
}

impl Product {
    fn scale(&self, by: i128) -> Product {
        Product { coefficient: self.coefficient.wrapping_mul(by), factors: self.factors.clone() }
    }
}

impl Value {
    pub(super) fn whole(form: Form) -> Value {
        Value::Finite(form, Form::constant(1))
    }

    /// Zero divided by whatever it is, is zero.
    pub(super) fn fraction(numerator: Form, denominator: Form) -> Value {
        match numerator.as_constant() {
            Some(0) => Value::whole(numerator),
            _ => Value::Finite(numerator, denominator),
        }
    }

    pub(super) fn negate(&self) -> Value {
        match self {
            Value::Finite(numerator, denominator) => Value::Finite(numerator.negate(), denominator.clone()),
            Value::Infinite(sign) => Value::Infinite(-sign),
            Value::Undefined => Value::Undefined,
        }
    }
}
