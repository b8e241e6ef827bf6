//! The initial state to look at. As in the decision of the verdict, the set of all states where a formula fails is not
//! needed for this, and may be far harder to find.

use super::Generator;
use num_bigint::BigUint;
use savoir_check::{Course, Decided, Form, GivenUp, How, Stop, System};
use savoir_model::{AtlSemantics, Formula, FormulaId, StartSet};
use savoir_reference::State;
use savoir_replay::{Node, NodeId, Reason};

/// A formula that holds is shown to do so in each initial state, if there are no more than these.
const MOST_ROOTS: u32 = 16;

impl<S: System> Generator<'_, '_, S> {
    /// An initial state where the formula fails, if there is one.
    pub(super) fn failing(&mut self, initial: &S::Set, formula: FormulaId) -> Result<Option<State>, GivenUp> {
        match self.checker.decide(formula).how {
            Some(decided) => self.failing_as_decided(initial, &decided),
            None => Ok(None),
        }
    }

    /// A state of `states` where a formula fails, the one that the decision has found to: for `AG` one from which the
    /// shortest path leads to a failure, otherwise the least one.
    fn failing_as_decided(&mut self, states: &S::Set, decided: &Decided) -> Result<Option<State>, GivenUp> {
        let parts = match &decided.how {
            How::Shortcut(_, parts) => parts.as_slice(),
            How::Definition => &[],
        };
        match Form::of(&self.model.formulas, decided.formula) {
            Form::Conjunction(_) => match parts.iter().find(|part| !part.holds) {
                Some(part) => self.failing_as_decided(states, part),
                None => Ok(None),
            },
            Form::Under { condition, .. } => {
                let condition = self.checker.satisfying(condition)?;
                let states = self.checker.system().intersection(states, &condition)?;
                parts.first().map_or(Ok(None), |then| self.failing_as_decided(&states, then))
            }
            Form::Always(f) => {
                let domain = self.checker.domain().clone();
                self.failure = self.path_to_failure(states, &domain, f)?.map(|path| (f, path));
                Ok(self.failure.as_ref().and_then(|(_, path)| path.first().cloned()))
            }
            Form::Inevitable(goal) => self.first_of_lasso(states, Course::Always(goal, false)),
            Form::AllPaths(path) => self.first_of_lasso(states, Course::Satisfies(path, false)),
            Form::Known { .. } | Form::Possible(_) | Form::Enforceable { .. } | Form::Other => {
                let outside = self.set(decided.formula, false)?;
                Ok(self.checker.system().pick(&self.checker.system().intersection(states, &outside)?)?)
            }
        }
    }

    /// The least state of `states`; of a condition, one where it is met, if there is one.
    pub(super) fn representative(&mut self, states: &S::Set, formula: FormulaId) -> Result<Option<State>, Stop> {
        if let Form::Under { condition, then } = Form::of(&self.model.formulas, formula) {
            let met = self.checker.satisfying(condition)?;
            let met = self.checker.system().intersection(states, &met)?;
            if !self.checker.system().is_empty(&met) {
                return self.representative(&met, then);
            }
        }
        self.checker.system().pick(states)
    }

    /// Nodes about the other initial states, if there are few and the first one is shown without claims. They are not for
    /// people, who have seen one; they make the verdict replayable as a whole.
    pub(super) fn other_initial_states(
        &mut self,
        initial: &S::Set,
        count: &BigUint,
        formula: FormulaId,
    ) -> Result<Vec<NodeId>, Stop> {
        let is_claim = |node: &Node| matches!(node.reason, Reason::Claim(_));
        if *count > BigUint::from(MOST_ROOTS) || self.nodes.iter().any(is_claim) {
            return Ok(Vec::new());
        }
        let mut others = Vec::new();
        let mut left = initial.clone();
        let mut state = Some(self.nodes[0].state.clone());
        while let Some(done) = state {
            let done = self.checker.system().singleton(&done)?;
            left = self.checker.system().difference(&left, &done)?;
            state = self.checker.system().pick(&left)?;
            let Some(next) = state.clone().filter(|state| !self.starts_in_table(state)) else { continue };
            let before = self.nodes.len();
            others.push(self.node(next, formula, true));
            let made = self.finish_nodes();
            if made.is_err() || self.nodes[before..].iter().any(is_claim) {
                // What was shown about the states before stands.
                self.nodes.truncate(before);
                others.pop();
                self.open.clear();
                break;
            }
        }
        Ok(others)
    }

    /// Whether the strategy of the first node, if it is one, shows that it wins from another initial state too.
    fn starts_in_table(&self, state: &State) -> bool {
        let root = &self.nodes[0];
        let (Reason::Strategy(strategy), Formula::Enforce(coalition, _)) =
            (&root.reason, self.model.formulas.get(root.formula))
        else {
            return false;
        };
        if !self.model.fairness.is_empty() {
            return false;
        }
        let is_listed = strategy.start_set.iter().flatten().any(|link| link.state == *state);
        match self.checker.semantics().atl {
            AtlSemantics::PerfectInformation | AtlSemantics::Uniform(StartSet::Objective) => {
                strategy.rows.iter().any(|row| row.state == *state) || strategy.ends.contains(state)
            }
            // States of one start set have the same one.
            AtlSemantics::Uniform(StartSet::Distributed | StartSet::Common) => is_listed,
            AtlSemantics::Uniform(StartSet::Everyone) => {
                let members = self.model.formulas.members(*coalition);
                let mut seen = members.iter().flat_map(|agent| &self.model.agent(*agent).observes);
                is_listed && seen.all(|id| state[id.index()] == root.state[id.index()])
            }
            AtlSemantics::UniformModel(_) => false,
        }
    }

    /// Where a lasso of a kind starts, which is kept for later.
    fn first_of_lasso(&mut self, states: &S::Set, course: Course) -> Result<Option<State>, GivenUp> {
        self.ready = self.checker.lasso(states, course)?.map(|lasso| (course, lasso));
        Ok(self.ready.as_ref().and_then(|(_, lasso)| lasso.states.first().cloned()))
    }
}
