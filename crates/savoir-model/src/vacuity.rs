//! Operands that make no difference: vacuity, after Beer, Ben-David, Eisner and Rodeh (*Efficient detection of vacuity in
//! temporal model checking*, 2001), for every operator that we have.
//!
//! Let `φ` be a formula, `σ` a place in it where an operand stands, and `φ[σ ← c]` the formula with a constant `c` in that
//! place. All operators are monotone in their operands, except that `¬f` and `f → g` are antitone in `f`, and `f ↔ g` is
//! neither in `f` nor in `g`. So a place has a [`Polarity`]: *positive* if an even number of antitone operands lies above
//! it, *negative* if an odd number does, *mixed* if an equivalence does. Let `v` be the verdict on `φ` in a model. The
//! constants that speak most against it are
//!
//! | polarity | `v = true` | `v = false` |
//! | --- | --- | --- |
//! | positive | `{false}` | `{true}` |
//! | negative | `{true}` | `{false}` |
//! | mixed | `{false, true}` | `{false, true}` |
//!
//! **Definition.** The operand at `σ` *does not matter* if the verdict on `φ[σ ← c]` is `v` for each of these constants `c`.
//! A verdict is *vacuous* if some operand does not matter.
//!
//! By monotonicity nothing else that could stand at a positive or negative place would change the verdict either, so that no part
//! of such an operand matters. At a mixed place a part may matter by the definition although the whole does not; parts of what does
//! not matter are not looked at. For example,
//! `AG (p → q)` is vacuously true if `p` never holds: `AG (p → false)` is true as well.

use crate::{Connective, Formula, FormulaId, FormulaPool, Shape};
use std::cell::Cell;

/// Which way the truth of an operand moves the truth of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Polarity {
    /// If the operand becomes true in more places, the whole does not become false.
    Positive,
    /// If the operand becomes true in more places, the whole does not become true.
    Negative,
    /// Neither can be said.
    Mixed,
}

impl Polarity {
    /// The constants that speak most against a verdict if they stand at a place of this polarity.
    #[must_use]
    pub fn against(self, verdict: bool) -> &'static [bool] {
        match (self, verdict) {
            (Polarity::Positive, true) | (Polarity::Negative, false) => &[false],
            (Polarity::Positive, false) | (Polarity::Negative, true) => &[true],
            (Polarity::Mixed, _) => &[false, true],
        }
    }

    /// Below an antitone operand.
    fn turned(self) -> Polarity {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
            Polarity::Mixed => Polarity::Mixed,
        }
    }
}

/// A place in a formula where an operand stands. The same formula may stand in several places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OperandPlace {
    /// Which operand to go to from the whole formula, and from there, and so on.
    pub path: Vec<usize>,
    /// What stands there.
    pub operand: FormulaId,
    /// Which way it moves the truth of the whole.
    pub polarity: Polarity,
}

impl OperandPlace {
    /// Whether this is inside of another place, or that place itself.
    #[must_use]
    pub fn is_within(&self, other: &OperandPlace) -> bool {
        self.path.starts_with(&other.path)
    }
}

impl FormulaPool {
    /// The places of all operands of a formula, wholes before their parts, in the order of writing; but at most so many.
    /// Constants are left out.
    #[must_use]
    pub fn operand_places(&self, formula: FormulaId, most: usize) -> Vec<OperandPlace> {
        let mut found = Vec::new();
        let mut open = vec![OperandPlace { path: Vec::new(), operand: formula, polarity: Polarity::Positive }];
        while let Some(place) = open.pop() {
            if found.len() > most {
                break;
            }
            let operands = self.operands(place.operand);
            for (index, &operand) in operands.iter().enumerate().rev() {
                let path = place.path.iter().copied().chain([index]).collect();
                let polarity = self.polarity_below(place.operand, index, place.polarity);
                open.push(OperandPlace { path, operand, polarity });
            }
            if !matches!(self.get(place.operand).shape(), Shape::Constant(_)) {
                found.push(place);
            }
        }
        // The first is the formula itself.
        found.retain(|place| !place.path.is_empty());
        found.truncate(most);
        found
    }

