//! Linear forms over bits.

use rustc_hash::FxHashMap;
use savoir_dd::Var;

/// `(constant + Σ weight · bit) / denominator`, with a positive denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    pub(super) weights: Vec<(Var, i128)>,
    pub(super) constant: i128,
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
    pub(super) fn scale(&self, numerator: i128, denominator: i128) -> Form {
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

    pub(super) fn sum(forms: &[Form]) -> Form {
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
