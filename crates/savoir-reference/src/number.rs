//! The numbers of expressions.
//!
//! An expression has a value in ℚ ∪ {+∞, −∞, ⊥}, where ⊥ stands for *undefined*. On ℚ the operations are the usual
//! ones, without rounding. Beyond it, with `x` finite and not 0:
//!
//! | operation | value |
//! | --- | --- |
//! | `0 / y`, for every defined `y`, also 0 and ±∞ | 0 |
//! | `x / 0` | ∞ with the sign of `x` |
//! | `x / ±∞` | 0 |
//! | `±∞ / 0` | the same ∞ |
//! | `±∞ / x`, `±∞ · x` | ∞ with the product of the signs |
//! | `±∞ + x`, `±∞ + 0` | the same ∞ |
//! | `∞ − ∞`, `0 · ∞`, `∞ / ∞` | ⊥ |
//! | any operation on ⊥ | ⊥ |
//!
//! Comparison is the order of ℚ with −∞ below and +∞ above; ⊥ is different from everything, itself included, and no
//! other comparison with it holds.

use savoir_model::CompareOp;
use std::cmp::Ordering;
use std::fmt;

/// The front end bounds numerators and denominators by 64 bits, so that 128 bits hold every product of two of them.
const FITS: &str = "the front end bounds exact numbers by 64 bits";

/// A number. A finite one is a reduced fraction with a positive denominator, so that equal numbers look equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// A fraction.
    Finite {
        /// Above the line.
        numerator: i128,
        /// Below the line, positive.
        denominator: i128,
    },
    /// `+∞` or `−∞`.
    Infinite(Sign),
    /// `⊥`.
    Undefined,
}

/// Below or above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Below.
    Minus,
    /// Above.
    Plus,
}

impl Sign {
    /// The sign of a number that is not zero.
    fn of(value: i128) -> Sign {
        if value < 0 { Sign::Minus } else { Sign::Plus }
    }

    fn times(self, other: Sign) -> Sign {
        if self == other { Sign::Plus } else { Sign::Minus }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Finite { numerator, denominator: 1 } => write!(f, "{numerator}"),
            Number::Finite { numerator, denominator } => write!(f, "{numerator}/{denominator}"),
            Number::Infinite(Sign::Plus) => f.write_str("∞"),
            Number::Infinite(Sign::Minus) => f.write_str("-∞"),
            Number::Undefined => f.write_str("undefined"),
        }
    }
}

impl Number {
    /// A whole number.
    #[must_use]
    pub fn whole(value: i64) -> Number {
        Number::Finite { numerator: i128::from(value), denominator: 1 }
    }

    /// The value, if it is a whole number.
    #[must_use]
    pub fn as_whole(self) -> Option<i128> {
        match self {
            Number::Finite { numerator, denominator: 1 } => Some(numerator),
            _ => None,
        }
    }

