//! The numbers of ISPL expressions.
//!
//! Division is exact: `5 / 2` is two and a half and equals no value of a variable. So an expression ranges over the
//! rational numbers together with `+∞`, `−∞` and *undefined*:
//!
//! * `0 / x = 0` for every `x`, also for zero; `x / 0 = ±∞` for other `x`, with the sign of `x`;
//! * `∞ − ∞`, `0 · ∞` and `∞ / ∞` are undefined, and so is every operation on an undefined operand;
//! * an undefined number is different from every number, and no other comparison with it holds.
//!
//! Operands are small enough that nothing overflows: the front end refuses expressions whose exact numerators or
//! denominators could exceed 64 bits. A number that is subtracted may need one bit more with its other sign.

use crate::CompareOp;

/// An exact number: a reduced fraction with a positive denominator; a denominator of zero stands for `±∞` (numerator
/// `±1`) and undefined (numerator 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    numerator: i128,
    denominator: i128,
}

impl Number {
    const UNDEFINED: Number = Number { numerator: 0, denominator: 0 };

    /// A whole number.
    #[must_use]
    pub fn whole(value: i64) -> Number {
        Number { numerator: i128::from(value), denominator: 1 }
    }

    /// The value, if it is a whole number.
    #[must_use]
    pub fn as_whole(self) -> Option<i64> {
        (self.denominator == 1).then(|| i64::try_from(self.numerator).ok()).flatten()
    }

    /// Numerator and denominator; a denominator of zero with a numerator of ±1 is `±∞`. `None` if undefined.
    #[must_use]
    pub fn parts(self) -> Option<(i128, i128)> {
        (!self.is_undefined()).then(|| self.fraction_parts())
    }

    fn infinite(sign: i128) -> Number {
        Number { numerator: sign.signum(), denominator: 0 }
    }

    fn is_finite(self) -> bool {
        self.denominator != 0
    }

    fn is_undefined(self) -> bool {
        self == Number::UNDEFINED
    }

    fn fraction(numerator: i128, denominator: i128) -> Number {
        let divisor = gcd(numerator.unsigned_abs(), denominator.unsigned_abs()).max(1) as i128;
        let sign = denominator.signum();
        Number { numerator: sign * numerator / divisor, denominator: sign * denominator / divisor }
    }

    fn fraction_parts(self) -> (i128, i128) {
        (self.numerator, self.denominator)
    }

    /// Sum.
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "the operations of ISPL, not of Rust")]
    pub fn add(self, other: Number) -> Number {
        let ((a, b), (c, d)) = (self.fraction_parts(), other.fraction_parts());
        match (self.is_finite(), other.is_finite()) {
            (true, true) if b == 1 && d == 1 => Number { numerator: a + c, denominator: 1 },
            (true, true) => Number::fraction(a * d + c * b, b * d),
            _ if self.is_undefined() || other.is_undefined() => Number::UNDEFINED,
            (false, true) => self,
            (true, false) => other,
            (false, false) if self == other => self,
            (false, false) => Number::UNDEFINED,
        }
    }

    /// The number with the other sign.
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "the operations of ISPL, not of Rust")]
    pub fn neg(self) -> Number {
        Number { numerator: -self.numerator, denominator: self.denominator }
    }

    /// Product.
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "the operations of ISPL, not of Rust")]
    pub fn mul(self, other: Number) -> Number {
        let ((a, b), (c, d)) = (self.fraction_parts(), other.fraction_parts());
        if self.is_finite() && other.is_finite() {
            return Number::fraction(a * c, b * d);
        }
        if a * c == 0 { Number::UNDEFINED } else { Number::infinite(a.signum() * c.signum()) }
    }

    /// Exact quotient.
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "the operations of ISPL, not of Rust")]
    pub fn div(self, other: Number) -> Number {
        let ((a, b), (c, d)) = (self.fraction_parts(), other.fraction_parts());
        if self.is_undefined() || other.is_undefined() {
            return Number::UNDEFINED;
        }
        match (self.is_finite(), other.is_finite()) {
            (true, _) if a == 0 => Number::whole(0),
            (true, true) if c == 0 => Number::infinite(a),
            (true, true) => Number::fraction(a * d, b * c),
            (true, false) => Number::whole(0),
            (false, true) if c == 0 => self,
            (false, true) => Number::infinite(a.signum() * c.signum()),
            (false, false) => Number::UNDEFINED,
        }
    }

    /// Whether the comparison holds.
    #[must_use]
    pub fn compare(self, op: CompareOp, other: Number) -> bool {
        if self.is_undefined() || other.is_undefined() {
            return op == CompareOp::NotEqual;
        }
        let ((a, b), (c, d)) = (self.fraction_parts(), other.fraction_parts());
        let ordering = match (self.is_finite(), other.is_finite()) {
            (true, true) => (a * d).cmp(&(c * b)),
            (false, true) => a.cmp(&0),
            (true, false) => 0.cmp(&c),
            (false, false) => a.cmp(&c),
        };
        op.holds(ordering)
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(value: i64) -> Number {
        Number::whole(value)
    }

    #[test]
    fn division_is_exact() {
        let half = n(5).div(n(2));
        assert_eq!(half.as_whole(), None);
        assert!(half.compare(CompareOp::Greater, n(2)) && half.compare(CompareOp::Less, n(3)));
        assert_eq!(half.mul(n(2)).as_whole(), Some(5));
        assert_eq!(n(-6).div(n(-3)).as_whole(), Some(2));
    }

    #[test]
    fn division_by_zero_is_infinite_except_for_zero() {
        assert_eq!(n(0).div(n(0)).as_whole(), Some(0));
        let infinite = n(3).div(n(0));
        assert!(infinite.compare(CompareOp::Greater, n(i64::MAX)));
        assert!(n(-3).div(n(0)).compare(CompareOp::Less, n(i64::MIN + 1)));
        let undefined = infinite.add(infinite.neg());
        assert!(undefined.compare(CompareOp::NotEqual, undefined));
        assert!(!undefined.compare(CompareOp::Equal, undefined));
        assert!(!undefined.add(n(1)).compare(CompareOp::GreaterEqual, n(0)));
        assert_eq!(n(1).div(infinite).as_whole(), Some(0));
    }
}
