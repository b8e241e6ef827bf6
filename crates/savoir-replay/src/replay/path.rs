//! Paths as reasons: the right shape, and the right truth values along them.

use super::Replay;
use crate::problem::{PathProblem, Problem, ProblemPlace};
use crate::tree::{Mark, Node, PathReason};
use savoir_model::{FormulaId, Quantifier, Shape, Temporal};

impl Replay<'_> {
    pub(super) fn path_reason(&mut self, node: &Node, reason: &PathReason) -> Result<(), Problem> {
        let path = &reason.path;
        self.path(path)?;
        if path.start() != Some(&node.state) {
            return Err(PathProblem::OtherStart.into());
        }
        let marks = self.children(node, reason.marks.iter().map(|mark| mark.node))?;
        let fits = |(mark, about): (&Mark, &&Node)| path.states.get(mark.position) == Some(&about.state);
        if !reason.marks.iter().zip(&marks).all(fits) {
            return Err(PathProblem::OtherMark.into());
        }
        match path.back {
            None => self.goes_on_fairly(&path.states[path.states.len() - 1], reason.fair.as_ref())?,
            Some(_) => self.is_fair(path)?,
        }
        let wanted = |quantifier: Quantifier| {
            let exists = quantifier == Quantifier::Exists;
            if exists == node.holds { Ok(exists) } else { Err(PathProblem::SinglePath) }
        };
        match self.model.formulas.get(node.formula).shape() {
            Shape::Ctl(quantifier, temporal) => self.ctl_path(temporal, wanted(quantifier)?, reason, &marks),
            Shape::Quantified(quantifier, f) => self.lasso(f, wanted(quantifier)?, path, &marks),
            Shape::Constant(_)
            | Shape::Atom(_)
            | Shape::Connective(_)
            | Shape::Modality(_)
            | Shape::Strategic(..)
            | Shape::Path(_) => Err(PathProblem::OtherFormula.into()),
        }
    }

    /// A path for an existential operator that holds, or a universal one that fails.
    fn ctl_path(&self, temporal: Temporal, exists: bool, reason: &PathReason, marks: &[&Node]) -> Result<(), Problem> {
        let states = &reason.path.states;
        let last = states.len() - 1;
        let is_lasso = reason.path.back.is_some();
        let at = |position: usize, formula: FormulaId, holds: bool| {
            let found = self.expect(formula, holds, &states[position], marks);
            found.map_err(|problem| problem.within(ProblemPlace::StateOfPath(position)))
        };
        let before = |formula, holds| (0..last).try_for_each(|position| at(position, formula, holds));
        let everywhere = |formula, holds| (0..=last).try_for_each(|position| at(position, formula, holds));
        match (temporal, exists, is_lasso) {
            (Temporal::Next(f), _, false) if last == 1 => at(1, f, exists),
            (Temporal::Finally(f), true, false) => at(last, f, true),
            (Temporal::Globally(f), false, false) => at(last, f, false),
            (Temporal::Until(f, g), true, false) => before(f, true).and_then(|()| at(last, g, true)),
            (Temporal::Until(f, g), false, false) => everywhere(g, false).and_then(|()| at(last, f, false)),
            (Temporal::Finally(f), false, true)
            | (Temporal::Globally(f), true, true)
            | (Temporal::Until(_, f), false, true) => everywhere(f, exists),
            _ => Err(PathProblem::WrongShape.into()),
        }
    }
}
