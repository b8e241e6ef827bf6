//! Which values a condition leaves to single variables, without trying them.
//!
//! A comparison of a number with a constant leaves a range, a conjunction what all of its parts leave, and a disjunction
//! what some part does. So `n = 7 or n = 1999999990` leaves two values. Everything else leaves all values, and so does what
//! would take too many ranges to write down: what is left out has no solution, what is left need not have one.

use savoir_model::{CompareOp, Domain, Expr, ExprId, Model, VarId};
use std::collections::BTreeMap;

/// Ranges of codes, first and last, sorted and apart from each other.
pub(crate) type Ranges = Vec<(u64, u64)>;

/// More ranges of one variable are joined into one.
const MOST_RANGES: usize = 100_000;
/// Parts of a condition and ranges that are looked at; whatever comes after them is taken to leave everything.
const MOST_WORK: usize = 1_000_000;

/// By variable: what the condition leaves of its codes.
pub(crate) fn value_ranges(model: &Model, condition: ExprId) -> Vec<Ranges> {
    let mut work_left = MOST_WORK;
    let left = restrictions(model, condition, &mut work_left);
    let all = |variable: VarId| vec![(0, (model.domain_size(model.variable(variable).domain) - 1) as u64)];
    model.variable_ids().map(|variable| left.get(&variable).cloned().unwrap_or_else(|| all(variable))).collect()
}

/// The least code in the ranges that is not below `code`.
pub(crate) fn at_least(ranges: &Ranges, code: u64) -> Option<u64> {
    let (first, _) = ranges.get(ranges.partition_point(|(_, last)| *last < code))?;
    Some(code.max(*first))
}

/// What a condition leaves of the variables that it restricts.
type Restrictions = BTreeMap<VarId, Ranges>;

fn restrictions(model: &Model, condition: ExprId, work_left: &mut usize) -> Restrictions {
    if !spend(work_left, 1) {
        return Restrictions::new();
    }
    match model.exprs.get(condition) {
        Expr::And(parts) => {
            let mut all = Restrictions::new();
            for part in parts {
                for (variable, ranges) in restrictions(model, *part, work_left) {
                    match all.get_mut(&variable) {
                        None => _ = all.insert(variable, ranges),
                        Some(known) if spend(work_left, known.len() + ranges.len()) => *known = common(known, &ranges),
                        Some(_) => {}
                    }
                }
            }
            all
        }
        Expr::Or(parts) => {
            let mut some: BTreeMap<VarId, (usize, Ranges)> = BTreeMap::new();
            for part in parts {
                for (variable, ranges) in restrictions(model, *part, work_left) {
                    let (restricting, joined) = some.entry(variable).or_default();
                    *restricting += 1;
                    joined.extend(ranges);
                }
            }
            // A part that says nothing about a variable leaves all its values.
            some.retain(|_, (restricting, _)| *restricting == parts.len());
            some.into_iter().map(|(variable, (_, ranges))| (variable, sorted(ranges))).collect()
        }
        Expr::Compare(op, one, other) => comparison(model, *op, *one, *other).into_iter().collect(),
        Expr::Bool(_)
        | Expr::Number(_)
        | Expr::EnumValue(_)
        | Expr::Var(_)
        | Expr::ActionIs(..)
        | Expr::Not(_)
        | Expr::Neg(_)
        | Expr::Sum(_)
        | Expr::Iff(..)
        | Expr::Implies(..)
        | Expr::Same(..)
        | Expr::Mul(..)
        | Expr::Div(..) => Restrictions::new(),
    }
}

/// Counts work; false if too much was done already.
fn spend(work_left: &mut usize, work: usize) -> bool {
    let left = work_left.checked_sub(work);
    *work_left = left.unwrap_or(0);
    left.is_some()
}

/// What `variable op number` leaves.
fn comparison(model: &Model, op: CompareOp, one: ExprId, other: ExprId) -> Option<(VarId, Ranges)> {
    let (variable, op, bound) = match (model.exprs.get(one), model.exprs.get(other)) {
        (Expr::Var(variable), _) => (*variable, op, constant(model, other)?),
        (_, Expr::Var(variable)) => (*variable, op.flip(), constant(model, one)?),
        _ => return None,
    };
    let Domain::Int { low, .. } = model.variable(variable).domain else { return None };
    let greatest = model.domain_size(model.variable(variable).domain) as i128 - 1;
    let code = bound - i128::from(low);
    let (first, last) = match op {
        CompareOp::Equal => (code, code),
        CompareOp::Less => (0, code - 1),
        CompareOp::LessEqual => (0, code),
        CompareOp::Greater => (code + 1, greatest),
        CompareOp::GreaterEqual => (code, greatest),
        CompareOp::NotEqual => return None,
    };
    let (first, last) = (first.max(0), last.min(greatest));
    let range = u64::try_from(first).ok().zip(u64::try_from(last).ok()).filter(|(first, last)| first <= last);
    Some((variable, range.into_iter().collect()))
}

