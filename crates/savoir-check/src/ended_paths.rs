//! Paths that end: what the verdict on a formula would be if they counted.
//!
//! A path is infinite, so one that comes to a state without successor is none: `AF p` holds there whatever `p` is, and
//! `EG p` nowhere on the way. That is the semantics; but somebody who did not know that paths end will misread such a
//! verdict. To find out whether it makes a difference for a formula, it is decided once more on the same states with
//! *prolonged* paths: every state without successor is its own successor. Let `D` be these states. Then, over sets `Z`,
//!
//! > `pre' Z = pre Z ∪ (D ∩ Z)`, `EG' Z = EG Z ∪ E(Z U D ∩ Z)`, and `<g>`'s controllable predecessors of `Z` are those of
//! > before with `D ∩ Z`,
//!
//! and everything that is a least fixpoint over `pre` is as before. If the verdicts differ, it depends on paths that end.

use crate::memory::Memory;
use crate::{Checker, Stop, System};
use savoir_model::{AgentId, AtlSemantics, FormulaId, Shape, Temporal};

/// Whether paths that end count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum EndedPaths {
    /// They are no paths: that is the semantics.
    #[default]
    NoPaths,
    /// They stay in their last state for ever.
    Prolonged,
}

impl<S: System> Checker<'_, S> {
    /// Whether a formula would hold of the model if every state without successor were its own successor. `None` if that
    /// is no question: there is no such state, the formula does not speak about what it would change, there are fairness
    /// constraints, which no path that ends satisfies, or strategies are uniform.
    pub fn holds_on_prolonged_paths(&self, formula: FormulaId) -> Result<Option<bool>, Stop> {
        if !self.fair().is_empty() || !self.speaks_about_ends(formula) || self.system.is_empty(self.stuck()?) {
            return Ok(None);
        }
        let mut other = Checker::resume(self.model, self.system, self.semantics(), Memory::new(self.domain().clone()));
        // What is about single states or about knowledge of them is the same.
        for part in self.formulas.closure(formula) {
            if let Some(set) = self.known_set(part).filter(|_| self.is_about_states(part)) {
                other.assume(part, set.clone())?;
            }
        }
        // Nothing else sets it in between.
        let _ = other.memory.stuck.set(self.stuck()?.clone());
        other.ended_paths = EndedPaths::Prolonged;
        Ok(Some(other.decide_initially(formula)?.holds))
    }

    /// Whether a formula has an operator for which it makes a difference whether paths end, and none for which it is not
    /// known.
    fn speaks_about_ends(&self, formula: FormulaId) -> bool {
        let mut speaks = false;
        for part in self.formulas.closure(formula) {
            match self.formulas.get(part).shape() {
                Shape::Strategic(..) if self.semantics().atl != AtlSemantics::PerfectInformation => return false,
                Shape::Ctl(quantifier, temporal) => speaks |= quantifier.looks_at_ends(temporal),
                Shape::Strategic(_, Temporal::Next(_) | Temporal::Globally(_)) | Shape::Quantified(..) => speaks = true,
                Shape::Strategic(_, Temporal::Finally(_) | Temporal::Until(..))
                | Shape::Constant(_)
                | Shape::Atom(_)
                | Shape::Connective(_)
                | Shape::Modality(_)
                | Shape::Path(_) => {}
            }
        }
        speaks
    }

    /// Whether a state formula has no operator about paths.
    fn is_about_states(&self, formula: FormulaId) -> bool {
        self.formulas.closure(formula).into_iter().all(|part| match self.formulas.get(part).shape() {
            Shape::Constant(_) | Shape::Atom(_) | Shape::Connective(_) | Shape::Modality(_) => true,
            Shape::Ctl(..) | Shape::Strategic(..) | Shape::Quantified(..) | Shape::Path(_) => false,
        })
    }

    /// States with a successor in a set.
    pub(crate) fn sources_of(&self, set: &S::Set) -> Result<S::Set, Stop> {
        let sources = self.system.preimage(set)?;
        match self.ended_paths {
            EndedPaths::NoPaths => Ok(sources),
            EndedPaths::Prolonged => self.system.union(&sources, &self.system.intersection(self.stuck()?, set)?),
        }
    }

    /// States from which a fair path stays in a set for ever.
    pub(crate) fn for_ever_within(&self, set: &S::Set) -> Result<S::Set, Stop> {
        let found = self.system.exists_fairly(set, self.fair())?;
        match self.ended_paths {
            EndedPaths::NoPaths => Ok(found),
            EndedPaths::Prolonged => {
                let ends = self.system.intersection(self.stuck()?, set)?;
                self.system.union(&found, &self.system.exists_until(set, &ends)?)
            }
        }
    }

    /// Whether a path that counts although it ends leads from `start` to its end `within` a set.
    pub(crate) fn has_ended_path(&self, start: &S::Set, within: &S::Set) -> Result<bool, Stop> {
        match self.ended_paths {
            EndedPaths::NoPaths => Ok(false),
            EndedPaths::Prolonged => self.ends_ahead(start, within),
        }
    }

    /// Whether a state without successor can be reached from `start`, a part of `within`, without leaving it. Found
    /// forwards, which is often less work.
    fn ends_ahead(&self, start: &S::Set, within: &S::Set) -> Result<bool, Stop> {
        let system = self.system;
        let ends = system.intersection(self.stuck()?, within)?;
        let (mut found, mut frontier) = (start.clone(), start.clone());
        while !system.is_empty(&frontier) && !system.is_empty(&ends) {
            system.budget().check()?;
            if !system.is_empty(&system.intersection(&frontier, &ends)?) {
                return Ok(true);
            }
            let next = system.intersection(within, &system.image(&frontier)?)?;
            frontier = system.difference(&next, &found)?;
            found = system.union(&found, &frontier)?;
        }
        Ok(false)
    }

    /// States where a coalition has a move after which every successor is in a set, or where nothing happens any more and
    /// that counts as staying there.
    pub(crate) fn controllable_or_over(&self, coalition: &[AgentId], set: &S::Set) -> Result<S::Set, Stop> {
        let found = self.system.controllable_predecessors(coalition, set)?;
        match self.ended_paths {
            EndedPaths::NoPaths => Ok(found),
            EndedPaths::Prolonged => self.system.union(&found, &self.system.intersection(self.stuck()?, set)?),
        }
    }

    /// Where a coalition can stay `within` a set for ever.
    pub(crate) fn safe_or_over(&self, coalition: &[AgentId], within: &S::Set) -> Result<S::Set, Stop> {
        if self.ended_paths == EndedPaths::NoPaths {
            return self.system.safe_region(coalition, within);
        }
        let mut found = within.clone();
        loop {
            self.system.budget().check()?;
            let next = self.system.intersection(&found, &self.controllable_or_over(coalition, &found)?)?;
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Checker;
    use crate::test_graph::{Direction, Graph, model};
    use savoir_model::Semantics;

    /// By formula: whether it holds, and whether it would on prolonged paths.
    fn compared(graph: &Graph, formulas: &[&str]) -> Vec<(bool, Option<bool>)> {
        let model = model(formulas);
        let mut checker = Checker::new(&model, graph, Semantics::default()).unwrap();
        let mut compare = |formula| {
            let holds = checker.decide(formula).how.unwrap().holds;
            (holds, checker.holds_on_prolonged_paths(formula).unwrap())
        };
        model.properties.iter().map(|property| compare(property.formula)).collect()
    }

    #[test]
    fn every_operator_about_paths_tells_whether_they_end() {
        for direction in [Direction::Forwards, Direction::Backwards] {
            // From 0 over 1, where p holds, to 2, where q holds and nothing follows.
            let graph = Graph { direction, ..Graph::new(3, &[(0, 1), (1, 2)]) };
            let depends = ["AF r", "LTL F r", "A(!r U r)", "AG (q -> AX r)", "AG (q -> A(q U r))"];
            assert_eq!(compared(&graph, &depends), [(true, Some(false)); 5]);
            assert_eq!(
                compared(&graph, &["EG !r", "CTL* E (G !r)", "<g>G !r", "EF EX q and EF (q and EX q)"]),
                [(false, Some(true)), (false, Some(true)), (false, Some(true)), (false, Some(true))]
            );
            let same = ["LTL G !r", "AF q", "AX p", "A(!q U q)"];
            assert_eq!(compared(&graph, &same), [(true, Some(true)); 4]);
            // These look at finite paths.
            assert_eq!(compared(&graph, &["AG !r", "EF q", "E(!q U q)", "<g>F q"]), [(true, None); 4]);
            let endless = Graph { direction, ..Graph::new(3, &[(0, 1), (1, 2), (2, 2)]) };
            assert_eq!(compared(&endless, &["AF q", "EG !r"]), [(true, None); 2]);
        }
    }
}
