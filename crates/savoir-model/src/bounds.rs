//! How large the exact numerators and denominators of an expression can get, so that evaluation cannot overflow.

use crate::{Domain, Expr, ExprId, ExprPool, Variable};

/// Upper bounds on the absolute values of numerator and denominator.
#[derive(Clone, Copy)]
struct Bounds {
    numerator: u128,
    denominator: u128,
}

/// Whether every number in the expression, and every intermediate result, fits into 64 bits.
pub(crate) fn fits(exprs: &ExprPool, variables: &[Variable], id: ExprId) -> bool {
    bounds(exprs, variables, id).is_some()
}

fn bounds(exprs: &ExprPool, variables: &[Variable], id: ExprId) -> Option<Bounds> {
    let whole = |value: u128| Bounds { numerator: value, denominator: 1 };
    let pair = |a, b| Some((bounds(exprs, variables, a)?, bounds(exprs, variables, b)?));
    let result = match exprs.get(id) {
        Expr::Number(value) => whole(u128::from(value.unsigned_abs())),
        Expr::Var(var) => match variables[var.index()].domain {
            Domain::Int { low, high } => whole(u128::from(low.unsigned_abs().max(high.unsigned_abs()))),
            Domain::Bool | Domain::Enum(_) => whole(1),
        },
        Expr::Neg(a) => bounds(exprs, variables, *a)?,
        Expr::Sum(terms) => {
            let mut total = whole(0);
            for term in terms {
                let term = bounds(exprs, variables, *term)?;
                total = Bounds {
                    numerator: (total.numerator.checked_mul(term.denominator)?)
                        .checked_add(term.numerator.checked_mul(total.denominator)?)?,
                    denominator: total.denominator.checked_mul(term.denominator)?,
                };
            }
            total
        }
        Expr::Mul(a, b) => {
            let (a, b) = pair(*a, *b)?;
            Bounds {
                numerator: a.numerator.checked_mul(b.numerator)?,
                denominator: a.denominator.checked_mul(b.denominator)?,
            }
        }
        Expr::Div(a, b) => {
            let (a, b) = pair(*a, *b)?;
            Bounds {
                numerator: a.numerator.checked_mul(b.denominator)?,
                denominator: a.denominator.checked_mul(b.numerator.max(1))?,
            }
        }
        _ => whole(0),
    };
    let limit = i64::MAX as u128;
    (result.numerator <= limit && result.denominator <= limit).then_some(result)
}
