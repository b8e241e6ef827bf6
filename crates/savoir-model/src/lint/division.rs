//! Divisions whose result is not always whole.

use super::trial::Trial;
use super::values::{Search, Valuation, search};
use crate::{Atom, Domain, Expr, ExprId, FormulaId, Model};
use savoir_syntax::{Code, Diagnostic, Span};

/// Assignments of values that are not always whole, and comparisons with quotients that are not always whole.
pub(super) fn inexact_divisions(trial: &Trial<'_>, found: &mut Vec<Diagnostic>) {
    let model = trial.model;
    for line in model.agents.iter().flat_map(|agent| &agent.evolution) {
        for &(target, value) in &line.assignments {
            if divisions(model, value).is_empty() {
                continue;
            }
            if model.variable(target).domain == Domain::Bool {
                found.extend(in_condition(trial, line.span, value, &[line.guard]));
                continue;
            }
            let inexact = |values: &Valuation| values.number(model, value).as_whole().is_none();
            let exact = factor(model, value).is_some();
            found.extend(judge(trial, line.span, &[value], &[line.guard], exact, inexact).map(|found| {
                found.help(format!(
                    "division is exact: where `{}` would not be whole, this line leads nowhere",
                    model.variable_text(target)
                ))
            }));
        }
    }
    for (span, condition) in conditions(model) {
        found.extend(in_condition(trial, span, condition, &[]));
    }
}

/// Every condition of the model, with its place.
fn conditions(model: &Model) -> Vec<(Span, ExprId)> {
    let mut all = Vec::new();
    for agent in &model.agents {
        all.extend(agent.red.map(|red| (agent.span, red)));
        all.extend(agent.protocol.iter().filter_map(|line| Some((line.span, line.guard?))));
        all.extend(agent.evolution.iter().map(|line| (line.span, line.guard)));
    }
    all.extend(model.propositions.iter().map(|proposition| (proposition.span, proposition.condition)));
    all.push((model.init_span, model.init));
    for property in &model.properties {
        all.extend(in_formula(model, property.formula).map(|condition| (property.span, condition)));
    }
    for &constraint in &model.fairness {
        let span = model.fairness_span.unwrap_or_default();
        all.extend(in_formula(model, constraint).map(|condition| (span, condition)));
    }
    all
}

/// The conditions on variables in a formula.
fn in_formula(model: &Model, formula: FormulaId) -> impl Iterator<Item = ExprId> {
    model.formulas.atoms(formula).filter_map(|atom| match atom {
        Atom::Condition(condition) => Some(condition),
        Atom::Proposition(_) | Atom::Red(_) | Atom::Green(_) => None,
    })
}

/// The first comparison of the condition with a quotient that is not always whole, where the context and the parts of
/// the condition without a division hold.
fn in_condition(trial: &Trial<'_>, span: Span, condition: ExprId, context: &[ExprId]) -> Option<Diagnostic> {
    let model = trial.model;
    let (dividing, mut others): (Vec<ExprId>, Vec<ExprId>) =
        model.exprs.conjuncts(condition).into_iter().partition(|part| !divisions(model, *part).is_empty());
    others.extend(context);
    dividing.into_iter().flat_map(|part| comparisons(model, part)).find_map(|comparison| {
        let quotients = divisions(model, comparison);
        let exact = quotients.iter().all(|quotient| factor(model, *quotient).is_some());
        let inexact =
            |values: &Valuation| quotients.iter().any(|quotient| values.number(model, *quotient).as_whole().is_none());
        let found = judge(trial, span, &quotients, &others, exact, inexact)?;
        Some(found.help("division is exact: 3 / 2 is one and a half, which no whole number equals"))
    })
}

/// The finding, if `inexact` is possible where all of `context` holds. `exact` says that it is known to be impossible.
fn judge(
    trial: &Trial<'_>,
    span: Span,
    expressions: &[ExprId],
    context: &[ExprId],
    exact: bool,
    inexact: impl Fn(&Valuation) -> bool,
) -> Option<Diagnostic> {
    if exact || trial.effort.is_stopped() {
        return None;
    }
    let (model, read) = (trial.model, [expressions, context].concat());
    let (variables, actions) = match trial.effort.is_used_up() {
        true => Default::default(),
        false => (trial.variables([].into_iter(), &read), trial.choices(context)),
    };
    let accept = |values: &Valuation| inexact(values) && context.iter().all(|part| values.truth(model, *part));
    let label = match search(trial, &variables, &actions, accept) {
        Search::Nowhere => return None,
        Search::Witness(values) => match values.describe(model) {
            example if example.is_empty() => "not a whole number".to_owned(),
            example => format!("not a whole number, for example where {example}"),
        },
        Search::TooMany => "there are too many values to try them all".to_owned(),
    };
    Some(Diagnostic::new(Code::InexactDivision, span, "this division may be inexact").label(label))
}

fn divisions(model: &Model, id: ExprId) -> Vec<ExprId> {
    parts(model, id, |expr| matches!(expr, Expr::Div(..)))
}

fn comparisons(model: &Model, id: ExprId) -> Vec<ExprId> {
    let mut found = parts(model, id, |expr| matches!(expr, Expr::Compare(..)));
    found.retain(|comparison| !divisions(model, *comparison).is_empty());
    found
}

/// The parts of an expression that are `wanted`, in the order of the text.
fn parts(model: &Model, id: ExprId, wanted: fn(&Expr) -> bool) -> Vec<ExprId> {
    let mut found = Vec::new();
    model.exprs.walk(id, |id, expr| {
        if wanted(expr) {
            found.push(id);
        }
    });
    found.sort_unstable();
    found
}

/// A number that divides every value of the expression, zero if it is always zero; `None` if a value may not be whole.
fn factor(model: &Model, id: ExprId) -> Option<u64> {
    match model.exprs.get(id) {
        Expr::Number(value) => Some(value.unsigned_abs()),
        Expr::Var(_) => Some(1),
        Expr::Neg(inner) => factor(model, *inner),
        Expr::Sum(terms) => terms.iter().try_fold(0, |sum, term| Some(gcd(sum, factor(model, *term)?))),
        Expr::Mul(a, b) => {
            let (a, b) = (factor(model, *a)?, factor(model, *b)?);
            // Each of the two divides the product as well.
            Some(a.checked_mul(b).unwrap_or(a))
        }
        Expr::Div(a, b) => {
            let (Expr::Number(divisor), dividend) = (model.exprs.get(*b), factor(model, *a)?) else { return None };
            let divisor = divisor.unsigned_abs();
            (divisor != 0 && dividend % divisor == 0).then(|| dividend / divisor)
        }
        _ => None,
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