fn constant(model: &Model, id: ExprId) -> Option<i128> {
    match model.exprs.get(id) {
        Expr::Number(number) => Some(i128::from(*number)),
        Expr::Neg(inner) => match model.exprs.get(*inner) {
            Expr::Number(number) => Some(-i128::from(*number)),
            _ => None,
        },
        _ => None,
    }
}

/// What is in both.
fn common(one: &Ranges, other: &Ranges) -> Ranges {
    let mut found = Ranges::new();
    let (mut at, mut beside) = (0, 0);
    while let (Some(a), Some(b)) = (one.get(at), other.get(beside)) {
        let (first, last) = (a.0.max(b.0), a.1.min(b.1));
        if first <= last {
            found.push((first, last));
        }
        if a.1 < b.1 { at += 1 } else { beside += 1 }
    }
    found
}

/// Ranges in any order, sorted and with no overlaps.
fn sorted(mut ranges: Ranges) -> Ranges {
    ranges.sort_unstable();
    let mut found = Ranges::new();
    for (first, last) in ranges {
        match found.last_mut() {
            Some(before) if first <= before.1.saturating_add(1) => before.1 = before.1.max(last),
            _ => found.push((first, last)),
        }
    }
    match (found.first(), found.last()) {
        (Some(first), Some(last)) if found.len() > MOST_RANGES => vec![(first.0, last.1)],
        _ => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_testkit::fixtures::load;

    fn left(condition: &str) -> Vec<Ranges> {
        let model = load(&format!(
            "Agent M\n Vars:\n n : -5..2000000000;\n m : 0..9;\n end Vars\n Actions = {{a}};\n Protocol:\n Other : {{a}};\n \
             end Protocol\n Evolution:\n m = 1 if Action = a;\n end Evolution\nend Agent\nEvaluation\n p if M.m = \
             1;\nend Evaluation\nInitStates\n {condition};\nend InitStates\nFormulae\n p;\nend Formulae\n"
        ));
        value_ranges(&model, model.init)
    }

    #[test]
    fn conditions_leave_ranges() {
        let (n, m) = ((0, 2_000_000_005), (0, 9));
        for (condition, expected) in [
            ("M.n = 7 or M.n = 1999999990", [vec![(12, 12), (1_999_999_995, 1_999_999_995)], vec![m]]),
            ("M.n < 0 and M.n > -3 and !(M.m = 2)", [vec![(3, 4)], vec![m]]),
            ("(M.n = 1 and M.m = 2) or (M.m = 4 and M.n < -4)", [vec![(0, 0), (6, 6)], vec![(2, 2), (4, 4)]]),
            ("(M.n = 1 and M.m = 2) or M.m >= 3", [vec![n], vec![(2, 9)]]),
            ("(M.m = 1 or M.m = 5 or M.m = 6) and (M.m = 6 or M.m < 2)", [vec![n], vec![(1, 1), (6, 6)]]),
            ("M.n > 2000000000", [vec![], vec![m]]),
            ("M.n > 2000000000 or 8 <= M.n", [vec![(13, 2_000_000_005)], vec![m]]),
            ("!(M.n = 3) or M.n + 0 = 2", [vec![n], vec![m]]),
            ("M.n = -5 or M.n >= -4", [vec![n], vec![m]]),
        ] {
            assert_eq!(left(condition), expected, "{condition}");
        }
    }

    #[test]
    fn codes_are_found_in_ranges() {
        let ranges = vec![(2, 3), (7, 7), (u64::MAX, u64::MAX)];
        let found = [0, 2, 3, 4, 7, 8, u64::MAX].map(|code| at_least(&ranges, code));
        assert_eq!(found, [2, 2, 3, 7, 7, u64::MAX, u64::MAX].map(Some));
        assert_eq!(at_least(&vec![(2, 3)], 4), None);
        assert_eq!(at_least(&Vec::new(), 0), None);
    }
}
