//! How large the exact numerators and denominators of an expression can get, so that evaluation cannot overflow.

use crate::{Domain, Expr, ExprId, ExprPool, Variable};

/// Where the numerator of a number lies, and how large its denominator can be. The denominator of a whole number is 1; that
/// of another one may be reduced, and the numerator with it, so the numerator may then be anything towards zero.
#[derive(Clone, Copy)]
struct Bounds {
    low: i128,
    high: i128,
    denominator: i128,
}

impl Bounds {
    fn new(corners: &[Option<i128>], denominator: Option<i128>) -> Option<Bounds> {
        let corners: Vec<i128> = corners.iter().copied().collect::<Option<_>>()?;
        let (low, high) = (*corners.iter().min()?, *corners.iter().max()?);
        Some(match denominator? {
            1 => Bounds { low, high, denominator: 1 },
            denominator => Bounds { low: low.min(0), high: high.max(0), denominator },
        })
    }

    fn whole(low: i64, high: i64) -> Bounds {
        Bounds { low: i128::from(low), high: i128::from(high), denominator: 1 }
    }

    fn neg(self) -> Bounds {
        Bounds { low: -self.high, high: -self.low, denominator: self.denominator }
    }

    /// The numerator multiplied by a number from 1 to `most`.
    fn expanded(self, most: i128) -> Option<(i128, i128)> {
        Some((self.low.min(self.low.checked_mul(most)?), self.high.max(self.high.checked_mul(most)?)))
    }

    fn add(self, other: Bounds) -> Option<Bounds> {
        let (a, b) = (self.expanded(other.denominator)?, other.expanded(self.denominator)?);
        let corners = [a.0.checked_add(b.0), a.1.checked_add(b.1)];
        Bounds::new(&corners, self.denominator.checked_mul(other.denominator))
    }

    fn mul(self, other: Bounds) -> Option<Bounds> {
        let corner = |a: i128, b: i128| a.checked_mul(b);
        let (a, b) = ((self.low, self.high), (other.low, other.high));
        let corners = [corner(a.0, b.0), corner(a.0, b.1), corner(a.1, b.0), corner(a.1, b.1)];
        Bounds::new(&corners, self.denominator.checked_mul(other.denominator))
    }

    fn div(self, other: Bounds) -> Option<Bounds> {
        let (low, high) = self.expanded(other.denominator)?;
        // The sign of a divisor goes over the line. Divided by zero, a number is infinite.
        let largest = other.low.abs().max(other.high.abs()).max(1);
        let mut corners = Vec::new();
        if other.high >= 0 {
            corners.extend([Some(low), Some(high)]);
        }
        if other.low < 0 {
            corners.extend([low.checked_neg(), high.checked_neg()]);
        }
        Bounds::new(&corners, self.denominator.checked_mul(largest))
    }

    /// The same, if 64 bits are enough.
    fn checked(self) -> Option<Bounds> {
        let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX));
        (self.low >= least && self.high <= most && self.denominator <= most).then_some(self)
    }
}

/// Whether every number in the expression, and every intermediate result, fits into 64 bits.
pub(crate) fn fits(exprs: &ExprPool, variables: &[Variable], id: ExprId) -> bool {
    bounds(exprs, variables, id).is_some()
}

fn bounds(exprs: &ExprPool, variables: &[Variable], id: ExprId) -> Option<Bounds> {
    let pair = |a, b| Some((bounds(exprs, variables, a)?, bounds(exprs, variables, b)?));
    let result = match exprs.get(id) {
        Expr::Number(value) => Bounds::whole(*value, *value),
        Expr::Var(var) => match variables[var.index()].domain {
            Domain::Int { low, high } => Bounds::whole(low, high),
            Domain::Bool | Domain::Enum(_) => Bounds::whole(0, 1),
        },
        Expr::Neg(a) => bounds(exprs, variables, *a)?.neg(),
        Expr::Sum(terms) => {
            let (first, rest) = terms.split_first()?;
            let mut total = bounds(exprs, variables, *first)?;
            for term in rest {
                // What is subtracted need not fit with the other sign.
                let term = match exprs.get(*term) {
                    Expr::Neg(subtracted) => bounds(exprs, variables, *subtracted)?.neg(),
                    _ => bounds(exprs, variables, *term)?,
                };
                total = total.add(term)?.checked()?;
            }
            total
        }
        Expr::Mul(a, b) => {
            let (a, b) = pair(*a, *b)?;
            a.mul(b)?
        }
        Expr::Div(a, b) => {
            let (a, b) = pair(*a, *b)?;
            a.div(b)?
        }
        _ => Bounds::whole(0, 0),
    };
    result.checked()
}
