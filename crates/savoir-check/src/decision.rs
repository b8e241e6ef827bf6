//! How formulas are taken apart to decide them, and how one was decided.

use crate::{Checker, Shortcut, Stop, System, Verdict};
use savoir_model::{
    Accessibility, AgentId, CoalitionId, Connective, FormulaId, FormulaPool, Quantifier, Shape, Temporal,
};

/// What a formula says about a set of states, as far as that can be reduced to what its parts say about some states. This
/// is the only place where formulas are taken apart for verdicts and for evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// Each of these holds.
    Conjunction(Vec<FormulaId>),
    /// One formula holds where another one does.
    Under {
        /// Where.
        condition: FormulaId,
        /// What.
        then: FormulaId,
    },
    /// A formula holds in all states that are indistinguishable from these, for each of some groups of observers that put
    /// together what they observe.
    Known {
        /// The groups.
        observers: Vec<Vec<AgentId>>,
        /// What.
        operand: FormulaId,
    },
    /// A formula holds in all states that can be reached.
    Always(FormulaId),
    /// On every path a state with this comes.
    Inevitable(FormulaId),
    /// A state with this can be reached.
    Possible(FormulaId),
    /// A coalition can force something.
    Enforceable {
        /// The coalition.
        coalition: CoalitionId,
        /// What.
        temporal: Temporal,
    },
    /// Every infinite path satisfies a path formula.
    AllPaths(FormulaId),
    /// Something else: the states where it holds are needed.
    Other,
}

impl Form {
    /// The form of a formula.
    #[must_use]
    pub fn of(pool: &FormulaPool, formula: FormulaId) -> Form {
        match pool.get(formula).shape() {
            Shape::Connective(Connective::And(parts)) => Form::Conjunction(parts.to_vec()),
            Shape::Connective(Connective::Implies(condition, then)) => Form::Under { condition, then },
            Shape::Modality(modality) if modality.correct.is_none() => match modality.accessible {
                Accessibility::Agent(_) | Accessibility::Distributed(_) | Accessibility::Everyone(_) => {
                    Form::Known { observers: modality.accessible.observers(pool), operand: modality.operand }
                }
                Accessibility::Common(_) | Accessibility::Anywhere => Form::Other,
            },
            Shape::Ctl(Quantifier::All, Temporal::Globally(f)) => Form::Always(f),
            Shape::Ctl(Quantifier::All, Temporal::Finally(goal)) => Form::Inevitable(goal),
            Shape::Ctl(Quantifier::Exists, Temporal::Finally(goal)) => Form::Possible(goal),
            Shape::Strategic(coalition, temporal) => Form::Enforceable { coalition, temporal },
            Shape::Quantified(Quantifier::All, path) => Form::AllPaths(path),
            Shape::Constant(_)
            | Shape::Atom(_)
            | Shape::Connective(Connective::Not(_) | Connective::Or(_) | Connective::Iff(..))
            | Shape::Modality(_)
            | Shape::Ctl(..)
            | Shape::Quantified(Quantifier::Exists, _)
            | Shape::Path(_) => Form::Other,
        }
    }
}

/// How a formula was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// By its definition: all states where it holds were found.
    Definition,
    /// By a shortcut, which decided these on the way. What comes after a part that fails is not looked at.
    Shortcut(Shortcut, Vec<Decided>),
}

/// A formula that was decided on some states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The formula.
    pub formula: FormulaId,
    /// Whether it holds in all of the states.
    pub holds: bool,
    /// How that was found out.
    pub how: How,
}

impl Decided {
    /// The shortcuts that were taken, in the order in which they were, each once.
    #[must_use]
    pub fn shortcuts(&self) -> Vec<Shortcut> {
        let mut found = Vec::new();
        let mut open = vec![self];
        while let Some(decided) = open.pop() {
            if let How::Shortcut(shortcut, parts) = &decided.how {
                if !found.contains(shortcut) {
                    found.push(*shortcut);
                }
                open.extend(parts.iter().rev());
            }
        }
        found
    }
}

/// The verdict on a formula, and how it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The verdict.
    pub verdict: Verdict,
    /// How it was found, if it was.
    pub how: Option<Decided>,
}

impl<S: System> Checker<'_, S> {
    /// Decides a formula: whether it holds in every initial state of the domain. What was decided is remembered.
    pub fn decide(&mut self, formula: FormulaId) -> Decision {
        if let Some(known) = self.memory.decisions.get(&(self.semantics(), formula)) {
            return Decision { verdict: Verdict::from(Ok(known.holds)), how: Some(known.clone()) };
        }
        match self.decide_initially(formula) {
            Ok(decided) => {
                self.memory.decisions.insert((self.semantics(), formula), decided.clone());
                Decision { verdict: Verdict::from(Ok(decided.holds)), how: Some(decided) }
            }
            Err(stop) => Decision { verdict: Verdict::Unknown(stop), how: None },
        }
    }

    /// The verdict on a formula alone.
    pub fn verdict(&mut self, formula: FormulaId) -> Verdict {
        self.decide(formula).verdict
    }

    pub(crate) fn decide_initially(&mut self, formula: FormulaId) -> Result<Decided, Stop> {
        let initial = self.initial()?;
        self.decide_on(&initial, formula)
    }

    /// The initial states that formulas are about.
    pub fn initial(&self) -> Result<S::Set, Stop> {
        self.system.intersection(&self.system.initial(), self.domain())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_graph::model;

    #[test]
    fn formulas_have_the_form_that_their_operator_gives_them() {
        let model = model(&[
            "p and q",
            "p -> q",
            "K(One, p)",
            "AG p",
            "AF p",
            "EF p",
            "<g>F p",
            "LTL F p",
            "GK(g, p)",
            "DK(g, p)",
            "GCK(g, p)",
            "O(One, p)",
            "AX p",
            "EG p",
            "!p",
            "p or q",
            "<g>G p",
        ]);
        let forms = model.properties.iter().map(|property| Form::of(&model.formulas, property.formula));
        let names: Vec<&str> = forms
            .map(|form| match form {
                Form::Conjunction(parts) if parts.len() == 2 => "conjunction",
                Form::Under { .. } => "under",
                Form::Known { observers, .. } if observers.len() == 1 && observers[0].len() == 1 => "known",
                Form::Always(_) => "always",
                Form::Inevitable(_) => "inevitable",
                Form::Possible(_) => "possible",
                Form::Enforceable { .. } => "enforceable",
                Form::AllPaths(_) => "all paths",
                Form::Other => "other",
                Form::Conjunction(_) | Form::Known { .. } => "wrong",
            })
            .collect();
        let expected =
            ["conjunction", "under", "known", "always", "inevitable", "possible", "enforceable", "all paths"];
        assert_eq!(names[..8], expected);
        assert_eq!(names[8..10], ["known", "known"]);
        assert_eq!(names[10..16], ["other"; 6]);
        assert_eq!(names[16..], ["enforceable"]);
    }
}
