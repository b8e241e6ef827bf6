//! Which lines can be enabled, by the value of one variable: models that are tables have thousands of lines, of which a
//! state enables a few.

use crate::layout::{Field, Layout};
use rustc_hash::FxHashMap;
use savoir_model::{CompareOp, Domain, Expr, ExprId, Model, VarId};

/// Units with fewer lines are not worth it.
const FEWEST_LINES: usize = 16;

/// The lines of a unit by the value that their guards ask for.
pub(crate) struct LineIndex {
    field: Field,
    /// By the code of the variable: the lines, in order.
    by_code: FxHashMap<u64, Vec<usize>>,
    /// Lines that do not ask for one value of it, in order.
    rest: Vec<usize>,
}

impl LineIndex {
    /// An index over the variable that most guards fix; `None` if few do.
    pub(super) fn new(model: &Model, layout: &Layout, guards: &[ExprId]) -> Option<LineIndex> {
        if guards.len() < FEWEST_LINES {
            return None;
        }
        let fixed: Vec<Vec<(VarId, u64)>> = guards.iter().map(|guard| fixed_values(model, *guard)).collect();
        let mut counts = vec![0usize; model.variables.len()];
        fixed.iter().flatten().for_each(|(variable, _)| counts[variable.index()] += 1);
        let values = |variable: usize| {
            let mut codes: Vec<u64> =
                fixed.iter().flatten().filter(|of| of.0.index() == variable).map(|of| of.1).collect();
            codes.sort_unstable();
            codes.dedup();
            codes.len()
        };
        // Only variables that half of the lines ask for count; the one with most values tells them apart best.
        let often = (0..counts.len()).filter(|variable| 2 * counts[*variable] >= guards.len());
        let best = often.max_by_key(|variable| (values(*variable), std::cmp::Reverse(*variable)))?;
        let (mut by_code, mut rest): (FxHashMap<u64, Vec<usize>>, Vec<usize>) = Default::default();
        for (line, fixed) in fixed.iter().enumerate() {
            match fixed.iter().find(|(variable, _)| variable.index() == best) {
                Some((_, code)) => by_code.entry(*code).or_default().push(line),
                None => rest.push(line),
            }
        }
        Some(LineIndex { field: layout.field(VarId::from(best)), by_code, rest })
    }

    /// How many lines do not ask for another value, as a rule.
    pub(super) fn usual_candidates(&self) -> usize {
        let asked: usize = self.by_code.values().map(Vec::len).sum();
        self.rest.len() + asked.div_ceil(self.by_code.len().max(1))
    }

    /// The lines whose guards do not ask for another value, in order.
    pub(crate) fn candidates(&self, state: &[u64]) -> impl Iterator<Item = usize> {
        let mut asked =
            self.by_code.get(&self.field.get(state)).map_or(&[][..], Vec::as_slice).iter().copied().peekable();
        let mut rest = self.rest.iter().copied().peekable();
        std::iter::from_fn(move || match (asked.peek(), rest.peek()) {
            (Some(a), Some(b)) if a < b => asked.next(),
            (Some(_), None) => asked.next(),
            _ => rest.next(),
        })
    }
}

/// Variables with the code that they must have for a condition to hold, as far as that is easily seen.
fn fixed_values(model: &Model, condition: ExprId) -> Vec<(VarId, u64)> {
    let mut found = Vec::new();
    let mut open = vec![condition];
    while let Some(part) = open.pop() {
        match model.exprs.get(part) {
            Expr::And(parts) => open.extend(parts),
            Expr::Compare(CompareOp::Equal, a, b) | Expr::Same(a, b) => {
                found.extend(fixed_value(model, *a, *b).or_else(|| fixed_value(model, *b, *a)));
            }
            Expr::Bool(_)
            | Expr::Number(_)
            | Expr::EnumValue(_)
            | Expr::Var(_)
            | Expr::ActionIs(..)
            | Expr::Not(_)
            | Expr::Or(_)
            | Expr::Iff(..)
            | Expr::Implies(..)
            | Expr::Compare(..)
            | Expr::Sum(_)
            | Expr::Neg(_)
            | Expr::Mul(..)
            | Expr::Div(..) => {}
        }
    }
    found
}

fn fixed_value(model: &Model, variable: ExprId, value: ExprId) -> Option<(VarId, u64)> {
    let Expr::Var(variable) = model.exprs.get(variable) else { return None };
    let code = match (model.variable(*variable).domain, model.exprs.get(value)) {
        (Domain::Int { low, high }, Expr::Number(value)) if (low..=high).contains(value) => value.abs_diff(low),
        (Domain::Enum(id), Expr::EnumValue(value)) => {
            model.enum_types[id.index()].values.iter().position(|other| other == value)? as u64
        }
        _ => return None,
    };
    Some((*variable, code))
}