    /// The polarity of an operand of a formula that stands at a place of some polarity.
    fn polarity_below(&self, formula: FormulaId, index: usize, polarity: Polarity) -> Polarity {
        match self.get(formula).connective() {
            Some(Connective::Not(_)) => polarity.turned(),
            Some(Connective::Implies(..)) if index == 0 => polarity.turned(),
            Some(Connective::Iff(..)) => Polarity::Mixed,
            Some(Connective::And(_) | Connective::Or(_) | Connective::Implies(..)) | None => polarity,
        }
    }

    /// The formula with a constant at the end of a path through it.
    pub fn with_constant(&mut self, formula: FormulaId, path: &[usize], constant: bool) -> FormulaId {
        let mut wholes = vec![formula];
        for &index in path {
            let Some(operand) = wholes.last().and_then(|whole| self.operands(*whole).get(index).copied()) else {
                return formula;
            };
            wholes.push(operand);
        }
        let mut part = self.add(if constant { Formula::True } else { Formula::False });
        for (&index, &whole) in path.iter().zip(&wholes).rev() {
            let next = Cell::new(0);
            // Operands come in the order of writing.
            let renewed = self
                .get(whole)
                .clone()
                .map(|operand| if next.replace(next.get() + 1) == index { part } else { operand }, |group| group);
            part = self.add(renewed);
        }
        part
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Model, resolve, resolve_formula};

    fn model() -> Model {
        let text = "Agent Ann Vars: x : boolean; end Vars Actions = {a}; Protocol: Other : {a}; end Protocol Evolution: x \
                    = true if x = false; end Evolution end Agent Evaluation p if Ann.x = true; q if Ann.x = false; end \
                    Evaluation InitStates Ann.x = true; end InitStates Groups g = {Ann}; end Groups Formulae p; end Formulae";
        resolve(&savoir_syntax::parse(text).tree).model.unwrap()
    }

    /// By place: the operand, its polarity, and the formula with a constant there.
    fn places(text: &str) -> Vec<(String, Polarity, String)> {
        let mut model = model();
        let formula = resolve_formula(&mut model, text).unwrap().formula;
        let places = model.formulas.operand_places(formula, 100);
        let mut described = Vec::new();
        for place in places {
            let other = model.formulas.with_constant(formula, &place.path, true);
            described.push((model.formula_brief(place.operand), place.polarity, model.formula_brief(other)));
        }
        described
    }

    #[test]
    fn places_have_the_polarity_of_what_lies_above_them() {
        use Polarity::{Mixed, Negative, Positive};
        let polarities = |text: &str| places(text).into_iter().map(|(_, polarity, _)| polarity).collect::<Vec<_>>();
        assert_eq!(polarities("AG (p -> q)"), [Positive, Negative, Positive]);
        assert_eq!(polarities("!(p -> !q)"), [Negative, Positive, Negative, Positive]);
        assert_eq!(polarities("K(Ann, p) <-> q"), [Mixed, Mixed, Mixed]);
        assert_eq!(polarities("<g>(p U !q)"), [Positive, Positive, Negative]);
        assert_eq!(polarities("LTL G (p -> F q)"), [Positive, Positive, Negative, Positive, Positive]);
        assert_eq!(polarities("p"), []);
    }

    #[test]
    fn a_constant_takes_one_place_only() {
        let texts: Vec<String> = places("p and (q or p)").into_iter().map(|(_, _, text)| text).collect();
        assert_eq!(texts, ["true and (q or p)", "p and true", "p and (true or p)", "p and (q or true)"]);
        let texts: Vec<String> = places("A(p U p)").into_iter().map(|(_, _, text)| text).collect();
        assert_eq!(texts, ["A(true U p)", "A(p U true)"]);
    }

    #[test]
    fn constants_are_no_operands_and_there_are_not_too_many() {
        assert_eq!(places("AG (true -> p)").len(), 2);
        let mut model = model();
        let formula = resolve_formula(&mut model, "AG (p -> q)").unwrap().formula;
        assert_eq!(model.formulas.operand_places(formula, 2).len(), 2);
    }

    #[test]
    fn the_constants_against_a_verdict_are_those_that_could_change_it() {
        assert_eq!(Polarity::Positive.against(true), [false]);
        assert_eq!(Polarity::Negative.against(true), [true]);
        assert_eq!(Polarity::Positive.against(false), [true]);
        assert_eq!(Polarity::Mixed.against(false), [false, true]);
    }
}