    fn fraction(numerator: Option<i128>, denominator: Option<i128>) -> Number {
        let (numerator, denominator) = (numerator.expect(FITS), denominator.expect(FITS));
        let (mut a, mut b) = (numerator.abs(), denominator.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let divisor = a * denominator.signum();
        Number::Finite { numerator: numerator / divisor, denominator: denominator / divisor }
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Number) -> Number {
        use Number::{Finite, Infinite, Undefined};
        match (self, other) {
            (Finite { numerator: a, denominator: b }, Finite { numerator: c, denominator: d }) => {
                let sum = a.checked_mul(d).zip(c.checked_mul(b)).and_then(|(left, right)| left.checked_add(right));
                Number::fraction(sum, b.checked_mul(d))
            }
            (Undefined, _) | (_, Undefined) => Undefined,
            (Infinite(s), Infinite(t)) if s != t => Undefined,
            (Infinite(s), _) | (_, Infinite(s)) => Infinite(s),
        }
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negated(self) -> Number {
        self.times(Number::whole(-1))
    }

    /// The product.
    #[must_use]
    pub fn times(self, other: Number) -> Number {
        use Number::{Finite, Infinite, Undefined};
        match (self, other) {
            (Finite { numerator: a, denominator: b }, Finite { numerator: c, denominator: d }) => {
                Number::fraction(a.checked_mul(c), b.checked_mul(d))
            }
            (Undefined, _) | (_, Undefined) => Undefined,
            (Infinite(s), Infinite(t)) => Infinite(s.times(t)),
            (Infinite(_), Finite { numerator: 0, .. }) | (Finite { numerator: 0, .. }, Infinite(_)) => Undefined,
            (Infinite(s), Finite { numerator: x, .. }) | (Finite { numerator: x, .. }, Infinite(s)) => {
                Infinite(s.times(Sign::of(x)))
            }
        }
    }

    /// The quotient.
    #[must_use]
    pub fn over(self, other: Number) -> Number {
        use Number::{Finite, Infinite, Undefined};
        match (self, other) {
            (Undefined, _) | (_, Undefined) => Undefined,
            (Finite { numerator: 0, .. }, _) => Number::whole(0),
            (Finite { numerator: x, .. }, Finite { numerator: 0, .. }) => Infinite(Sign::of(x)),
            (Finite { numerator: a, denominator: b }, Finite { numerator: c, denominator: d }) => {
                Number::fraction(a.checked_mul(d), b.checked_mul(c))
            }
            (Finite { .. }, Infinite(_)) => Number::whole(0),
            (Infinite(s), Finite { numerator: 0, .. }) => Infinite(s),
            (Infinite(s), Finite { numerator: x, .. }) => Infinite(s.times(Sign::of(x))),
            (Infinite(_), Infinite(_)) => Undefined,
        }
    }

    /// Whether a comparison holds.
    #[must_use]
    pub fn compares(self, op: CompareOp, other: Number) -> bool {
        let Some(order) = self.order(other) else { return op == CompareOp::NotEqual };
        match op {
            CompareOp::Equal => order == Ordering::Equal,
            CompareOp::NotEqual => order != Ordering::Equal,
            CompareOp::Less => order == Ordering::Less,
            CompareOp::LessEqual => order != Ordering::Greater,
            CompareOp::Greater => order == Ordering::Greater,
            CompareOp::GreaterEqual => order != Ordering::Less,
        }
    }

    /// How two numbers are ordered; not at all if one of them is undefined.
    fn order(self, other: Number) -> Option<Ordering> {
        use Number::{Finite, Infinite, Undefined};
        match (self, other) {
            (Undefined, _) | (_, Undefined) => None,
            (Finite { numerator: a, denominator: b }, Finite { numerator: c, denominator: d }) => {
                Some(a.checked_mul(d).expect(FITS).cmp(&c.checked_mul(b).expect(FITS)))
            }
            (Infinite(s), Infinite(t)) if s == t => Some(Ordering::Equal),
            (Infinite(Sign::Plus), _) | (_, Infinite(Sign::Minus)) => Some(Ordering::Greater),
            (Infinite(Sign::Minus), _) | (_, Infinite(Sign::Plus)) => Some(Ordering::Less),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(value: i64) -> Number {
        Number::whole(value)
    }

    #[test]
    fn fractions_are_exact_and_reduced() {
        assert_eq!(n(5).over(n(2)).as_whole(), None);
        assert_eq!(n(3).over(n(2)).times(n(2)), n(3));
        assert_eq!(n(-6).over(n(-3)), n(2));
        assert_eq!(n(1).over(n(-2)).plus(n(1).over(n(2))), n(0));
        assert!(n(-5).over(n(2)).compares(CompareOp::Less, n(-2)));
        assert!(n(2).over(n(4)).compares(CompareOp::Equal, n(1).over(n(2))));
    }

    #[test]
    fn the_table_of_the_definition() {
        let (plus, minus) = (n(3).over(n(0)), n(-3).over(n(0)));
        assert_eq!((plus, minus), (Number::Infinite(Sign::Plus), Number::Infinite(Sign::Minus)));
        for zero in [n(0).over(n(0)), n(0).over(plus), n(7).over(minus), n(0).over(n(5))] {
            assert_eq!(zero, n(0));
        }
        assert_eq!(minus.over(n(0)), minus);
        assert_eq!(minus.over(n(-2)), plus);
        assert_eq!(plus.times(n(-2)), minus);
        assert_eq!(plus.plus(n(-9)), plus);
        assert_eq!(plus.negated(), minus);
        for undefined in [plus.plus(minus), n(0).times(plus), plus.over(minus), n(0).over(plus.plus(minus))] {
            assert_eq!(undefined, Number::Undefined);
            assert_eq!(undefined.plus(n(1)), Number::Undefined);
        }
    }

    #[test]
    fn undefined_differs_from_everything() {
        use CompareOp::*;
        let (infinite, undefined) = (n(1).over(n(0)), Number::Undefined);
        for other in [n(0), infinite, undefined] {
            assert!(undefined.compares(NotEqual, other) && other.compares(NotEqual, undefined));
            for op in [Equal, Less, LessEqual, Greater, GreaterEqual] {
                assert!(!undefined.compares(op, other) && !other.compares(op, undefined));
            }
        }
        assert!(infinite.compares(Equal, infinite) && infinite.compares(Greater, n(i64::MAX)));
        assert!(infinite.negated().compares(Less, n(i64::MIN)));
    }
}
