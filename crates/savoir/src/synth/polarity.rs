//! How the truth of a formula depends on what coalitions can do.

use savoir_model::{CoalitionId, Connective, FormulaId, FormulaPool, Shape};

/// Whether no strategic operator stands below a negation, on the left of an implication or under an equivalence: then a
/// formula holds in fewer states if coalitions can do less.
pub(super) fn is_positive_in_strategies(pool: &FormulaPool, formula: FormulaId) -> bool {
    let is_plain = |part: FormulaId| !pool.closure(part).iter().any(|it| pool.get(*it).operator().is_strategic());
    pool.closure(formula).into_iter().all(|part| match pool.get(part).shape() {
        Shape::Connective(Connective::Not(f)) => is_plain(f),
        Shape::Connective(Connective::Implies(f, _)) => is_plain(f),
        Shape::Connective(Connective::Iff(f, g)) => is_plain(f) && is_plain(g),
        Shape::Connective(Connective::And(_) | Connective::Or(_))
        | Shape::Constant(_)
        | Shape::Atom(_)
        | Shape::Modality(_)
        | Shape::Ctl(..)
        | Shape::Strategic(..)
        | Shape::Quantified(..)
        | Shape::Path(_) => true,
    })
}

/// Whether group variables stand in strategic operators only.
pub(super) fn seeks_coalitions_only(pool: &FormulaPool, formula: FormulaId) -> bool {
    let is_sought = |group: CoalitionId| pool.coalition(group).variable().is_some();
    let has_variable = |part: FormulaId| pool.get(part).groups().into_iter().any(is_sought);
    pool.closure(formula).into_iter().all(|part| !has_variable(part) || pool.get(part).operator().is_strategic())
}

/// Whether what a coalition can do depends on groups that are sought: its members, or what it is to bring about.
pub(super) fn has_open_strategies(pool: &FormulaPool, formula: FormulaId) -> bool {
    let open = |part: &FormulaId| pool.get(*part).operator().is_strategic() && pool.group_variable(*part).is_some();
    pool.closure(formula).iter().any(open)
}
