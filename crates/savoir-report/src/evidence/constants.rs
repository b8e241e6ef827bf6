//! Constants in formulas: whether they alone make a Boolean combination what it is.

use savoir::{Connective, FormulaId, FormulaPool, Shape};
use std::collections::BTreeMap;

/// Whether the constants in a Boolean combination decide it, whatever else is in it.
pub(super) fn decide(pool: &FormulaPool, formula: FormulaId) -> bool {
    if !matches!(pool.get(formula).shape(), Shape::Connective(_)) {
        return false;
    }
    let mut values: BTreeMap<FormulaId, Option<bool>> = BTreeMap::new();
    let mut parts = pool.closure(formula);
    // Parts come before wholes.
    parts.sort_unstable();
    for part in parts {
        let value = value(pool.get(part).shape(), |part| values.get(&part).copied().flatten());
        values.insert(part, value);
    }
    values.get(&formula).is_some_and(Option::is_some)
}

/// What a formula is, if the constants in it say so.
fn value(shape: Shape<'_>, of: impl Fn(FormulaId) -> Option<bool>) -> Option<bool> {
    match shape {
        Shape::Constant(constant) => Some(constant),
        Shape::Connective(Connective::Not(part)) => Some(!of(part)?),
        Shape::Connective(Connective::And(parts)) => joined(parts.iter().map(|part| of(*part)), true),
        Shape::Connective(Connective::Or(parts)) => joined(parts.iter().map(|part| of(*part)), false),
        Shape::Connective(Connective::Implies(condition, then)) => {
            joined([of(condition).map(|holds| !holds), of(then)].into_iter(), false)
        }
        Shape::Connective(Connective::Iff(one, other)) => Some(of(one)? == of(other)?),
        Shape::Atom(_)
        | Shape::Modality(_)
        | Shape::Ctl(..)
        | Shape::Strategic(..)
        | Shape::Quantified(..)
        | Shape::Path(_) => None,
    }
}

/// The value of parts that are joined, where one that is not `neutral` decides.
fn joined(parts: impl Iterator<Item = Option<bool>>, neutral: bool) -> Option<bool> {
    let mut is_open = false;
    for part in parts {
        match part {
            Some(value) if value != neutral => return Some(!neutral),
            Some(_) => {}
            None => is_open = true,
        }
    }
    (!is_open).then_some(neutral)
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir::{Loaded, examples_for_docs::TOGGLE};

    #[test]
    fn constants_decide_what_does_not_depend_on_anything_else() {
        for (formula, expected) in [
            ("false and !light", true),
            ("light and !false", false),
            ("light or !false", true),
            ("false -> AX light", true),
            ("light -> false", false),
            ("(light and false) <-> (light or true)", true),
            ("light <-> false", false),
            ("AX false", false),
            ("false", false),
        ] {
            let loaded = Loaded::from_text("toggle.ispl", &TOGGLE.replace("AG EF light", formula));
            let model = loaded.model.unwrap();
            assert_eq!(decide(&model.formulas, model.properties[0].formula), expected, "{formula}");
        }
    }
}
